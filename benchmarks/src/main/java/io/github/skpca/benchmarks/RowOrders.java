package io.github.skpca.benchmarks;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Orders in which the same rows may come. Rows that an order does not tell apart are shuffled, by the seed.
 *
 * <ul>
 *   <li>{@code shuffled};
 *   <li>{@code column}: sorted by a column: the elevation of Forest, else the one with the most distinct values;
 *   <li>{@code label}: sorted by the label;
 *   <li>{@code groups}: two groups one after the other, those below and those above the median along the first principal direction;
 *   <li>{@code late}: the 1% farthest from the mean along the column come last. A column of few values has no far rows; then it is along the first
 *       principal direction;
 *   <li>{@code drift}: sorted by the rank along the same, plus noise of a tenth of all ranks;
 *   <li>{@code blocks}: the two groups alternate every 3,000 rows, or every eighth of the rows if these are few;
 *   <li>{@code far}: the 5% farthest from the mean come last.
 * </ul>
 */
final class RowOrders {
    /** All of them. */
    static final List<String> ALL = List.of("shuffled", "column", "label", "groups", "late", "drift", "blocks", "far");

    private static final int BLOCK = 3000;
    private static final int FEWEST_BLOCKS = 8;
    private static final double LATE_SHARE = 0.01;
    private static final double FAR_SHARE = 0.05;
    private static final double DRIFT_NOISE = 0.1;

    /** A column of fewer values does not put rows into an order that goes on and on. */
    private static final int FEW_VALUES = 10;

    private static final int POWER_STEPS = 100;

    private final StudyRows rows;
    private final double[] means;
    private final double[] column;
    private final double[] principal;
    private final double[] axis;

    RowOrders(StudyRows rows) {
        this.rows = rows;
        this.means = IntStream.range(0, rows.columns())
                .mapToDouble(j -> StudyRows.mean(rows.column(j)))
                .toArray();
        this.column = rows.column(rows.name().equals("forest") ? 0 : columnOfMostValues());
        this.principal = alongPrincipalDirection();
        this.axis = distinct(column) < FEW_VALUES ? principal : column;
    }

    /** Whether these rows can come in that order. */
    boolean has(String order) {
        return !order.equals("label") || rows.hasLabels();
    }

    /** The numbers of the rows in that order. */
    int[] order(String name, long seed) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ORDER);
        int[] shuffled = random.nextDistinct(rows.count(), rows.count());
        return switch (name) {
            case "shuffled" -> shuffled;
            case "column" -> sorted(shuffled, column);
            case "label" -> sorted(shuffled, rows.labels());
            case "groups" -> sorted(shuffled, isAbove(principal, StudyRows.median(principal)));
            case "late" -> lastOnes(shuffled, distances(axis), LATE_SHARE);
            case "drift" -> sorted(shuffled, drifting(shuffled, random));
            case "blocks" -> alternating(sorted(shuffled, isAbove(principal, StudyRows.median(principal))));
            case "far" -> lastOnes(shuffled, distances(), FAR_SHARE);
            default -> throw new IllegalArgumentException("no such order: " + name);
        };
    }

    /** Sorted by keys; those of equal keys stay as they are. */
    private static int[] sorted(int[] order, double[] keys) {
        return Arrays.stream(order)
                .boxed()
                .sorted(Comparator.comparingDouble(row -> keys[row]))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The share of the rows whose keys are largest behind the others. */
    private static int[] lastOnes(int[] order, double[] keys, double share) {
        int[] byKey = sorted(order, keys);
        double[] isLast = new double[order.length];
        for (int i = order.length - (int) Math.round(share * order.length); i < order.length; i++) {
            isLast[byKey[i]] = 1;
        }
        return sorted(order, isLast);
    }

    private double[] drifting(int[] shuffled, RandomStream random) {
        int[] byAxis = sorted(shuffled, axis);
        double[] keys = new double[byAxis.length];
        for (int i = 0; i < keys.length; i++) {
            keys[byAxis[i]] = (double) i / keys.length + DRIFT_NOISE * random.nextGaussian();
        }
        return keys;
    }

    /** From two halves, a block of the one and a block of the other in turn. */
    private static int[] alternating(int[] halves) {
        int n = halves.length;
        int block = Math.max(1, Math.min(BLOCK, n / FEWEST_BLOCKS));
        int half = n / 2;
        int[] order = new int[n];
        int filled = 0;
        for (int from = 0; from < n - half; from += block) {
            for (int start : new int[] {0, half}) {
                int end = start == 0 ? half : n;
                int count = Math.max(0, Math.min(block, end - start - from));
                System.arraycopy(halves, Math.min(start + from, n - count), order, filled, count);
                filled += count;
            }
        }
        return order;
    }

    private static double[] isAbove(double[] numbers, double limit) {
        return Arrays.stream(numbers).map(number -> number > limit ? 1 : 0).toArray();
    }

    private static double[] distances(double[] numbers) {
        double mean = StudyRows.mean(numbers);
        return Arrays.stream(numbers).map(number -> Math.abs(number - mean)).toArray();
    }

    /** Squared distances from the mean. */
    private double[] distances() {
        double[] distances = new double[rows.count()];
        for (int i = 0; i < distances.length; i++) {
            for (int j = 0; j < means.length; j++) {
                double difference = rows.values()[i * means.length + j] - means[j];
                distances[i] += difference * difference;
            }
        }
        return distances;
    }

    private static long distinct(double[] numbers) {
        return Arrays.stream(numbers).distinct().count();
    }

    /** Of columns with equally many values the one that varies most. */
    private int columnOfMostValues() {
        int best = 0;
        long most = 0;
        double widest = 0;
        for (int j = 0; j < rows.columns(); j++) {
            double[] candidate = rows.column(j);
            long values = distinct(candidate);
            double spread = StudyRows.mean(distances(candidate));
            if (values > most || (values == most && spread > widest)) {
                best = j;
                most = values;
                widest = spread;
            }
        }
        return best;
    }

    /** Where each row is along the direction in which rows vary most, found by power steps. */
    private double[] alongPrincipalDirection() {
        RandomStream random = new RandomStream(0, Purpose.MADE_UP_START);
        int d = means.length;
        double[] direction = new double[d];
        Arrays.setAll(direction, j -> random.nextGaussian());
        double[] along = new double[rows.count()];
        for (int step = 0; step < POWER_STEPS; step++) {
            double norm = Math.sqrt(Arrays.stream(direction).map(x -> x * x).sum());
            double[] next = new double[d];
            for (int i = 0; i < along.length; i++) {
                double sum = 0;
                for (int j = 0; j < d; j++) {
                    sum += (rows.values()[i * d + j] - means[j]) * direction[j];
                }
                along[i] = sum / norm;
                for (int j = 0; j < d; j++) {
                    next[j] += (rows.values()[i * d + j] - means[j]) * along[i];
                }
            }
            direction = next;
        }
        return along;
    }
}
