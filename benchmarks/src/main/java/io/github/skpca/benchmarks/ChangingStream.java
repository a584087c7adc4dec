package io.github.skpca.benchmarks;

import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Whether a learner with a half-life keeps up with a stream that never stops changing, in memory that does not grow.
 *
 * <p>The stream: 20 columns; every 100,000 rows another normal cluster takes over, with a random centre and a random shape. The half-life is 50,000 rows.
 * The bandwidth is that of rows of the first ten clusters. At every tenth of the stream a line: bytes that the learner counts, the heap after a collection,
 * and the error ||G - G'||_2 / n on 2,000 fresh rows of the recent distribution, in which a cluster weighs what its rows weigh to the learner; beside it
 * the errors of a learner with the same settings that saw the last 200,000 rows alone, and of exact kernel PCA of 4,000 fresh rows.
 *
 * <p>Usage: ChangingStream [ROWS] [--l 50] [--warmup 1000] [--features 1000] [--centered yes|no] [--seed 1]; ten million rows by default. A last line
 * says by how much memory grew after the second line, and the largest ratios.
 */
final class ChangingStream {
    private static final int COLUMNS = 20;
    private static final int CLUSTER_ROWS = 100_000;
    private static final int HALF_LIFE = 50_000;
    private static final int FRESH_ROWS = 2000;
    private static final int EXACT_ROWS = 4000;
    private static final int RECENT_ROWS = 200_000;
    private static final int BANDWIDTH_CLUSTERS = 10;
    private static final int LINES = 10;

    /** Rows are made in such batches, each of one cluster. */
    private static final int BATCH = 10_000;

    /** Deviations of the centres, beside clusters of deviation about 1 in each column. */
    private static final double CENTRES = 1.5;

    /** Each direction of a cluster is so much narrower than the one before. */
    private static final double NARROWER = 0.85;

    private static final String HEAD =
            "| rows | learner, MB | heap, MB | error | fresh fit | ratio | exact | ratio | landmarks | us a row |";

    private final long seed;
    private final int l;
    private final StudyFits.Common common;
    private final Workers workers;
    private final double bandwidth;
    private int lines;
    private double largestToFresh;
    private double largestToExact;
    private double bytesAtSecond;
    private double mostBytes;
    private double heapAtSecond;
    private double mostHeap;

    private ChangingStream(StudyOptions options, Workers workers) {
        this.seed = options.count("seed", 1);
        this.l = options.count("l", 50);
        this.common = StudyFits.Common.of(options);
        this.workers = workers;
        this.bandwidth = bandwidthRows().bandwidth();
    }

    /** Prints the table. */
    public static void main(String[] arguments) throws IOException {
        StudyOptions.run(() -> {
            boolean hasRows = arguments.length > 0 && !arguments[0].startsWith("--");
            StudyOptions options = StudyOptions.parse(
                    hasRows ? Arrays.copyOfRange(arguments, 1, arguments.length) : arguments,
                    List.of(StudyFits.Common.OPTIONS, Set.of("l", "seed")));
            int rows = hasRows ? StudyOptions.number("ROWS", arguments[0]) : 10_000_000;
            if (rows % (LINES * BATCH) != 0) {
                throw new StudyOptions.UsageException("ROWS must be a multiple of " + LINES * BATCH + ", not " + rows);
            }
            try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                new ChangingStream(options, workers).run(rows);
            }
        });
    }

    private void run(int rows) {
        System.out.println(HEAD + "\n|---|---|---|---|---|---|---|---|---|---|");
        StreamingKernelPca learner = forgetting(fits(recent(BATCH, BATCH, 0))).build(COLUMNS);
        long learning = 0;
        int every = rows / LINES;
        for (int at = 0; at < rows; at += BATCH) {
            double[] batch = rows(at / BATCH);
            long start = System.nanoTime();
            learner.update(batch, BATCH);
            learning += System.nanoTime() - start;
            int learned = at + BATCH;
            if (learned % every == 0) {
                line(learner, learned, learning * 1e-3 / every);
                learning = 0;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "%nBytes of the learner at most %.3f of those at the second line, heap at most %.3f; largest ratio to a fresh fit %.3f,"
                        + " to exact %.3f.%n",
                mostBytes / bytesAtSecond,
                mostHeap / heapAtSecond,
                largestToFresh,
                largestToExact);
    }

    private void line(StreamingKernelPca learner, int learned, double microseconds) {
        long bytes = learner.workingBytes();
        double heap = heapAfterCollection();
        lines++;
        // From the second line on: only then does the learner also hold the model of its last snapshot.
        if (lines == 2) {
            bytesAtSecond = (double) bytes;
            heapAtSecond = heap;
        }
        if (lines >= 2) {
            mostBytes = Math.max(mostBytes, (double) bytes);
            mostHeap = Math.max(mostHeap, heap);
        }
        StudyFits fits = fits(recent(learned, FRESH_ROWS, 0));
        StudyFits.Fitted found = fits.measured(learner, System.nanoTime());
        double fresh =
                fits.measured(freshLearner(fits, learned), System.nanoTime()).error();
        double exact =
                fits.fit(fits.exact(l, seed), recent(learned, EXACT_ROWS, 1)).error();
        largestToFresh = Math.max(largestToFresh, found.error() / fresh);
        largestToExact = Math.max(largestToExact, found.error() / exact);
        System.out.printf(
                Locale.ROOT,
                "| %,d | %.2f | %.1f | %.3e | %.3e | %.3f | %.3e | %.3f | %d | %.2f |%n",
                learned,
                bytes * 1e-6,
                heap * 1e-6,
                found.error(),
                fresh,
                found.error() / fresh,
                exact,
                found.error() / exact,
                found.model().features(),
                microseconds);
    }

    private StudyFits fits(StudyRows heldOut) {
        return new StudyFits(common, bandwidth, heldOut, workers);
    }

    private KernelPcaBuilder forgetting(StudyFits fits) {
        return fits.builder(l, seed).forgetting(Forgetting.halfLifeInRows(HALF_LIFE));
    }

    /** A learner that saw the last rows alone. */
    private StreamingKernelPca freshLearner(StudyFits fits, int learned) {
        StreamingKernelPca learner = forgetting(fits).build(COLUMNS);
        for (int at = Math.max(0, learned - RECENT_ROWS); at < learned; at += BATCH) {
            learner.update(rows(at / BATCH), BATCH);
        }
        return learner;
    }

    private static double heapAfterCollection() {
        Runtime runtime = Runtime.getRuntime();
        double least = Double.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, (double) (runtime.totalMemory() - runtime.freeMemory()));
        }
        return least;
    }

    /** The first cluster has half as many rows as the others, so that lines fall into the middle of a cluster. */
    private static long clusterOf(long row) {
        return (row + CLUSTER_ROWS / 2) / CLUSTER_ROWS;
    }

    /** The rows of a batch, which depend on its number alone. */
    private double[] rows(int batch) {
        Cluster cluster = new Cluster(seed, clusterOf((long) batch * BATCH));
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS, batch);
        double[] rows = new double[BATCH * COLUMNS];
        for (int i = 0; i < BATCH; i++) {
            cluster.draw(random, rows, i * COLUMNS);
        }
        return rows;
    }

    /** Fresh rows of what the learner has seen, each age as likely as it weighs. */
    private StudyRows recent(int learned, int count, long draw) {
        RandomStream random = new RandomStream(RandomStream.seedOf(seed, draw), Purpose.MADE_UP_CHANGE, learned);
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < count; i++) {
            long row = -1;
            while (row < 0) {
                double age = -HALF_LIFE * Math.log(random.nextPositive()) / Math.log(2);
                row = learned - 1 - (long) age;
            }
            new Cluster(seed, clusterOf(row)).draw(random, rows, i * COLUMNS);
        }
        return new StudyRows("recent", COLUMNS, rows, new double[0]);
    }

    private StudyRows bandwidthRows() {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_START);
        int count = EXACT_ROWS;
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < count; i++) {
            new Cluster(seed, i % BANDWIDTH_CLUSTERS).draw(random, rows, i * COLUMNS);
        }
        return new StudyRows("clusters", COLUMNS, rows, new double[0]);
    }

    /** A normal law with a random centre and a random shape. */
    private static final class Cluster {
        private final double[] centre = new double[COLUMNS];
        private final double[] shape = new double[COLUMNS * COLUMNS];
        private final double[] normal = new double[COLUMNS];

        Cluster(long seed, long number) {
            RandomStream random = new RandomStream(seed, Purpose.MADE_UP_CHANGE, number);
            double squares = 0;
            for (int s = 0; s < COLUMNS; s++) {
                double width = Math.pow(NARROWER, s);
                squares += width * width;
                centre[s] = CENTRES * random.nextGaussian();
                for (int j = 0; j < COLUMNS; j++) {
                    shape[s * COLUMNS + j] = width * random.nextGaussian();
                }
            }
            for (int i = 0; i < shape.length; i++) {
                shape[i] /= Math.sqrt(squares);
            }
        }

        void draw(RandomStream random, double[] rows, int at) {
            System.arraycopy(centre, 0, rows, at, COLUMNS);
            for (int s = 0; s < COLUMNS; s++) {
                normal[s] = random.nextGaussian();
                for (int j = 0; j < COLUMNS; j++) {
                    rows[at + j] += normal[s] * shape[s * COLUMNS + j];
                }
            }
        }
    }
}
