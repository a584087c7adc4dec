package io.github.skpca.onnx;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;

import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.util.Map;
import java.util.Set;

/** An ONNX file, loaded and run by onnxruntime. */
final class RuntimeSession implements AutoCloseable {
    private final OrtEnvironment environment = OrtEnvironment.getEnvironment();
    private final OrtSession session;

    /** What a run gives: loadings row by row, scores, p-values; the last are empty if the file has no such output. */
    record Outputs(float[] loadings, long[] shape, float[] scores, float[] pValues) {}

    RuntimeSession(OnnxModel model) throws OrtException {
        this(model.toBytes());
    }

    RuntimeSession(byte[] file) throws OrtException {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            options.setIntraOpNumThreads(1);
            session = environment.createSession(file, options);
        }
    }

    Set<String> outputNames() {
        return session.getOutputNames();
    }

    Outputs run(float[] rows, int columns) throws OrtException {
        long[] shape = {rows.length / columns, columns};
        try (OnnxTensor tensor = OnnxTensor.createTensor(environment, FloatBuffer.wrap(rows), shape)) {
            return run(tensor);
        }
    }

    Outputs run(double[] rows, int columns) throws OrtException {
        long[] shape = {rows.length / columns, columns};
        try (OnnxTensor tensor = OnnxTensor.createTensor(environment, DoubleBuffer.wrap(rows), shape)) {
            return run(tensor);
        }
    }

    private Outputs run(OnnxTensor rows) throws OrtException {
        try (OrtSession.Result result = session.run(Map.of("rows", rows))) {
            OnnxTensor loadings = tensor(result, "loadings");
            float[] pValues =
                    session.getOutputNames().contains("p_value") ? floats(tensor(result, "p_value")) : new float[0];
            return new Outputs(
                    floats(loadings), loadings.getInfo().getShape(), floats(tensor(result, "score")), pValues);
        }
    }

    private static OnnxTensor tensor(OrtSession.Result result, String name) {
        return (OnnxTensor) result.get(name).orElseThrow();
    }

    private static float[] floats(OnnxTensor tensor) {
        FloatBuffer buffer = tensor.getFloatBuffer();
        float[] values = new float[buffer.remaining()];
        buffer.get(values);
        return values;
    }

    @Override
    public void close() throws OrtException {
        session.close();
    }
}
