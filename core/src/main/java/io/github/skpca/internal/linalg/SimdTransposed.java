package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Turned rows, two vectors of them: five rows of the left-hand side times two vectors are ten sums in registers.
 *
 * <p>Of the shapes tried with a left-hand side that is packed, this comes nearest to the machine's limit, on JDK 17 and on JDK 25
 * (docs/decisions/0011).
 */
final class SimdTransposed implements TransposedProducts {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();
    private static final int WIDTH = SimdSpecies.SHAPES.packed().vectors() * LANES;

    /** Rows of a tile. */
    static final int HEIGHT = SimdSpecies.SHAPES.packed().rows();

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public PackedRows pack(FloatMatrix source, int rows, int depth) {
        return new PackedRows(source, rows, depth, HEIGHT);
    }

    @Override
    public void multiply(PackedRows a, float[] b, int bOffset, float[] c, int cOffset, boolean add) {
        for (int start = 0; start < a.depth; start += FloatProducts.SUM_DEPTH) {
            int depth = Math.min(FloatProducts.SUM_DEPTH, a.depth - start);
            int at = cOffset;
            for (int group = start * HEIGHT; group < a.values.length; group += a.depth * HEIGHT) {
                tile(a.values, group, b, bOffset + start * WIDTH, depth, c, at, add || start > 0);
                at += HEIGHT * WIDTH;
            }
        }
    }

    @Override
    public void shift(float[] values, int rows, float[] terms, int offset) {
        int at = 0;
        for (int i = offset; i < offset + rows; i++) {
            FloatVector term = FloatVector.broadcast(FLOATS, terms[i]);
            FloatVector.fromArray(FLOATS, values, at).add(term).intoArray(values, at);
            FloatVector.fromArray(FLOATS, values, at + LANES).add(term).intoArray(values, at + LANES);
            at += WIDTH;
        }
    }

    @Override
    public void gaussians(float[] values, int rows, float[] rowTerms, int rowOffset, float[] terms, float factor) {
        SimdExponential.columns(values, rows, WIDTH, rowTerms, rowOffset, terms, factor);
    }

    /** A tile of the packed shape, 5 rows x 2 vectors; both sides lie one after another, and so does the result. */
    static void tile(float[] a, int aAt, float[] b, int bAt, int depth, float[] c, int cAt, boolean add) {
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s21 = FloatVector.zero(FLOATS);
        FloatVector s30 = FloatVector.zero(FLOATS);
        FloatVector s31 = FloatVector.zero(FLOATS);
        FloatVector s40 = FloatVector.zero(FLOATS);
        FloatVector s41 = FloatVector.zero(FLOATS);
        int k = aAt;
        int end = bAt + depth * WIDTH;
        for (int at = bAt; at < end; at += WIDTH) {
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
            FloatVector a4 = FloatVector.broadcast(FLOATS, a[k + 4]);
            s40 = a4.fma(b0, s40);
            s41 = a4.fma(b1, s41);
            k += 5;
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
            s40 = FloatVector.fromArray(FLOATS, c, cAt + 4 * WIDTH).add(s40);
            s41 = FloatVector.fromArray(FLOATS, c, cAt + 4 * WIDTH + LANES).add(s41);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
        s10.intoArray(c, cAt + WIDTH);
        s11.intoArray(c, cAt + WIDTH + LANES);
        s20.intoArray(c, cAt + 2 * WIDTH);
        s21.intoArray(c, cAt + 2 * WIDTH + LANES);
        s30.intoArray(c, cAt + 3 * WIDTH);
        s31.intoArray(c, cAt + 3 * WIDTH + LANES);
        s40.intoArray(c, cAt + 4 * WIDTH);
        s41.intoArray(c, cAt + 4 * WIDTH + LANES);
    }
}
