package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The micro-kernels of the product with a sparse row: as {@link SimdTiles}, with one row and over its entries alone.
 *
 * <p>A sum is made in the pieces that the dense product makes it in, by the column of the term, so that the two agree.
 */
final class SimdSparse {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();
    private static final int WIDTH = SimdTiles.WIDTH;

    private SimdSparse() {}

    /** One row times two panels, {@code panel} and the next. */
    static void twoPanels(SparseMatrix a, int row, Panels b, int panel, float[] c, int at) {
        int entry = a.starts[row];
        int end = a.starts[row + 1];
        if (entry == end) {
            java.util.Arrays.fill(c, at, at + 2 * WIDTH, 0f);
        }
        for (boolean resume = false; entry < end; resume = true) {
            int pieceEnd = a.pieceEnd(entry, end);
            addTwo(a, entry, pieceEnd, b, panel, c, at, resume);
            entry = pieceEnd;
        }
    }

    private static void addTwo(
            SparseMatrix a, int entry, int end, Panels right, int panel, float[] c, int at, boolean resume) {
        int[] columns = a.columns;
        float[] values = a.values;
        float[] b = right.values;
        int bAt = right.at(panel, 0);
        int next = right.at(panel + 1, 0) - bAt;
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = FloatVector.zero(FLOATS);
        FloatVector s2 = FloatVector.zero(FLOATS);
        FloatVector s3 = FloatVector.zero(FLOATS);
        FloatVector s4 = FloatVector.zero(FLOATS);
        FloatVector s5 = FloatVector.zero(FLOATS);
        for (int e = entry; e < end; e++) {
            int from = bAt + columns[e] * WIDTH;
            FloatVector factor = FloatVector.broadcast(FLOATS, values[e]);
            s0 = factor.fma(FloatVector.fromArray(FLOATS, b, from), s0);
            s1 = factor.fma(FloatVector.fromArray(FLOATS, b, from + LANES), s1);
            s2 = factor.fma(FloatVector.fromArray(FLOATS, b, from + 2 * LANES), s2);
            s3 = factor.fma(FloatVector.fromArray(FLOATS, b, from + next), s3);
            s4 = factor.fma(FloatVector.fromArray(FLOATS, b, from + next + LANES), s4);
            s5 = factor.fma(FloatVector.fromArray(FLOATS, b, from + next + 2 * LANES), s5);
        }
        if (resume) {
            s0 = FloatVector.fromArray(FLOATS, c, at).add(s0);
            s1 = FloatVector.fromArray(FLOATS, c, at + LANES).add(s1);
            s2 = FloatVector.fromArray(FLOATS, c, at + 2 * LANES).add(s2);
            s3 = FloatVector.fromArray(FLOATS, c, at + 3 * LANES).add(s3);
            s4 = FloatVector.fromArray(FLOATS, c, at + 4 * LANES).add(s4);
            s5 = FloatVector.fromArray(FLOATS, c, at + 5 * LANES).add(s5);
        }
        s0.intoArray(c, at);
        s1.intoArray(c, at + LANES);
        s2.intoArray(c, at + 2 * LANES);
        s3.intoArray(c, at + 3 * LANES);
        s4.intoArray(c, at + 4 * LANES);
        s5.intoArray(c, at + 5 * LANES);
    }

    /** One row times one panel. */
    static void panel(SparseMatrix a, int row, Panels b, int panel, float[] c, int at) {
        int entry = a.starts[row];
        int end = a.starts[row + 1];
        if (entry == end) {
            java.util.Arrays.fill(c, at, at + WIDTH, 0f);
        }
        for (boolean resume = false; entry < end; resume = true) {
            int pieceEnd = a.pieceEnd(entry, end);
            addOne(a, entry, pieceEnd, b, panel, c, at, resume);
            entry = pieceEnd;
        }
    }

    private static void addOne(
            SparseMatrix a, int entry, int end, Panels right, int panel, float[] c, int at, boolean resume) {
        int[] columns = a.columns;
        float[] values = a.values;
        float[] b = right.values;
        int bAt = right.at(panel, 0);
        FloatVector s0 = FloatVector.zero(FLOATS);
        FloatVector s1 = FloatVector.zero(FLOATS);
        FloatVector s2 = FloatVector.zero(FLOATS);
        for (int e = entry; e < end; e++) {
            int from = bAt + columns[e] * WIDTH;
            FloatVector factor = FloatVector.broadcast(FLOATS, values[e]);
            s0 = factor.fma(FloatVector.fromArray(FLOATS, b, from), s0);
            s1 = factor.fma(FloatVector.fromArray(FLOATS, b, from + LANES), s1);
            s2 = factor.fma(FloatVector.fromArray(FLOATS, b, from + 2 * LANES), s2);
        }
        if (resume) {
            s0 = FloatVector.fromArray(FLOATS, c, at).add(s0);
            s1 = FloatVector.fromArray(FLOATS, c, at + LANES).add(s1);
            s2 = FloatVector.fromArray(FLOATS, c, at + 2 * LANES).add(s2);
        }
        s0.intoArray(c, at);
        s1.intoArray(c, at + LANES);
        s2.intoArray(c, at + 2 * LANES);
    }
}
