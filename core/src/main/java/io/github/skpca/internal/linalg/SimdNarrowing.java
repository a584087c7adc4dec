package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Looks through the Vector API whether floats can hold numbers, as {@link PlainNarrowing} does. */
final class SimdNarrowing {
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int DOUBLE_LANES = DOUBLES.length();
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();

    private SimdNarrowing() {}

    static boolean areFinite(double[] values, int from, int to) {
        DoubleVector zero = DoubleVector.zero(DOUBLES);
        DoubleVector toTheLimit = DoubleVector.broadcast(DOUBLES, PlainNarrowing.TO_THE_LIMIT);
        DoubleVector sum = zero;
        DoubleVector other = zero;
        int i = from;
        for (; i + 2 * DOUBLE_LANES <= to; i += 2 * DOUBLE_LANES) {
            sum = DoubleVector.fromArray(DOUBLES, values, i).mul(toTheLimit).fma(zero, sum);
            other = DoubleVector.fromArray(DOUBLES, values, i + DOUBLE_LANES)
                    .mul(toTheLimit)
                    .fma(zero, other);
        }
        return sum.add(other).reduceLanes(VectorOperators.ADD) == 0 && PlainNarrowing.areFinite(values, i, to);
    }

    static boolean areFinite(float[] values, int from, int to) {
        FloatVector zero = FloatVector.zero(FLOATS);
        FloatVector sum = zero;
        FloatVector other = zero;
        int i = from;
        for (; i + 2 * LANES <= to; i += 2 * LANES) {
            sum = FloatVector.fromArray(FLOATS, values, i).fma(zero, sum);
            other = FloatVector.fromArray(FLOATS, values, i + LANES).fma(zero, other);
        }
        return sum.add(other).reduceLanes(VectorOperators.ADD) == 0 && PlainNarrowing.areFinite(values, i, to);
    }
}
