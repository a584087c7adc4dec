package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.Reconstruction;
import io.github.skpca.Workers;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Model and rows, or their loadings, to approximate pre-images. */
@Command(
        name = "reconstruct",
        description =
                "Find the row nearest to the projection of each row, or of loadings: what the components hold of it, without the noise.",
        footer = {
            "",
            "The column error is the squared distance that is left in the space of scores; for rows it is at most the score.",
            "Example: skpca reconstruct model.skpca noisy.csv --keep id -o clean.csv"
        })
final class ReconstructCommand extends ModelOverRowsCommand {
    /** A row takes milliseconds, and progress is to be seen. */
    private static final int BATCH_ROWS = 256;

    @Mixin
    OutputOption output = new OutputOption();

    @Option(names = "--loadings", description = "The input has the k loadings of a row, as transform writes them.")
    boolean loadings;

    @Override
    void declare(CommandFiles files) {
        files.reads(modelPath);
        files.reads(inputs);
        files.writes("-o", output.name);
    }

    @Override
    void run() throws IOException {
        refuseJsonWithRows(output.name);
        KernelPcaModel model = KernelPcaModel.load(modelPath);
        if (loadings && model.components() == 0) {
            throw new UsageException(modelPath + " has no components: all rows it was fitted on were alike");
        }
        long start = System.nanoTime();
        try (Workers workers = threads.workers();
                RowReader reader = open(model);
                RowWriter writer = Rows.create(
                        output.name,
                        null,
                        reader.keptNames(),
                        OutputOption.numbered(output.hasRowNumbers(rows), names(reader, model)))) {
            Pass pass = new Pass(model, reader, writer, workers);
            pass.run();
            double seconds = (System.nanoTime() - start) * 1e-9;
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("rows", pass.rows);
            fields.put("columns", model.columns());
            fields.put("components", model.components());
            fields.put("meanError", pass.rows == 0 ? 0 : pass.sumOfErrors / pass.rows);
            fields.put("skippedRows", reader.skippedRows());
            fields.put("seconds", seconds);
            fields.put("rowsPerSecond", pass.rows / seconds);
            fields.put("output", output.name);
            warn(reader.notes(), fields);
            if (output.isFile()) {
                report("Wrote " + output.name, fields);
            }
        }
    }

    private RowReader open(KernelPcaModel model) throws IOException {
        if (!loadings) {
            return new RowPass(this, model, modelPath).open(rows, inputs);
        }
        RowReader reader = rows.open(inputs, model.components());
        if (reader.columns() != model.components()) {
            int found = reader.columns();
            reader.close();
            throw new BadInputException(String.join(", ", inputs) + ": the rows have " + found + " columns and "
                    + modelPath + " has " + model.components()
                    + " components: choose the loadings with --columns or --exclude");
        }
        return reader;
    }

    /** Those of the input, which for loadings says nothing of the columns behind them. */
    private List<String> names(RowReader reader, KernelPcaModel model) {
        List<String> names = new ArrayList<>(loadings ? names(model) : reader.columnNames());
        names.add("error");
        return names;
    }

    private static List<String> names(KernelPcaModel model) {
        return model.columnNames().isEmpty()
                ? IntStream.rangeClosed(1, model.columns())
                        .mapToObj(j -> "x" + j)
                        .toList()
                : model.preparation().columnNames(model.columnNames());
    }

    /** One pass over the rows; threads share those of a batch. */
    private final class Pass {
        private final KernelPcaModel model;
        private final RowReader reader;
        private final RowWriter writer;
        private final Workers workers;
        private final RowBatches batches;
        private final int width;
        private final double[] in;
        private final double[] out;
        private final boolean areNumbered;
        private long rows;
        private double sumOfErrors;

        Pass(KernelPcaModel model, RowReader reader, RowWriter writer, Workers workers) {
            this.model = model;
            this.reader = reader;
            this.writer = writer;
            this.workers = workers;
            this.batches = new RowBatches(reader, BATCH_ROWS);
            this.width = model.columns() + 1;
            this.in = new double[Math.multiplyExact(batches.capacity(), reader.columns())];
            this.out = new double[Math.multiplyExact(batches.capacity(), width)];
            this.areNumbered = output.hasRowNumbers(ReconstructCommand.this.rows);
        }

        void run() throws IOException {
            ProgressLine progress = console().progress();
            RecentRate rate = new RecentRate(System.nanoTime(), 0);
            for (int read = batches.read(); read > 0; read = batches.read()) {
                for (int i = 0; i < read; i++) {
                    batches.copy(i, in, i * reader.columns());
                }
                workers.split(read, 1, this::reconstruct);
                double[] numbers = areNumbered ? OutputOption.numbered(batches.batch(), out, width) : out;
                writer.write(numbers, read, reader.keptNames().isEmpty() ? null : batches.batch());
                for (int i = 0; i < read; i++) {
                    sumOfErrors += out[i * width + width - 1];
                }
                rows += read;
                progress.update(() -> rate.text(System.nanoTime(), rows));
            }
            progress.done();
            writer.commit();
        }

        private void reconstruct(int from, int to) {
            for (int i = from; i < to; i++) {
                Reconstruction found = loadings ? model.reconstructLoadings(loadings(i)) : model.reconstruct(row(i));
                System.arraycopy(found.row(), 0, out, i * width, width - 1);
                out[i * width + width - 1] = found.error();
            }
        }

        private double[] row(int i) {
            double[] row = new double[reader.columns()];
            System.arraycopy(in, i * row.length, row, 0, row.length);
            return row;
        }

        private float[] loadings(int i) {
            float[] narrow = new float[reader.columns()];
            for (int j = 0; j < narrow.length; j++) {
                narrow[j] = (float) in[i * narrow.length + j];
            }
            return narrow;
        }
    }
}
