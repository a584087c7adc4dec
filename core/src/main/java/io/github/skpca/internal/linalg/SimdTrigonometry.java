package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Cosine and sine of float angles, a vector at a time: the operations of {@link PlainTrigonometry} with fused multiply-adds, in
 * the same order.
 *
 * <p>The loop with sines and the one without are written out, each as a method of its own. A helper that takes or returns a
 * vector is compiled into its loop only where the loop was seen to call it often and the method around it is not yet large; else
 * every vector is boxed on the heap, and stays so for the life of the JVM. What is written out cannot come to that.
 */
final class SimdTrigonometry {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();

    /** The place of sines that nobody asks for. */
    static final int NO_SINES = PlainTrigonometry.NO_SINES;

    private SimdTrigonometry() {}

    /** Cosines, and sines if there is a place for them, each times scale: as {@link Functions} says. */
    static void run(float[] x, int offset, int count, float scale, float[] out, int cosAt, int sinAt) {
        if (x == out && isFar(x, offset, count)) {
            // Angles that are to be reduced exactly are read a second time, and must not have been written over by
            // then.
            float[] copy = java.util.Arrays.copyOfRange(x, offset, offset + count);
            run(copy, 0, count, scale, out, cosAt, sinAt);
            return;
        }
        int whole = FLOATS.loopBound(count);
        boolean far = whole > 0
                && isFar(
                        sinAt != NO_SINES
                                ? both(x, offset, whole, scale, out, cosAt, sinAt)
                                : cosinesOnly(x, offset, whole, scale, out, cosAt));
        for (int j = whole; j < count; j++) {
            float t = x[offset + j];
            far |= isFar(Math.abs(t));
            PlainTrigonometry.one(t, scale, out, cosAt + j, sinAt == NO_SINES ? NO_SINES : sinAt + j);
        }
        if (far) {
            reduceExactly(x, offset, count, scale, out, cosAt, sinAt);
        }
    }

    /** Whole vectors; returns the largest angle without its sign. */
    private static float both(float[] x, int offset, int count, float scale, float[] out, int cosAt, int sinAt) {
        FloatVector overPi = FloatVector.broadcast(FLOATS, PlainTrigonometry.ONE_OVER_PI);
        FloatVector round = FloatVector.broadcast(FLOATS, PlainTrigonometry.ROUND);
        FloatVector high = FloatVector.broadcast(FLOATS, -PlainTrigonometry.PI_HIGH);
        FloatVector low = FloatVector.broadcast(FLOATS, -PlainTrigonometry.PI_LOW);
        int bits = Float.floatToRawIntBits(scale);
        FloatVector largest = FloatVector.zero(FLOATS);
        for (int j = 0; j < count; j += LANES) {
            FloatVector t = FloatVector.fromArray(FLOATS, x, offset + j);
            largest = largest.max(t.abs());
            FloatVector rounded = t.fma(overPi, round);
            FloatVector r = rounded.sub(round);
            FloatVector y = r.fma(high, t);
            y = r.fma(low, y);
            FloatVector u = y.mul(y);
            FloatVector signed = rounded.reinterpretAsInts()
                    .lanewise(VectorOperators.LSHL, 31)
                    .lanewise(VectorOperators.XOR, bits)
                    .reinterpretAsFloats();
            FloatVector c = u.fma(
                    FloatVector.broadcast(FLOATS, PlainTrigonometry.C5),
                    FloatVector.broadcast(FLOATS, PlainTrigonometry.C4));
            c = c.fma(u, FloatVector.broadcast(FLOATS, PlainTrigonometry.C3));
            c = c.fma(u, FloatVector.broadcast(FLOATS, PlainTrigonometry.C2));
            c = c.fma(u, FloatVector.broadcast(FLOATS, PlainTrigonometry.C1));
            c = c.fma(u, FloatVector.broadcast(FLOATS, 1f));
            FloatVector s = u.fma(
                    FloatVector.broadcast(FLOATS, PlainTrigonometry.S4),
                    FloatVector.broadcast(FLOATS, PlainTrigonometry.S3));
            s = s.fma(u, FloatVector.broadcast(FLOATS, PlainTrigonometry.S2));
            s = s.fma(u, FloatVector.broadcast(FLOATS, PlainTrigonometry.S1));
            s = s.fma(u.mul(y), y);
            s.mul(signed).intoArray(out, sinAt + j);
            c.mul(signed).intoArray(out, cosAt + j);
        }
        return largest.reduceLanes(VectorOperators.MAX);
    }

    private static float cosinesOnly(float[] x, int offset, int count, float scale, float[] out, int cosAt) {
        FloatVector overPi = FloatVector.broadcast(FLOATS, PlainTrigonometry.ONE_OVER_PI);
        FloatVector round = FloatVector.broadcast(FLOATS, PlainTrigonometry.ROUND);
        FloatVector high = FloatVector.broadcast(FLOATS, -PlainTrigonometry.PI_HIGH);
        FloatVector low = FloatVector.broadcast(FLOATS, -PlainTrigonometry.PI_LOW);
        int bits = Float.floatToRawIntBits(scale);
        FloatVector largest = FloatVector.zero(FLOATS);
        for (int j = 0; j < count; j += LANES) {
            FloatVector t = FloatVector.fromArray(FLOATS, x, offset + j);
            largest = largest.max(t.abs());
            FloatVector rounded = t.fma(overPi, round);
            FloatVector r = rounded.sub(round);
            FloatVector y = r.fma(high, t);
            y = r.fma(low, y);
            FloatVector u = y.mul(y);
            FloatVector signed = rounded.reinterpretAsInts()
                    .lanewise(VectorOperators.LSHL, 31)
                    .lanewise(VectorOperators.XOR, bits)
                    .reinterpretAsFloats();
            FloatVector c = u.fma(
                    FloatVector.broadcast(FLOATS, PlainTrigonometry.C5),
                    FloatVector.broadcast(FLOATS, PlainTrigonometry.C4));
            c = c.fma(u, FloatVector.broadcast(FLOATS, PlainTrigonometry.C3));
            c = c.fma(u, FloatVector.broadcast(FLOATS, PlainTrigonometry.C2));
            c = c.fma(u, FloatVector.broadcast(FLOATS, PlainTrigonometry.C1));
            c = c.fma(u, FloatVector.broadcast(FLOATS, 1f));
            c.mul(signed).intoArray(out, cosAt + j);
        }
        return largest.reduceLanes(VectorOperators.MAX);
    }

    /** What is not a number hides what is beside it: it must not decide that nothing there is far. */
    private static boolean isFar(float largest) {
        return !(largest <= Functions.FAST_PHASE_LIMIT);
    }

    private static boolean isFar(float[] x, int offset, int count) {
        FloatVector largest = FloatVector.zero(FLOATS);
        int j = 0;
        for (; j + LANES <= count; j += LANES) {
            largest = largest.max(FloatVector.fromArray(FLOATS, x, offset + j).abs());
        }
        boolean far = isFar(largest.reduceLanes(VectorOperators.MAX));
        for (; j < count; j++) {
            far |= isFar(Math.abs(x[offset + j]));
        }
        return far;
    }

    /** Only what lies beyond the limit is done again, so that an angle's result is its own, whatever stands beside it. */
    private static void reduceExactly(
            float[] x, int offset, int count, float scale, float[] out, int cosAt, int sinAt) {
        for (int j = 0; j < count; j++) {
            float t = x[offset + j];
            if (Math.abs(t) > Functions.FAST_PHASE_LIMIT) {
                out[cosAt + j] = (float) (scale * StrictMath.cos(t));
                if (sinAt != NO_SINES) {
                    out[sinAt + j] = (float) (scale * StrictMath.sin(t));
                }
            }
        }
    }
}
