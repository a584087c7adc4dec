package io.github.skpca.internal.linalg;

/** Transposes rows, and back. */
final class PlainTranspose {
    private PlainTranspose() {}

    static void transpose(float[] rows, int offset, int stride, int length, float[] turned, int at, int across) {
        if (across == 1) {
            System.arraycopy(rows, offset, turned, at, length);
            return;
        }
        for (int j = 0; j < length; j++) {
            for (int r = 0; r < across; r++) {
                turned[at + j * across + r] = rows[offset + r * stride + j];
            }
        }
    }

    static void transposeBack(
            float[] turned,
            int at,
            float[] factors,
            int factorAt,
            int from,
            int length,
            float[] rows,
            int offset,
            int stride,
            int across) {
        if (across == 1) {
            for (int j = from; j < length; j++) {
                rows[offset + j] = turned[at + j] * factors[factorAt + j];
            }
            return;
        }
        for (int r = 0; r < across; r++) {
            int to = offset + r * stride;
            for (int j = from; j < length; j++) {
                rows[to + j] = turned[at + j * across + r] * factors[factorAt + j];
            }
        }
    }
}
