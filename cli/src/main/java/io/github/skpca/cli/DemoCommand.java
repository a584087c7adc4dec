package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.BackendStart;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The whole thing on shapes that it makes itself: rings, a rolled sheet and drawn digits, on one page of pictures to send on. */
@Command(
        name = "demo",
        description = {
            "Show what kernel PCA sees and linear PCA does not, on rows that it makes itself: two rings, a rolled sheet, and a stream of drawn"
                    + " digits, some of them crossed out.",
            "Writes report.html, one page of pictures to open or to send on, and beside it the model, its loadings and rows to go on with."
        })
final class DemoCommand extends SkpcaCommand {
    @Option(
            names = "-o",
            paramLabel = "FOLDER",
            defaultValue = "skpca-demo",
            description = "Where to write (default: ${DEFAULT-VALUE}).")
    Path folder = Path.of("");

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Drawn digits to stream (default: ${DEFAULT-VALUE}).")
    int rows;

    @Option(
            names = "--seed",
            paramLabel = "N|random",
            defaultValue = "0",
            converter = SeedOption.class,
            description = "Which rows and which map (default: 0).")
    long seed;

    @Mixin
    ThreadOption threads = new ThreadOption();

    @Override
    void declare(CommandFiles files) {
        // It makes its own rows.
    }

    @Override
    void run() throws IOException {
        if (rows < 20) {
            throw new UsageException("--rows must be at least 20, not " + rows);
        }
        makeFolder();
        // Its speed is shown, and not while SIMD gets ready.
        BackendStart.changeNow();
        ProgressLine progress = console().progress();
        try (Workers workers = threads.workers()) {
            progress.update(() -> "drawing rings and a sheet");
            DemoShape rings = DemoShape.rings(seed, workers);
            DemoShape sheet = DemoShape.sheet(seed, workers);
            DemoDigits digits = new DemoDigits(rows, seed, workers);
            digits.stream(progress);
            KernelPcaModel model = digits.model();
            model.save(folder.resolve("model.skpca"));
            writeLoadings(model, digits, workers);
            writeDigits(digits);
            DemoFindings found = new DemoFindings(digits, model, seed, workers, progress);
            progress.done();
            Map<String, Object> fields = ModelFields.withEstimates(model);
            fields.put("workingBytes", digits.workingBytes());
            fields.put("seconds", digits.seconds());
            fields.put("rowsPerSecond", rows / digits.seconds());
            fields.put("testRows", DemoDigits.TEST_ROWS);
            fields.put("spectralError", digits.history().last().error().spectral());
            fields.put("frobeniusError", digits.history().last().error().frobenius());
            fields.put("ringsApartLinear", DemoShape.straightCut(rings.linear(), rings.target()));
            fields.put("ringsApart", DemoShape.straightCut(rings.kernel(), rings.target()));
            fields.put("sheetNeighboursLinear", DemoShape.neighbourDistance(sheet.linear(), sheet.target()));
            fields.put("sheetNeighbours", DemoShape.neighbourDistance(sheet.kernel(), sheet.target()));
            found.describe(fields);
            new DemoReport(fields, digits, found).write(folder, rings, sheet);
            fields.put("report", folder.resolve("report.html").toString());
            report("Done. Open " + folder.resolve("report.html") + " in a browser.", fields);
        }
    }

    private void makeFolder() {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UsageException(folder + " cannot be made: choose another folder with -o");
        }
    }

    private void writeLoadings(KernelPcaModel model, DemoDigits digits, Workers workers) throws IOException {
        int k = model.components();
        float[] narrow = model.transform(RowBatch.of(digits.test(), DemoDigits.TEST_ROWS), workers);
        double[] loadings = new double[narrow.length];
        for (int i = 0; i < loadings.length; i++) {
            loadings[i] = narrow[i];
        }
        List<String> names = IntStream.rangeClosed(1, k).mapToObj(i -> "pc" + i).toList();
        try (RowWriter writer = Rows.create(folder.resolve("loadings.csv").toString(), null, List.of(), names)) {
            writer.write(loadings, DemoDigits.TEST_ROWS, null);
            writer.commit();
        }
    }

    /** The new rows, with what they show: text before numbers, which no writer of rows makes from nothing. */
    private void writeDigits(DemoDigits digits) throws IOException {
        StringBuilder text = new StringBuilder("digit");
        IntStream.range(0, DrawnDigits.PIXELS)
                .forEach(i -> text.append(",x")
                        .append(i % DrawnDigits.SIDE + 1)
                        .append('y')
                        .append(i / DrawnDigits.SIDE + 1));
        for (int i = 0; i < DemoDigits.FRESH_ROWS; i++) {
            text.append('\n').append(DemoDigits.isCrossed(i) ? "crossed out" : digits.freshDigit(i));
            for (double grey : digits.freshImage(i)) {
                text.append(',').append(Math.round(grey * 1000) / 1000.0);
            }
        }
        DemoReport.save(folder.resolve("digits.csv"), text.append('\n').toString());
    }
}
