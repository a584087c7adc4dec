package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.RandomNoisy;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The whole thing on the paper's synthetic data: stream, fit, evaluate on rows held out, and a report with pictures. */
@Command(
        name = "demo",
        description =
                "Stream the paper's RandomNoisy data, fit, evaluate on held-out rows, write a report with pictures.")
final class DemoCommand extends SkpcaCommand {
    private static final int TEST_ROWS = 1000;
    private static final int WARM_UP = 1000;
    private static final int BATCH = 100;

    @Option(
            names = "-o",
            paramLabel = "FOLDER",
            defaultValue = "skpca-demo",
            description = "Where to write (default: ${DEFAULT-VALUE}).")
    Path folder = Path.of("");

    @Option(
            names = "--rows",
            paramLabel = "N",
            defaultValue = "20000",
            description = "Rows to stream (default: ${DEFAULT-VALUE}).")
    int rows;

    @Option(
            names = "--columns",
            paramLabel = "D",
            defaultValue = "1000",
            description = "Columns (default: ${DEFAULT-VALUE}).")
    int columns;

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
        if (rows < 2) {
            throw new UsageException("--rows must be at least 2, not " + rows);
        }
        RandomNoisy source = UsageException.checking(() ->
                new RandomNoisy(rows, columns, GenerateCommand.defaultSignal(columns), RandomNoisy.PAPER_ZETA, seed));
        makeFolder();
        try (Workers workers = threads.workers()) {
            DenseBuffer test = new DenseBuffer(TEST_ROWS, columns);
            source.rows(rows, TEST_ROWS).read(test);
            StreamingKernelPca learner = StreamingKernelPca.builder()
                    .seed(seed)
                    .warmUpRows(Math.min(WARM_UP, rows))
                    .workers(workers)
                    .build(columns);
            DemoHistory history = new DemoHistory(test, workers);
            double seconds = stream(source, learner, history);
            KernelPcaModel model = learner.snapshot();
            model.save(folder.resolve("model.skpca"));
            double[] loadings = writeLoadings(model, test, workers);
            double[] scores = new double[TEST_ROWS];
            FittedModel.of(model).projector(workers).score(test.values(), 0, TEST_ROWS, scores, 0);
            Map<String, Object> fields = ModelFields.withEstimates(model);
            fields.put("workingBytes", learner.workingBytes());
            fields.put("seconds", seconds);
            fields.put("rowsPerSecond", rows / seconds);
            fields.put("testRows", TEST_ROWS);
            fields.put("spectralError", history.last().error().spectral());
            fields.put("frobeniusError", history.last().error().frobenius());
            new DemoReport(model, fields, history).write(folder, loadings, scores);
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

    /** Feeds the stream, stopping at a few moments to measure; returns the seconds spent learning. */
    private double stream(RandomNoisy source, StreamingKernelPca learner, DemoHistory history) throws IOException {
        ProgressLine progress = console().progress();
        List<Integer> moments = moments();
        DenseBuffer batch = new DenseBuffer(BATCH, columns);
        DenseBuffer single = new DenseBuffer(1, columns);
        long learning = 0;
        for (int moment : moments) {
            while (learner.rows() < moment) {
                DenseBuffer next = moment - learner.rows() >= BATCH ? batch : single;
                int read = source.read(next);
                long start = System.nanoTime();
                learner.update(next.values(), read);
                learning += System.nanoTime() - start;
                progress.update(
                        () -> "learning: " + Console.text(learner.rows()) + " of " + Console.text(rows) + " rows");
            }
            if (moment == rows) {
                learner.endWarmUp();
            }
            progress.update(() -> "measuring the error at " + Console.text(learner.rows()) + " rows");
            history.measure(learner.snapshot());
        }
        progress.done();
        return learning * 1e-9;
    }

    /** Row counts at which the error is measured: 100, 200, 500, 1000 and so on, and the end. */
    private List<Integer> moments() {
        List<Integer> moments = new ArrayList<>();
        for (long decade = 100; decade < rows; decade *= 10) {
            for (int step : new int[] {1, 2, 5}) {
                if (decade * step < rows) {
                    moments.add((int) decade * step);
                }
            }
        }
        moments.add(rows);
        return moments;
    }

    private double[] writeLoadings(KernelPcaModel model, DenseBuffer test, Workers workers) throws IOException {
        int k = model.components();
        float[] narrow = new float[TEST_ROWS * k];
        FittedModel.of(model).projector(workers).transform(test.values(), 0, TEST_ROWS, narrow, 0);
        double[] loadings = new double[narrow.length];
        for (int i = 0; i < loadings.length; i++) {
            loadings[i] = narrow[i];
        }
        List<String> names = IntStream.rangeClosed(1, k).mapToObj(i -> "pc" + i).toList();
        try (RowWriter writer = Rows.create(folder.resolve("loadings.csv").toString(), null, List.of(), names)) {
            writer.write(loadings, TEST_ROWS, null);
            writer.commit();
        }
        return loadings;
    }
}
