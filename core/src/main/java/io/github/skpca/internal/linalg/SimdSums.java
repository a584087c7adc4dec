package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** Sums and checks through the Vector API. */
final class SimdSums implements Sums {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int LANES = FLOATS.length();
    private static final int DOUBLE_LANES = DOUBLES.length();

    /** Vectors of sums whose lanes are to be added: reading lanes one by one would box the vector. */
    private static final ThreadLocal<double[]> SQUARES = ThreadLocal.withInitial(() -> new double[Lanes.SQUARES]);

    @Override
    public boolean areFinite(double[] values, int from, int to) {
        return SimdNarrowing.areFinite(values, from, to);
    }

    @Override
    public boolean areFinite(float[] values, int from, int to) {
        return SimdNarrowing.areFinite(values, from, to);
    }

    @Override
    public void accumulate(float[] source, int offset, int count, double[] target, int targetOffset) {
        int i = 0;
        for (; i + LANES <= count; i += LANES) {
            FloatVector narrow = FloatVector.fromArray(FLOATS, source, offset + i);
            int at = targetOffset + i;
            int next = at + DOUBLE_LANES;
            DoubleVector low = (DoubleVector) narrow.convertShape(VectorOperators.F2D, DOUBLES, 0);
            DoubleVector high = (DoubleVector)
                    narrow.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
            low.add(DoubleVector.fromArray(DOUBLES, target, at)).intoArray(target, at);
            high.add(DoubleVector.fromArray(DOUBLES, target, next)).intoArray(target, next);
        }
        for (; i < count; i++) {
            target[targetOffset + i] += source[offset + i];
        }
    }

    @Override
    public void columnSums(float[] block, int rows, int columns, double[] sums, int from, int to) {
        java.util.Arrays.fill(sums, from, to, 0.0);
        int i = 0;
        for (; i + 2 <= rows; i += 2) {
            accumulateTwo(block, i * columns + from, columns, to - from, sums, from);
        }
        for (; i < rows; i++) {
            accumulate(block, i * columns + from, to - from, sums, from);
        }
    }

    /** Adds two rows, {@code stride} apart, to doubles, one after another: a sum is read and written once for both. */
    private static void accumulateTwo(
            float[] source, int offset, int stride, int count, double[] target, int targetOffset) {
        int next = offset + stride;
        int i = 0;
        for (; i + LANES <= count; i += LANES) {
            int at = targetOffset + i;
            FloatVector x0 = FloatVector.fromArray(FLOATS, source, offset + i);
            FloatVector x1 = FloatVector.fromArray(FLOATS, source, next + i);
            DoubleVector first = DoubleVector.fromArray(DOUBLES, target, at);
            DoubleVector second = DoubleVector.fromArray(DOUBLES, target, at + DOUBLE_LANES);
            FloatVector y0 = x0.rearrange(SimdWidening.UPPER_FIRST);
            FloatVector y1 = x1.rearrange(SimdWidening.UPPER_FIRST);
            first.add(x0.convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .add(x1.convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .intoArray(target, at);
            second.add(y0.convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .add(y1.convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .intoArray(target, at + DOUBLE_LANES);
        }
        for (; i < count; i++) {
            target[targetOffset + i] = target[targetOffset + i] + source[offset + i] + source[next + i];
        }
    }

    @Override
    public double sumOfSquares(float[] values, int offset, int count) {
        double[] sums = SQUARES.get();
        int whole = count - count % Lanes.SQUARES;
        // Two vectors at a time: the sums of one would wait for each other.
        for (int lane = 0; lane < Lanes.SQUARES; lane += 2 * LANES) {
            DoubleVector low0 = DoubleVector.zero(DOUBLES);
            DoubleVector high0 = DoubleVector.zero(DOUBLES);
            DoubleVector low1 = DoubleVector.zero(DOUBLES);
            DoubleVector high1 = DoubleVector.zero(DOUBLES);
            for (int i = offset + lane; i < offset + whole; i += Lanes.SQUARES) {
                FloatVector value = FloatVector.fromArray(FLOATS, values, i);
                FloatVector next = FloatVector.fromArray(FLOATS, values, i + LANES);
                DoubleVector first = (DoubleVector) value.convertShape(VectorOperators.F2D, DOUBLES, 0);
                DoubleVector second = (DoubleVector)
                        value.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
                low0 = first.fma(first, low0);
                high0 = second.fma(second, high0);
                DoubleVector third = (DoubleVector) next.convertShape(VectorOperators.F2D, DOUBLES, 0);
                DoubleVector fourth = (DoubleVector)
                        next.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
                low1 = third.fma(third, low1);
                high1 = fourth.fma(fourth, high1);
            }
            low0.intoArray(sums, lane);
            high0.intoArray(sums, lane + DOUBLE_LANES);
            low1.intoArray(sums, lane + 2 * DOUBLE_LANES);
            high1.intoArray(sums, lane + 3 * DOUBLE_LANES);
        }
        return Lanes.sumOfSquares(sums, values, offset + whole, offset + count);
    }

    @Override
    public double squaredDistance(float[] point, int at, float[] middle, float[] half) {
        double[] sums = SQUARES.get();
        int whole = middle.length - middle.length % Lanes.SQUARES;
        for (int lane = 0; lane < Lanes.SQUARES; lane += LANES) {
            DoubleVector low = DoubleVector.zero(DOUBLES);
            DoubleVector high = DoubleVector.zero(DOUBLES);
            for (int i = lane; i < whole; i += Lanes.SQUARES) {
                FloatVector beyond = FloatVector.fromArray(FLOATS, point, at + i)
                        .sub(FloatVector.fromArray(FLOATS, middle, i))
                        .abs()
                        .sub(FloatVector.fromArray(FLOATS, half, i));
                FloatVector twice = beyond.add(beyond.abs());
                DoubleVector first = (DoubleVector) twice.convertShape(VectorOperators.F2D, DOUBLES, 0);
                DoubleVector second = (DoubleVector)
                        twice.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
                low = first.fma(first, low);
                high = second.fma(second, high);
            }
            low.intoArray(sums, lane);
            high.intoArray(sums, lane + DOUBLE_LANES);
        }
        return Lanes.squaredDistance(sums, point, at, middle, half, whole);
    }
}
