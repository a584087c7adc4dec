package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/**
 * Second moments of rows of floats in double: the rows are widened into panels of three vectors of columns, and every pair of panels
 * is multiplied a few columns by three vectors at a time, all sums in registers.
 */
final class SimdMoments {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int LANES = DOUBLES.length();
    private static final int HEIGHT = SimdSpecies.SHAPES.moments().rows();
    private static final int WIDTH = SimdSpecies.SHAPES.moments().vectors() * LANES;

    private static final ThreadLocal<SimdMoments> OWN = ThreadLocal.withInitial(SimdMoments::new);

    private final double[] edge = new double[HEIGHT * WIDTH];
    private double[] panels = new double[0];

    private SimdMoments() {}

    /** This thread's work space, kept for the next rows. */
    static SimdMoments ofThread() {
        return OWN.get();
    }

    void run(FloatMatrix block, int rows, int columns, double @Nullable [] mean, double[] c) {
        int count = (columns + WIDTH - 1) / WIDTH;
        int length = Math.multiplyExact(Math.multiplyExact(count, WIDTH), rows);
        if (panels.length < length) {
            panels = new double[length];
        }
        pack(block, rows, columns, mean);
        int panel = rows * WIDTH;
        DoubleMatrix out = DoubleMatrix.of(c, columns);
        DoubleMatrix outside = DoubleMatrix.of(edge, WIDTH);
        for (int p = 0; p < count; p++) {
            for (int q = 0; q <= p; q++) {
                for (int i = p * WIDTH; i < Math.min(columns, (p + 1) * WIDTH); i += HEIGHT) {
                    int left = p * panel + i - p * WIDTH;
                    if (i + HEIGHT <= columns && (q + 1) * WIDTH <= columns) {
                        tile(left, q * panel, panel, out, i, q * WIDTH);
                    } else {
                        tile(left, q * panel, panel, outside, 0, 0);
                        copyEdge(i, q * WIDTH, columns, c);
                    }
                }
            }
        }
    }

    private void copyEdge(int row, int column, int columns, double[] c) {
        int used = Math.min(WIDTH, columns - column);
        for (int i = row; i < Math.min(row + HEIGHT, columns); i++) {
            System.arraycopy(edge, (i - row) * WIDTH, c, i * columns + column, used);
        }
    }

    /** Widens rows, less the mean, into panels: column j of row k at {@code (p rows + k) WIDTH + j - p WIDTH}, zeros after the last. */
    private void pack(FloatMatrix block, int rows, int columns, double @Nullable [] mean) {
        // Two panels are three vectors of floats.
        int whole = columns / (2 * WIDTH);
        for (int pair = 0; pair < whole; pair++) {
            int at = 2 * pair * rows * WIDTH;
            packPair(block, 2 * pair * WIDTH, rows, panels, at, at + rows * WIDTH);
        }
        for (int p = 2 * whole; p * WIDTH < columns; p++) {
            for (int k = 0; k < rows; k++) {
                for (int j = 0; j < WIDTH; j++) {
                    int column = p * WIDTH + j;
                    panels[(p * rows + k) * WIDTH + j] = column < columns ? block.values()[block.at(k, column)] : 0;
                }
            }
        }
        for (int p = 0; mean != null && p * WIDTH < columns; p++) {
            takeOff(mean, p * WIDTH, Math.min(WIDTH, columns - p * WIDTH), p * rows * WIDTH, rows);
        }
    }

    private static void packPair(FloatMatrix block, int column, int rows, double[] panels, int first, int second) {
        float[] values = block.values();
        int source = block.at(0, column);
        int end = rows * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            FloatVector x0 = FloatVector.fromArray(FLOATS, values, source);
            FloatVector x1 = FloatVector.fromArray(FLOATS, values, source + 2 * LANES);
            FloatVector x2 = FloatVector.fromArray(FLOATS, values, source + 4 * LANES);
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
            source += block.stride();
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

    /** A few columns of one panel, from {@code a} on, times all columns of another. */
    private void tile(int a, int b, int length, DoubleMatrix c, int row, int column) {
        if (HEIGHT == 6) {
            tile6x3(panels, a, b, length, c, row, column);
        } else {
            tile3x3(panels, a, b, length, c, row, column);
        }
    }

    private static void tile3x3(double[] panels, int a, int b, int length, DoubleMatrix c, int row, int column) {
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
        double[] out = c.values();
        int c0 = c.at(row, column);
        int c1 = c0 + c.stride();
        int c2 = c1 + c.stride();
        s00.intoArray(out, c0);
        s01.intoArray(out, c0 + LANES);
        s02.intoArray(out, c0 + 2 * LANES);
        s10.intoArray(out, c1);
        s11.intoArray(out, c1 + LANES);
        s12.intoArray(out, c1 + 2 * LANES);
        s20.intoArray(out, c2);
        s21.intoArray(out, c2 + LANES);
        s22.intoArray(out, c2 + 2 * LANES);
    }

    private static void tile6x3(double[] panels, int a, int b, int length, DoubleMatrix c, int row, int column) {
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        DoubleVector s02 = DoubleVector.zero(DOUBLES);
        DoubleVector s10 = DoubleVector.zero(DOUBLES);
        DoubleVector s11 = DoubleVector.zero(DOUBLES);
        DoubleVector s12 = DoubleVector.zero(DOUBLES);
        DoubleVector s20 = DoubleVector.zero(DOUBLES);
        DoubleVector s21 = DoubleVector.zero(DOUBLES);
        DoubleVector s22 = DoubleVector.zero(DOUBLES);
        DoubleVector s30 = DoubleVector.zero(DOUBLES);
        DoubleVector s31 = DoubleVector.zero(DOUBLES);
        DoubleVector s32 = DoubleVector.zero(DOUBLES);
        DoubleVector s40 = DoubleVector.zero(DOUBLES);
        DoubleVector s41 = DoubleVector.zero(DOUBLES);
        DoubleVector s42 = DoubleVector.zero(DOUBLES);
        DoubleVector s50 = DoubleVector.zero(DOUBLES);
        DoubleVector s51 = DoubleVector.zero(DOUBLES);
        DoubleVector s52 = DoubleVector.zero(DOUBLES);
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
            DoubleVector a3 = DoubleVector.broadcast(DOUBLES, panels[left + 3]);
            s30 = a3.fma(b0, s30);
            s31 = a3.fma(b1, s31);
            s32 = a3.fma(b2, s32);
            DoubleVector a4 = DoubleVector.broadcast(DOUBLES, panels[left + 4]);
            s40 = a4.fma(b0, s40);
            s41 = a4.fma(b1, s41);
            s42 = a4.fma(b2, s42);
            DoubleVector a5 = DoubleVector.broadcast(DOUBLES, panels[left + 5]);
            s50 = a5.fma(b0, s50);
            s51 = a5.fma(b1, s51);
            s52 = a5.fma(b2, s52);
            left += WIDTH;
        }
        double[] out = c.values();
        int c0 = c.at(row, column);
        int c1 = c0 + c.stride();
        int c2 = c1 + c.stride();
        int c3 = c2 + c.stride();
        int c4 = c3 + c.stride();
        int c5 = c4 + c.stride();
        s00.intoArray(out, c0);
        s01.intoArray(out, c0 + LANES);
        s02.intoArray(out, c0 + 2 * LANES);
        s10.intoArray(out, c1);
        s11.intoArray(out, c1 + LANES);
        s12.intoArray(out, c1 + 2 * LANES);
        s20.intoArray(out, c2);
        s21.intoArray(out, c2 + LANES);
        s22.intoArray(out, c2 + 2 * LANES);
        s30.intoArray(out, c3);
        s31.intoArray(out, c3 + LANES);
        s32.intoArray(out, c3 + 2 * LANES);
        s40.intoArray(out, c4);
        s41.intoArray(out, c4 + LANES);
        s42.intoArray(out, c4 + 2 * LANES);
        s50.intoArray(out, c5);
        s51.intoArray(out, c5 + LANES);
        s52.intoArray(out, c5 + 2 * LANES);
    }
}
