package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowPreparation;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
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

    RowPass(ModelOverRowsCommand command, KernelPcaModel model, Path modelPath) {
        this.command = command;
        this.model = model;
        this.modelPath = modelPath;
    }

    /** Reads, works and writes; the output appears when all of it is there. Returns what to report. */
    Map<String, Object> run(RowOptions rows, List<String> inputs, String output, List<String> names, Work work)
            throws IOException {
        long start = System.nanoTime();
        long total = 0;
        ProgressLine progress = command.console().progress();
        try (RowReader reader = open(rows, inputs, PreparedRows.Use.JUDGE);
                RowWriter writer = Rows.create(output, null, reader.keptNames(), names)) {
            RowBatches batches = new RowBatches(reader);
            double[] out = new double[Math.multiplyExact(batches.capacity(), names.size())];
            for (int read = batches.read(); read > 0; read = batches.read()) {
                work.apply(batches, out);
                writer.write(out, read, reader.keptNames().isEmpty() ? null : batches.batch());
                total += read;
                long shown = total;
                progress.update(() -> Console.text(shown) + " rows");
            }
            progress.done();
            writer.commit();
            double seconds = (System.nanoTime() - start) * 1e-9;
            Map<String, Object> fields = new java.util.LinkedHashMap<>();
            fields.put("rows", total);
            fields.put("columns", model.columns());
            fields.put("components", model.components());
            fields.put("skippedRows", reader.skippedRows());
            if (prepared != null) {
                prepared.describe(fields);
            }
            fields.put("seconds", seconds);
            fields.put("rowsPerSecond", total / seconds);
            fields.put("output", output);
            notes = reader.notes();
            return fields;
        }
    }

    /** What a person should know of how the columns of the rows were found, after {@link #run}. */
    List<String> notes() {
        return notes;
    }

    /** Opens rows, prepared as the model's were, with medians for what is missing. */
    RowReader open(RowOptions rows, List<String> inputs) throws IOException {
        return open(rows, inputs, PreparedRows.Use.LEARN);
    }

    private RowReader open(RowOptions rows, List<String> inputs, PreparedRows.Use use) throws IOException {
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
