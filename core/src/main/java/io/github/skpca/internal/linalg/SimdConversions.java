package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Conversions through the Vector API. A vector of floats is two of doubles (see {@link SimdWidening}). */
final class SimdConversions implements Conversions {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int LANES = FLOATS.length();
    private static final int HALF = DOUBLES.length();

    /*
     * Narrow rows are standardised by plain loops, with the same bits: a single row that is scored gets here through so many calls that the
     * compiler may reach the end of its inlining within the conversions, and vectors then become objects, for as long as the process runs.
     */
    private static final int WIDE = 64;

    private static final PlainConversions PLAIN = new PlainConversions();

    /** Times this, a float beyond {@link #FARTHEST} is infinite, and some that are not. */
    private static final float TO_THE_LIMIT = 0x1p69f;

    @Override
    public void standardize(double[] row, int at, double[] origin, double[] factors, float[] out, int to) {
        if (origin.length < WIDE) {
            PLAIN.standardize(row, at, origin, factors, out, to);
            return;
        }
        int j = 0;
        for (; j + LANES <= origin.length; j += LANES) {
            DoubleVector low = DoubleVector.fromArray(DOUBLES, row, at + j)
                    .sub(DoubleVector.fromArray(DOUBLES, origin, j))
                    .mul(DoubleVector.fromArray(DOUBLES, factors, j));
            DoubleVector high = DoubleVector.fromArray(DOUBLES, row, at + j + HALF)
                    .sub(DoubleVector.fromArray(DOUBLES, origin, j + HALF))
                    .mul(DoubleVector.fromArray(DOUBLES, factors, j + HALF));
            // What the other half leaves is 0, and adding it turns -0 into 0.
            FloatVector first = (FloatVector) low.convertShape(VectorOperators.D2F, FLOATS, 0);
            FloatVector second = (FloatVector) high.convertShape(VectorOperators.D2F, FLOATS, 0);
            first.add(second.rearrange(SimdWidening.UPPER_FIRST)).intoArray(out, to + j);
        }
        for (; j < origin.length; j++) {
            out[to + j] = Conversions.narrow((row[at + j] - origin[j]) * factors[j]);
        }
        clip(out, to, origin.length);
    }

    @Override
    public void standardize(float[] row, int at, double[] origin, double[] factors, float[] out, int to) {
        if (origin.length < WIDE) {
            PLAIN.standardize(row, at, origin, factors, out, to);
            return;
        }
        int j = 0;
        for (; j + LANES <= origin.length; j += LANES) {
            FloatVector x = FloatVector.fromArray(FLOATS, row, at + j);
            DoubleVector low = ((DoubleVector) x.convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .sub(DoubleVector.fromArray(DOUBLES, origin, j))
                    .mul(DoubleVector.fromArray(DOUBLES, factors, j));
            DoubleVector high = ((DoubleVector)
                            x.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .sub(DoubleVector.fromArray(DOUBLES, origin, j + HALF))
                    .mul(DoubleVector.fromArray(DOUBLES, factors, j + HALF));
            // What the other half leaves is 0, and adding it turns -0 into 0.
            FloatVector first = (FloatVector) low.convertShape(VectorOperators.D2F, FLOATS, 0);
            FloatVector second = (FloatVector) high.convertShape(VectorOperators.D2F, FLOATS, 0);
            first.add(second.rearrange(SimdWidening.UPPER_FIRST)).intoArray(out, to + j);
        }
        for (; j < origin.length; j++) {
            out[to + j] = Conversions.narrow((row[at + j] - origin[j]) * factors[j]);
        }
        clip(out, to, origin.length);
    }

    /** Nearly no row has a number to clip. Zero times what is not beyond the clip is zero, as in {@link SimdNarrowing}. */
    private static void clip(float[] out, int to, int count) {
        FloatVector zero = FloatVector.zero(FLOATS);
        FloatVector toTheLimit = FloatVector.broadcast(FLOATS, TO_THE_LIMIT);
        FloatVector sum = zero;
        int j = to;
        for (; j + LANES <= to + count; j += LANES) {
            sum = FloatVector.fromArray(FLOATS, out, j).mul(toTheLimit).fma(zero, sum);
        }
        if (sum.reduceLanes(VectorOperators.ADD) != 0) {
            for (int i = to; i < j; i++) {
                out[i] = Conversions.narrow(out[i]);
            }
        }
    }

    @Override
    public void widen(float[] values, int at, int count, double[] out, int to) {
        int i = 0;
        for (; i + LANES <= count; i += LANES) {
            FloatVector x = FloatVector.fromArray(FLOATS, values, at + i);
            ((DoubleVector) x.convertShape(VectorOperators.F2D, DOUBLES, 0)).intoArray(out, to + i);
            ((DoubleVector) x.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .intoArray(out, to + i + HALF);
        }
        for (; i < count; i++) {
            out[to + i] = values[at + i];
        }
    }
}
