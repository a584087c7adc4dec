package io.github.skpca.cli;

import io.github.skpca.io.OnBadRow;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

/** How rows are read. */
final class RowOptions {
    /** Rows a batch: large enough for every block, small enough to stay in the cache. */
    private static final int BATCH_NUMBERS = 1 << 17;

    private static final int BATCHES = 4;

    @Mixin
    LayoutOptions layout = new LayoutOptions();

    @Option(
            names = "--columns",
            split = ",",
            paramLabel = "COLUMNS",
            description = "Columns to use, by name, number or range (1-21); all by default.")
    List<String> columns = List.of();

    @Option(
            names = "--exclude",
            split = ",",
            paramLabel = "COLUMNS",
            description = "Columns to leave out, such as a label.")
    List<String> exclude = List.of();

    @Option(
            names = "--keep",
            split = ",",
            paramLabel = "COLUMNS",
            description =
                    "Identifiers: no numbers for the model, copied to the output of transform and score as they stand.")
    List<String> keep = List.of();

    @Option(
            names = "--on-bad-row",
            paramLabel = "fail|skip",
            defaultValue = "fail",
            description =
                    "What to do with a row that cannot be used (default: ${DEFAULT-VALUE}); skipped rows are counted.")
    OnBadRow onBadRow = OnBadRow.FAIL;

    /** Opens inputs, for a model of a known width, which LIBSVM rows do not tell; 0 if there is no model yet. */
    RowReader open(List<String> inputs, int expectedWidth) throws IOException {
        return open(inputs, options(expectedWidth));
    }

    /** Opens inputs as these options of the library say. */
    RowReader open(List<String> inputs, ReadOptions options) throws IOException {
        return ahead(Rows.open(inputs, options));
    }

    /** Reads ahead on another thread. */
    static RowReader ahead(RowReader reader) {
        return Rows.prefetching(reader, RowBatches.batchRows(reader), BATCHES);
    }

    /** What was asked for, for a model of a known width; 0 if there is no model yet. */
    ReadOptions options(int expectedWidth) {
        return options(expectedWidth, List.of());
    }

    /** As {@link #options(int)}, with columns that are kept as text before those the user asked for. */
    ReadOptions options(int expectedWidth, List<String> keptFirst) {
        List<String> kept = Stream.concat(keptFirst.stream(), keep.stream()).toList();
        // A choice among wider rows leaves their own width open.
        int told = columns.isEmpty() && exclude.isEmpty() ? expectedWidth : 0;
        return layout.options(told)
                .withColumns(columns)
                .withExclude(exclude)
                .withKeep(kept)
                .withOnBadRow(onBadRow);
    }

    static int batchRows(int columns) {
        return Math.max(16, BATCH_NUMBERS / columns);
    }
}
