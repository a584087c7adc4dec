package io.github.skpca.benchmarks;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.KernelFamily;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * How often the shares of columns name the columns of a row that were changed: rows of few hidden dimensions, bent and with noise, and
 * in each test row some columns moved. Usage: ColumnShareTrials [ROWS].
 */
public final class ColumnShareTrials {
    private static final int TRAINING = 6000;
    private static final String[] SYSTEMS = {"landmarks", "paired", "fourier", "structured", "nystrom", "laplacian"};

    private ColumnShareTrials() {}

    /** What is done to a test row: so many columns are moved by deviations between two numbers. */
    private record Change(String name, int columns, double least, double most) {}

    private static final Change[] CHANGES = {
        new Change("one column by 2-3 deviations", 1, 2, 3),
        new Change("one column by 4-8 deviations", 1, 4, 8),
        new Change("one column by 30-3000 deviations", 1, 30, 3000),
        new Change("three columns by 6-10 deviations", 3, 6, 10)
    };

    /** Prints a line a map, number of columns and change. */
    public static void main(String[] args) {
        int tests = args.length == 0 ? 200 : Integer.parseInt(args[0]);
        for (int columns : new int[] {10, 54}) {
            Rows rows = new Rows(columns, columns == 10 ? 3 : 10, new RandomStream(columns, Purpose.MADE_UP_ROWS));
            double[] training = rows.draw(TRAINING);
            for (String system : SYSTEMS) {
                StreamingKernelPca learner = builder(system).build(columns);
                learner.update(training, TRAINING);
                KernelPcaModel model = learner.snapshot();
                for (Change change : CHANGES) {
                    System.out.println(trial(model, rows, change, tests, system));
                }
            }
        }
    }

    private static KernelPcaBuilder builder(String system) {
        KernelPcaBuilder builder =
                StreamingKernelPca.builder().standardized(true).seed(1).warmUpRows(2000);
        return switch (system) {
            case "nystrom" -> builder.method(Method.NYSTROM).features(500);
            case "laplacian" ->
                builder.kernel(KernelFamily.LAPLACIAN, BandwidthRule.MEDIAN).map(MapKind.LANDMARKS);
            default -> builder.map(MapKind.ofLabel(system).orElseThrow());
        };
    }

    private static String trial(KernelPcaModel model, Rows rows, Change change, int tests, String system) {
        RandomStream random = rows.random;
        double[] deviations = rows.deviations;
        int columns = rows.columns;
        double[] test = rows.draw(tests);
        int byShares = 0;
        int byGradient = 0;
        int byDeviation = 0;
        long nanoseconds = 0;
        for (int i = 0; i < tests; i++) {
            double[] row = Arrays.copyOfRange(test, i * columns, (i + 1) * columns);
            Set<Integer> changed = new TreeSet<>();
            while (changed.size() < change.columns()) {
                changed.add((int) random.nextBelow(columns));
            }
            for (int j : changed) {
                double size = change.least() + (change.most() - change.least()) * random.nextDouble();
                row[j] += (random.nextLong() < 0 ? 1 : -1) * size * deviations[j];
            }
            long start = System.nanoTime();
            double[] shares = model.contributions(row);
            nanoseconds += System.nanoTime() - start;
            double[] gradient = model.scoreGradient(row);
            double[] product = new double[columns];
            double[] deviation = new double[columns];
            for (int j = 0; j < columns; j++) {
                product[j] = gradient[j] * (row[j] - rows.means[j]);
                deviation[j] = Math.abs(row[j] - rows.means[j]) / deviations[j];
            }
            byShares += names(shares, changed) ? 1 : 0;
            byGradient += names(product, changed) ? 1 : 0;
            byDeviation += names(deviation, changed) ? 1 : 0;
        }
        return String.format(
                Locale.ROOT,
                "%d columns, %s, %s: shares %.1f%%, gradient times deviation %.1f%%, deviation %.1f%%; %.2f ms a row",
                columns,
                system,
                change.name(),
                100.0 * byShares / tests,
                100.0 * byGradient / tests,
                100.0 * byDeviation / tests,
                nanoseconds * 1e-6 / tests);
    }

    /** Whether the largest values are those of the changed columns. */
    private static boolean names(double[] values, Set<Integer> changed) {
        for (int j = 0; j < values.length; j++) {
            for (int i : changed) {
                if (!changed.contains(j) && values[j] >= values[i]) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Rows of a few hidden dimensions. */
    private static final class Rows {
        private final int columns;
        private final int hidden;
        private final RandomStream random;
        private final double[] straight;
        private final double[] bent;
        private final double[] means;
        private final double[] deviations;

        Rows(int columns, int hidden, RandomStream random) {
            this.columns = columns;
            this.hidden = hidden;
            this.random = random;
            this.straight = new double[columns * hidden];
            this.bent = new double[columns * hidden];
            for (int i = 0; i < straight.length; i++) {
                straight[i] = random.nextGaussian() / Math.sqrt(hidden);
                bent[i] = random.nextGaussian();
            }
            this.means = new double[columns];
            this.deviations = new double[columns];
            double[] some = draw(TRAINING);
            for (int i = 0; i < some.length; i++) {
                means[i % columns] += some[i] / TRAINING;
            }
            for (int i = 0; i < some.length; i++) {
                double difference = some[i] - means[i % columns];
                deviations[i % columns] += difference * difference / TRAINING;
            }
            Arrays.setAll(deviations, j -> Math.sqrt(deviations[j]));
        }

        double[] draw(int count) {
            double[] rows = new double[count * columns];
            double[] u = new double[hidden];
            for (int i = 0; i < count; i++) {
                Arrays.setAll(u, a -> random.nextGaussian());
                for (int j = 0; j < columns; j++) {
                    double line = 0;
                    double angle = 0;
                    for (int a = 0; a < hidden; a++) {
                        line += straight[j * hidden + a] * u[a];
                        angle += bent[j * hidden + a] * u[a];
                    }
                    rows[i * columns + j] = (1 + j) * (line + Math.sin(angle) + 0.15 * random.nextGaussian()) + 100 * j;
                }
            }
            return rows;
        }
    }
}
