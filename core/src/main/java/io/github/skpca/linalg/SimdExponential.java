package io.github.skpca.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Exponentials of floats, a vector at a time: the reduction and the polynomial of {@link PlainExponential}, with fused steps, and with
 * r added to the exponent of the result as it stands in the lowest bits of the float after the addition of 1.5 2^23.
 */
final class SimdExponential {
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
    private static final int LANES = FLOATS.length();
    private static final int FRACTION_BITS = 23;

    private SimdExponential() {}

    static boolean gaussians(
            float[] values,
            int offset,
            int count,
            float rowTerm,
            float[] terms,
            float factor,
            float lowest,
            float nearness) {
        FloatVector row = FloatVector.broadcast(FLOATS, rowTerm);
        FloatVector smallest = FloatVector.broadcast(FLOATS, 1f);
        int j = 0;
        for (; j + LANES <= count; j += LANES) {
            FloatVector u = row.add(FloatVector.fromArray(FLOATS, terms, j));
            FloatVector t =
                    FloatVector.fromArray(FLOATS, values, offset + j).fma(FloatVector.broadcast(FLOATS, factor), u);
            VectorMask<Float> sound = u.compare(VectorOperators.GE, lowest)
                    .and(u.compare(VectorOperators.GE, t.mul(FloatVector.broadcast(FLOATS, nearness))));
            FloatVector result =
                    FloatVector.broadcast(FLOATS, Backend.LEFT_OPEN).blend(exponential(t), sound);
            smallest = smallest.min(result);
            result.intoArray(values, offset + j);
        }
        boolean open = smallest.reduceLanes(VectorOperators.MIN) < 0;
        for (; j < count; j++) {
            float u = rowTerm + terms[j];
            float t = Math.fma(values[offset + j], factor, u);
            boolean sound = u >= lowest && u >= t * nearness;
            values[offset + j] = sound ? exponential(t) : Backend.LEFT_OPEN;
            open |= !sound;
        }
        return open;
    }

    private static FloatVector exponential(FloatVector t) {
        FloatVector rounded = t.fma(
                FloatVector.broadcast(FLOATS, PlainExponential.ONE_OVER_LN_2),
                FloatVector.broadcast(FLOATS, PlainTrigonometry.ROUND));
        FloatVector r = rounded.sub(PlainTrigonometry.ROUND);
        FloatVector y = r.fma(FloatVector.broadcast(FLOATS, -PlainExponential.LN_2_HIGH), t);
        y = r.fma(FloatVector.broadcast(FLOATS, -PlainExponential.LN_2_LOW), y);
        FloatVector q = y.fma(
                FloatVector.broadcast(FLOATS, PlainExponential.Q4), FloatVector.broadcast(FLOATS, PlainExponential.Q3));
        q = q.fma(y, FloatVector.broadcast(FLOATS, PlainExponential.Q2));
        q = q.fma(y, FloatVector.broadcast(FLOATS, PlainExponential.Q1));
        q = q.fma(y, FloatVector.broadcast(FLOATS, PlainExponential.Q0));
        FloatVector power = q.fma(y.mul(y), y).add(1f);
        IntVector shift = rounded.reinterpretAsInts().lanewise(VectorOperators.LSHL, FRACTION_BITS);
        return power.reinterpretAsInts().add(shift).reinterpretAsFloats();
    }

    /** One number, with the same operations in the same order as a lane above. */
    private static float exponential(float t) {
        float rounded = Math.fma(t, PlainExponential.ONE_OVER_LN_2, PlainTrigonometry.ROUND);
        float r = rounded - PlainTrigonometry.ROUND;
        float y = Math.fma(r, -PlainExponential.LN_2_LOW, Math.fma(r, -PlainExponential.LN_2_HIGH, t));
        float q = Math.fma(y, PlainExponential.Q4, PlainExponential.Q3);
        q = Math.fma(q, y, PlainExponential.Q2);
        q = Math.fma(q, y, PlainExponential.Q1);
        q = Math.fma(q, y, PlainExponential.Q0);
        float power = Math.fma(q, y * y, y) + 1f;
        return Float.intBitsToFloat(
                Float.floatToRawIntBits(power) + (Float.floatToRawIntBits(rounded) << FRACTION_BITS));
    }
}
