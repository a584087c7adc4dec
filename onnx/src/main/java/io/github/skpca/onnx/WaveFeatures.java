package io.github.skpca.onnx;

import io.github.skpca.internal.model.ModelParts;

/** Random Fourier features: sqrt(2/m) times the cosines, and for pairs the sines, of angles w'x. */
final class WaveFeatures {
    private final Graph graph;
    private final StandardizedRows rows;
    private final ModelParts parts;

    WaveFeatures(Graph graph, StandardizedRows rows, ModelParts parts) {
        this.graph = graph;
        this.rows = rows;
        this.parts = parts;
    }

    /** batch x m. */
    Value values() {
        ModelParts.MapPart map = parts.map();
        Value turns = graph.multiply(angles(), graph.constant(0.5 / Math.PI));
        // The part of a turn in double; sines and cosines in float, for which every runtime has them.
        Value part = graph.subtract(turns, graph.node("Floor", turns));
        Value angles = graph.cast(graph.multiply(part, graph.constant(2 * Math.PI)), ElementType.FLOAT);
        Value cosines = graph.cast(graph.node("Cos", angles), ElementType.DOUBLE);
        Value waves = cosines;
        if (map.kind().isPaired()) {
            Value sines = graph.cast(graph.node("Sin", angles), ElementType.DOUBLE);
            waves = graph.node("Concat", cosines.type(), java.util.List.of(Attribute.of("axis", 1)), cosines, sines);
        }
        return graph.multiply(waves, graph.constant((float) Math.sqrt(2.0 / map.features())));
    }

    private Value angles() {
        ModelParts.MapPart map = parts.map();
        int columns = parts.rows().origin().length;
        float[] frequencies = map.tensor("frequencies");
        if (frequencies.length == 0) {
            return new HadamardBlocks(graph, columns, map.tensor("signs"), map.tensor("lengths")).angles(rows.rows());
        }
        int count = frequencies.length / columns;
        Value angles = graph.product(rows.rows(), graph.transpose(graph.constant(frequencies, count, columns)));
        float[] phases = map.tensor("phases");
        return phases.length == 0 ? angles : graph.add(angles, graph.constant(phases, count));
    }
}
