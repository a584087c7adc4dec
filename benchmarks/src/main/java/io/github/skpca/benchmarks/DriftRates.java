package io.github.skpca.benchmarks;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.drift.DriftDetector;
import io.github.skpca.drift.DriftEvent;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How soon drift is found, how often the right column is named first, and how often there is an alarm without drift.
 *
 * <p>Usage: DriftRates delay STREAMS [rate=RATE] [KIND ...], or DriftRates alarms STREAMS ROWS [rate=RATE] [KIND ...]. Streams have ten
 * columns; the model is that of the first 10,000 rows with the defaults of the builder, and detectors have theirs. Kinds:
 *
 * <ul>
 *   <li>{@code normal}: independent standard normal columns; {@code heavy}: correlated columns of Student's law with three degrees of freedom;
 *       {@code rare}: normal, but one row in a thousand lies somewhere else;
 *   <li>{@code dependent} and {@code persistent}: each column a normal autoregression with factor 0.9 or 0.99;
 *   <li>{@code bursts}: 50 rows each about a normal centre of their own, deviation 0.1; {@code rareBursts}: normal, but on average once in
 *       5000 rows 50 rows in a row lie somewhere else;
 *   <li>{@code chain}: normal about one of two states, -1 or 1 in all columns, each left with probability 1/100 at every row;
 *       {@code oneColumnChain}: the same in the first column alone.
 * </ul>
 */
final class DriftRates {
    private static final String RATE = "rate=";
    private static final int COLUMNS = 10;
    private static final int FITTED = 10_000;
    private static final int BATCH = 4096;
    private static final int LATEST = 200_000;
    private static final int BURST = 50;

    private DriftRates() {}

    public static void main(String[] arguments) {
        int streams = Integer.parseInt(arguments[1]);
        double rate = Arrays.stream(arguments)
                .filter(argument -> argument.startsWith(RATE))
                .mapToDouble(argument -> Double.parseDouble(argument.substring(RATE.length())))
                .findFirst()
                .orElse(DriftDetector.DEFAULT_FALSE_ALARM_RATE);
        if (arguments[0].equals("delay")) {
            System.out.println("| rows | streams | found within 5,000 rows | median rows until found | longest |"
                    + " right column first | alarms before the shift |\n|---|---|---|---|---|---|---|");
            for (String kind : kinds(arguments, 2)) {
                System.out.println(delays(kind, streams, rate));
            }
        } else {
            long rows = Long.parseLong(arguments[2]);
            System.out.println("| rows | rows in all | false alarms | in 100,000 rows | at rows compared | us a row |"
                    + "\n|---|---|---|---|---|---|");
            for (String kind : kinds(arguments, 3)) {
                System.out.println(alarms(kind, streams, rows, rate));
            }
        }
    }

    private static List<String> kinds(String[] arguments, int from) {
        List<String> named = Arrays.stream(arguments)
                .skip(from)
                .filter(argument -> !argument.startsWith(RATE))
                .toList();
        return named.isEmpty() ? List.of("normal", "heavy", "dependent", "rare") : named;
    }

    /** An endless stream of rows. */
    private static final class Stream {
        private final String kind;
        private final RandomStream random;
        private final double[] state = new double[COLUMNS];
        private final double memory;
        private int left;
        private double sign = 1;

        Stream(String kind, long seed) {
            this.kind = kind;
            this.random = new RandomStream(seed, Purpose.MADE_UP_ROWS);
            this.memory = kind.equals("persistent") ? 0.99 : 0.9;
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
            boolean elsewhere = (kind.equals("rare") && random.nextBelow(1000) == 0) || isInBurst();
            sign = kind.endsWith("hain") && random.nextBelow(100) == 0 ? -sign : sign;
            boolean renewed = kind.equals("bursts") && left-- == 0;
            left = renewed ? BURST - 1 : left;
            for (int j = 0; j < COLUMNS; j++) {
                double own = random.nextGaussian();
                state[j] = renewed ? random.nextGaussian() : state[j];
                rows[at + j] = switch (kind) {
                    case "normal" -> own;
                    case "rare", "rareBursts" -> own + (elsewhere ? 8 : 0);
                    case "heavy" -> tail * (Math.sqrt(0.5) * common + Math.sqrt(0.5) * own);
                    case "dependent", "persistent" -> autoregression(j, own);
                    case "bursts" -> state[j] + 0.1 * own;
                    case "chain" -> sign + own;
                    case "oneColumnChain" -> (j == 0 ? sign : 0) + own;
                    default -> throw new IllegalArgumentException("no such rows: " + kind);
                };
            }
        }

        private double autoregression(int j, double own) {
            state[j] = memory * state[j] + Math.sqrt(1 - memory * memory) * own;
            return state[j];
        }

        private boolean isInBurst() {
            if (!kind.equals("rareBursts")) {
                return false;
            }
            left = left > 0 ? left - 1 : random.nextBelow(5000) == 0 ? BURST : 0;
            return left > 0;
        }
    }

    private static KernelPcaModel fitted(Stream stream, long seed) {
        StreamingKernelPca learner = StreamingKernelPca.builder().seed(seed).build(COLUMNS);
        learner.update(stream.next(FITTED), FITTED);
        return learner.snapshot();
    }

    /** Half a standard deviation, or for the law without a fourth moment half of that of the law it is drawn from, in a random column. */
    private static String delays(String kind, int streams, double rate) {
        List<Long> delays = new ArrayList<>();
        int right = 0;
        int early = 0;
        for (int seed = 0; seed < streams; seed++) {
            Stream stream = new Stream(kind, seed);
            DriftDetector detector = new DriftDetector(fitted(stream, seed), rate);
            RandomStream random = new RandomStream(seed, Purpose.MADE_UP_CHANGE);
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

    private static String alarms(String kind, int streams, long rows, double rate) {
        List<Long> compared = new ArrayList<>();
        long nanoseconds = 0;
        for (int seed = 0; seed < streams; seed++) {
            Stream stream = new Stream(kind, seed);
            DriftDetector detector = new DriftDetector(fitted(stream, seed), rate);
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
