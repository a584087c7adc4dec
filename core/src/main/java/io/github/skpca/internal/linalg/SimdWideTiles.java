package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The tiles of {@link SimdTiles} with all three vectors of a panel: sums of the terms of the piece that begins with {@code first}. And a row alone, whose
 * sums are added to what is there if it is not the first piece. Written out, because the compiler keeps vectors in registers only where it sees each one by name.
 */
final class SimdWideTiles {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();
    private static final int WIDTH = TileShapes.PANEL_VECTORS * LANES;

    private SimdWideTiles() {}

    /** 6 rows x 3 vectors. */
    static void tile6x3(FloatMatrix a, int row, Panels b, int panel, int first, FloatMatrix c, int column) {
        float[] left = a.values();
        float[] right = b.values;
        int r0 = a.at(row, first);
        int r1 = r0 + a.stride();
        int r2 = r1 + a.stride();
        int r3 = r2 + a.stride();
        int r4 = r3 + a.stride();
        int r5 = r4 + a.stride();
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s02 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s12 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s21 = FloatVector.zero(FLOATS);
        FloatVector s22 = FloatVector.zero(FLOATS);
        FloatVector s30 = FloatVector.zero(FLOATS);
        FloatVector s31 = FloatVector.zero(FLOATS);
        FloatVector s32 = FloatVector.zero(FLOATS);
        FloatVector s40 = FloatVector.zero(FLOATS);
        FloatVector s41 = FloatVector.zero(FLOATS);
        FloatVector s42 = FloatVector.zero(FLOATS);
        FloatVector s50 = FloatVector.zero(FLOATS);
        FloatVector s51 = FloatVector.zero(FLOATS);
        FloatVector s52 = FloatVector.zero(FLOATS);
        int k = 0;
        int start = b.at(panel, first);
        int end = start + b.terms(first) * WIDTH;
        for (int at = start; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, right, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, right, at + LANES);
            FloatVector b2 = FloatVector.fromArray(FLOATS, right, at + 2 * LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, left[r0 + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            s02 = a0.fma(b2, s02);
            FloatVector a1 = FloatVector.broadcast(FLOATS, left[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            s12 = a1.fma(b2, s12);
            FloatVector a2 = FloatVector.broadcast(FLOATS, left[r2 + k]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            s22 = a2.fma(b2, s22);
            FloatVector a3 = FloatVector.broadcast(FLOATS, left[r3 + k]);
            s30 = a3.fma(b0, s30);
            s31 = a3.fma(b1, s31);
            s32 = a3.fma(b2, s32);
            FloatVector a4 = FloatVector.broadcast(FLOATS, left[r4 + k]);
            s40 = a4.fma(b0, s40);
            s41 = a4.fma(b1, s41);
            s42 = a4.fma(b2, s42);
            FloatVector a5 = FloatVector.broadcast(FLOATS, left[r5 + k]);
            s50 = a5.fma(b0, s50);
            s51 = a5.fma(b1, s51);
            s52 = a5.fma(b2, s52);
            k++;
        }
        float[] out = c.values();
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

    /** 3 rows x 3 vectors. */
    static void tile3x3(FloatMatrix a, int row, Panels b, int panel, int first, FloatMatrix c, int column) {
        float[] left = a.values();
        float[] right = b.values;
        int r0 = a.at(row, first);
        int r1 = r0 + a.stride();
        int r2 = r1 + a.stride();
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s02 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s12 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s21 = FloatVector.zero(FLOATS);
        FloatVector s22 = FloatVector.zero(FLOATS);
        int k = 0;
        int start = b.at(panel, first);
        int end = start + b.terms(first) * WIDTH;
        for (int at = start; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, right, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, right, at + LANES);
            FloatVector b2 = FloatVector.fromArray(FLOATS, right, at + 2 * LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, left[r0 + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            s02 = a0.fma(b2, s02);
            FloatVector a1 = FloatVector.broadcast(FLOATS, left[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            s12 = a1.fma(b2, s12);
            FloatVector a2 = FloatVector.broadcast(FLOATS, left[r2 + k]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            s22 = a2.fma(b2, s22);
            k++;
        }
        float[] out = c.values();
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

    /** 2 rows x 3 vectors. */
    static void tile2x3(FloatMatrix a, int row, Panels b, int panel, int first, FloatMatrix c, int column) {
        float[] left = a.values();
        float[] right = b.values;
        int r0 = a.at(row, first);
        int r1 = r0 + a.stride();
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s02 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s12 = FloatVector.zero(FLOATS);
        int k = 0;
        int start = b.at(panel, first);
        int end = start + b.terms(first) * WIDTH;
        for (int at = start; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, right, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, right, at + LANES);
            FloatVector b2 = FloatVector.fromArray(FLOATS, right, at + 2 * LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, left[r0 + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            s02 = a0.fma(b2, s02);
            FloatVector a1 = FloatVector.broadcast(FLOATS, left[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            s12 = a1.fma(b2, s12);
            k++;
        }
        float[] out = c.values();
        int c0 = c.at(row, column);
        int c1 = c0 + c.stride();
        s00.intoArray(out, c0);
        s01.intoArray(out, c0 + LANES);
        s02.intoArray(out, c0 + 2 * LANES);
        s10.intoArray(out, c1);
        s11.intoArray(out, c1 + LANES);
        s12.intoArray(out, c1 + 2 * LANES);
    }

    /** 1 row x 3 vectors, the row's terms of the piece from {@code aAt} on. */
    static void row3(float[] a, int aAt, Panels b, int panel, int first, float[] c, int cAt) {
        float[] right = b.values;
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = FloatVector.zero(FLOATS);
        FloatVector s2 = FloatVector.zero(FLOATS);
        int k = aAt;
        int start = b.at(panel, first);
        int end = start + b.terms(first) * WIDTH;
        for (int at = start; at < end; at += WIDTH) {
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[k]);
            s0 = a0.fma(FloatVector.fromArray(FLOATS, right, at), s0);
            s1 = a0.fma(FloatVector.fromArray(FLOATS, right, at + LANES), s1);
            s2 = a0.fma(FloatVector.fromArray(FLOATS, right, at + 2 * LANES), s2);
            k++;
        }
        if (first > 0) {
            s0 = FloatVector.fromArray(FLOATS, c, cAt).add(s0);
            s1 = FloatVector.fromArray(FLOATS, c, cAt + LANES).add(s1);
            s2 = FloatVector.fromArray(FLOATS, c, cAt + 2 * LANES).add(s2);
        }
        s0.intoArray(c, cAt);
        s1.intoArray(c, cAt + LANES);
        s2.intoArray(c, cAt + 2 * LANES);
    }
}
