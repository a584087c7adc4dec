package io.github.skpca.onnx;

import io.github.skpca.Calibration;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The p-values of a calibration as the step function of the score that they are.
 *
 * @param thresholds ascending; a score that is larger than exactly i of them has the p-value i
 * @param values one more than thresholds, descending
 */
record PValueSteps(double[] thresholds, double[] values) {
    /** P-values are whole numbers over the rows learned, of which there are fewer than one over this. */
    private static final double SMALLEST_STEP = 1e-13;

    static PValueSteps of(Calibration calibration) {
        DoubleStream.Builder thresholds = DoubleStream.builder();
        DoubleStream.Builder values = DoubleStream.builder();
        double value = calibration.pValue(Double.NEGATIVE_INFINITY);
        values.add(value);
        double threshold = next(calibration, value);
        // At most one step for every score behind a calibration, of the sample or of the tail.
        while (threshold < Double.POSITIVE_INFINITY) {
            double smaller = calibration.pValue(Math.nextUp(threshold));
            if (!(smaller < value)) {
                throw new IllegalStateException("a p-value of " + smaller + " after one of " + value);
            }
            thresholds.add(threshold);
            values.add(smaller);
            value = smaller;
            threshold = next(calibration, value);
        }
        return new PValueSteps(thresholds.build().toArray(), values.build().toArray());
    }

    /** The score above which p-values are smaller than this one. */
    private static double next(Calibration calibration, double value) {
        return calibration.scoreAt(value * (1 - SMALLEST_STEP));
    }

    /**
     * The p-values of scores.
     *
     * @param scores batch x 1
     * @return batch x 1
     */
    Value of(Graph graph, Value scores) {
        Value isBeyond = graph.node(
                "Greater", ElementType.BOOL, List.of(), scores, graph.constant(thresholds, thresholds.length));
        Value beyond = graph.sum(graph.cast(isBeyond, ElementType.DOUBLE), thresholds.length);
        return graph.node("Gather", graph.constant(values, values.length), graph.cast(beyond, ElementType.INT64));
    }
}
