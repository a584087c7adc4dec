package io.github.skpca.benchmarks;

import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.MapKind;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.Workers;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Forgetting;

import java.util.Locale;

/**
 * What forgetting is worth on the stream "switch", whose distribution changes once: the error of the sketch's directions on recent rows,
 * two half-lives after the change.
 *
 * <p>The stream: 20 columns, 48 round clusters whose centres lie in a random subspace of 6 dimensions, each cluster 5% rarer than the
 * one before; at row 50,000 other clusters in another subspace take over. The error is
 * ||Z_r Z_r' - Z_r W W' Z_r'||_2 / n_r over the last half-life of rows, about their mean, with all l directions of a model. All
 * models have the same features.
 */
final class ForgettingAccuracy {
    private static final int COLUMNS = 20;
    private static final int SUBSPACE = 6;
    private static final int CLUSTERS = 48;
    private static final double RARER = 0.95;
    private static final double NOISE = 0.25;

    /** Rows of a cluster are alike and those of different ones are not: the clusters are what there is to find. */
    private static final double BANDWIDTH = 3;

    private static final int CHANGE = 50_000;
    private static final int HALF_LIFE = 5_000;
    private static final int FEATURES = 500;
    private static final int[] SIZES = {10, 30, 50};

    private ForgettingAccuracy() {}

    /** Prints the table; the seeds of the streams are the arguments, 1 to 3 if there are none. */
    public static void main(String[] arguments) {
        System.out.printf(
                Locale.ROOT,
                "%4s %3s %11s %11s %11s %11s %8s %8s %8s%n",
                "seed",
                "l",
                "half-life",
                "window",
                "all rows",
                "recent only",
                "a/c",
                "w/c",
                "b/c");
        String[] seeds = arguments.length == 0 ? new String[] {"1", "2", "3"} : arguments;
        for (String seed : seeds) {
            double[] rows = stream(Long.parseLong(seed));
            for (int size : SIZES) {
                measure(Long.parseLong(seed), rows, size);
            }
        }
    }

    private static void measure(long seed, double[] rows, int size) {
        double aged = error(fitted(Forgetting.halfLifeInRows(HALF_LIFE), rows, size, seed), rows);
        KernelPcaModel all = fitted(Forgetting.none(), rows, size, seed);
        double window = error(fitted(Forgetting.window(HALF_LIFE, 0.1), rows, size, seed), rows);
        double whole = error(all, rows);
        StreamingKernelPca recent = StreamingKernelPca.like(all, Workers.callerOnly());
        recent.update(last(rows), HALF_LIFE);
        double alone = error(recent.snapshot(), rows);
        System.out.printf(
                Locale.ROOT,
                "%4d %3d %11.3e %11.3e %11.3e %11.3e %8.3f %8.3f %8.3f%n",
                seed,
                size,
                aged,
                window,
                whole,
                alone,
                aged / alone,
                window / alone,
                whole / alone);
    }

    private static KernelPcaModel fitted(Forgetting forgetting, double[] rows, int size, long seed) {
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(BANDWIDTH))
                .map(MapKind.ORTHOGONAL)
                .features(FEATURES)
                .sketchSize(size)
                .components(size)
                .forgetting(forgetting)
                .seed(seed)
                .build(COLUMNS);
        learner.update(rows, rows.length / COLUMNS);
        return learner.snapshot();
    }

    private static double[] last(double[] rows) {
        return java.util.Arrays.copyOfRange(rows, rows.length - HALF_LIFE * COLUMNS, rows.length);
    }

    private static double[] stream(long seed) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS);
        int count = CHANGE + 2 * HALF_LIFE;
        double[] rows = new double[count * COLUMNS];
        double[][] centres = centres(random);
        for (int i = 0; i < count; i++) {
            if (i == CHANGE) {
                centres = centres(random);
            }
            int cluster = 0;
            double drawn = random.nextDouble() * (1 - Math.pow(RARER, CLUSTERS));
            while (cluster < CLUSTERS - 1 && 1 - Math.pow(RARER, cluster + 1) < drawn) {
                cluster++;
            }
            for (int j = 0; j < COLUMNS; j++) {
                rows[i * COLUMNS + j] = centres[cluster][j] + NOISE * random.nextGaussian();
            }
        }
        return rows;
    }

    private static double[][] centres(RandomStream random) {
        double[][] basis = new double[SUBSPACE][COLUMNS];
        for (double[] direction : basis) {
            java.util.Arrays.setAll(direction, j -> random.nextGaussian() / Math.sqrt(SUBSPACE));
        }
        double[][] centres = new double[CLUSTERS][COLUMNS];
        for (double[] centre : centres) {
            for (double[] direction : basis) {
                double along = 3 * random.nextGaussian();
                for (int j = 0; j < COLUMNS; j++) {
                    centre[j] += along * direction[j];
                }
            }
        }
        return centres;
    }

    /** The largest eigenvalue of (I - WW') S (I - WW'), S the scatter of the last rows over their number. */
    private static double error(KernelPcaModel model, double[] rows) {
        int m = FittedModel.of(model).embedding().features();
        float[] features = new float[HALF_LIFE * m];
        FittedModel.of(model)
                .embedding()
                .embed(last(rows), 0, HALF_LIFE, new float[HALF_LIFE * COLUMNS], features, 0, Workers.callerOnly());
        double[] mean = new double[m];
        for (int i = 0; i < features.length; i++) {
            mean[i % m] += features[i] / (double) HALF_LIFE;
        }
        float[] directions = model.directions();
        double[] scatter = new double[m * m];
        double[] rest = new double[m];
        for (int i = 0; i < HALF_LIFE; i++) {
            for (int j = 0; j < m; j++) {
                rest[j] = features[i * m + j] - mean[j];
            }
            for (int k = 0; k < model.components(); k++) {
                double along = 0;
                for (int j = 0; j < m; j++) {
                    along += directions[k * m + j] * rest[j];
                }
                for (int j = 0; j < m; j++) {
                    rest[j] -= along * directions[k * m + j];
                }
            }
            for (int j = 0; j < m; j++) {
                double factor = rest[j] / HALF_LIFE;
                for (int q = 0; q < m; q++) {
                    scatter[j * m + q] += factor * rest[q];
                }
            }
        }
        SymmetricEigen eigen = new SymmetricEigen(m);
        eigen.decompose(scatter, m);
        return eigen.values()[0];
    }
}
