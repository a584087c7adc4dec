package io.github.skpca.benchmarks;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.Header;
import io.github.skpca.io.RandomNoisy;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowFormat;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * The data sets of the studies on the order of rows: two that are made here, and the published ones of a folder as {@code skpca data} leaves
 * it, plain or compressed.
 *
 * <p>Of a published set at most the wanted number of rows is kept, each as likely as every other. Its columns are standardised here, over all rows kept, so
 * that no order of rows can change the scale; or they are left as they are. The label is no column.
 */
final class StudySets {
    /** Sets that need no file. */
    static final List<String> MADE = List.of("noisy", "kinds");

    /** All sets. */
    static final List<String> ALL = List.of("noisy", "kinds", "cpu", "adult", "forest");

    /** The options that {@link #split} reads. */
    static final Set<String> OPTIONS = Set.of("data", "rows", "held-out", "scale");

    /** The most rows learned, if nothing is said. */
    static final int ROWS = 60_000;

    /** No more than one row in so many is held out. */
    private static final int LEAST_PARTS = 4;

    private static final int NOISY_COLUMNS = 54;

    private static final int KINDS = 10;
    private static final int KIND_COLUMNS = 40;

    /** Each kind varies in so many directions of its own, and a little in all. */
    private static final int KIND_DIRECTIONS = 6;

    private static final double KIND_NOISE = 0.2;

    private static final int BATCH = 4096;

    private final String folder;
    private final int mostRows;
    private final boolean standardized;

    /**
     * Sets of one size.
     *
     * @param folder where published files are; empty if there is none
     * @param mostRows of a set, held-out ones included
     * @param standardized whether columns of published sets are brought to one scale
     */
    private StudySets(String folder, int mostRows, boolean standardized) {
        this.folder = folder;
        this.mostRows = mostRows;
        this.standardized = standardized;
    }

    /** Rows to learn, in random order, and rows that were held out uniformly. */
    record Split(StudyRows training, StudyRows heldOut) {}

    /** Whether columns of published sets are brought to one scale. */
    static boolean isStandardized(StudyOptions options) {
        return options.oneOf("scale", List.of("columns", "none")).equals("columns");
    }

    /** A set as the options want it. */
    static Split split(StudyOptions options, String name) throws IOException {
        int heldOut = options.count("held-out", 2000);
        int training = options.count("rows", ROWS);
        StudyRows all = new StudySets(options.text("data", ""), training + heldOut, isStandardized(options)).load(name);
        int held = Math.min(heldOut, all.count() / LEAST_PARTS);
        return new Split(all.part(held, Math.min(held + training, all.count())), all.part(0, held));
    }

    /** The rows of a set, in random order. */
    private StudyRows load(String name) throws IOException {
        return switch (name) {
            case "noisy" -> noisy();
            case "kinds" -> kinds();
            case "cpu" -> published(name, "cpu_7373.csv", csv(Header.YES, "1-22"));
            case "forest" -> published(name, "covtype.data", csv(Header.NO, "1-55"));
            case "adult" ->
                published(
                        name,
                        "a9a",
                        ReadOptions.defaults()
                                .withFormat(RowFormat.LIBSVM)
                                .withWidth(123)
                                .withColumns(List.of("1-123", "label")));
            default -> throw new IllegalArgumentException("no such set: " + name);
        };
    }

    private static ReadOptions csv(Header header, String columns) {
        return ReadOptions.defaults()
                .withFormat(RowFormat.CSV)
                .withHeader(header)
                .withColumns(List.of(columns));
    }

    private StudyRows noisy() {
        DenseBuffer rows = new DenseBuffer(mostRows, NOISY_COLUMNS);
        new RandomNoisy(mostRows, NOISY_COLUMNS, RandomNoisy.PAPER_SIGNAL, RandomNoisy.PAPER_ZETA, 0).read(rows);
        return new StudyRows("noisy", NOISY_COLUMNS, rows.values(), new double[0]);
    }

    /** Ten clusters of one size, each with a centre and directions of its own; which one a row is of is its label. */
    private StudyRows kinds() {
        RandomStream random = new RandomStream(0, Purpose.MADE_UP_ROWS);
        double[] centres = normals(random, KINDS * KIND_COLUMNS);
        double[] directions = normals(random, KINDS * KIND_DIRECTIONS * KIND_COLUMNS);
        double[] values = new double[mostRows * KIND_COLUMNS];
        double[] labels = new double[mostRows];
        for (int i = 0; i < mostRows; i++) {
            int kind = (int) random.nextBelow(KINDS);
            labels[i] = kind;
            double[] along = normals(random, KIND_DIRECTIONS);
            for (int j = 0; j < KIND_COLUMNS; j++) {
                double value = centres[kind * KIND_COLUMNS + j] + KIND_NOISE * random.nextGaussian();
                for (int s = 0; s < KIND_DIRECTIONS; s++) {
                    int direction = kind * KIND_DIRECTIONS + s;
                    value += along[s] * directions[direction * KIND_COLUMNS + j] / Math.sqrt(KIND_DIRECTIONS);
                }
                values[i * KIND_COLUMNS + j] = value;
            }
        }
        return new StudyRows("kinds", KIND_COLUMNS, values, labels);
    }

    private static double[] normals(RandomStream random, int count) {
        double[] numbers = new double[count];
        Arrays.setAll(numbers, i -> random.nextGaussian());
        return numbers;
    }

    private StudyRows published(String name, String file, ReadOptions options) throws IOException {
        if (folder.isEmpty()) {
            throw new StudyOptions.UsageException(
                    name + ": is read from a file; name its folder with --data, or leave it out with --sets");
        }
        Path plain = Path.of(folder, file);
        Path compressed = Path.of(folder, file + ".gz");
        if (!Files.exists(plain) && !Files.exists(compressed)) {
            throw new StudyOptions.UsageException(
                    plain + ": is not there; skpca data tells how to get it, or leave it out with --sets");
        }
        try (RowReader reader = Rows.open(List.of((Files.exists(plain) ? plain : compressed).toString()), options)) {
            StudyRows rows = withoutLabel(name, sample(reader), reader.columns());
            StudyRows mixed = rows.sample(rows.count(), 1);
            return standardized ? mixed.standardized() : mixed;
        }
    }

    /** A reservoir: at most the wanted number of rows, each as likely as every other. */
    private double[] sample(RowReader reader) throws IOException {
        RandomStream random = new RandomStream(0, Purpose.MADE_UP_ORDER);
        int width = reader.columns();
        DenseBuffer batch = new DenseBuffer(BATCH, width);
        double[] kept = new double[mostRows * width];
        long seen = 0;
        for (int read = reader.read(batch); read > 0; read = reader.read(batch)) {
            for (int i = 0; i < read; i++) {
                seen++;
                long place = seen <= mostRows ? seen - 1 : random.nextBelow(seen);
                if (place < mostRows) {
                    System.arraycopy(batch.values(), i * width, kept, (int) place * width, width);
                }
            }
        }
        return seen < mostRows ? Arrays.copyOf(kept, (int) seen * width) : kept;
    }

    /** The last column is the label. */
    private static StudyRows withoutLabel(String name, double[] read, int width) {
        int columns = width - 1;
        int n = read.length / width;
        double[] values = new double[n * columns];
        double[] labels = new double[n];
        for (int i = 0; i < n; i++) {
            System.arraycopy(read, i * width, values, i * columns, columns);
            labels[i] = read[i * width + columns];
        }
        return new StudyRows(name, columns, values, labels);
    }
}
