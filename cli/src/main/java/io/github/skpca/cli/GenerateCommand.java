package io.github.skpca.cli;

import io.github.skpca.io.RandomNoisy;
import io.github.skpca.io.RowBatch;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A synthetic data set to a file. */
@Command(
        name = "generate",
        description = "Write a synthetic data set.",
        footer = {"", "Example: skpca generate random-noisy --rows 5000 --columns 50 -o data.csv"})
final class GenerateCommand extends SkpcaCommand {
    @Parameters(
            index = "0",
            paramLabel = "random-noisy",
            description = "random-noisy: the paper's, a signal of few dimensions under full noise.")
    String kind = "";

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "20000",
            description = "Rows (default: ${DEFAULT-VALUE}).")
    long rows;

    @Option(
            names = "--columns",
            paramLabel = "D",
            defaultValue = "1000",
            description = "Columns (default: ${DEFAULT-VALUE}).")
    int columns;

    @Option(
            names = "--signal",
            paramLabel = "S",
            defaultValue = "0",
            description = "Dimensions of the signal; 50 by default, or half the columns if that is fewer.")
    int signal;

    @Option(
            names = "--zeta",
            paramLabel = "Z",
            defaultValue = "10",
            description = "Signal to noise ratio (default: ${DEFAULT-VALUE}).")
    double zeta;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Which rows (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "-o",
            required = true,
            paramLabel = "FILE",
            description = "Where to write: name.csv, name.csv.gz, name.tsv or name.npy; - is standard output.")
    String output = "-";

    @Override
    void run() throws IOException {
        refuseJsonWithRows(output);
        if (!kind.equals("random-noisy")) {
            throw new UsageException("there is no data set " + kind + "; there is random-noisy");
        }
        int dimensions = signal == 0 ? defaultSignal(columns) : signal;
        RandomNoisy source = UsageException.checking(() -> new RandomNoisy(rows, columns, dimensions, zeta, seed));
        ProgressLine progress = console().progress();
        List<String> names = source.columnNames();
        try (RowWriter writer = Rows.create(output, null, List.of(), names)) {
            RowBatch batch = new RowBatch(RowOptions.batchRows(columns), columns);
            long done = 0;
            for (int read = source.read(batch); read > 0; read = source.read(batch)) {
                writer.write(batch.values(), read, null);
                done += read;
                long shown = done;
                progress.update(() -> Console.text(shown) + " of " + Console.text(rows) + " rows");
            }
            progress.done();
            writer.commit();
        }
        if (!output.equals("-")) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("rows", rows);
            fields.put("columns", columns);
            fields.put("signal", dimensions);
            fields.put("zeta", zeta);
            fields.put("seed", seed);
            fields.put("output", output);
            report("Wrote " + output, fields);
        }
    }

    static int defaultSignal(int columns) {
        return Math.min(RandomNoisy.PAPER_SIGNAL, Math.max(1, columns / 2));
    }
}
