package io.github.skpca.benchmarks;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.ShrinkRule;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;
import io.github.skpca.internal.random.Purpose;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * The error of the sketch alone, ||ZZ' - ZWW'Z'||_2 / n over the training rows, and its bound, for the block shrink beside the
 * fast one: in file order and shuffled, l = 10 and 50, m = 1000, uncentred.
 *
 * <p>Usage: SketchAccuracy MOST_ROWS NAME FILE COLUMNS [NAME FILE COLUMNS ...], COLUMNS such as 1-54, or - for all.
 */
public final class SketchAccuracy {
    private static final int FEATURES = 1000;
    private static final int POWER_STEPS = 60;
    private static final int VECTORS = 4;

    private SketchAccuracy() {}

    /** Prints a table. */
    public static void main(String[] args) throws IOException {
        int most = Integer.parseInt(args[0]);
        System.out.println(
                "| data | rows | order | l | fast error | block error | ratio | fast bound | block bound | ratio | rounding in it |");
        System.out.println("|---|---|---|---|---|---|---|---|---|---|---|");
        for (int i = 1; i + 2 < args.length; i += 3) {
            ReadOptions options = ReadOptions.defaults();
            if (!args[i + 2].equals("-")) {
                options = options.withColumns(List.of(args[i + 2]));
            }
            try (RowReader reader = Rows.open(List.of(args[i + 1]), options)) {
                data(args[i], reader, most);
            }
        }
    }

    private static void data(String name, RowReader reader, int most) throws IOException {
        int d = reader.columns();
        DenseBuffer batch = new DenseBuffer(1000, d);
        double[] all = new double[1000 * d];
        int total = 0;
        for (int read = reader.read(batch); read > 0; read = reader.read(batch)) {
            if ((total + read) * (long) d > all.length) {
                all = java.util.Arrays.copyOf(all, 2 * all.length);
            }
            System.arraycopy(batch.values(), 0, all, total * d, read * d);
            total += read;
        }
        for (boolean shuffled : new boolean[] {false, true}) {
            double[] rows = all.clone();
            if (shuffled) {
                shuffle(rows, total, d);
            }
            int n = Math.min(total, most);
            for (int l : new int[] {10, 50}) {
                compare(name, rows, n, d, l, shuffled);
            }
        }
    }

    private static void shuffle(double[] rows, int n, int d) {
        RandomStream random = new RandomStream(7, Purpose.MADE_UP_ORDER);
        double[] spare = new double[d];
        for (int i = n - 1; i > 0; i--) {
            int j = (int) random.nextBelow(i + 1L);
            System.arraycopy(rows, i * d, spare, 0, d);
            System.arraycopy(rows, j * d, rows, i * d, d);
            System.arraycopy(spare, 0, rows, j * d, d);
        }
    }

    private static void compare(String name, double[] rows, int n, int d, int l, boolean shuffled) {
        KernelPcaModel fast = fit(rows, n, d, l, ShrinkRule.FAST);
        KernelPcaModel block = fit(rows, n, d, l, ShrinkRule.BLOCK);
        float[] z = features(FittedModel.of(fast).embedding(), rows, n, d);
        double fastError = error(z, n, fast);
        double blockError = error(z, n, block);
        System.out.println(String.format(
                Locale.ROOT,
                "| %s | %d | %s | %d | %.3e | %.3e | %.3f | %.3e | %.3e | %.2f | %.1e |",
                name,
                n,
                shuffled ? "shuffled" : "file",
                l,
                fastError,
                blockError,
                blockError / fastError,
                fast.sketchBound(),
                block.sketchBound(),
                block.sketchBound() / fast.sketchBound(),
                FittedModel.of(block).snapshot().summary().state().rounding() / n));
    }

    private static KernelPcaModel fit(double[] rows, int n, int d, int l, ShrinkRule rule) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            StreamingKernelPca learner = StreamingKernelPca.builder()
                    .map(MapKind.PAIRED)
                    .features(FEATURES)
                    .sketchSize(l)
                    .components(l)
                    .centered(false)
                    .shrink(rule)
                    .warmUpRows(Math.min(n, 10_000))
                    .workers(workers)
                    .build(d);
            learner.update(rows, n);
            learner.endWarmUp();
            return learner.snapshot();
        }
    }

    private static float[] features(Embedding embedding, double[] rows, int n, int d) {
        float[] z = new float[n * FEATURES];
        embedding.embed(rows, 0, n, new float[n * d], z, 0, Workers.callerOnly());
        return z;
    }

    /** The largest eigenvalue of (I - W'W) Z'Z (I - W'W) over n, by power steps on a few vectors. */
    private static double error(float[] z, int n, KernelPcaModel model) {
        float[] w = model.directions();
        RandomStream random = new RandomStream(3, Purpose.MADE_UP_START);
        double best = 0;
        for (int vector = 0; vector < VECTORS; vector++) {
            double[] x = new double[FEATURES];
            for (int j = 0; j < FEATURES; j++) {
                x[j] = random.nextGaussian();
            }
            double value = 0;
            for (int step = 0; step < POWER_STEPS; step++) {
                takeOut(w, model.components(), x);
                normalise(x);
                double[] next = new double[FEATURES];
                value = product(z, n, x, next);
                x = next;
            }
            best = Math.max(best, value);
        }
        return best / n;
    }

    private static double product(float[] z, int n, double[] x, double[] out) {
        float[] narrow = new float[FEATURES];
        for (int j = 0; j < FEATURES; j++) {
            narrow[j] = (float) x[j];
        }
        float[] sum = new float[FEATURES];
        double squares = 0;
        for (int i = 0; i < n; i++) {
            int row = i * FEATURES;
            float a = 0;
            float b = 0;
            float c = 0;
            float e = 0;
            for (int j = 0; j < FEATURES; j += 4) {
                a += narrow[j] * z[row + j];
                b += narrow[j + 1] * z[row + j + 1];
                c += narrow[j + 2] * z[row + j + 2];
                e += narrow[j + 3] * z[row + j + 3];
            }
            float y = a + b + c + e;
            squares += (double) y * y;
            for (int j = 0; j < FEATURES; j++) {
                sum[j] += y * z[row + j];
            }
        }
        for (int j = 0; j < FEATURES; j++) {
            out[j] = sum[j];
        }
        return squares;
    }

    private static void takeOut(float[] w, int k, double[] x) {
        for (int i = 0; i < k; i++) {
            double dot = 0;
            for (int j = 0; j < FEATURES; j++) {
                dot += w[i * FEATURES + j] * x[j];
            }
            for (int j = 0; j < FEATURES; j++) {
                x[j] -= dot * w[i * FEATURES + j];
            }
        }
    }

    private static void normalise(double[] x) {
        double sum = 0;
        for (double entry : x) {
            sum += entry * entry;
        }
        for (int j = 0; j < x.length; j++) {
            x[j] /= Math.sqrt(sum);
        }
    }
}
