package io.github.skpca.cli;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.io.RowReader;
import io.github.skpca.kernel.KernelFamily;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Model and rows to the two kernel errors. */
@Command(
        name = "evaluate",
        description = "Measure a model's kernel errors on rows, best on rows it has not seen.",
        footer = {"", "Example: skpca evaluate model.skpca held-out.csv"})
final class EvaluateCommand extends ModelOverRowsCommand {
    private static final int MOST_ROWS = 20_000;
    private static final int MOST_NUMBERS = 1 << 26;

    @Option(
            names = "--components",
            paramLabel = "K|all",
            description = "Measure with so many components, or with all the model has; the model's own by default.")
    @Nullable
    String components;

    @Option(
            names = "--sample",
            paramLabel = "ROWS",
            description =
                    "The most rows to measure on, drawn uniformly (default: 20000, fewer of more than 3355 columns); time grows with its square.")
    @Nullable
    Integer sample;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "0", description = "Which rows are drawn (default: 0).")
    long seed;

    @Override
    void declare(CommandFiles files) {
        files.reads(modelPath);
        files.reads(inputs);
    }

    @Override
    void run() throws IOException {
        if (sample != null && sample < 1) {
            throw new UsageException("--sample must be at least 1, not " + sample);
        }
        KernelPcaModel model = chosen(KernelPcaModel.load(modelPath));
        String fewer = components == null ? "" : FitWarnings.fewerComponents(model);
        String kernel = FittedModel.of(model).embedding().kernel().name();
        if (KernelFamily.ofLabel(kernel).isEmpty()) {
            throw new UsageException(modelPath + " was fitted with a kernel of its own, " + kernel
                    + ", whose code is not in the file: measure it with KernelError where that class is");
        }
        long start = System.nanoTime();
        try (Workers workers = threads.workers();
                RowReader reader = new RowPass(this, model, modelPath).open(rows, inputs)) {
            RowSample drawn = RowSample.of(reader, mostRows(reader.columns()), seed);
            if (!json && drawn.count() > 2000) {
                console().note("measuring on " + drawn.count() + " rows");
            }
            KernelError error = KernelError.measure(model, drawn.rows(), drawn.count(), workers);
            Map<String, Object> fields = ModelFields.withEstimates(model);
            fields.put("trainingRows", model.rows());
            fields.put("rows", drawn.count());
            fields.put("rowsGiven", drawn.total());
            fields.put("skippedRows", reader.skippedRows());
            fields.put("spectralError", error.spectral());
            fields.put("frobeniusError", error.frobenius());
            fields.put("seconds", (System.nanoTime() - start) * 1e-9);
            List<String> warnings = new ArrayList<>(reader.notes());
            if (!fewer.isEmpty()) {
                warnings.add(fewer);
            }
            warn(warnings, fields);
            report("Errors of " + modelPath + " on these rows", fields);
            explain(model, error);
        }
    }

    /** What is measured, what is guaranteed and what is likely, and of which rows; then what to work on. */
    private void explain(KernelPcaModel model, KernelError error) {
        if (json) {
            return;
        }
        StringBuilder text = new StringBuilder("Measured on these rows: ").append(Console.number(error.spectral()));
        model.kernelBound()
                .ifPresent(bound -> text.append(". Guaranteed on the rows learned: at most ")
                        .append(Console.number(bound)));
        model.kernelError()
                .ifPresent(likely -> text.append(". Likely on the rows learned: ")
                        .append(Console.number(likely.low()))
                        .append(" to ")
                        .append(Console.number(likely.high())));
        console().out().println(text.append('.'));
        if (model.mapError().isPresent() && model.hasSketchBound()) {
            console()
                    .out()
                    .println(
                            "On the rows learned spectralError is at most mapError (but that is an estimate) + sketchBound + a few 1e-7 for float loadings: more --features or another"
                                    + " --map lower the first, a larger --sketch or more --components the second.");
        }
    }

    /** The rows to measure on are held with all their zeros, half a gigabyte of them unless more is asked for. */
    private int mostRows(int columns) {
        return sample != null ? sample : Math.min(MOST_ROWS, MOST_NUMBERS / columns);
    }

    private KernelPcaModel chosen(KernelPcaModel model) {
        String wanted = components;
        if (wanted == null) {
            return model;
        }
        return model.withComponents(UsageException.checking(() -> ComponentCount.parse(wanted)));
    }
}
