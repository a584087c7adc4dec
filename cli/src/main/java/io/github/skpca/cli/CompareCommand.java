package io.github.skpca.cli;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.Method;
import io.github.skpca.Workers;
import io.github.skpca.experiments.compare.Advice;
import io.github.skpca.experiments.compare.Compared;
import io.github.skpca.experiments.compare.Comparison;
import io.github.skpca.internal.linalg.BackendStart;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.PartFiles;
import io.github.skpca.io.RowReader;
import io.github.skpca.report.PngException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All methods at equal sample size on the user's own rows. */
@Command(
        name = "compare",
        description = "All methods side by side on your rows: errors on held-out rows, train time, test time, space.",
        footer = {
            "",
            "Of every ten rows one is held out, up to a thousand. All methods learn from the others, have the same sample size",
            "(features, or sampled rows of nystrom) and project on the same number of components.",
            "Example: skpca compare rows.csv -o comparison"
        })
final class CompareCommand extends SkpcaCommand {
    private static final String PAGE = "compare.html";
    private static final String SVG = "compare.svg";
    private static final String PNG = "compare.png";

    @Parameters(paramLabel = "ROWS", arity = "1..*", description = "Files of rows; - is standard input.")
    List<String> inputs = List.of();

    @Option(
            names = "-o",
            paramLabel = "FOLDER",
            description = "Draw the comparison into this folder: compare.html, compare.svg and compare.png.")
    @Nullable
    Path folder;

    @Option(
            names = "--size",
            paramLabel = "M",
            defaultValue = "500",
            description = "The sample size: features, or sampled rows (default: ${DEFAULT-VALUE}); even.")
    int size;

    @Option(
            names = "--components",
            paramLabel = "K",
            defaultValue = "50",
            description = "Components of every method, and rows of the sketch (default: ${DEFAULT-VALUE}).")
    int components;

    @Option(
            names = "--kernel",
            paramLabel = "KERNEL",
            defaultValue = "gaussian",
            description = "As in fit (default: ${DEFAULT-VALUE}).")
    String kernel = "gaussian";

    @Option(
            names = "--bandwidth",
            paramLabel = "median|mean|NUMBER",
            defaultValue = "median",
            description = "As in fit (default: ${DEFAULT-VALUE}).")
    String bandwidth = "median";

    @Option(names = "--scale", paramLabel = "auto|columns|none", description = "As in fit (default: auto).")
    @Nullable
    String scale;

    @Option(names = "--standardize", description = "The same as --scale columns.")
    boolean standardize;

    @Option(
            names = "--seed",
            paramLabel = "N|random",
            defaultValue = "0",
            converter = SeedOption.class,
            description = "Where all randomness comes from, and which rows are held out (default: ${DEFAULT-VALUE}).")
    long seed;

    @Mixin
    RowOptions rows = new RowOptions();

    @Mixin
    ThreadOption threads = new ThreadOption();

    @Override
    void declare(CommandFiles files) {
        files.reads(inputs);
        Path wanted = folder;
        if (wanted != null) {
            files.writes("-o", wanted.resolve(PAGE));
            files.writes("-o", wanted.resolve(SVG));
            files.writes("-o", wanted.resolve(PNG));
        }
    }

    @Override
    void run() throws IOException {
        // Speed is measured, and not while SIMD gets ready.
        BackendStart.changeNow();
        if (size < 2 || size % 2 != 0) {
            throw new UsageException("--size must be even and at least 2, not " + size);
        }
        if (components < 1 || components > size) {
            throw new UsageException("--components must be from 1 to --size, not " + components);
        }
        makeFolder();
        try (Workers workers = threads.workers();
                RowReader reader = rows.open(inputs, 0)) {
            Comparison comparison =
                    UsageException.checking(() -> new Comparison(reader.columns(), this::builder, seed, workers));
            feed(reader, comparison);
            if (comparison.trainRows() < 20 || comparison.testRows() < 2) {
                throw new UsageException(comparison.trainRows() + comparison.testRows()
                        + " rows are too few to hold some out: give at least 30");
            }
            List<Compared> methods = comparison.measure();
            Compared linear = comparison.linear().orElse(null);
            print(comparison, reader, methods, linear);
            draw(comparison, methods, linear);
        }
    }

    private void feed(RowReader reader, Comparison comparison) throws IOException {
        ProgressLine progress = console().progress();
        DenseBuffer batch = new DenseBuffer(RowOptions.batchRows(reader.columns()), reader.columns());
        for (int read = reader.read(batch); read > 0; read = reader.read(batch)) {
            comparison.update(batch.values(), read);
            long seen = comparison.trainRows();
            progress.update(() -> "learning: " + Console.text(seen) + " rows");
        }
        progress.done();
    }

    private KernelPcaBuilder builder(Method method) {
        LearnerOptions options = new LearnerOptions();
        options.method = method.label();
        options.kernel = kernel;
        options.bandwidth = bandwidth;
        options.features = size;
        options.sketch = components;
        options.components = Integer.toString(components);
        options.scale = scale;
        options.standardize = standardize;
        options.warmup = 10_000;
        options.seed = seed;
        return options.builder();
    }

    private void print(Comparison comparison, RowReader reader, List<Compared> methods, @Nullable Compared linear)
            throws IOException {
        String advice = Advice.of(methods);
        Map<String, Object> fields = new LinkedHashMap<>();
        warn(reader.notes(), fields);
        if (json) {
            fields.put("rows", comparison.trainRows());
            fields.put("testRows", comparison.testRows());
            fields.put("columns", reader.columns());
            fields.put("skippedRows", reader.skippedRows());
            fields.put("size", size);
            fields.put("seed", seed);
            List<Map<String, Object>> lines = new ArrayList<>();
            methods.forEach(method -> lines.add(fields(method)));
            fields.put("methods", lines);
            if (linear != null) {
                fields.put(Comparison.LINEAR, linearFields(linear));
            }
            fields.put("advice", advice);
            console().json(fields);
            return;
        }
        console()
                .out()
                .println("Learned from " + Console.text(comparison.trainRows()) + " rows of "
                        + Console.text(reader.columns()) + " columns, measured on "
                        + Console.text(comparison.testRows())
                        + " held-out rows; sample size " + Console.text(size) + ", seed " + seed);
        String format = "  %-8s %4s %14s %15s %13s %13s %13s %15s";
        console()
                .out()
                .println(String.format(
                        Locale.ROOT,
                        format,
                        "method",
                        "k",
                        "spectralError",
                        "frobeniusError",
                        "trainSeconds",
                        "test us/row",
                        "space",
                        "workingBytes"));
        for (Compared method : with(methods, linear)) {
            console()
                    .out()
                    .println(String.format(
                            Locale.ROOT,
                            format,
                            method.method(),
                            method.components(),
                            ComparePage.orNone(method.spectralError()),
                            ComparePage.orNone(method.frobeniusError()),
                            Console.number(method.trainSeconds()),
                            Console.number(method.testMicrosPerRow()),
                            Console.text(method.space()),
                            Console.text(method.workingBytes())));
        }
        if (linear != null) {
            console()
                    .out()
                    .println(
                            "  linear is PCA of the columns, at as many components: it has no kernel to be in error of");
        }
        if (comparison.isExactLeftOut()) {
            console()
                    .out()
                    .println("  exact is left out above " + Console.text(Comparison.EXACT_ROWS)
                            + " rows: its kernel matrix grows with their square");
        }
        console().out().println(advice);
    }

    private static Map<String, Object> fields(Compared method) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("method", method.method());
        fields.put("components", method.components());
        fields.put("spectralError", method.spectralError());
        fields.put("frobeniusError", method.frobeniusError());
        putCosts(method, fields);
        return fields;
    }

    /** Linear PCA has no kernel, and no kernel error. */
    private static Map<String, Object> linearFields(Compared linear) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("components", linear.components());
        putCosts(linear, fields);
        return fields;
    }

    private static void putCosts(Compared method, Map<String, Object> fields) {
        fields.put("trainSeconds", method.trainSeconds());
        fields.put("testMicrosPerRow", method.testMicrosPerRow());
        fields.put("space", method.space());
        fields.put("workingBytes", method.workingBytes());
    }

    private static List<Compared> with(List<Compared> methods, @Nullable Compared linear) {
        List<Compared> all = new ArrayList<>(methods);
        if (linear != null) {
            all.add(linear);
        }
        return all;
    }

    private void makeFolder() {
        Path wanted = folder;
        try {
            if (wanted != null) {
                Files.createDirectories(wanted);
            }
        } catch (IOException e) {
            throw new UsageException(wanted + " cannot be made: choose another folder with -o");
        }
    }

    private void draw(Comparison comparison, List<Compared> methods, @Nullable Compared linear) throws IOException {
        Path wanted = folder;
        if (wanted == null) {
            return;
        }
        ComparePage page = new ComparePage(comparison, with(methods, linear));
        String command = "skpca compare " + String.join(" ", inputs) + " --size " + size + " --components " + components
                + " --seed " + seed + " -o " + wanted;
        write(wanted.resolve(PAGE), page.html(ReportCommand.names(inputs), Advice.of(methods), command));
        write(wanted.resolve(SVG), page.picture().svg());
        try {
            PartFiles.write(wanted.resolve(PNG), page.picture().png());
        } catch (PngException noFonts) {
            console().note("note: no PNG picture, only SVG: " + noFonts.getMessage());
        }
    }

    private static void write(Path file, String text) throws IOException {
        PartFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
