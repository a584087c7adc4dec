package io.github.skpca.onnx;

import java.util.SplittableRandom;

/** Rows about three points of two scales, the first column far from zero. */
final class TestRows {
    private TestRows() {}

    static float[] of(int count, int columns, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        float[] rows = new float[count * columns];
        for (int i = 0; i < count; i++) {
            int cluster = random.nextInt(3);
            for (int j = 0; j < columns; j++) {
                double centre = Math.sin(cluster * 7 + j * 3);
                double offset = j == 0 ? 100 : 0;
                rows[i * columns + j] = (float) (offset + (1 + j % 2) * (centre + 0.4 * random.nextGaussian()));
            }
        }
        return rows;
    }

    /** Wide rows in a subspace of three dimensions, but for noise that a bandwidth does not see. */
    static float[] wide(int count, int columns, long seed) {
        float[] few = of(count, 3, seed);
        SplittableRandom random = new SplittableRandom(~seed);
        float[] rows = new float[count * columns];
        for (int i = 0; i < rows.length; i++) {
            int row = i / columns;
            int column = i % columns;
            double sum = 1e-3 * random.nextGaussian();
            for (int j = 0; j < 3; j++) {
                sum += Math.sin(j + 1.7 * column) * (few[3 * row + j] - (j == 0 ? 100 : 0));
            }
            rows[i] = (float) sum;
        }
        return rows;
    }

    /** Rows of which every twenty-fifth is of a group far from all others. */
    static float[] withGroup(float[] usual, int columns) {
        float[] rows = usual.clone();
        for (int i = 0; i < rows.length; i++) {
            rows[i] = i / columns % 25 == 0 ? 60 + rows[i] / 50 : rows[i];
        }
        return rows;
    }

    /** Rows, each moved by a distance that doubles from row to row. */
    static float[] far(float[] usual, int columns) {
        float[] rows = usual.clone();
        for (int i = 0; i < rows.length / columns; i++) {
            double distance = Math.scalb(1.0, i);
            for (int j = 0; j < columns; j++) {
                rows[i * columns + j] += (float) (distance * Math.cos(i + j));
            }
        }
        return rows;
    }
}
