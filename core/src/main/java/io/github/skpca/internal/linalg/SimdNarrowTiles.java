package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** The tiles of {@link SimdTiles} for a panel of which one or two vectors are used, written out as those of {@link SimdWideTiles} are. */
final class SimdNarrowTiles {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();
    private static final int WIDTH = TileShapes.PANEL_VECTORS * LANES;

    private SimdNarrowTiles() {}

    /** 4 rows x 2 vectors. */
    static void tile4x2(FloatMatrix a, int row, Panels b, int panel, int first, FloatMatrix c, int column) {
        float[] left = a.values();
        float[] right = b.values;
        int r0 = a.at(row, first);
        int r1 = r0 + a.stride();
        int r2 = r1 + a.stride();
        int r3 = r2 + a.stride();
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s21 = FloatVector.zero(FLOATS);
        FloatVector s30 = FloatVector.zero(FLOATS);
        FloatVector s31 = FloatVector.zero(FLOATS);
        int k = 0;
        int start = b.at(panel, first);
        int end = start + b.terms(first) * WIDTH;
        for (int at = start; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, right, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, right, at + LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, left[r0 + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            FloatVector a1 = FloatVector.broadcast(FLOATS, left[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            FloatVector a2 = FloatVector.broadcast(FLOATS, left[r2 + k]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            FloatVector a3 = FloatVector.broadcast(FLOATS, left[r3 + k]);
            s30 = a3.fma(b0, s30);
            s31 = a3.fma(b1, s31);
            k++;
        }
        float[] out = c.values();
        int c0 = c.at(row, column);
        int c1 = c0 + c.stride();
        int c2 = c1 + c.stride();
        int c3 = c2 + c.stride();
        s00.intoArray(out, c0);
        s01.intoArray(out, c0 + LANES);
        s10.intoArray(out, c1);
        s11.intoArray(out, c1 + LANES);
        s20.intoArray(out, c2);
        s21.intoArray(out, c2 + LANES);
        s30.intoArray(out, c3);
        s31.intoArray(out, c3 + LANES);
    }

    /** 1 row x 2 vectors, the row's terms of the piece from {@code aAt} on. */
    static void row2(float[] a, int aAt, Panels b, int panel, int first, float[] c, int cAt) {
        float[] right = b.values;
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = FloatVector.zero(FLOATS);
        int k = aAt;
        int start = b.at(panel, first);
        int end = start + b.terms(first) * WIDTH;
        for (int at = start; at < end; at += WIDTH) {
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[k]);
            s0 = a0.fma(FloatVector.fromArray(FLOATS, right, at), s0);
            s1 = a0.fma(FloatVector.fromArray(FLOATS, right, at + LANES), s1);
            k++;
        }
        if (first > 0) {
            s0 = FloatVector.fromArray(FLOATS, c, cAt).add(s0);
            s1 = FloatVector.fromArray(FLOATS, c, cAt + LANES).add(s1);
        }
        s0.intoArray(c, cAt);
        s1.intoArray(c, cAt + LANES);
    }

    /** 12 rows x 1 vector. */
    static void tile12x1(FloatMatrix a, int row, Panels b, int panel, int first, FloatMatrix c, int column) {
        float[] left = a.values();
        float[] right = b.values;
        int r0 = a.at(row, first);
        int r1 = r0 + a.stride();
        int r2 = r1 + a.stride();
        int r3 = r2 + a.stride();
        int r4 = r3 + a.stride();
        int r5 = r4 + a.stride();
        int r6 = r5 + a.stride();
        int r7 = r6 + a.stride();
        int r8 = r7 + a.stride();
        int r9 = r8 + a.stride();
        int r10 = r9 + a.stride();
        int r11 = r10 + a.stride();
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s30 = FloatVector.zero(FLOATS);
        FloatVector s40 = FloatVector.zero(FLOATS);
        FloatVector s50 = FloatVector.zero(FLOATS);
        FloatVector s60 = FloatVector.zero(FLOATS);
        FloatVector s70 = FloatVector.zero(FLOATS);
        FloatVector s80 = FloatVector.zero(FLOATS);
        FloatVector s90 = FloatVector.zero(FLOATS);
        FloatVector s100 = FloatVector.zero(FLOATS);
        FloatVector s110 = FloatVector.zero(FLOATS);
        int k = 0;
        int start = b.at(panel, first);
        int end = start + b.terms(first) * WIDTH;
        for (int at = start; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, right, at);
            FloatVector a0 = FloatVector.broadcast(FLOATS, left[r0 + k]);
            s00 = a0.fma(b0, s00);
            FloatVector a1 = FloatVector.broadcast(FLOATS, left[r1 + k]);
            s10 = a1.fma(b0, s10);
            FloatVector a2 = FloatVector.broadcast(FLOATS, left[r2 + k]);
            s20 = a2.fma(b0, s20);
            FloatVector a3 = FloatVector.broadcast(FLOATS, left[r3 + k]);
            s30 = a3.fma(b0, s30);
            FloatVector a4 = FloatVector.broadcast(FLOATS, left[r4 + k]);
            s40 = a4.fma(b0, s40);
            FloatVector a5 = FloatVector.broadcast(FLOATS, left[r5 + k]);
            s50 = a5.fma(b0, s50);
            FloatVector a6 = FloatVector.broadcast(FLOATS, left[r6 + k]);
            s60 = a6.fma(b0, s60);
            FloatVector a7 = FloatVector.broadcast(FLOATS, left[r7 + k]);
            s70 = a7.fma(b0, s70);
            FloatVector a8 = FloatVector.broadcast(FLOATS, left[r8 + k]);
            s80 = a8.fma(b0, s80);
            FloatVector a9 = FloatVector.broadcast(FLOATS, left[r9 + k]);
            s90 = a9.fma(b0, s90);
            FloatVector a10 = FloatVector.broadcast(FLOATS, left[r10 + k]);
            s100 = a10.fma(b0, s100);
            FloatVector a11 = FloatVector.broadcast(FLOATS, left[r11 + k]);
            s110 = a11.fma(b0, s110);
            k++;
        }
        float[] out = c.values();
        int c0 = c.at(row, column);
        int c1 = c0 + c.stride();
        int c2 = c1 + c.stride();
        int c3 = c2 + c.stride();
        int c4 = c3 + c.stride();
        int c5 = c4 + c.stride();
        int c6 = c5 + c.stride();
        int c7 = c6 + c.stride();
        int c8 = c7 + c.stride();
        int c9 = c8 + c.stride();
        int c10 = c9 + c.stride();
        int c11 = c10 + c.stride();
        s00.intoArray(out, c0);
        s10.intoArray(out, c1);
        s20.intoArray(out, c2);
        s30.intoArray(out, c3);
        s40.intoArray(out, c4);
        s50.intoArray(out, c5);
        s60.intoArray(out, c6);
        s70.intoArray(out, c7);
        s80.intoArray(out, c8);
        s90.intoArray(out, c9);
        s100.intoArray(out, c10);
        s110.intoArray(out, c11);
    }

    /** 1 row x 1 vector, the row's terms of the piece from {@code aAt} on. */
    static void row1(float[] a, int aAt, Panels b, int panel, int first, float[] c, int cAt) {
        float[] right = b.values;
        FloatVector s0 = FloatVector.zero(FLOATS);
        int k = aAt;
        int start = b.at(panel, first);
        int end = start + b.terms(first) * WIDTH;
        for (int at = start; at < end; at += WIDTH) {
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[k]);
            s0 = a0.fma(FloatVector.fromArray(FLOATS, right, at), s0);
            k++;
        }
        if (first > 0) {
            s0 = FloatVector.fromArray(FLOATS, c, cAt).add(s0);
        }
        s0.intoArray(c, cAt);
    }
}
