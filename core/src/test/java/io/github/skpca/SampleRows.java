package io.github.skpca;

import java.util.Random;

/** Rows to learn from, made from a seed; every value is one that a float holds exactly. */
public final class SampleRows {
    private SampleRows() {}

    /** Three round clusters of different widths, count x columns, row-major. */
    public static double[] clusters(long seed, int count, int columns) {
        Random random = new Random(seed);
        double[] rows = new double[count * columns];
        for (int i = 0; i < count; i++) {
            int cluster = random.nextInt(3);
            for (int j = 0; j < columns; j++) {
                double centre = cluster == 0 ? 0 : cluster == 1 ? 2 + j : -3 + 0.5 * j;
                rows[i * columns + j] = (float) (centre + (0.3 + 0.3 * cluster) * random.nextGaussian());
            }
        }
        return rows;
    }

    /** The same values as floats. */
    public static float[] narrowed(double[] rows) {
        float[] narrow = new float[rows.length];
        for (int i = 0; i < rows.length; i++) {
            narrow[i] = (float) rows[i];
        }
        return narrow;
    }
}
