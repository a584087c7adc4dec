package io.github.skpca.spark;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.model.FittedModel;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;

/** A model that is broadcast to the executors: the bytes of its file, read once per executor. */
final class SharedModel implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private transient volatile @Nullable KernelPcaModel model;
    private transient @Nullable KernelPcaModel scoring;

    SharedModel(KernelPcaModel model) {
        this.bytes = model.toBytes();
        this.model = model;
    }

    KernelPcaModel get() {
        KernelPcaModel read = model;
        if (read == null) {
            read = read();
        }
        return read;
    }

    private synchronized KernelPcaModel read() {
        KernelPcaModel read = model;
        if (read == null) {
            try {
                read = KernelPcaModel.fromBytes(bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            model = read;
        }
        return read;
    }

    /** The model with all directions, which scores; always the same object, so that its calibration is made once. */
    synchronized KernelPcaModel scoring() {
        KernelPcaModel made = scoring;
        if (made == null) {
            made = FittedModel.of(get()).withAllDirections();
            scoring = made;
        }
        return made;
    }

    /** What turns scores into p-values, made once. */
    Calibration calibration() {
        return scoring()
                .calibration()
                .orElseThrow(() -> new IllegalStateException(
                        "the model holds no sample of its rows to calibrate scores with; fit it again"));
    }
}
