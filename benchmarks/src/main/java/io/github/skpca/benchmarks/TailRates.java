package io.github.skpca.benchmarks;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How often held-out rows have p-values of 1e-2 to 1e-6, beside the share that should have: after one stream, after merges, and after rows in an
 * order that makes landmarks follow; and how good extrapolated p-values are.
 *
 * <p>Usage: TailRates [--rows N] [--held N] [--seeds S] [--kinds normal,heavy,merged,ordered] [--seeds-file FILE]. One line per kind and level: the
 * share of all held-out rows over all seeds, and its standard error, which is that of the shares of seeds and so includes the calibration's own.
 * Each finished seed is a line of the seeds' file; seeds that are there are not run again, so that a run may be stopped and go on.
 */
public final class TailRates {
    private static final double[] LEVELS = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6};
    private static final int COLUMNS = 10;
    private static final int BATCH = 1 << 14;
    private static final int PARTS = 4;

    private TailRates() {}

    /** Prints the table. */
    public static void main(String[] args) throws IOException {
        long rows = Long.parseLong(option(args, "--rows", "1000000"));
        long held = Long.parseLong(option(args, "--held", Long.toString(rows)));
        int seeds = Integer.parseInt(option(args, "--seeds", "10"));
        String[] kinds = option(args, "--kinds", "normal,heavy,merged,ordered").split(",", -1);
        String file = option(args, "--seeds-file", "");
        SeedLines lines = new SeedLines(file.isEmpty() ? null : Path.of(file));
        try (Workers workers = new Workers(Integer.parseInt(option(args, "--threads", "1")))) {
            for (String kind : kinds) {
                for (int seed = 0; seed < seeds; seed++) {
                    String key = kind + " " + rows + " " + held + " " + seed;
                    if (!lines.contains(key)) {
                        lines.add(key, shares(kind, rows, held, seed, workers));
                    }
                }
            }
        }
        System.out.println(
                "| rows | learned | held out | seeds | level | share | standard error | share / level | by estimate |"
                        + "\n|---|---|---|---|---|---|---|---|---|");
        for (String kind : kinds) {
            print(kind, rows, held, seeds, lines);
        }
    }

    private static String option(String[] args, String name, String otherwise) {
        int at = Arrays.asList(args).indexOf(name);
        return at < 0 ? otherwise : args[at + 1];
    }

    /** The shares of one seed's held-out rows beyond each level, then those beyond each estimated level. */
    private static double[] shares(String kind, long rows, long held, int seed, Workers workers) {
        KernelPcaModel model = learned(kind, rows, seed, workers);
        Calibration calibration = model.calibration().orElseThrow();
        double[] thresholds = new double[2 * LEVELS.length];
        for (int a = 0; a < LEVELS.length; a++) {
            thresholds[a] = calibration.scoreAt(LEVELS[a]);
            thresholds[LEVELS.length + a] = calibration.estimatedScoreAt(LEVELS[a]);
        }
        Projector projector = FittedModel.of(model).projector(workers);
        Stream stream = new Stream(kind, seed, 1);
        double[] scores = new double[BATCH];
        long[] beyond = new long[thresholds.length];
        for (long done = 0; done < held; done += BATCH) {
            int count = (int) Math.min(BATCH, held - done);
            projector.score(stream.next(count, done, held), 0, count, scores, 0);
            for (int i = 0; i < count; i++) {
                for (int a = 0; a < thresholds.length; a++) {
                    beyond[a] += scores[i] > thresholds[a] ? 1 : 0;
                }
            }
        }
        return Arrays.stream(beyond).mapToDouble(count -> (double) count / held).toArray();
    }

    private static void print(String kind, long rows, long held, int seeds, SeedLines lines) {
        for (int a = 0; a < LEVELS.length; a++) {
            double[] shares = new double[seeds];
            double[] estimated = new double[seeds];
            for (int seed = 0; seed < seeds; seed++) {
                double[] ofSeed = lines.get(kind + " " + rows + " " + held + " " + seed);
                shares[seed] = ofSeed[a];
                estimated[seed] = ofSeed[LEVELS.length + a];
            }
            double mean = mean(shares);
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %d | %d | %d | %.0e | %.3e | %.1e | %.2f | %.2f |%n",
                    kind,
                    rows,
                    held,
                    seeds,
                    LEVELS[a],
                    mean,
                    error(shares, mean),
                    mean / LEVELS[a],
                    mean(estimated) / LEVELS[a]);
        }
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static double error(double[] values, double mean) {
        double squares = Arrays.stream(values).map(v -> (v - mean) * (v - mean)).sum();
        return Math.sqrt(squares / (values.length - 1) / values.length);
    }

    private static KernelPcaModel learned(String kind, long rows, int seed, Workers workers) {
        Stream stream = new Stream(kind, seed, 0);
        StreamingKernelPca learner =
                StreamingKernelPca.builder().seed(seed).workers(workers).build(COLUMNS);
        if (!kind.equals("merged")) {
            learn(learner, stream, 0, rows, rows);
            return learner.snapshot();
        }
        long part = rows / PARTS;
        learn(learner, stream, 0, part, rows);
        for (int i = 1; i < PARTS; i++) {
            StreamingKernelPca other = StreamingKernelPca.like(learner.snapshot(), workers);
            learn(other, stream, i * part, i == PARTS - 1 ? rows : (i + 1) * part, rows);
            learner.merge(other);
        }
        return learner.snapshot();
    }

    private static void learn(StreamingKernelPca learner, Stream stream, long from, long to, long all) {
        for (long done = from; done < to; done += BATCH) {
            int count = (int) Math.min(BATCH, to - done);
            learner.update(stream.next(count, done, all), count);
        }
    }

    /** What finished seeds gave, by their key: kept in a file, if there is one, as a line each. */
    private static final class SeedLines {
        private final @Nullable Path file;
        private final Map<String, double[]> lines = new HashMap<>();

        SeedLines(@Nullable Path file) throws IOException {
            this.file = file;
            if (file != null && Files.exists(file)) {
                for (String line : Files.readAllLines(file)) {
                    String[] parts = line.split(": ", 2);
                    lines.put(
                            parts[0],
                            Arrays.stream(parts[1].split(" ", -1))
                                    .mapToDouble(Double::parseDouble)
                                    .toArray());
                }
            }
        }

        boolean contains(String key) {
            return lines.containsKey(key);
        }

        double[] get(String key) {
            return Objects.requireNonNull(lines.get(key), key);
        }

        void add(String key, double[] shares) throws IOException {
            lines.put(key, shares);
            if (file != null) {
                String numbers =
                        Arrays.stream(shares).mapToObj(Double::toString).collect(Collectors.joining(" "));
                Files.writeString(
                        file, key + ": " + numbers + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            }
        }
    }

    /** Rows of one law; {@code ordered} ones come from one of eight places after the other. */
    private static final class Stream {
        private final String kind;
        private final RandomStream random;
        private final double[] rows = new double[BATCH * COLUMNS];

        Stream(String kind, int seed, int part) {
            this.kind = kind;
            this.random = new RandomStream(2L * seed + part, Purpose.MADE_UP_ROWS, 77);
        }

        double[] next(int count, long done, long all) {
            for (int i = 0; i < count; i++) {
                double tail = kind.equals("heavy") ? 1 / Math.sqrt(random.nextGamma(1.5) / 1.5) : 1;
                int place = (int) (8 * (done + i) / all);
                for (int j = 0; j < COLUMNS; j++) {
                    double own = tail * random.nextGaussian();
                    rows[i * COLUMNS + j] = kind.equals("ordered") && j < 3 ? own + 6 * (place >> j & 1) : own;
                }
            }
            return rows;
        }
    }
}
