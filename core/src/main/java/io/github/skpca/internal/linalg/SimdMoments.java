package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * Second moments of rows of floats in double: the rows are widened into panels of three vectors of columns, and every pair of panels
 * is multiplied three columns by three vectors at a time, all sums in registers.
 */
final class SimdMoments {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int LANES = DOUBLES.length();
    private static final int WIDTH = 3 * LANES;

    private static final ThreadLocal<SimdMoments> OWN = ThreadLocal.withInitial(SimdMoments::new);

    private final double[] edge = new double[3 * WIDTH];
    private double[] panels = new double[0];

    private SimdMoments() {}

    /** This thread's work space, kept for the next rows. */
    static SimdMoments ofThread() {
        return OWN.get();
    }

    void run(float[] block, int offset, int rows, int columns, double @Nullable [] mean, double[] c) {
        int count = (columns + WIDTH - 1) / WIDTH;
        int length = Math.multiplyExact(Math.multiplyExact(count, WIDTH), rows);
        if (panels.length < length) {
            panels = new double[length];
        }
        pack(block, offset, rows, columns, mean);
        int panel = rows * WIDTH;
        for (int p = 0; p < count; p++) {
            for (int q = 0; q <= p; q++) {
                for (int i = p * WIDTH; i < Math.min(columns, (p + 1) * WIDTH); i += 3) {
                    int left = p * panel + i - p * WIDTH;
                    if (i + 3 <= columns && (q + 1) * WIDTH <= columns) {
                        tile3x3(panels, left, q * panel, panel, c, i * columns + q * WIDTH, columns);
                    } else {
                        tile3x3(panels, left, q * panel, panel, edge, 0, WIDTH);
                        copyEdge(i, q * WIDTH, columns, c);
                    }
                }
            }
        }
    }

    private void copyEdge(int row, int column, int columns, double[] c) {
        int used = Math.min(WIDTH, columns - column);
        for (int i = row; i < Math.min(row + 3, columns); i++) {
            System.arraycopy(edge, (i - row) * WIDTH, c, i * columns + column, used);
        }
    }

    /** Widens rows, less the mean, into panels: column j of row k at {@code (p rows + k) WIDTH + j - p WIDTH}, zeros after the last. */
    private void pack(float[] block, int offset, int rows, int columns, double @Nullable [] mean) {
        // Two panels are three vectors of floats.
        int whole = columns / (2 * WIDTH);
        for (int pair = 0; pair < whole; pair++) {
            int at = 2 * pair * rows * WIDTH;
            packPair(block, offset + 2 * pair * WIDTH, columns, rows, panels, at, at + rows * WIDTH);
        }
        for (int p = 2 * whole; p * WIDTH < columns; p++) {
            for (int k = 0; k < rows; k++) {
                for (int j = 0; j < WIDTH; j++) {
                    int column = p * WIDTH + j;
                    panels[(p * rows + k) * WIDTH + j] = column < columns ? block[offset + k * columns + column] : 0;
                }
            }
        }
        for (int p = 0; mean != null && p * WIDTH < columns; p++) {
            takeOff(mean, p * WIDTH, Math.min(WIDTH, columns - p * WIDTH), p * rows * WIDTH, rows);
        }
    }

    private static void packPair(
            float[] block, int from, int stride, int rows, double[] panels, int first, int second) {
        int source = from;
        int end = rows * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            FloatVector x0 = FloatVector.fromArray(FLOATS, block, source);
            FloatVector x1 = FloatVector.fromArray(FLOATS, block, source + 2 * LANES);
            FloatVector x2 = FloatVector.fromArray(FLOATS, block, source + 4 * LANES);
            DoubleVector low0 = (DoubleVector) x0.convertShape(VectorOperators.F2D, DOUBLES, 0);
            DoubleVector high0 =
                    (DoubleVector) x0.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
            DoubleVector low1 = (DoubleVector) x1.convertShape(VectorOperators.F2D, DOUBLES, 0);
            DoubleVector high1 =
                    (DoubleVector) x1.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
            DoubleVector low2 = (DoubleVector) x2.convertShape(VectorOperators.F2D, DOUBLES, 0);
            DoubleVector high2 =
                    (DoubleVector) x2.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
            low0.intoArray(panels, first + at);
            high0.intoArray(panels, first + at + LANES);
            low1.intoArray(panels, first + at + 2 * LANES);
            high1.intoArray(panels, second + at);
            low2.intoArray(panels, second + at + LANES);
            high2.intoArray(panels, second + at + 2 * LANES);
            source += stride;
        }
    }

    private void takeOff(double[] mean, int column, int used, int panel, int rows) {
        System.arraycopy(mean, column, edge, 0, used);
        java.util.Arrays.fill(edge, used, WIDTH, 0.0);
        DoubleVector m0 = DoubleVector.fromArray(DOUBLES, edge, 0);
        DoubleVector m1 = DoubleVector.fromArray(DOUBLES, edge, LANES);
        DoubleVector m2 = DoubleVector.fromArray(DOUBLES, edge, 2 * LANES);
        int end = panel + rows * WIDTH;
        for (int at = panel; at < end; at += WIDTH) {
            DoubleVector.fromArray(DOUBLES, panels, at).sub(m0).intoArray(panels, at);
            DoubleVector.fromArray(DOUBLES, panels, at + LANES).sub(m1).intoArray(panels, at + LANES);
            DoubleVector.fromArray(DOUBLES, panels, at + 2 * LANES).sub(m2).intoArray(panels, at + 2 * LANES);
        }
    }

    /** Three columns of one panel, from {@code a} on, times all columns of another. */
    private static void tile3x3(double[] panels, int a, int b, int length, double[] c, int cAt, int cStride) {
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        DoubleVector s02 = DoubleVector.zero(DOUBLES);
        DoubleVector s10 = DoubleVector.zero(DOUBLES);
        DoubleVector s11 = DoubleVector.zero(DOUBLES);
        DoubleVector s12 = DoubleVector.zero(DOUBLES);
        DoubleVector s20 = DoubleVector.zero(DOUBLES);
        DoubleVector s21 = DoubleVector.zero(DOUBLES);
        DoubleVector s22 = DoubleVector.zero(DOUBLES);
        int left = a;
        int end = b + length;
        for (int at = b; at < end; at += WIDTH) {
            DoubleVector b0 = DoubleVector.fromArray(DOUBLES, panels, at);
            DoubleVector b1 = DoubleVector.fromArray(DOUBLES, panels, at + LANES);
            DoubleVector b2 = DoubleVector.fromArray(DOUBLES, panels, at + 2 * LANES);
            DoubleVector a0 = DoubleVector.broadcast(DOUBLES, panels[left]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            s02 = a0.fma(b2, s02);
            DoubleVector a1 = DoubleVector.broadcast(DOUBLES, panels[left + 1]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            s12 = a1.fma(b2, s12);
            DoubleVector a2 = DoubleVector.broadcast(DOUBLES, panels[left + 2]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            s22 = a2.fma(b2, s22);
            left += WIDTH;
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
        s02.intoArray(c, cAt + 2 * LANES);
        s10.intoArray(c, cAt + cStride);
        s11.intoArray(c, cAt + cStride + LANES);
        s12.intoArray(c, cAt + cStride + 2 * LANES);
        s20.intoArray(c, cAt + 2 * cStride);
        s21.intoArray(c, cAt + 2 * cStride + LANES);
        s22.intoArray(c, cAt + 2 * cStride + 2 * LANES);
    }
}
