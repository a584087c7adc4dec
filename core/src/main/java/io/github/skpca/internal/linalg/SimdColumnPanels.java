package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Products with strips of two vectors: of many rows, five at a time with a copy of the strip; of a few, four at a time where it lies.
 *
 * <p>In double a strip is one vector of floats, widened once for all rows.
 */
final class SimdColumnPanels implements ColumnPanelProducts {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int LANES = FLOATS.length();
    private static final int DOUBLE_LANES = DOUBLES.length();
    private static final int WIDTH = 2 * LANES;
    private static final int HIGH = SimdTransposed.HEIGHT;
    private static final int LOW = 4;

    /** Rows up to which copying a strip takes longer than it saves. */
    private static final int FEW = 2 * LOW;

    /** Vectors that lie beside each other for inner products. */
    private static final int PAIR = 2;

    /** Floats of a line of the caches. */
    private static final int LINE = 16;

    private static final ThreadLocal<Scratch> SCRATCH = ThreadLocal.withInitial(Scratch::new);

    /** One thread's copies of a strip. */
    private static final class Scratch {
        float[] strip = new float[0];
        final double[] wide = new double[CHAIN * LANES];
        float[] sums = new float[0];

        /** Defeats dead-code elimination of the prefetch. */
        float touched;

        float[] strip(int depth) {
            if (strip.length < depth * WIDTH) {
                strip = new float[depth * WIDTH];
            }
            return strip;
        }

        float[] sums(int count) {
            if (sums.length < count * Lanes.FLOATS) {
                sums = new float[count * Lanes.FLOATS];
            }
            return sums;
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
    public void multiply(
            float[] a, int rows, float[] b, int bOffset, int bStride, int depth, int columns, float[] c, boolean add) {
        boolean few = rows <= FEW;
        float[] strip = few && columns % WIDTH == 0 ? b : SCRATCH.get().strip(depth);
        for (int column = 0; column < columns; column += WIDTH) {
            boolean inPlace = few && column + WIDTH <= columns;
            if (!inPlace) {
                copy(b, bOffset + column, bStride, depth, Math.min(WIDTH, columns - column), strip);
            }
            float[] source = inPlace ? b : strip;
            int at = inPlace ? bOffset + column : 0;
            int stride = inPlace ? bStride : WIDTH;
            if (few) {
                low(a, rows, source, at, stride, depth, c, column * rows, add);
            } else {
                high(a, rows, strip, depth, c, column * rows, add);
            }
        }
    }

    private static void high(float[] a, int rows, float[] strip, int depth, float[] c, int cAt, boolean add) {
        for (int first = 0; first < depth; first += CHAIN) {
            int terms = Math.min(CHAIN, depth - first);
            for (int i = 0; i < rows; i += HIGH) {
                boolean more = add || first > 0;
                SimdTransposed.tile5x2(
                        a, first * rows + i * terms, strip, first * WIDTH, terms, c, cAt + i * WIDTH, more);
            }
        }
    }

    private static void low(
            float[] a, int rows, float[] b, int bAt, int stride, int depth, float[] c, int cAt, boolean add) {
        for (int first = 0; first < depth; first += CHAIN) {
            int terms = Math.min(CHAIN, depth - first);
            for (int i = 0; i < rows; i += LOW) {
                boolean more = add || first > 0;
                tile4x2(a, first * rows + i * terms, b, bAt + first * stride, stride, terms, c, cAt + i * WIDTH, more);
            }
        }
    }

    /** Columns of a strip side by side, and zeros where there are none. */
    private static void copy(float[] source, int offset, int stride, int depth, int used, float[] strip) {
        if (used < WIDTH) {
            for (int k = 0; k < depth; k++) {
                System.arraycopy(source, offset + k * stride, strip, k * WIDTH, used);
                java.util.Arrays.fill(strip, k * WIDTH + used, (k + 1) * WIDTH, 0f);
            }
            return;
        }
        int from = offset;
        int end = depth * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            FloatVector.fromArray(FLOATS, source, from).intoArray(strip, at);
            FloatVector.fromArray(FLOATS, source, from + LANES).intoArray(strip, at + LANES);
            from += stride;
        }
    }

    @Override
    public void multiply(
            double[] a,
            int rows,
            float[] b,
            int bOffset,
            int bStride,
            int depth,
            int columns,
            double[] c,
            boolean add) {
        Scratch scratch = SCRATCH.get();
        double[] wide = scratch.wide;
        // A piece at a time, which stays in the second cache: a strip is half a line of it.
        for (int first = 0; first < depth; first += CHAIN) {
            int terms = Math.min(CHAIN, depth - first);
            scratch.touched += touch(b, bOffset + first * bStride, bStride, terms, columns);
            for (int column = 0; column < columns; column += LANES) {
                int cAt = column * rows;
                widen(b, bOffset + first * bStride + column, bStride, terms, columns - column, wide);
                for (int i = 0; i < rows; i += LOW) {
                    tile4(a, first * rows + i * terms, wide, terms, c, cAt + i * LANES, add || first > 0);
                }
            }
        }
    }

    /** Brings rows into the second cache from front to back, as the machine expects it: strips of them would be waited for one by one. */
    private static float touch(float[] b, int bOffset, int bStride, int rows, int columns) {
        float sum = 0;
        for (int i = 0; i < rows; i++) {
            int from = bOffset + i * bStride;
            for (int j = from; j < from + columns; j += LINE) {
                sum += b[j];
            }
        }
        return sum;
    }

    private static void widen(float[] source, int offset, int stride, int depth, int columns, double[] wide) {
        if (columns < LANES) {
            for (int k = 0; k < depth; k++) {
                for (int j = 0; j < LANES; j++) {
                    wide[k * LANES + j] = j < columns ? source[offset + k * stride + j] : 0;
                }
            }
            return;
        }
        int from = offset;
        int end = depth * LANES;
        for (int at = 0; at < end; at += LANES) {
            FloatVector narrow = FloatVector.fromArray(FLOATS, source, from);
            DoubleVector low = (DoubleVector) narrow.convertShape(VectorOperators.F2D, DOUBLES, 0);
            DoubleVector high = (DoubleVector)
                    narrow.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
            low.intoArray(wide, at);
            high.intoArray(wide, at + DOUBLE_LANES);
            from += stride;
        }
    }

    /** Two vectors, one vector of lanes after another, and after all of those the columns that fill no lanes. */
    @Override
    public void layOut(float[] x, int vectors, int columns, float[] laid) {
        int whole = columns - columns % Lanes.FLOATS;
        for (int v = 0; v < vectors; v++) {
            int across = Math.min(PAIR, vectors - v / PAIR * PAIR);
            int at = v / PAIR * PAIR * columns + v % PAIR * Lanes.FLOATS;
            for (int k = 0; k < whole; k += Lanes.FLOATS) {
                System.arraycopy(x, v * columns + k, laid, at + k * across, Lanes.FLOATS);
            }
            int rest = v / PAIR * PAIR * columns + whole * across + v % PAIR * (columns - whole);
            System.arraycopy(x, v * columns + whole, laid, rest, columns - whole);
        }
    }

    @Override
    public void innerProducts(
            float[] laid, int vectors, float[] b, int bOffset, int bStride, int rows, int columns, float[] c) {
        float[] sums = SCRATCH.get().sums(vectors * rows);
        int whole = columns - columns % Lanes.FLOATS;
        java.util.Arrays.fill(sums, 0, vectors * rows * Lanes.FLOATS, 0f);
        for (int start = 0; start < whole; start += Lanes.FLOAT_PIECE) {
            int count = Math.min(Lanes.FLOAT_PIECE, whole - start);
            for (int i = 0; i < rows; i += LOW) {
                for (int v = 0; v < vectors; v += PAIR) {
                    int across = Math.min(PAIR, vectors - v);
                    int at = v * columns + start * across;
                    int bAt = bOffset + i * bStride + start;
                    if (i + LOW <= rows && across == PAIR) {
                        int to = (v * rows + i) * Lanes.FLOATS;
                        for (int lane = 0; lane < Lanes.FLOATS; lane += LANES) {
                            dots4x2(b, bAt + lane, bStride, laid, at + lane, count, sums, to + lane, rows);
                        }
                        continue;
                    }
                    for (int t = 0; t < Math.min(LOW, rows - i) * across; t++) {
                        int row = t / across;
                        int vector = t % across;
                        int to = ((v + vector) * rows + i + row) * Lanes.FLOATS;
                        dot(b, bAt + row * bStride, laid, at + vector * Lanes.FLOATS, across, count, sums, to);
                    }
                }
            }
        }
        for (int v = 0; v < vectors; v++) {
            int across = Math.min(PAIR, vectors - v / PAIR * PAIR);
            int rest = v / PAIR * PAIR * columns + whole * across + v % PAIR * (columns - whole);
            for (int i = 0; i < rows; i++) {
                int row = bOffset + i * bStride + whole;
                float sum = Lanes.sum(sums, (v * rows + i) * Lanes.FLOATS);
                for (int k = 0; k < columns - whole; k++) {
                    sum = Math.fma(b[row + k], laid[rest + k], sum);
                }
                c[v * rows + i] = sum;
            }
        }
    }

    /** 4 rows x 2 vectors, the right-hand side where it lies. */
    private static void tile4x2(
            float[] a, int aAt, float[] b, int bAt, int stride, int depth, float[] c, int cAt, boolean add) {
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
            at += stride;
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

    /** Inner products of 4 rows with a pair of vectors, some lanes of them, added to what is there; {@code rows} sums of a vector. */
    private static void dots4x2(
            float[] b, int bAt, int bStride, float[] x, int xAt, int count, float[] sums, int at, int rows) {
        int r0 = bAt;
        int r1 = r0 + bStride;
        int r2 = r1 + bStride;
        int r3 = r2 + bStride;
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s21 = FloatVector.zero(FLOATS);
        FloatVector s30 = FloatVector.zero(FLOATS);
        FloatVector s31 = FloatVector.zero(FLOATS);
        int end = xAt + PAIR * count;
        for (int k = xAt; k < end; k += PAIR * Lanes.FLOATS) {
            FloatVector x0 = FloatVector.fromArray(FLOATS, x, k);
            FloatVector x1 = FloatVector.fromArray(FLOATS, x, k + Lanes.FLOATS);
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, r0);
            s00 = b0.fma(x0, s00);
            s01 = b0.fma(x1, s01);
            FloatVector b1 = FloatVector.fromArray(FLOATS, b, r1);
            s10 = b1.fma(x0, s10);
            s11 = b1.fma(x1, s11);
            FloatVector b2 = FloatVector.fromArray(FLOATS, b, r2);
            s20 = b2.fma(x0, s20);
            s21 = b2.fma(x1, s21);
            FloatVector b3 = FloatVector.fromArray(FLOATS, b, r3);
            s30 = b3.fma(x0, s30);
            s31 = b3.fma(x1, s31);
            r0 += Lanes.FLOATS;
            r1 += Lanes.FLOATS;
            r2 += Lanes.FLOATS;
            r3 += Lanes.FLOATS;
        }
        int next = at + rows * Lanes.FLOATS;
        FloatVector.fromArray(FLOATS, sums, at).add(s00).intoArray(sums, at);
        FloatVector.fromArray(FLOATS, sums, at + Lanes.FLOATS).add(s10).intoArray(sums, at + Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, at + 2 * Lanes.FLOATS).add(s20).intoArray(sums, at + 2 * Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, at + 3 * Lanes.FLOATS).add(s30).intoArray(sums, at + 3 * Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, next).add(s01).intoArray(sums, next);
        FloatVector.fromArray(FLOATS, sums, next + Lanes.FLOATS).add(s11).intoArray(sums, next + Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, next + 2 * Lanes.FLOATS).add(s21).intoArray(sums, next + 2 * Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, next + 3 * Lanes.FLOATS).add(s31).intoArray(sums, next + 3 * Lanes.FLOATS);
    }

    private static void dot(float[] b, int bAt, float[] x, int xAt, int across, int count, float[] sums, int at) {
        for (int lane = 0; lane < Lanes.FLOATS; lane += LANES) {
            FloatVector sum = FloatVector.zero(FLOATS);
            int from = xAt + lane;
            for (int k = bAt + lane; k < bAt + count; k += Lanes.FLOATS) {
                FloatVector row = FloatVector.fromArray(FLOATS, b, k);
                sum = row.fma(FloatVector.fromArray(FLOATS, x, from), sum);
                from += across * Lanes.FLOATS;
            }
            FloatVector.fromArray(FLOATS, sums, at + lane).add(sum).intoArray(sums, at + lane);
        }
    }
}
