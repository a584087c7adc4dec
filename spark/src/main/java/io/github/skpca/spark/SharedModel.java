package io.github.skpca.spark;

import io.github.skpca.KernelPcaModel;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;

/** A model on its way to the executors: bytes of its file, read once where they arrive. */
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
}
