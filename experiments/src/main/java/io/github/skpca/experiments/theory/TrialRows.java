package io.github.skpca.experiments.theory;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;

/**
 * A few rows for trials, with their exact kernel matrix.
 *
 * @param columns d
 * @param rows n x d, row-major; owned by this record
 * @param kernel Gaussian
 */
record TrialRows(int columns, float[] rows, IsotropicKernel kernel) {
    private static final float APART = 100;

    int count() {
        return rows.length / columns;
    }

    /** Standard normal rows, with a bandwidth of about their mean distance. */
    static TrialRows normal(int count, int columns, long seed) {
        RandomStream random = new RandomStream(seed, Purpose.EXPERIMENT_TRIAL_ROWS);
        float[] rows = new float[count * columns];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) random.nextGaussian();
        }
        return new TrialRows(columns, rows, Kernel.gaussian(Math.sqrt(2.0 * columns)));
    }

    /** One row, n times: the kernel matrix is all ones, and all of it lies along one direction. */
    static TrialRows equal(int count) {
        float[] rows = new float[count];
        java.util.Arrays.fill(rows, 1);
        return new TrialRows(1, rows, Kernel.gaussian(1));
    }

    /**
     * Groups of equal rows so far apart that the kernel between groups is zero. The groups take turns, except for the last,
     * whose rows are the last {@code late} of all.
     */
    static TrialRows groups(int count, int groups, int late) {
        float[] rows = new float[count];
        for (int i = 0; i < count; i++) {
            boolean last = i >= count - late;
            rows[i] = APART * (last ? groups : i % groups);
        }
        return new TrialRows(1, rows, Kernel.gaussian(1));
    }

    double[] gram() {
        int n = count();
        double[] wide = new double[rows.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = rows[i];
        }
        double[] gram = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                gram[i * n + j] = kernel.similarity(wide, i * columns, wide, j * columns, columns);
            }
        }
        return gram;
    }

    /** n x m features. */
    float[] features(FeatureMap map, Workers workers) {
        float[] features = new float[count() * map.features()];
        map.map(rows, 0, count(), features, 0, workers);
        return features;
    }
}
