package io.github.skpca.benchmarks;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;
import io.github.skpca.Workers;
import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.model.FittedModel;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Whether rows far away have the smallest p-value there is: a row of 1e6 in every column, and for standardised models a usual row with one
 * column 20 deviations from its mean, for each column that is not constant, both ways.
 *
 * <p>Usage: FarRows SEEDS FILE ... Each file holds usual rows in random order; the first half is learned. One line per file, over all
 * seeds: how many of the rows had the smallest p-value. Columns in which a learned row is itself more than 20 deviations away are counted
 * apart, because a row at 20 is then not beyond what was learned.
 */
public final class FarRows {
    private static final double DEVIATIONS = 20;

    private FarRows() {}

    /** Prints the table. */
    public static void main(String[] args) throws IOException {
        int seeds = Integer.parseInt(args[0]);
        System.out.println(
                "| rows | d | learned | all 1e6 | all 1e6, standardised | 20 deviations | where learned rows are farther"
                        + " | largest p of these |");
        System.out.println("|---|---|---|---|---|---|---|---|");
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            for (int i = 1; i < args.length; i++) {
                System.out.println(line(Path.of(args[i]), seeds, workers));
            }
        }
    }

    private static String line(Path file, int seeds, Workers workers) throws IOException {
        double[] rows = new double[0];
        int columns;
        try (RowReader reader = Rows.open(List.of(file.toString()), ReadOptions.defaults())) {
            columns = reader.columns();
            DenseBuffer batch = new DenseBuffer(1 << 12, columns);
            while (reader.read(batch) > 0) {
                int at = rows.length;
                rows = Arrays.copyOf(rows, at + batch.rows() * columns);
                System.arraycopy(batch.values(), 0, rows, at, batch.rows() * columns);
            }
        }
        int learned = rows.length / columns / 2;
        Count all = new Count();
        Count allStandardized = new Count();
        Count one = new Count();
        Count within = new Count();
        double[] far = new double[columns];
        Arrays.fill(far, 1e6);
        for (int seed = 0; seed < seeds; seed++) {
            all.add(fitted(rows, learned, columns, false, seed, workers), far);
            KernelPcaModel model = fitted(rows, learned, columns, true, seed, workers);
            allStandardized.add(model, far);
            for (int j = 0; j < columns; j++) {
                double[] column = column(rows, learned, columns, j);
                double mean = Arrays.stream(column).average().orElseThrow();
                double deviation = Math.sqrt(Arrays.stream(column)
                        .map(x -> (x - mean) * (x - mean))
                        .average()
                        .orElseThrow());
                for (int sign = -1; sign <= 1 && deviation > 0; sign += 2) {
                    int base = (learned + (j + seed) % learned) * columns;
                    double[] row = Arrays.copyOfRange(rows, base, base + columns);
                    row[j] = mean + sign * DEVIATIONS * deviation;
                    double value = row[j];
                    int side = sign;
                    boolean isBeyond = Arrays.stream(column).allMatch(x -> side * (value - x) > 0);
                    (isBeyond ? one : within).add(model, row);
                }
            }
        }
        return String.format(
                Locale.ROOT,
                "| %s | %d | %d | %s | %s | %s | %s | %.4f |",
                file.getFileName(),
                columns,
                learned,
                all,
                allStandardized,
                one,
                within,
                one.largest);
    }

    private static double[] column(double[] rows, int learned, int columns, int column) {
        double[] values = new double[learned];
        for (int i = 0; i < learned; i++) {
            values[i] = rows[i * columns + column];
        }
        return values;
    }

    private static KernelPcaModel fitted(
            double[] rows, int learned, int columns, boolean standardized, int seed, Workers workers) {
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .standardized(standardized)
                .seed(seed)
                .workers(workers)
                .build(columns);
        learner.update(rows, learned);
        learner.endWarmUp();
        return learner.snapshot();
    }

    /** How many rows had the smallest p-value, of how many. */
    private static final class Count {
        int reached;
        int rows;
        double largest;

        void add(KernelPcaModel model, double[] row) {
            Calibration calibration = model.calibration().orElseThrow();
            double p = calibration.pValue(model.score(row));
            rows++;
            reached += p == calibration.smallestPValue() ? 1 : 0;
            largest = Math.max(largest, p);
        }

        @Override
        public String toString() {
            return reached + " of " + rows;
        }
    }
}
