package io.github.skpca.spark;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;

/** A model that is broadcast to the executors: the bytes of its file, read once per executor. */
final class SharedModel implements Serializable {
    private static final long serialVersionUID = 1L;

    private final byte[] bytes;
    private transient volatile @Nullable KernelPcaModel model;

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

    /** What turns scores into p-values; the model makes it once. */
    Calibration calibration() {
        return get().calibration()
                .orElseThrow(() -> new IllegalStateException(
                        "the model holds no sample of its rows to calibrate scores with; fit it again"));
    }
}
