package io.github.skpca.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The Walsh-Hadamard transform of one vector through the Vector API, in the order of stages of {@link PlainHadamard}.
 *
 * <p>Strides below a vector's length are done inside it: each lane meets its partner by a shuffle, and a fused multiply with 1 or
 * -1, which is exact, makes a sum of the lower lane and a difference of the upper one. These stages, the factors and the next two
 * stages are one pass. So a row is transformed where it lies: turning a tile of rows, so that lanes run over rows, would cost as
 * much again as the transform, and a single row would pay for a whole tile.
 */
final class SimdHadamard {
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
    private static final int LANES = FLOATS.length();
    private static final int MOST_LANES = 16;

    private static final VectorShuffle<Float> PARTNER_1 = partner(1);
    private static final VectorShuffle<Float> PARTNER_2 = partner(2);
    private static final VectorShuffle<Float> PARTNER_4 = partner(4);
    private static final VectorShuffle<Float> PARTNER_8 = partner(8);
    private static final FloatVector SIGN_1 = sign(1);
    private static final FloatVector SIGN_2 = sign(2);
    private static final FloatVector SIGN_4 = sign(4);
    private static final FloatVector SIGN_8 = sign(8);

    private SimdHadamard() {}

    private static VectorShuffle<Float> partner(int stride) {
        return VectorShuffle.fromOp(FLOATS, lane -> (lane ^ stride) % LANES);
    }

    private static FloatVector sign(int stride) {
        float[] signs = new float[LANES];
        for (int lane = 0; lane < LANES; lane++) {
            signs[lane] = (lane & stride) == 0 ? 1f : -1f;
        }
        return FloatVector.fromArray(FLOATS, signs, 0);
    }

    static void run(float[] factors, int factorAt, float[] values, int at, int count) {
        if (count < 4 * LANES || LANES > MOST_LANES) {
            PlainHadamard.run(factors, factorAt, values, at, count);
            return;
        }
        firstStages(factors, factorAt, values, at, count);
        int stride = 4 * LANES;
        for (; 4 * stride <= count; stride *= 4) {
            twoStages(values, at, count, stride);
        }
        if (stride < count) {
            lastStage(values, at, stride);
        }
    }

    /** Factors, and all strides up to 2 LANES. */
    private static void firstStages(float[] factors, int factorAt, float[] values, int at, int count) {
        for (int i = 0; i < count; i += 4 * LANES) {
            int to = at + i;
            int by = factorAt + i;
            FloatVector a = scaled(factors, by, values, to);
            FloatVector b = scaled(factors, by + LANES, values, to + LANES);
            FloatVector c = scaled(factors, by + 2 * LANES, values, to + 2 * LANES);
            FloatVector d = scaled(factors, by + 3 * LANES, values, to + 3 * LANES);
            butterfly(within(a), within(b), within(c), within(d), values, to, LANES);
        }
    }

    private static FloatVector scaled(float[] factors, int by, float[] values, int at) {
        return FloatVector.fromArray(FLOATS, values, at).mul(FloatVector.fromArray(FLOATS, factors, by));
    }

    private static FloatVector within(FloatVector v) {
        FloatVector stage = v.fma(SIGN_1, v.rearrange(PARTNER_1));
        if (LANES >= 4) {
            stage = stage.fma(SIGN_2, stage.rearrange(PARTNER_2));
        }
        if (LANES >= 8) {
            stage = stage.fma(SIGN_4, stage.rearrange(PARTNER_4));
        }
        if (LANES >= 16) {
            stage = stage.fma(SIGN_8, stage.rearrange(PARTNER_8));
        }
        return stage;
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
        for (int i = at; i < at + stride; i += LANES) {
            FloatVector a = FloatVector.fromArray(FLOATS, values, i);
            FloatVector b = FloatVector.fromArray(FLOATS, values, i + stride);
            a.add(b).intoArray(values, i);
            a.sub(b).intoArray(values, i + stride);
        }
    }
}
