package io.github.skpca.onnx;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.internal.model.ModelParts;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/**
 * A model as an ONNX file, for runtimes that know nothing of this library: IR 8, operators of opset 17 of the default domain.
 *
 * <p>The input is {@code rows}, batch x d, float or double; the batch may have any size, also none. The outputs are floats: {@code loadings},
 * batch x k, as {@link KernelPcaModel#transform(double[])} gives them; {@code score}, one per row; and {@code p_value}, one per row, where the
 * model has a calibration, as {@link io.github.skpca.Calibration#pValue} gives it. All three are NaN for a row that is not finite, which the library itself
 * would refuse.
 *
 * <pre>{@code
 * try (OutputStream file = Files.newOutputStream(Path.of("model.onnx"))) {
 *     OnnxModel.of(model).writeTo(file);
 * }
 * }</pre>
 *
 * <p>Immutable. The same model gives the same bytes.
 */
public final class OnnxModel {
    private static final int IR_VERSION = 8;

    private final ProtobufMessage message;
    private final boolean hasPValue;

    private OnnxModel(ProtobufMessage message, boolean hasPValue) {
        this.message = message;
        this.hasPValue = hasPValue;
    }

    /**
     * The ONNX form of a model whose rows are floats.
     *
     * @throws OnnxExportException if it has none: its kernel is a user's own, its rows are prepared, or it is larger than 2 GB
     */
    public static OnnxModel of(KernelPcaModel model) {
        return of(model, ElementType.FLOAT);
    }

    /**
     * The ONNX form of a model whose rows are doubles: for columns whose numbers are large against their spread, such as times.
     *
     * @throws OnnxExportException if it has none
     */
    public static OnnxModel ofDoubleRows(KernelPcaModel model) {
        return of(model, ElementType.DOUBLE);
    }

    private static OnnxModel of(KernelPcaModel model, ElementType rowType) {
        ModelParts parts = ModelParts.of(model);
        requireExportable(parts);
        Graph graph = new Graph("skpca");
        StandardizedRows rows = StandardizedRows.of(graph, graph.rows("rows", rowType, model.columns()), parts.rows());
        ModelParts.DirectionPart directions = parts.directions();
        NoveltyScore novelty = new NoveltyScore(graph, parts, rows);
        Value score;
        Loadings loadings;
        if (parts.map().kind() == MapKind.LANDMARKS) {
            KernelValues kernel = new KernelValues(graph, rows, parts);
            Value values = kernel.values();
            loadings = Loadings.of(graph, values, kernel.count(), directions);
            score = novelty.ofLandmarks(kernel, values, loadings);
        } else {
            Value features = new WaveFeatures(graph, rows, parts).values();
            loadings = Loadings.of(graph, features, parts.map().features(), directions);
            score = novelty.ofFeatures(features, loadings);
        }
        Value marked = graph.add(score, rows.zeros());
        Value own = graph.columns(loadings.loadings(), 0, directions.components());
        graph.output("loadings", narrow(graph, graph.add(own, rows.zeros())), directions.components());
        graph.output("score", narrow(graph, oneColumn(graph, marked)), Graph.ONE_NUMBER);
        boolean hasPValue = model.calibration().isPresent();
        model.calibration().map(PValueSteps::of).ifPresent(steps -> {
            Value p = graph.add(steps.of(graph, marked), rows.zeros());
            graph.output("p_value", narrow(graph, oneColumn(graph, p)), Graph.ONE_NUMBER);
        });
        ProtobufMessage message = message(graph, parts, model.rows());
        if (message.size() > Integer.MAX_VALUE) {
            throw new OnnxExportException("the ONNX file would have " + message.size()
                    + " bytes, and 2 GB is the most that one may have; fit with fewer landmarks or features");
        }
        return new OnnxModel(message, hasPValue);
    }

    private static Value narrow(Graph graph, Value value) {
        return graph.cast(value, ElementType.FLOAT);
    }

    /** From batch x 1 to batch. */
    private static Value oneColumn(Graph graph, Value value) {
        return graph.node("Squeeze", value, graph.places(1));
    }

    private static void requireExportable(ModelParts parts) {
        Kernel kernel = parts.map().kernel();
        if (!KernelFamily.isBuiltIn(kernel) && parts.map().kind() == MapKind.LANDMARKS) {
            throw new OnnxExportException(
                    "the kernel " + kernel.name()
                            + " is a user's own: its code cannot be turned into ONNX operators; fit with a built-in kernel, or with a random map");
        }
        if (!parts.rows().isPlain()) {
            throw new OnnxExportException(
                    "the model prepares its rows (windows, categories or missing cells), which ONNX operators on one batch"
                            + " cannot do; prepare the rows first, and fit a model of those");
        }
    }

    private static ProtobufMessage message(Graph graph, ModelParts parts, long rows) {
        ProtobufMessage message = new ProtobufMessage()
                .integer(1, IR_VERSION)
                .text(2, "skpca")
                .message(7, graph.message())
                .message(8, new ProtobufMessage().text(1, "").integer(2, Graph.OPSET));
        property(message, "skpca.kernel", parts.map().kernel().name());
        property(
                message, "skpca.bandwidth", Double.toString(parts.map().kernel().bandwidth()));
        property(message, "skpca.map", parts.map().kind().label());
        property(message, "skpca.rows", Long.toString(rows));
        return message;
    }

    private static void property(ProtobufMessage message, String key, String value) {
        message.message(14, new ProtobufMessage().text(1, key).text(2, value));
    }

    /** Whether there is an output {@code p_value}: whether the model has a calibration. */
    public boolean hasPValue() {
        return hasPValue;
    }

    /** The length of the file in bytes. */
    public long size() {
        return message.size();
    }

    /** The file; a new array. */
    public byte[] toBytes() {
        ByteArrayOutputStream out = new ByteArrayOutputStream((int) size());
        try {
            message.writeTo(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return out.toByteArray();
    }

    /** Writes the file. The stream is neither flushed nor closed. */
    public void writeTo(OutputStream out) throws IOException {
        message.writeTo(out);
    }
}
