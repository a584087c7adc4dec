package io.github.skpca.internal.linalg;

/** Looks in plain Java whether floats can hold numbers. */
final class PlainNarrowing {
    /** Times this, what a float cannot hold is infinite in double, and some of the largest that it can. */
    static final double TO_THE_LIMIT = 0x1p900;

    private PlainNarrowing() {}

    /** Zero times a number is zero unless it is infinite or no number; four sums at a time, without a branch per number. */
    static boolean areFinite(double[] values, int from, int to) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = from;
        for (; i + 4 <= to; i += 4) {
            a += values[i] * TO_THE_LIMIT * 0.0;
            b += values[i + 1] * TO_THE_LIMIT * 0.0;
            c += values[i + 2] * TO_THE_LIMIT * 0.0;
            d += values[i + 3] * TO_THE_LIMIT * 0.0;
        }
        for (; i < to; i++) {
            a += values[i] * TO_THE_LIMIT * 0.0;
        }
        return a + b + c + d == 0;
    }

    static boolean areFinite(float[] values, int from, int to) {
        float a = 0;
        float b = 0;
        float c = 0;
        float d = 0;
        int i = from;
        for (; i + 4 <= to; i += 4) {
            a += values[i] * 0f;
            b += values[i + 1] * 0f;
            c += values[i + 2] * 0f;
            d += values[i + 3] * 0f;
        }
        for (; i < to; i++) {
            a += values[i] * 0f;
        }
        return a + b + c + d == 0;
    }
}
