package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowPreparation;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.RowBuffer;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One pass over rows with a model: each batch in, some numbers a row out. */
final class RowPass {
    private final ModelOverRowsCommand command;
    private final KernelPcaModel model;
    private final Path modelPath;
    private @Nullable PreparedRows prepared;
    private List<String> notes = List.of();

    /** Fills {@code out} with the numbers of the current batch's rows. */
    interface Work {
        void apply(RowBatches rows, double[] out);
    }

    /** Takes the current batch's rows and their numbers. */
    interface Taker {
        /** Looks at the rows before the first is read. */
        default void begin(RowReader reader) {}

        void take(RowBatches rows, double[] out) throws IOException;
    }

    RowPass(ModelOverRowsCommand command, KernelPcaModel model, Path modelPath) {
        this.command = command;
        this.model = model;
        this.modelPath = modelPath;
    }

    /** Reads, works and writes; the output appears when all of it is there. Returns what to report. */
    Map<String, Object> run(OutputOption output, List<String> names, Work work) throws IOException {
        long start = System.nanoTime();
        boolean areNumbered = output.hasRowNumbers(command.rows);
        try (RowReader reader = open(command.rows, command.inputs, PreparedRows.Use.JUDGE);
                RowWriter writer =
                        Rows.create(output.name, null, reader.keptNames(), OutputOption.numbered(areNumbered, names))) {
            long total = each(reader, names.size(), work, (batches, out) -> {
                RowBuffer batch = batches.batch();
                double[] numbers = areNumbered ? OutputOption.numbered(batch, out, names.size()) : out;
                writer.write(numbers, batch.rows(), reader.keptNames().isEmpty() ? null : batch);
            });
            writer.commit();
            Map<String, Object> fields = described(reader, total, start);
            fields.put("output", output.name);
            return fields;
        }
    }

    /** Reads and works, and hands on what came of it. Returns what to report. */
    Map<String, Object> run(int width, Work work, Taker taker) throws IOException {
        long start = System.nanoTime();
        try (RowReader reader = open(command.rows, command.inputs, PreparedRows.Use.JUDGE)) {
            taker.begin(reader);
            long total = each(reader, width, work, taker);
            return described(reader, total, start);
        }
    }

    private long each(RowReader reader, int width, Work work, Taker taker) throws IOException {
        ProgressLine progress = command.console().progress();
        RecentRate rate = new RecentRate(System.nanoTime(), 0);
        RowBatches batches = new RowBatches(reader);
        double[] out = new double[Math.multiplyExact(batches.capacity(), width)];
        long total = 0;
        for (int read = batches.read(); read > 0; read = batches.read()) {
            work.apply(batches, out);
            taker.take(batches, out);
            total += read;
            long shown = total;
            progress.update(() -> rate.text(System.nanoTime(), shown));
        }
        progress.done();
        return total;
    }

    private Map<String, Object> described(RowReader reader, long total, long start) {
        double seconds = (System.nanoTime() - start) * 1e-9;
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rows", total);
        fields.put("columns", model.columns());
        fields.put("components", model.components());
        fields.put("skippedRows", reader.skippedRows());
        if (prepared != null) {
            prepared.describe(fields);
        }
        fields.put("seconds", seconds);
        fields.put("rowsPerSecond", total / seconds);
        notes = reader.notes();
        return fields;
    }

    /** What a person should know of how the columns of the rows were found, after {@link #run}. */
    List<String> notes() {
        return notes;
    }

    /** Opens rows, prepared as the model's were, with medians for what is missing. */
    RowReader open(RowOptions rows, List<String> inputs) throws IOException {
        return open(rows, inputs, PreparedRows.Use.LEARN);
    }

    /** Opens rows, prepared as the model's were, for a use. */
    RowReader open(RowOptions rows, List<String> inputs, PreparedRows.Use use) throws IOException {
        RowPreparation preparation = model.preparation();
        int cells = preparation.cells();
        List<String> times = PreparedRows.timeColumns(preparation, command.timeColumn, modelPath);
        RowReader reader = Rows.open(
                inputs,
                rows.options(cells, times)
                        .withCells(PreparedRows.cells(preparation))
                        .withNames(model.columnNames()));
        if (reader.columns() != cells) {
            int found = reader.columns();
            reader.close();
            throw new BadInputException(String.join(", ", inputs) + ": the rows have " + found + " columns and "
                    + modelPath + " was fitted on " + cells + ": choose the same ones with --columns or --exclude");
        }
        if (preparation.isPlain()) {
            return RowOptions.ahead(reader);
        }
        prepared = new PreparedRows(preparation, use);
        return RowOptions.ahead(Rows.transformed(reader, prepared));
    }
}
