package io.github.skpca.linalg;

/**
 * The Walsh-Hadamard transform of one vector in plain Java: log2 p stages of sums and differences, two stages a pass.
 *
 * <p>Stages follow each other with strides 1, 2, 4, ...; a pass that does two of them rounds as if they were done apart, so every
 * form that keeps to this order has the same bits.
 */
final class PlainHadamard {
    private PlainHadamard() {}

    static void run(float[] factors, int factorAt, float[] values, int at, int count) {
        for (int i = 0; i < count; i++) {
            values[at + i] *= factors[factorAt + i];
        }
        int stride = 1;
        for (; 4 * stride <= count; stride *= 4) {
            twoStages(values, at, count, stride);
        }
        if (stride < count) {
            lastStage(values, at, stride);
        }
    }

    private static void twoStages(float[] values, int at, int count, int stride) {
        for (int group = at; group < at + count; group += 4 * stride) {
            for (int i = group; i < group + stride; i++) {
                float a = values[i];
                float b = values[i + stride];
                float c = values[i + 2 * stride];
                float d = values[i + 3 * stride];
                float sum = a + b;
                float difference = a - b;
                float farSum = c + d;
                float farDifference = c - d;
                values[i] = sum + farSum;
                values[i + stride] = difference + farDifference;
                values[i + 2 * stride] = sum - farSum;
                values[i + 3 * stride] = difference - farDifference;
            }
        }
    }

    /** The stage whose stride is half of the vector. */
    private static void lastStage(float[] values, int at, int stride) {
        for (int i = at; i < at + stride; i++) {
            float a = values[i];
            float b = values[i + stride];
            values[i] = a + b;
            values[i + stride] = a - b;
        }
    }
}
