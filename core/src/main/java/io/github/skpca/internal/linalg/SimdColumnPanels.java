package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products with strips of two vectors: of many rows, as packed tiles with a copy of the strip; of a few, four at a time where it lies.
 *
 * <p>In double a strip is one vector of floats, widened once for all rows.
 */
final class SimdColumnPanels implements ColumnPanelProducts {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int LANES = FLOATS.length();
    private static final int DOUBLE_LANES = DOUBLES.length();
    private static final int WIDTH = SimdSpecies.SHAPES.strip().vectors() * LANES;
    private static final int HIGH = SimdTransposed.HEIGHT;
    private static final int LOW = SimdSpecies.SHAPES.strip().rows();

    /** Rows up to which copying a strip takes longer than it saves. */
    private static final int FEW = 2 * LOW;

    /** Floats of a line of the caches. */
    private static final int LINE = 16;

    private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

    /** One thread's copies of a strip. */
    private static final class Scratch {
        float[] strip = new float[0];
        final double[] wide = new double[CHAIN * LANES];

        /** Defeats dead-code elimination of the prefetch. */
        float touched;

        float[] strip(int depth) {
            if (strip.length < depth * WIDTH) {
                strip = new float[depth * WIDTH];
            }
            return strip;
        }
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public int exactWidth() {
        return LANES;
    }

    @Override
    public int height(int rows) {
        return rows <= FEW ? LOW : HIGH;
    }

    @Override
    public int exactHeight() {
        return LOW;
    }

    @Override
    public void multiply(float[] a, int rows, FloatMatrix b, int depth, int columns, float[] c, boolean add) {
        boolean few = rows <= FEW;
        FloatMatrix copy =
                few && columns % WIDTH == 0 ? b : FloatMatrix.of(SCRATCH.get().strip(depth), WIDTH);
        for (int column = 0; column < columns; column += WIDTH) {
            boolean inPlace = few && column + WIDTH <= columns;
            if (!inPlace) {
                copy(b, column, depth, Math.min(WIDTH, columns - column), copy.values());
            }
            if (few) {
                low(a, rows, inPlace ? b : copy, inPlace ? column : 0, depth, c, column * rows, add);
            } else {
                high(a, rows, copy.values(), depth, c, column * rows, add);
            }
        }
    }

    private static void high(float[] a, int rows, float[] strip, int depth, float[] c, int cAt, boolean add) {
        for (int first = 0; first < depth; first += CHAIN) {
            int terms = Math.min(CHAIN, depth - first);
            for (int i = 0; i < rows; i += HIGH) {
                boolean more = add || first > 0;
                SimdTransposed.tile(a, first * rows + i * terms, strip, first * WIDTH, terms, c, cAt + i * WIDTH, more);
            }
        }
    }

    private static void low(
            float[] a, int rows, FloatMatrix b, int column, int depth, float[] c, int cAt, boolean add) {
        for (int first = 0; first < depth; first += CHAIN) {
            int terms = Math.min(CHAIN, depth - first);
            for (int i = 0; i < rows; i += LOW) {
                boolean more = add || first > 0;
                tile4x2(a, first * rows + i * terms, b, b.at(first, column), terms, c, cAt + i * WIDTH, more);
            }
        }
    }

    /** Columns of a strip side by side, and zeros where there are none. */
    private static void copy(FloatMatrix source, int column, int depth, int used, float[] strip) {
        float[] values = source.values();
        if (used < WIDTH) {
            for (int k = 0; k < depth; k++) {
                System.arraycopy(values, source.at(k, column), strip, k * WIDTH, used);
                java.util.Arrays.fill(strip, k * WIDTH + used, (k + 1) * WIDTH, 0f);
            }
            return;
        }
        int from = source.at(0, column);
        int end = depth * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            FloatVector.fromArray(FLOATS, values, from).intoArray(strip, at);
            FloatVector.fromArray(FLOATS, values, from + LANES).intoArray(strip, at + LANES);
            from += source.stride();
        }
    }

    @Override
    public void multiply(double[] a, int rows, FloatMatrix b, int depth, int columns, double[] c, boolean add) {
        Scratch scratch = SCRATCH.get();
        double[] wide = scratch.wide;
        // A piece at a time, which stays in the second cache: a strip is half a line of it.
        for (int first = 0; first < depth; first += CHAIN) {
            int terms = Math.min(CHAIN, depth - first);
            scratch.touched += touch(b, first, terms, columns);
            for (int column = 0; column < columns; column += LANES) {
                int cAt = column * rows;
                widen(b, b.at(first, column), terms, columns - column, wide);
                for (int i = 0; i < rows; i += LOW) {
                    tile4(a, first * rows + i * terms, wide, terms, c, cAt + i * LANES, add || first > 0);
                }
            }
        }
    }

    /** Brings rows into the second cache from front to back, as the machine expects it: strips of them would be waited for one by one. */
    private static float touch(FloatMatrix b, int first, int rows, int columns) {
        float[] values = b.values();
        float sum = 0;
        for (int i = first; i < first + rows; i++) {
            int from = b.at(i, 0);
            for (int j = from; j < from + columns; j += LINE) {
                sum += values[j];
            }
        }
        return sum;
    }

    private static void widen(FloatMatrix source, int start, int depth, int columns, double[] wide) {
        float[] values = source.values();
        if (columns < LANES) {
            for (int k = 0; k < depth; k++) {
                for (int j = 0; j < LANES; j++) {
                    wide[k * LANES + j] = j < columns ? values[start + k * source.stride() + j] : 0;
                }
            }
            return;
        }
        int from = start;
        int end = depth * LANES;
        for (int at = 0; at < end; at += LANES) {
            FloatVector narrow = FloatVector.fromArray(FLOATS, values, from);
            DoubleVector low = (DoubleVector) narrow.convertShape(VectorOperators.F2D, DOUBLES, 0);
            DoubleVector high = (DoubleVector)
                    narrow.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
            low.intoArray(wide, at);
            high.intoArray(wide, at + DOUBLE_LANES);
            from += source.stride();
        }
    }

    @Override
    public void layOut(float[] x, int vectors, int columns, float[] laid) {
        SimdStripDots.layOut(x, vectors, columns, laid);
    }

    @Override
    public void innerProducts(float[] laid, int vectors, FloatMatrix b, int rows, int columns, float[] c) {
        SimdStripDots.innerProducts(laid, vectors, b, rows, columns, c);
    }

    /** 4 rows x 2 vectors, the right-hand side where it lies. */
    private static void tile4x2(
            float[] a, int aAt, FloatMatrix right, int bAt, int depth, float[] c, int cAt, boolean add) {
        float[] b = right.values();
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s21 = FloatVector.zero(FLOATS);
        FloatVector s30 = FloatVector.zero(FLOATS);
        FloatVector s31 = FloatVector.zero(FLOATS);
        int at = bAt;
        int end = aAt + depth * LOW;
        for (int k = aAt; k < end; k += LOW) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, b, at + LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            FloatVector a1 = FloatVector.broadcast(FLOATS, a[k + 1]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            FloatVector a2 = FloatVector.broadcast(FLOATS, a[k + 2]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            FloatVector a3 = FloatVector.broadcast(FLOATS, a[k + 3]);
            s30 = a3.fma(b0, s30);
            s31 = a3.fma(b1, s31);
            at += right.stride();
        }
        if (add) {
            s00 = FloatVector.fromArray(FLOATS, c, cAt).add(s00);
            s01 = FloatVector.fromArray(FLOATS, c, cAt + LANES).add(s01);
            s10 = FloatVector.fromArray(FLOATS, c, cAt + WIDTH).add(s10);
            s11 = FloatVector.fromArray(FLOATS, c, cAt + WIDTH + LANES).add(s11);
            s20 = FloatVector.fromArray(FLOATS, c, cAt + 2 * WIDTH).add(s20);
            s21 = FloatVector.fromArray(FLOATS, c, cAt + 2 * WIDTH + LANES).add(s21);
            s30 = FloatVector.fromArray(FLOATS, c, cAt + 3 * WIDTH).add(s30);
            s31 = FloatVector.fromArray(FLOATS, c, cAt + 3 * WIDTH + LANES).add(s31);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
        s10.intoArray(c, cAt + WIDTH);
        s11.intoArray(c, cAt + WIDTH + LANES);
        s20.intoArray(c, cAt + 2 * WIDTH);
        s21.intoArray(c, cAt + 2 * WIDTH + LANES);
        s30.intoArray(c, cAt + 3 * WIDTH);
        s31.intoArray(c, cAt + 3 * WIDTH + LANES);
    }

    /** 4 rows x one widened vector of floats. */
    private static void tile4(double[] a, int aAt, double[] b, int depth, double[] c, int cAt, boolean add) {
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        DoubleVector s10 = DoubleVector.zero(DOUBLES);
        DoubleVector s11 = DoubleVector.zero(DOUBLES);
        DoubleVector s20 = DoubleVector.zero(DOUBLES);
        DoubleVector s21 = DoubleVector.zero(DOUBLES);
        DoubleVector s30 = DoubleVector.zero(DOUBLES);
        DoubleVector s31 = DoubleVector.zero(DOUBLES);
        int k = aAt;
        int end = depth * LANES;
        for (int at = 0; at < end; at += LANES) {
            DoubleVector b0 = DoubleVector.fromArray(DOUBLES, b, at);
            DoubleVector b1 = DoubleVector.fromArray(DOUBLES, b, at + DOUBLE_LANES);
            DoubleVector a0 = DoubleVector.broadcast(DOUBLES, a[k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            DoubleVector a1 = DoubleVector.broadcast(DOUBLES, a[k + 1]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            DoubleVector a2 = DoubleVector.broadcast(DOUBLES, a[k + 2]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            DoubleVector a3 = DoubleVector.broadcast(DOUBLES, a[k + 3]);
            s30 = a3.fma(b0, s30);
            s31 = a3.fma(b1, s31);
            k += LOW;
        }
        if (add) {
            s00 = DoubleVector.fromArray(DOUBLES, c, cAt).add(s00);
            s01 = DoubleVector.fromArray(DOUBLES, c, cAt + DOUBLE_LANES).add(s01);
            s10 = DoubleVector.fromArray(DOUBLES, c, cAt + LANES).add(s10);
            s11 = DoubleVector.fromArray(DOUBLES, c, cAt + LANES + DOUBLE_LANES).add(s11);
            s20 = DoubleVector.fromArray(DOUBLES, c, cAt + 2 * LANES).add(s20);
            s21 = DoubleVector.fromArray(DOUBLES, c, cAt + 2 * LANES + DOUBLE_LANES)
                    .add(s21);
            s30 = DoubleVector.fromArray(DOUBLES, c, cAt + 3 * LANES).add(s30);
            s31 = DoubleVector.fromArray(DOUBLES, c, cAt + 3 * LANES + DOUBLE_LANES)
                    .add(s31);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + DOUBLE_LANES);
        s10.intoArray(c, cAt + LANES);
        s11.intoArray(c, cAt + LANES + DOUBLE_LANES);
        s20.intoArray(c, cAt + 2 * LANES);
        s21.intoArray(c, cAt + 2 * LANES + DOUBLE_LANES);
        s30.intoArray(c, cAt + 3 * LANES);
        s31.intoArray(c, cAt + 3 * LANES + DOUBLE_LANES);
    }
}
