package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.PartFiles;
import io.github.skpca.io.RowReader;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Model and rows to one page of pictures. */
@Command(
        name = "report",
        description =
                "Draw rows as a model sees them: one HTML page with a map, the spectrum, scores, the most novel rows and what is odd in them, errors"
                        + " and settings. It needs a browser and nothing else.",
        footer = {"", "Example: skpca report model.skpca data.csv --color label -o page.html"})
final class ReportCommand extends ModelOverRowsCommand {
    @Option(
            names = "-o",
            required = true,
            paramLabel = "PAGE",
            description = "Where to write the page, such as page.html.")
    Path output = Path.of("");

    @Option(
            names = "--color",
            paramLabel = "COLUMN",
            description =
                    "Colour the map by this column, by name or number: a label, which the model does not use, or one of the model's columns. By default"
                            + " by novelty.")
    @Nullable
    String color;

    @Override
    void declare(CommandFiles files) {
        files.reads(modelPath);
        files.reads(inputs);
        files.writes("-o", output);
    }

    @Override
    void run() throws IOException {
        FitCommand.requireWritable(output, "-o");
        KernelPcaModel model = KernelPcaModel.load(modelPath);
        if (model.components() == 0) {
            throw new UsageException(modelPath + " has no components: all rows it was fitted on were alike");
        }
        int column = modelColumn(model);
        if (color != null && column < 0 && !rows.keep.contains(color)) {
            List<String> kept = new ArrayList<>(rows.keep);
            kept.add(color);
            rows.keep = kept;
        }
        long start = System.nanoTime();
        try (Workers workers = threads.workers();
                RowReader reader = new RowPass(this, model, modelPath).open(rows, inputs, PreparedRows.Use.JUDGE)) {
            RowScoring scoring = RowScoring.by(model, null, workers);
            ReportRows seen =
                    new ReportRows(model, scoring, workers, new ReportRows.Label(labelName(), kept(reader), column));
            seen.read(reader, console().progress());
            if (seen.rows() == 0) {
                throw new UsageException(String.join(", ", inputs) + ": there is no row to draw");
            }
            ModelReport page = new ModelReport(model, seen, workers, console().progress());
            String html = page.html(title(), command());
            PartFiles.write(output, html.getBytes(StandardCharsets.UTF_8));
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("rows", seen.rows());
            fields.put("columns", model.columns());
            fields.put("components", model.components());
            fields.put("skippedRows", reader.skippedRows());
            page.describe(fields);
            double seconds = (System.nanoTime() - start) * 1e-9;
            fields.put("seconds", seconds);
            fields.put("rowsPerSecond", seen.rows() / seconds);
            fields.put("output", output.toString());
            List<String> warnings = new ArrayList<>(reader.notes());
            if (scoring.hasPValues()) {
                warnings.addAll(scoring.warnings());
            }
            warn(warnings, fields);
            print(fields, page);
        }
    }

    private void print(Map<String, Object> fields, ModelReport page) throws IOException {
        Map<String, Object> shown = new LinkedHashMap<>(fields);
        if (json) {
            shown.put("mostNovel", page.novelFields());
        }
        report("Wrote " + output + ": open it in a browser", shown);
    }

    private String labelName() {
        return color == null ? "" : color;
    }

    /** Which kept text is the label; -1 if none is. */
    private int kept(RowReader reader) {
        if (color == null) {
            return -1;
        }
        // Columns are kept in the order in which they are asked for, times first.
        int at = rows.keep.indexOf(color);
        return at < 0 ? -1 : at + reader.keptNames().size() - rows.keep.size();
    }

    /**
     * Which of the model's columns the colour is; -1 if it is none, or if the input can be read once only. A column that is kept as text is none of them,
     * so it is looked for before.
     */
    private int modelColumn(KernelPcaModel model) throws IOException {
        String wanted = color;
        if (wanted == null || inputs.stream().anyMatch(input -> !isFile(input))) {
            return -1;
        }
        try (RowReader reader = new RowPass(this, model, modelPath).open(rows, inputs, PreparedRows.Use.JUDGE)) {
            return reader.columnNames().indexOf(wanted);
        } catch (BadInputException otherColumns) {
            // With the label among its columns a file has one too many, or one that is no number.
            return -1;
        }
    }

    private static boolean isFile(String input) {
        return !input.equals("-") && Files.isRegularFile(Path.of(input));
    }

    private String title() {
        return names(inputs) + " as " + name(modelPath) + " sees it";
    }

    /** What rows are called in a title. */
    static String names(List<String> inputs) {
        String first = inputs.get(0).equals("-") ? "standard input" : name(Path.of(inputs.get(0)));
        return inputs.size() == 1 ? first : first + " and " + (inputs.size() - 1) + " more";
    }

    private static String name(Path path) {
        Path name = path.getFileName();
        return name == null ? path.toString() : name.toString();
    }

    private String command() {
        return "skpca report " + modelPath + " " + String.join(" ", inputs) + (color == null ? "" : " --color " + color)
                + " -o " + output;
    }
}
