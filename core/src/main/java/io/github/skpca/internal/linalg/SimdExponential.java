package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Powers of two with floats as exponents, a vector at a time: the operations of {@link PlainExponential}, fused, in the same order. */
final class SimdExponential {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();

    private SimdExponential() {}

    static void gaussians(float[] values, int offset, int count, float rowTerm, float[] terms, float factor) {
        int whole = FLOATS.loopBound(count);
        if (whole > 0) {
            row(values, offset, whole, rowTerm, terms, factor);
        }
        PlainExponential.gaussians(values, offset, whole, count, rowTerm, terms, factor);
    }

    /** Whole vectors. Written out, as are the columns below, for the reason that {@link SimdTrigonometry} gives. */
    private static void row(float[] values, int offset, int count, float rowTerm, float[] terms, float factor) {
        FloatVector row = FloatVector.broadcast(FLOATS, rowTerm);
        FloatVector times = FloatVector.broadcast(FLOATS, factor);
        FloatVector round = FloatVector.broadcast(FLOATS, PlainTrigonometry.ROUND);
        for (int j = 0; j < count; j += LANES) {
            FloatVector u = row.add(FloatVector.fromArray(FLOATS, terms, j));
            FloatVector t = FloatVector.fromArray(FLOATS, values, offset + j).fma(times, u);
            FloatVector rounded = t.add(round);
            FloatVector y = t.sub(rounded.sub(round));
            FloatVector p = y.fma(
                    FloatVector.broadcast(FLOATS, PlainExponential.P4),
                    FloatVector.broadcast(FLOATS, PlainExponential.P3));
            p = p.fma(y, FloatVector.broadcast(FLOATS, PlainExponential.P2));
            p = p.fma(y, FloatVector.broadcast(FLOATS, PlainExponential.P1));
            p = p.fma(y, FloatVector.broadcast(FLOATS, PlainExponential.P0));
            p = p.fma(y, FloatVector.broadcast(FLOATS, 1f));
            IntVector shift =
                    rounded.reinterpretAsInts().lanewise(VectorOperators.LSHL, PlainExponential.FRACTION_BITS);
            p.reinterpretAsInts().add(shift).reinterpretAsFloats().intoArray(values, offset + j);
        }
    }

    /** Rows of a whole number of vectors, with the operations of a lane above; a column of vectors after the other, or registers run out. */
    static void columns(
            float[] values, int rows, int width, float[] rowTerms, int rowOffset, float[] terms, float factor) {
        FloatVector times = FloatVector.broadcast(FLOATS, factor);
        FloatVector round = FloatVector.broadcast(FLOATS, PlainTrigonometry.ROUND);
        for (int j = 0; j < width; j += LANES) {
            FloatVector u = FloatVector.fromArray(FLOATS, terms, j);
            int at = j;
            for (int i = rowOffset; i < rowOffset + rows; i++) {
                FloatVector sum = FloatVector.broadcast(FLOATS, rowTerms[i]).add(u);
                FloatVector t = FloatVector.fromArray(FLOATS, values, at).fma(times, sum);
                FloatVector rounded = t.add(round);
                FloatVector y = t.sub(rounded.sub(round));
                FloatVector p = y.fma(
                        FloatVector.broadcast(FLOATS, PlainExponential.P4),
                        FloatVector.broadcast(FLOATS, PlainExponential.P3));
                p = p.fma(y, FloatVector.broadcast(FLOATS, PlainExponential.P2));
                p = p.fma(y, FloatVector.broadcast(FLOATS, PlainExponential.P1));
                p = p.fma(y, FloatVector.broadcast(FLOATS, PlainExponential.P0));
                p = p.fma(y, FloatVector.broadcast(FLOATS, 1f));
                IntVector shift =
                        rounded.reinterpretAsInts().lanewise(VectorOperators.LSHL, PlainExponential.FRACTION_BITS);
                p.reinterpretAsInts().add(shift).reinterpretAsFloats().intoArray(values, at);
                at += width;
            }
        }
    }
}
