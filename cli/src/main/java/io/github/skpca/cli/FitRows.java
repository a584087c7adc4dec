package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowPreparation;
import io.github.skpca.internal.model.ColumnNames;
import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.internal.model.RowSettings;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.CategoryTable;
import io.github.skpca.io.CellRules;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.HeadReader;
import io.github.skpca.io.InputAccess;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;
import io.github.skpca.io.SampledRows;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The rows of a fit: prepared as asked, with the medians and categories of a sample, or as a model or a checkpoint has them.
 *
 * <p>The sample is the one of a fit: rows from all over plain files, of everything else the first ones.
 */
final class FitRows {
    static final FitRows PLAIN = new FitRows(new PreparationOptions(), CellRules.numbers(), null);

    private final PreparationOptions options;
    private final CellRules cells;
    private @Nullable RowPreparation preparation;
    private @Nullable PreparedRows learned;

    /** Who says how many columns there are. */
    private String deciding = "the checkpoint was begun with ";

    /** What the columns have to be called, as a model or a checkpoint has it; empty if any will do. */
    private List<String> wanted = List.of();

    private List<String> names = List.of();
    private boolean areNamesTooLong;

    private FitRows(PreparationOptions options, CellRules cells, @Nullable RowPreparation preparation) {
        this.options = options;
        this.cells = cells;
        this.preparation = preparation;
    }

    /**
     * Rows that are prepared as asked, or as a model or a checkpoint has them.
     *
     * @param pattern the model that decides; null if none does
     * @param like its file
     * @param resumed the checkpoint that is gone on from if it is there; null if none is
     */
    static FitRows of(
            PreparationOptions options, @Nullable KernelPcaModel pattern, @Nullable Path like, @Nullable Path resumed)
            throws IOException {
        if (pattern != null) {
            FitRows rows = new FitRows(options, PreparedRows.cells(pattern.preparation()), pattern.preparation());
            rows.deciding = like + " was fitted on ";
            rows.wanted = pattern.columnNames();
            return rows;
        }
        boolean missing = options.missing() != RowPreparation.Missing.FAIL;
        CellRules asked = CellRules.of(missing, options.oneHot);
        if (resumed == null || !Files.exists(resumed)) {
            return new FitRows(options, asked, null);
        }
        RowSettings saved = ModelFile.readLearner(resumed, null).settings().rowSettings();
        FitRows rows = new FitRows(options, asked, null);
        if (!options.isPlain()) {
            RowPreparation known = ResumedFit.preparation(saved.preparation(), resumed, options);
            rows = new FitRows(options, PreparedRows.cells(known), known);
        }
        rows.wanted = saved.names();
        return rows;
    }

    /** The cells of a row, if a model or a checkpoint tells; 0 if not. */
    int knownCells() {
        return preparation == null ? 0 : preparation.cells();
    }

    /** The same options for rows whose cells are read as these are. */
    ReadOptions reading(ReadOptions read) {
        return read.withCells(cells).withNames(wanted);
    }

    /**
     * Opens the rows to learn.
     *
     * @param sampling where and how large the sample is
     */
    RowReader open(List<String> inputs, ReadOptions read, Sampling sampling) throws IOException {
        RowReader opened = Rows.open(inputs, read);
        try {
            List<String> found = opened.isNamed() ? opened.columnNames() : List.of();
            areNamesTooLong = !ColumnNames.fit(found);
            names = areNamesTooLong ? List.of() : found;
            RowReader from = prepare(opened, inputs, read, sampling);
            RowPreparation made = preparation();
            if (made.cells() != opened.columns()) {
                throw new BadInputException(
                        String.join(", ", inputs) + ": the rows have " + opened.columns() + " columns, and " + deciding
                                + made.cells() + ": choose the same ones with --columns or --exclude");
            }
            if (!made.isPlain()) {
                learned = new PreparedRows(made, PreparedRows.Use.LEARN);
                from = Rows.transformed(from, learned);
            }
            return RowOptions.ahead(from);
        } catch (IOException | RuntimeException failure) {
            opened.close();
            throw failure;
        }
    }

    /** How a fit takes its sample, and whether its rows have times. */
    record Sampling(boolean inOrder, int most, long seed, boolean areTimed) {}

    private RowReader prepare(RowReader opened, List<String> inputs, ReadOptions read, Sampling sampling)
            throws IOException {
        if (preparation != null) {
            return opened;
        }
        preparation = options.preparation(opened.columns());
        if (sampling.areTimed() && options.lags > 1) {
            HeadReader first = Rows.withHead(opened, sampling.most());
            double step = RowTimes.usualStep(first.head());
            if (!(step > 0)) {
                throw new BadInputException(
                        String.join(", ", inputs) + ": no time is later than the one before it: rows of a time series"
                                + " have to be in order; name another --time-column");
            }
            preparation = preparation.withTimeStep(step);
            return learnt(first, inputs, read, sampling);
        }
        return learnt(opened, inputs, read, sampling);
    }

    private RowReader learnt(RowReader opened, List<String> inputs, ReadOptions read, Sampling sampling)
            throws IOException {
        if (!options.needsSample()) {
            return opened;
        }
        if (!sampling.inOrder() && Rows.access(inputs, read) == InputAccess.ANYWHERE) {
            RandomStream random = new RandomStream(sampling.seed(), Purpose.FILE_PLACES);
            try (SampledRows sampled = Rows.sample(inputs, read, sampling.most(), random::nextDouble)) {
                learn(Rows.withHead(sampled, sampling.most()).head(), opened);
            }
            return opened;
        }
        HeadReader head = opened instanceof HeadReader ahead ? ahead : Rows.withHead(opened, sampling.most());
        learn(head.head(), opened);
        return head;
    }

    /** Medians and categories of a sample. Its categories get the numbers that they have from now on. */
    private void learn(List<DenseBuffer> sample, RowReader reader) throws BadInputException {
        int columns = reader.columns();
        List<RowPreparation.Categories> categories = new ArrayList<>();
        for (Map.Entry<Integer, CategoryTable> one : cells.tables().entrySet()) {
            List<String> values = frequent(sample, one.getKey(), one.getValue());
            if (!values.isEmpty()) {
                categories.add(new RowPreparation.Categories(one.getKey(), values));
            }
        }
        RowPreparation made = preparation().withCategories(categories);
        int count = sample.stream().mapToInt(DenseBuffer::rows).sum();
        if (options.missing() == RowPreparation.Missing.FAIL || count == 0) {
            preparation = made;
            return;
        }
        double[] rows = new double[Math.multiplyExact(count, columns)];
        int at = 0;
        for (DenseBuffer part : sample) {
            System.arraycopy(part.values(), 0, rows, at, part.rows() * columns);
            at += part.rows() * columns;
        }
        try {
            preparation = made.fitted(rows, count);
        } catch (io.github.skpca.BadRowException allMissing) {
            throw new BadInputException(
                    String.join(",", reader.columnNames().stream().limit(3).toList()) + ", ...: "
                            + allMissing.getMessage(),
                    allMissing);
        }
    }

    /** The most frequent texts, equally frequent ones by their text, and their numbers in the rows of the sample and in the table. */
    private static List<String> frequent(List<DenseBuffer> sample, int column, CategoryTable table) {
        List<String> texts = table.values();
        long[] counts = new long[texts.size()];
        forEach(sample, column, (part, i) -> {
            int number = (int) part.values()[i];
            if (number >= 0) {
                counts[number]++;
            }
        });
        int[] chosen = IntStream.range(0, counts.length)
                .filter(number -> counts[number] > 0)
                .boxed()
                .sorted(Comparator.comparingLong((Integer number) -> -counts[number])
                        .thenComparing(texts::get))
                .limit(RowPreparation.MOST_CATEGORIES)
                .mapToInt(Integer::intValue)
                .toArray();
        int[] renumbered = new int[counts.length];
        Arrays.fill(renumbered, -1);
        List<String> values = new ArrayList<>();
        for (int number : chosen) {
            renumbered[number] = values.size();
            values.add(texts.get(number));
        }
        forEach(sample, column, (part, i) -> {
            int number = (int) part.values()[i];
            part.values()[i] = number < 0 ? -1 : renumbered[number];
        });
        table.fix(values);
        return values;
    }

    private interface Cell {
        void at(DenseBuffer part, int index);
    }

    private static void forEach(List<DenseBuffer> sample, int column, Cell work) {
        for (DenseBuffer part : sample) {
            for (int row = 0; row < part.rows(); row++) {
                work.at(part, row * part.columns() + column);
            }
        }
    }

    /** How rows are prepared; known once they are opened. */
    RowPreparation preparation() {
        if (preparation == null) {
            throw new IllegalStateException("the rows are not opened yet");
        }
        return preparation;
    }

    /** What the columns of the input are called, for the model to remember; empty if they have no names. */
    List<String> names() {
        return names;
    }

    /** What a person should know of the names. */
    List<String> notes() {
        return areNamesTooLong
                ? List.of("the model does not remember the names of the columns, which have more than "
                        + ColumnNames.MOST_CHARACTERS + " characters together: rows are matched by position")
                : List.of();
    }

    /** Whether a sample at places would have no windows in it. */
    boolean areWindows() {
        return preparation().lags() > 1;
    }

    /** Rows of a sample, prepared in the same way. */
    RowReader prepared(RowReader sampled) {
        RowPreparation made = preparation();
        return made.isPlain() ? sampled : Rows.transformed(sampled, new PreparedRows(made, PreparedRows.Use.LEARN));
    }

    /** What was filled. */
    void describe(Map<String, Object> fields) {
        if (learned != null) {
            learned.describe(fields);
        }
    }
}
