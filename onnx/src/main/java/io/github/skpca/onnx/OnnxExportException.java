package io.github.skpca.onnx;

/** A model that cannot be written as an ONNX file, and why. */
public final class OnnxExportException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    OnnxExportException(String message) {
        super(message);
    }
}
