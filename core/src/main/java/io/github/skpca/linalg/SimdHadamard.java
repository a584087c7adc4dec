package io.github.skpca.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The Walsh-Hadamard transform of vectors through the Vector API, in the order of stages of {@link PlainHadamard}.
 *
 * <p>As many vectors as there are lanes, lying across each other, are transformed with sums and differences of whole SIMD registers.
 * In a vector alone, strides below the number of lanes are left to plain Java, and take most of the time: by shuffles they are done
 * in less, but JDK 17 makes objects of them.
 */
final class SimdHadamard {
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
    private static final int LANES = FLOATS.length();

    private SimdHadamard() {}

    static void run(float[] factors, int factorAt, float[] values, int at, int count, int across) {
        int length = count * across;
        int stride;
        if (across == LANES && count >= 4) {
            firstAcross(factors, factorAt, values, at, count);
            stride = 4 * LANES;
        } else {
            stride = PlainHadamard.begin(factors, factorAt, values, at, count, across, LANES);
        }
        for (; 4 * stride <= length; stride *= 4) {
            twoStages(values, at, length, stride);
        }
        if (stride < length) {
            lastStage(values, at, stride);
        }
    }

    /** Factors and the first two strides of vectors across each other. */
    private static void firstAcross(float[] factors, int factorAt, float[] values, int at, int count) {
        for (int i = 0; i < count; i += 4) {
            int to = at + i * LANES;
            int by = factorAt + i;
            FloatVector a = FloatVector.fromArray(FLOATS, values, to).mul(factors[by]);
            FloatVector b = FloatVector.fromArray(FLOATS, values, to + LANES).mul(factors[by + 1]);
            FloatVector c =
                    FloatVector.fromArray(FLOATS, values, to + 2 * LANES).mul(factors[by + 2]);
            FloatVector d =
                    FloatVector.fromArray(FLOATS, values, to + 3 * LANES).mul(factors[by + 3]);
            butterfly(a, b, c, d, values, to, LANES);
        }
    }

    private static void butterfly(
            FloatVector a, FloatVector b, FloatVector c, FloatVector d, float[] values, int at, int stride) {
        FloatVector sum = a.add(b);
        FloatVector difference = a.sub(b);
        FloatVector farSum = c.add(d);
        FloatVector farDifference = c.sub(d);
        sum.add(farSum).intoArray(values, at);
        difference.add(farDifference).intoArray(values, at + stride);
        sum.sub(farSum).intoArray(values, at + 2 * stride);
        difference.sub(farDifference).intoArray(values, at + 3 * stride);
    }

    private static void twoStages(float[] values, int at, int count, int stride) {
        for (int group = at; group < at + count; group += 4 * stride) {
            for (int i = group; i < group + stride; i += LANES) {
                FloatVector a = FloatVector.fromArray(FLOATS, values, i);
                FloatVector b = FloatVector.fromArray(FLOATS, values, i + stride);
                FloatVector c = FloatVector.fromArray(FLOATS, values, i + 2 * stride);
                FloatVector d = FloatVector.fromArray(FLOATS, values, i + 3 * stride);
                butterfly(a, b, c, d, values, i, stride);
            }
        }
    }

    private static void lastStage(float[] values, int at, int stride) {
        if (stride % LANES != 0) {
            PlainHadamard.lastStage(values, at, stride);
            return;
        }
        for (int i = at; i < at + stride; i += LANES) {
            FloatVector a = FloatVector.fromArray(FLOATS, values, i);
            FloatVector b = FloatVector.fromArray(FLOATS, values, i + stride);
            a.add(b).intoArray(values, i);
            a.sub(b).intoArray(values, i + stride);
        }
    }
}
