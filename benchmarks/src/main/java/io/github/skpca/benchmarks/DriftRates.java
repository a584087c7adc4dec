package io.github.skpca.benchmarks;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.drift.DriftDetector;
import io.github.skpca.drift.DriftEvent;
import io.github.skpca.kernel.RandomStream;
import io.github.skpca.model.KernelPcaModel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How soon drift is found, how often the right column is named first, and how often there is an alarm without drift.
 *
 * <p>Usage: DriftRates delay STREAMS [KIND ...], or DriftRates alarms STREAMS ROWS [KIND ...]. Streams have ten columns; the model is that of
 * the first 10,000 rows with the defaults of the builder, and detectors have theirs. Kinds: {@code normal} (independent standard normal
 * columns), {@code heavy} (correlated columns of Student's law with three degrees of freedom), {@code dependent} (each column a normal
 * autoregression with factor 0.9), {@code rare} (normal, but one row in a thousand lies somewhere else).
 */
final class DriftRates {
    private static final int COLUMNS = 10;
    private static final int FITTED = 10_000;
    private static final int BATCH = 4096;
    private static final int LATEST = 200_000;

    private DriftRates() {}

    public static void main(String[] arguments) {
        int streams = Integer.parseInt(arguments[1]);
        if (arguments[0].equals("delay")) {
            System.out.println("| rows | streams | found within 5,000 rows | median rows until found | longest |"
                    + " right column first | alarms before the shift |\n|---|---|---|---|---|---|---|");
            for (String kind : kinds(arguments, 2)) {
                System.out.println(delays(kind, streams));
            }
        } else {
            long rows = Long.parseLong(arguments[2]);
            System.out.println("| rows | rows in all | false alarms | in 100,000 rows | at rows compared | us a row |"
                    + "\n|---|---|---|---|---|---|");
            for (String kind : kinds(arguments, 3)) {
                System.out.println(alarms(kind, streams, rows));
            }
        }
    }

    private static List<String> kinds(String[] arguments, int from) {
        return arguments.length > from
                ? Arrays.asList(arguments).subList(from, arguments.length)
                : List.of("normal", "heavy", "dependent", "rare");
    }

    /** An endless stream of rows. */
    private static final class Stream {
        private final String kind;
        private final RandomStream random;
        private final double[] state = new double[COLUMNS];

        Stream(String kind, long seed) {
            this.kind = kind;
            this.random = new RandomStream(seed, 606);
            for (int j = 0; j < COLUMNS; j++) {
                state[j] = random.nextGaussian();
            }
        }

        double[] next(int count) {
            double[] rows = new double[count * COLUMNS];
            for (int i = 0; i < count; i++) {
                row(rows, i * COLUMNS);
            }
            return rows;
        }

        private void row(double[] rows, int at) {
            double common = random.nextGaussian();
            double tail = kind.equals("heavy") ? 1 / Math.sqrt(random.nextGamma(1.5) / 1.5) : 1;
            boolean elsewhere = kind.equals("rare") && random.nextBelow(1000) == 0;
            for (int j = 0; j < COLUMNS; j++) {
                double own = random.nextGaussian();
                state[j] = 0.9 * state[j] + Math.sqrt(1 - 0.81) * own;
                rows[at + j] = switch (kind) {
                    case "normal" -> own;
                    case "rare" -> own + (elsewhere ? 8 : 0);
                    case "heavy" -> tail * (Math.sqrt(0.5) * common + Math.sqrt(0.5) * own);
                    case "dependent" -> state[j];
                    default -> throw new IllegalArgumentException("no such rows: " + kind);
                };
            }
        }
    }

    private static KernelPcaModel fitted(Stream stream, long seed) {
        StreamingKernelPca learner = StreamingKernelPca.builder().seed(seed).build(COLUMNS);
        learner.update(stream.next(FITTED), FITTED);
        return learner.snapshot();
    }

    /** Half a standard deviation, or for the law without a fourth moment half of that of the law it is drawn from, in a random column. */
    private static String delays(String kind, int streams) {
        List<Long> delays = new ArrayList<>();
        int right = 0;
        int early = 0;
        for (int seed = 0; seed < streams; seed++) {
            Stream stream = new Stream(kind, seed);
            DriftDetector detector = new DriftDetector(fitted(stream, seed));
            RandomStream random = new RandomStream(seed, 607);
            long shiftAt = 5000 + random.nextBelow(95_001);
            int column = (int) random.nextBelow(COLUMNS);
            double shift = kind.equals("heavy") ? 0.5 * Math.sqrt(3) : 0.5;
            List<DriftEvent> events = new ArrayList<>();
            boolean found = false;
            while (!found && detector.rows() < LATEST) {
                double[] rows = stream.next(256);
                for (int i = 0; i < 256; i++) {
                    rows[i * COLUMNS + column] += detector.rows() + i >= shiftAt ? shift : 0;
                }
                detector.update(rows, 0, 256, events::add);
                early += events.removeIf(event -> event.row() <= shiftAt) ? 1 : 0;
                found = !events.isEmpty();
            }
            delays.add(found ? events.get(0).row() - shiftAt : Long.MAX_VALUE);
            right += found && events.get(0).columns().get(0).column() == column ? 1 : 0;
        }
        delays.sort(null);
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %s | %s | %d | %d |",
                kind,
                streams,
                delays.stream().filter(delay -> delay <= 5000).count(),
                delay(delays.get(streams / 2)),
                delay(delays.get(streams - 1)),
                right,
                early);
    }

    private static String delay(long rows) {
        return rows == Long.MAX_VALUE ? "never" : Long.toString(rows);
    }

    private static String alarms(String kind, int streams, long rows) {
        List<Long> compared = new ArrayList<>();
        long nanoseconds = 0;
        for (int seed = 0; seed < streams; seed++) {
            Stream stream = new Stream(kind, seed);
            DriftDetector detector = new DriftDetector(fitted(stream, seed));
            while (detector.rows() < rows) {
                int count = (int) Math.min(BATCH, rows - detector.rows());
                double[] batch = stream.next(count);
                long before = System.nanoTime();
                detector.update(batch, 0, count, event -> compared.add(event.rowsCompared()));
                nanoseconds += System.nanoTime() - before;
            }
        }
        double all = (double) streams * rows;
        compared.sort(null);
        return String.format(
                Locale.ROOT,
                "| %s | %.0f | %d | %.3f | %s | %.2f |",
                kind,
                all,
                compared.size(),
                compared.size() / all * 1e5,
                compared,
                nanoseconds / all / 1000);
    }
}
