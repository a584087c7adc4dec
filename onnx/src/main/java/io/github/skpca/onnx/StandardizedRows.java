package io.github.skpca.onnx;

import io.github.skpca.internal.model.ModelParts;

/**
 * Rows about the origin, scaled, as the model standardises them: (x - origin) scale, rounded to float.
 *
 * @param rows batch x d, in double
 * @param zeros batch x 1: 0 for a row of finite numbers, NaN for any other. Added to an output it makes such a row's numbers NaN, whatever a
 *     runtime takes for the larger of a number and NaN
 */
record StandardizedRows(Value rows, Value zeros) {
    /** Beyond this numbers are clipped, as the library does. */
    private static final double FARTHEST = (float) 1e18;

    static StandardizedRows of(Graph graph, Value input, ModelParts.RowPart part) {
        int columns = part.origin().length;
        Value raw = input.type() == ElementType.DOUBLE ? input : graph.cast(input, ElementType.DOUBLE);
        Value zeros = graph.sum(graph.subtract(raw, raw), columns);
        // In double: large offsets would cost a float its digits.
        Value moved = graph.subtract(raw, graph.constant(part.origin(), columns));
        Value scaled =
                part.factors().length == 0 ? moved : graph.multiply(moved, graph.constant(part.factors(), columns));
        Value clipped = graph.node("Clip", scaled, graph.constant(-FARTHEST), graph.constant(FARTHEST));
        Value rounded = graph.cast(graph.cast(clipped, ElementType.FLOAT), ElementType.DOUBLE);
        return new StandardizedRows(rounded, zeros);
    }
}
