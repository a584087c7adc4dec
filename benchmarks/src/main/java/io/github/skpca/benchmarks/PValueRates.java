package io.github.skpca.benchmarks;

import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.Workers;
import io.github.skpca.Calibration;
import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaModel;

import java.util.Locale;

/**
 * How often a new row has a p-value of at most a, which should be at most a: normal, heavy-tailed, binary and duplicated rows, few and
 * many of them, after merges and with a half-life, and rows that depend on each other, for which nothing is claimed.
 *
 * <p>Usage: PValueRates RUNS [ROWS ...]. One line per kind of rows and number of rows: the share of new rows at or below each level, over
 * all runs, and whether it is above the level by more than three standard errors, which are those of the shares of runs.
 */
public final class PValueRates {
    private static final double[] LEVELS = {0.5, 0.1, 0.05, 0.01, 0.001};
    private static final int NEW_ROWS = 1000;
    private static final int HALF_LIFE = 300;

    private PValueRates() {}

    /** What the rows are like. */
    private enum Kind {
        NORMAL(5, true),
        WIDE(50, true),
        HEAVY_TAILED(5, true),
        BINARY(10, true),
        DUPLICATED(5, true),
        MERGED(5, true),
        HALF_LIFE(5, true),
        AUTOREGRESSIVE(5, false);

        final int columns;
        final boolean isClaimed;

        Kind(int columns, boolean isClaimed) {
            this.columns = columns;
            this.isClaimed = isClaimed;
        }
    }

    /** Prints the table. */
    public static void main(String[] args) {
        int runs = Integer.parseInt(args[0]);
        System.out.println("| rows | n | runs | P(p <= .5) | .1 | .05 | .01 | .001 | above by three standard errors |");
        System.out.println("|---|---|---|---|---|---|---|---|---|");
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            for (Kind kind : Kind.values()) {
                for (int i = 1; i < args.length; i++) {
                    int rows = Integer.parseInt(args[i]);
                    // Small fits vary more, and take less time.
                    System.out.println(line(kind, rows, rows > 5000 ? (runs + 3) / 4 : runs, workers));
                }
            }
        }
    }

    private static String line(Kind kind, int rows, int runs, Workers workers) {
        double[][] shares = new double[LEVELS.length][runs];
        for (int run = 0; run < runs; run++) {
            double[] p = pValues(kind, rows, run, workers);
            for (int a = 0; a < LEVELS.length; a++) {
                for (double value : p) {
                    shares[a][run] += value <= LEVELS[a] ? 1.0 / p.length : 0;
                }
            }
        }
        StringBuilder line = new StringBuilder(String.format(
                Locale.ROOT,
                "| %s | %d | %d |",
                kind.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                rows,
                runs));
        StringBuilder above = new StringBuilder();
        for (int a = 0; a < LEVELS.length; a++) {
            double mean = 0;
            double squares = 0;
            for (double share : shares[a]) {
                mean += share / runs;
            }
            for (double share : shares[a]) {
                squares += (share - mean) * (share - mean);
            }
            double error = Math.sqrt(squares / (runs - 1) / runs);
            line.append(String.format(Locale.ROOT, " %.4f |", mean));
            if (mean > LEVELS[a] + 3 * error) {
                above.append(String.format(Locale.ROOT, " %s (+/- %.4f)", LEVELS[a], error));
            }
        }
        String verdict = above.isEmpty() ? " no |" : above + " |";
        return line + (kind.isClaimed ? verdict : verdict + " not claimed |");
    }

    /** The rows of the published tables were drawn by the order of the kinds. */
    @SuppressWarnings("EnumOrdinal")
    private static double[] pValues(Kind kind, int rows, int run, Workers workers) {
        RandomStream random = new RandomStream(1_000_003L * rows + run, Purpose.MADE_UP_ROWS, kind.ordinal());
        int columns = kind.columns;
        double[] all = rows(kind, rows + NEW_ROWS, random);
        KernelPcaBuilder builder = StreamingKernelPca.builder().seed(run).workers(workers);
        StreamingKernelPca learner;
        if (kind == Kind.MERGED) {
            learner = merged(builder, all, rows, columns, workers);
        } else {
            if (kind == Kind.HALF_LIFE) {
                builder.forgetting(Forgetting.halfLifeInRows(HALF_LIFE));
            }
            learner = builder.build(columns);
            learner.update(all, rows);
            learner.endWarmUp();
        }
        KernelPcaModel model = learner.snapshot();
        Calibration calibration = model.calibration().orElseThrow();
        double[] scores = new double[NEW_ROWS];
        FittedModel.of(model).projector(workers).score(all, rows * columns, NEW_ROWS, scores, 0);
        double[] p = new double[NEW_ROWS];
        for (int i = 0; i < NEW_ROWS; i++) {
            p[i] = calibration.pValue(scores[i]);
        }
        return p;
    }

    private static StreamingKernelPca merged(
            KernelPcaBuilder builder, double[] all, int rows, int columns, Workers workers) {
        int half = rows / 2;
        StreamingKernelPca first = builder.build(columns);
        first.update(all, half);
        first.endWarmUp();
        StreamingKernelPca second = StreamingKernelPca.like(first.snapshot(), workers);
        second.update(java.util.Arrays.copyOfRange(all, half * columns, rows * columns), rows - half);
        first.merge(second);
        return first;
    }

    private static double[] rows(Kind kind, int count, RandomStream random) {
        int columns = kind.columns;
        double[] rows = new double[count * columns];
        double[] pool = new double[60 * columns];
        for (int i = 0; i < pool.length; i++) {
            pool[i] = random.nextGaussian();
        }
        for (int i = 0; i < count; i++) {
            int drawn = (int) random.nextBelow(60);
            for (int j = 0; j < columns; j++) {
                int at = i * columns + j;
                rows[at] = switch (kind) {
                    case HEAVY_TAILED -> random.nextGaussian() / Math.sqrt(random.nextGamma(1.5) / 1.5);
                    case BINARY -> random.nextBelow(2);
                    case DUPLICATED -> pool[drawn * columns + j];
                    case AUTOREGRESSIVE ->
                        (i == 0 ? 0 : 0.9 * rows[at - columns])
                                + (i == 0 ? 1 : Math.sqrt(1 - 0.81)) * random.nextGaussian();
                    default -> random.nextGaussian();
                };
            }
        }
        return rows;
    }
}
