package io.github.skpca.cli;

import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.NoisyCurve;
import io.github.skpca.io.RandomNoisy;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import org.jspecify.annotations.Nullable;
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
    private static final String RANDOM_NOISY = "random-noisy";

    @Parameters(
            index = "0",
            paramLabel = "random-noisy|spiral|rings",
            description =
                    "random-noisy: the paper's, a signal of few dimensions under full noise; spiral, rings: noisy curves in a plane.")
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
            description = "Columns (default: 1000; 2 for curves, where the others are noise alone).")
    @Nullable
    Integer columnsGiven;

    @Option(
            names = "--signal",
            paramLabel = "S",
            defaultValue = "0",
            description =
                    "Dimensions of the signal of random-noisy; 50 by default, or half the columns if that is fewer.")
    int signal;

    @Option(
            names = "--zeta",
            paramLabel = "Z",
            defaultValue = "10",
            description =
                    "Signal to noise ratio; for curves one over the noise's deviation (default: ${DEFAULT-VALUE}).")
    double zeta;

    @Option(
            names = "--seed",
            paramLabel = "N|random",
            defaultValue = "0",
            converter = SeedOption.class,
            description = "Which rows (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "-o",
            required = true,
            paramLabel = "FILE",
            description = "Where to write: name.csv, name.csv.gz, name.tsv or name.npy; - is standard output.")
    String output = "-";

    @Override
    void declare(CommandFiles files) {
        files.writes("-o", output);
    }

    @Override
    void run() throws IOException {
        refuseJsonWithRows(output);
        RowReader source = source();
        int columns = source.columns();
        ProgressLine progress = console().progress();
        List<String> names = source.columnNames();
        try (RowWriter writer = Rows.create(output, null, List.of(), names)) {
            DenseBuffer batch = new DenseBuffer(RowOptions.batchRows(columns), columns);
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
            if (kind.equals(RANDOM_NOISY)) {
                fields.put("signal", dimensions(columns));
            }
            fields.put("zeta", zeta);
            fields.put("seed", seed);
            fields.put("output", output);
            report("Wrote " + output, fields);
        }
    }

    private RowReader source() {
        if (kind.equals(RANDOM_NOISY)) {
            int columns = columnsGiven == null ? 1000 : columnsGiven;
            return UsageException.checking(() -> new RandomNoisy(rows, columns, dimensions(columns), zeta, seed));
        }
        NoisyCurve.Shape shape = switch (kind) {
            case "spiral" -> NoisyCurve.Shape.SPIRAL;
            case "rings" -> NoisyCurve.Shape.RINGS;
            default ->
                throw new UsageException("there is no data set " + kind + "; there are random-noisy, spiral and rings");
        };
        if (signal != 0) {
            throw new UsageException("--signal is for random-noisy: a curve has one dimension");
        }
        int columns = columnsGiven == null ? 2 : columnsGiven;
        return UsageException.checking(() -> new NoisyCurve(shape, rows, columns, zeta, seed));
    }

    private int dimensions(int columns) {
        return signal == 0 ? defaultSignal(columns) : signal;
    }

    static int defaultSignal(int columns) {
        return Math.min(RandomNoisy.PAPER_SIGNAL, Math.max(1, columns / 2));
    }
}
