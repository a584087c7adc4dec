package io.github.skpca.benchmarks;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntConsumer;

/**
 * Single rows through {@code model.transform(row)} and {@code model.score(row)} against the same rows through a projector, which writes into
 * arrays of the caller: microseconds per row, and the rate of the first as a share of the second.
 *
 * <p>Usage: SingleRows ROUNDS [COLUMNS]. The settings are the defaults: 1000 landmarks, 10 components. Rounds of the calls alternate; the
 * first two of each are not counted, and of the others the median is.
 */
public final class SingleRows {
    private static final int ROWS = 4000;
    private static final int CALLS = 20_000;
    private static final int WARM_UP = 2;

    private SingleRows() {}

    /** Prints the table. */
    public static void main(String[] args) {
        int rounds = Integer.parseInt(args[0]);
        int columns = args.length > 1 ? Integer.parseInt(args[1]) : 54;
        RandomStream random = new RandomStream(1, Purpose.MADE_UP_ROWS);
        double[] all = new double[ROWS * columns];
        Arrays.setAll(all, i -> random.nextDouble());
        double[][] rows = new double[ROWS][];
        float[][] narrow = new float[ROWS][columns];
        for (int i = 0; i < ROWS; i++) {
            rows[i] = Arrays.copyOfRange(all, i * columns, (i + 1) * columns);
            for (int j = 0; j < columns; j++) {
                narrow[i][j] = (float) rows[i][j];
            }
        }
        StreamingKernelPca learner =
                StreamingKernelPca.builder().warmUpRows(ROWS).build(columns);
        learner.update(all, ROWS);
        KernelPcaModel model = learner.snapshot();
        Projector projector = FittedModel.of(model).projector();
        float[] loadings = new float[model.components()];
        double[] score = new double[1];
        double[] sum = new double[1];
        IntConsumer[] calls = {
            i -> {
                projector.transform(all, i % ROWS * columns, 1, loadings, 0);
                sum[0] += loadings[0];
            },
            i -> sum[0] += model.transform(rows[i % ROWS])[0],
            i -> sum[0] += model.transform(narrow[i % ROWS])[0],
            i -> {
                projector.score(all, i % ROWS * columns, 1, score, 0);
                sum[0] += score[0];
            },
            i -> sum[0] += model.score(rows[i % ROWS]),
            i -> sum[0] += model.score(narrow[i % ROWS])
        };
        double[][] micros = new double[calls.length][rounds];
        for (int round = -WARM_UP; round < rounds; round++) {
            for (int c = 0; c < calls.length; c++) {
                double taken = micros(calls[c]);
                if (round >= 0) {
                    micros[c][round] = taken;
                }
            }
        }
        String[] names = {
            "projector, loadings",
            "transform(double[])",
            "transform(float[])",
            "projector, score",
            "score(double[])",
            "score(float[])"
        };
        System.out.println("| call | microseconds per row | rate over the projector's |");
        System.out.println("|---|---|---|");
        for (int c = 0; c < calls.length; c++) {
            double base = median(micros[c < 3 ? 0 : 3]);
            System.out.printf(
                    Locale.ROOT, "| %s | %.2f | %.3f |%n", names[c], median(micros[c]), base / median(micros[c]));
        }
        // Defeats dead-code elimination.
        System.out.println(Double.isNaN(sum[0]) ? "not a number" : "");
    }

    private static double micros(IntConsumer call) {
        long start = System.nanoTime();
        for (int i = 0; i < CALLS; i++) {
            call.accept(i);
        }
        return (System.nanoTime() - start) * 1e-3 / CALLS;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
