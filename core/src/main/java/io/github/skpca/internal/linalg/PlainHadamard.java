package io.github.skpca.internal.linalg;

/**
 * The Walsh-Hadamard transform of vectors in plain Java: log2 p stages of sums and differences, two stages a pass.
 *
 * <p>Stages follow each other with strides 1, 2, 4, ...; a pass that does two of them rounds as if they were done apart, so every
 * form that keeps to this order has the same bits.
 */
final class PlainHadamard implements HadamardTransform {
    @Override
    public int across() {
        return 1;
    }

    @Override
    public void transform(
            float[] factors, int factorAt, HadamardLayout layout, float[] values, int from, int to, boolean back) {
        int[] places = layout.places();
        int count = layout.count();
        int across = layout.across();
        gather(factors, factorAt, values, from, places, to, count, across);
        int stride = begin(values, to, count, across, Integer.MAX_VALUE);
        if (stride < count * across) {
            lastStage(values, to, stride);
        }
        if (back) {
            scatter(values, to, places, from, count, across);
        }
    }

    @Override
    public void transpose(float[] rows, int offset, int stride, int length, float[] turned, int at, int across) {
        PlainTranspose.transpose(rows, offset, stride, length, turned, at, across);
    }

    @Override
    public void transposeBack(
            float[] turned,
            int at,
            float[] factors,
            int factorOffset,
            int length,
            float[] rows,
            int offset,
            int stride,
            int across) {
        PlainTranspose.transposeBack(turned, at, factors, factorOffset, 0, length, rows, offset, stride, across);
    }

    /** Entries from their places, times their factors. */
    static void gather(
            float[] factors, int factorAt, float[] values, int from, int[] places, int to, int count, int across) {
        if (across == 1) {
            for (int i = 0; i < count; i++) {
                values[to + i] = values[from + places[i]] * factors[factorAt + i];
            }
            return;
        }
        for (int i = 0; i < count; i++) {
            int at = from + places[i];
            for (int r = 0; r < across; r++) {
                values[to + i * across + r] = values[at + r] * factors[factorAt + i];
            }
        }
    }

    static void scatter(float[] values, int from, int[] places, int to, int count, int across) {
        for (int i = 0; i < count; i++) {
            int at = to + places[i];
            for (int r = 0; r < across; r++) {
                values[at + r] = values[from + i * across + r];
            }
        }
    }

    /**
     * Stages two by two while there are two and strides are below {@code end}; returns the next stride.
     *
     * <p>Vectors that lie across each other are one long vector whose lowest strides are left out.
     */
    static int begin(float[] values, int at, int count, int across, int end) {
        int length = count * across;
        int stride = across;
        for (; 4 * stride <= length && stride < end; stride *= 4) {
            twoStages(values, at, length, stride);
        }
        return stride;
    }

    /** Inner loops of one or of four steps cost more than what they do: the two lowest strides are written out. */
    private static void twoStages(float[] values, int at, int count, int stride) {
        int end = at + count;
        if (stride == 1) {
            for (int i = at; i < end; i += 4) {
                butterfly(values, i, 1);
            }
        } else if (stride == 4) {
            for (int i = at; i < end; i += 16) {
                butterfly(values, i, 4);
                butterfly(values, i + 1, 4);
                butterfly(values, i + 2, 4);
                butterfly(values, i + 3, 4);
            }
        } else {
            for (int group = at; group < end; group += 4 * stride) {
                for (int i = group; i < group + stride; i++) {
                    butterfly(values, i, stride);
                }
            }
        }
    }

    private static void butterfly(float[] values, int i, int stride) {
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

    /** The stage whose stride is half of the vector. */
    static void lastStage(float[] values, int at, int stride) {
        for (int i = at; i < at + stride; i++) {
            float a = values[i];
            float b = values[i + stride];
            values[i] = a + b;
            values[i + stride] = a - b;
        }
    }
}
