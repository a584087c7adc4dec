package io.github.skpca.benchmarks;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.drift.DriftEvent;
import io.github.skpca.drift.RowDriftDetector;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How soon a change is found row by row, and how many rows pass between false alarms.
 *
 * <p>Usage:
 *
 * <ul>
 *   <li>RowDriftRates delay STREAMS RATE KIND ... : rows until a change is found, after 500 to 5000 rows that are as those learned;
 *   <li>RowDriftRates alarms STREAMS ROWS RATE KIND ... : false alarms on rows that do not change;
 *   <li>RowDriftRates compare STREAMS RUNS LENGTH: 20 normal columns that become a mixture, a Laplace and a uniform law, beside NEWMA, Scan-B and OKCUSUM, all
 *       with thresholds at which the mean run length is LENGTH, found on RUNS streams.
 * </ul>
 *
 * <p>Kinds: {@code column}: half a deviation in one of ten columns, {@code first}: one deviation in one column from the first row on, {@code heavy}:
 * the same half deviation for Student's law with three degrees of freedom, {@code dependent}: for an autoregression with factor 0.9,
 * {@code mixture}, {@code laplace} and {@code uniform}: twenty columns.
 */
public final class RowDriftRates {
    private static final int FITTED = 10_000;
    private static final int LATEST = 50_000;

    private RowDriftRates() {}

    /** Prints a table. */
    public static void main(String[] args) {
        int streams = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "delay" -> {
                System.out.println(
                        "| change | rate | streams | median rows until found | mean | longest | right column first | alarms before |"
                                + "\n|---|---|---|---|---|---|---|---|");
                for (int i = 3; i < args.length; i++) {
                    System.out.println(delays(args[i], streams, Double.parseDouble(args[2])));
                }
            }
            case "alarms" -> {
                System.out.println(
                        "| rows | rows in all | rate | false alarms | rows for one | us a row |\n|---|---|---|---|---|---|");
                for (int i = 4; i < args.length; i++) {
                    System.out.println(alarms(args[i], streams, Long.parseLong(args[2]), Double.parseDouble(args[3])));
                }
            }
            case "compare" -> DriftReferences.compare(streams, Integer.parseInt(args[2]), Double.parseDouble(args[3]));
            default -> throw new IllegalArgumentException("no such table: " + args[0]);
        }
    }

    /** An endless stream of rows, changed from some row on. */
    static final class Stream {
        final String kind;
        final int columns;
        final double[] row;
        private final double[] state;
        private final RandomStream random;

        Stream(String kind, long seed) {
            this.kind = kind;
            this.columns = kind.equals("mixture") || kind.equals("laplace") || kind.equals("uniform") ? 20 : 10;
            this.row = new double[columns];
            this.state = new double[columns];
            this.random = new RandomStream(seed, Purpose.MADE_UP_ROWS, 91);
        }

        double[] next(boolean isChanged, int column) {
            double tail = kind.equals("heavy") ? 1 / Math.sqrt(random.nextGamma(1.5) / 1.5) : 1;
            boolean isWide = random.nextDouble() < 0.3;
            for (int j = 0; j < columns; j++) {
                double own = random.nextGaussian();
                state[j] = 0.9 * state[j] + Math.sqrt(0.19) * own;
                double shift = isChanged && j == column ? 1 : 0;
                double u = random.nextDouble();
                row[j] = switch (kind) {
                    case "heavy" -> tail * own + 0.5 * Math.sqrt(3) * shift;
                    case "dependent" -> state[j] + 0.5 * shift;
                    case "first" -> own + shift;
                    // A mixture of two widths, Laplace and uniform laws of variance 1.
                    case "mixture" -> isChanged && isWide ? 2 * own : own;
                    case "laplace" ->
                        isChanged
                                ? Math.copySign(Math.log(1 - 2 * Math.abs(u - 0.5) + 1e-300), u - 0.5) / Math.sqrt(2)
                                : own;
                    case "uniform" -> isChanged ? Math.sqrt(3) * (2 * u - 1) : own;
                    default -> own + 0.5 * shift;
                };
            }
            return row;
        }

        KernelPcaModel fitted(long seed) {
            double[] rows = new double[FITTED * columns];
            for (int i = 0; i < FITTED; i++) {
                System.arraycopy(next(false, 0), 0, rows, i * columns, columns);
            }
            StreamingKernelPca learner = StreamingKernelPca.builder().seed(seed).build(columns);
            learner.update(rows, FITTED);
            learner.endWarmUp();
            return learner.snapshot();
        }
    }

    private static String delays(String kind, int streams, double rate) {
        double[] delays = new double[streams];
        int right = 0;
        int early = 0;
        for (int seed = 0; seed < streams; seed++) {
            Stream stream = new Stream(kind, seed);
            RowDriftDetector detector = new RowDriftDetector(stream.fitted(seed), rate);
            RandomStream random = new RandomStream(seed, Purpose.MADE_UP_CHANGE, 91);
            long from = kind.equals("first") ? 0 : 500 + random.nextBelow(4501);
            int column = (int) random.nextBelow(stream.columns);
            delays[seed] = Double.POSITIVE_INFINITY;
            for (long row = 0; row < LATEST; row++) {
                Optional<DriftEvent> event = detector.update(stream.next(row >= from, column));
                if (event.isPresent() && row < from) {
                    early++;
                } else if (event.isPresent()) {
                    delays[seed] = row - from + 1;
                    right += event.get().columns().get(0).column() == column ? 1 : 0;
                    break;
                }
            }
        }
        Arrays.sort(delays);
        return String.format(
                Locale.ROOT,
                "| %s | %.0e | %d | %.0f | %.0f | %.0f | %d | %d |",
                kind,
                rate,
                streams,
                delays[streams / 2],
                Arrays.stream(delays).average().orElse(0),
                delays[streams - 1],
                right,
                early);
    }

    private static String alarms(String kind, int streams, long rows, double rate) {
        long found = 0;
        long nanoseconds = 0;
        for (int seed = 0; seed < streams; seed++) {
            Stream stream = new Stream(kind, 1000L + seed);
            RowDriftDetector detector = new RowDriftDetector(stream.fitted(seed), rate);
            for (long row = 0; row < rows; row++) {
                double[] next = stream.next(false, 0);
                long before = System.nanoTime();
                found += detector.update(next).isPresent() ? 1 : 0;
                nanoseconds += System.nanoTime() - before;
            }
        }
        double all = (double) streams * rows;
        return String.format(
                Locale.ROOT,
                "| %s | %.0f | %.0e | %d | %.0f | %.1f |",
                kind,
                all,
                rate,
                found,
                all / Math.max(1, found),
                nanoseconds / all / 1000);
    }
}
