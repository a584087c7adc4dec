package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * Transposes as many rows as there are lanes, and back.
 *
 * <p>Lane r of a transposed vector is an entry of row r. It is loaded with its neighbours, from r places before, so that it comes to stand in
 * lane r, and taken from there: one load per row, and one choice between two vectors less. Shuffles would need half of that, but JDK 17
 * boxes them.
 */
final class SimdTranspose {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();
    private static final VectorMask<Float> ODD = lanes(1);
    private static final VectorMask<Float> ODD_PAIRS = lanes(2);
    private static final VectorMask<Float> UPPER_HALF = lanes(4);

    private SimdTranspose() {}

    private static VectorMask<Float> lanes(int bit) {
        boolean[] chosen = new boolean[LANES];
        for (int i = 0; i < LANES; i++) {
            chosen[i] = (i & bit) != 0;
        }
        return VectorMask.fromArray(FLOATS, chosen, 0);
    }

    static void transpose(float[] rows, int offset, int stride, int length, float[] turned, int at, int across) {
        if (across != 8 || LANES != 8) {
            PlainTranspose.transpose(rows, offset, stride, length, turned, at, across);
            return;
        }
        int apart = stride - 1;
        for (int j = 0; j < length; j++) {
            int from = offset + j;
            FloatVector ab = FloatVector.fromArray(FLOATS, rows, from)
                    .blend(FloatVector.fromArray(FLOATS, rows, from + apart), ODD);
            FloatVector cd = FloatVector.fromArray(FLOATS, rows, from + 2 * apart)
                    .blend(FloatVector.fromArray(FLOATS, rows, from + 3 * apart), ODD);
            FloatVector ef = FloatVector.fromArray(FLOATS, rows, from + 4 * apart)
                    .blend(FloatVector.fromArray(FLOATS, rows, from + 5 * apart), ODD);
            FloatVector gh = FloatVector.fromArray(FLOATS, rows, from + 6 * apart)
                    .blend(FloatVector.fromArray(FLOATS, rows, from + 7 * apart), ODD);
            ab.blend(cd, ODD_PAIRS).blend(ef.blend(gh, ODD_PAIRS), UPPER_HALF).intoArray(turned, at + 8 * j);
        }
    }

    static void transposeBack(
            float[] turned,
            int at,
            float[] factors,
            int factorAt,
            int length,
            float[] rows,
            int offset,
            int stride,
            int across) {
        if (across != 8 || LANES != 8) {
            PlainTranspose.transposeBack(turned, at, factors, factorAt, 0, length, rows, offset, stride, across);
            return;
        }
        int whole = FLOATS.loopBound(length);
        for (int r = 0; r < 8; r++) {
            for (int j = 0; j < whole; j += 8) {
                int from = at + 8 * j + r;
                FloatVector ab = FloatVector.fromArray(FLOATS, turned, from)
                        .blend(FloatVector.fromArray(FLOATS, turned, from + 7), ODD);
                FloatVector cd = FloatVector.fromArray(FLOATS, turned, from + 14)
                        .blend(FloatVector.fromArray(FLOATS, turned, from + 21), ODD);
                FloatVector ef = FloatVector.fromArray(FLOATS, turned, from + 28)
                        .blend(FloatVector.fromArray(FLOATS, turned, from + 35), ODD);
                FloatVector gh = FloatVector.fromArray(FLOATS, turned, from + 42)
                        .blend(FloatVector.fromArray(FLOATS, turned, from + 49), ODD);
                ab.blend(cd, ODD_PAIRS)
                        .blend(ef.blend(gh, ODD_PAIRS), UPPER_HALF)
                        .mul(FloatVector.fromArray(FLOATS, factors, factorAt + j))
                        .intoArray(rows, offset + r * stride + j);
            }
        }
        PlainTranspose.transposeBack(turned, at, factors, factorAt, whole, length, rows, offset, stride, across);
    }
}
