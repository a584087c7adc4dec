package io.github.skpca.cli;

import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Every input of {@link MessyInputs} is fitted, or refused with exit code 2 and one line that says what to do, and docs/inputs.md shows it. With
 * {@code -Dskpca.write=inputs} that page is written.
 */
final class MessyInputsTest {
    private static final Path PAGE = Path.of("..", "docs", "inputs.md");
    private static final List<String> PREPARING = List.of("--one-hot", "--missing", "--time-column");

    @TempDir
    Path folder;

    @Test
    void everyInputIsReadOrRefusedInOneLine() throws IOException {
        List<MessyInputs.Input> inputs = MessyInputs.all();
        assertThat(inputs).hasSizeGreaterThanOrEqualTo(80);
        List<String> lines = new ArrayList<>();
        String group = "";
        for (MessyInputs.Input input : inputs) {
            if (!input.group().equals(group)) {
                group = input.group();
                lines.addAll(
                        List.of("", "## " + title(group), "", "| file | options | exit | line |", "|---|---|---|---|"));
            }
            lines.add(line(input));
        }
        String page = heading(inputs.size()) + String.join("\n", lines) + "\n";
        if ("inputs".equals(System.getProperty("skpca.write"))) {
            Files.writeString(PAGE, page);
        }
        assertThat(page).isEqualTo(Files.readString(PAGE));
    }

    private static String heading(int count) {
        return """
                # Inputs that were tried

                What `skpca fit FILE OPTIONS -o model.skpca` makes of %d small files. Exit code 0: the rows and columns that were read, and
                the numbers of the first row. Exit code 2: the one line on standard error. [Rows](rows.md) has the rules.

                The test `MessyInputsTest` tries them all and holds this page true; with `-Dskpca.write=inputs` it writes it.
                """.formatted(count);
    }

    private static String title(String group) {
        return group.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + group.substring(1);
    }

    private String line(MessyInputs.Input input) throws IOException {
        Path file = folder.resolve(input.file());
        Files.write(file, input.content());
        Path model = folder.resolve("model.skpca");
        Object[] args = Stream.concat(
                        Stream.of("fit", file, "-o", model, "--bandwidth", "1", "--json"), input.options().stream())
                .toArray();
        String said = input.isRead() ? read(input, file, Outcome.of(args)) : refused(args);
        Files.delete(file);
        Files.deleteIfExists(model);
        return "| `" + input.file() + "`: " + code(input.shown()) + " | "
                + (input.options().isEmpty() ? "" : code(String.join(" ", input.options()))) + " | "
                + (input.isRead() ? 0 : 2) + " | " + code(said) + " |";
    }

    private String refused(Object[] args) throws IOException {
        return Refusal.of(folder, args).replace(folder + "/", "");
    }

    private static String read(MessyInputs.Input input, Path file, Outcome outcome) throws IOException {
        assertThat(outcome.exit()).as(input.shown() + ": " + outcome.err()).isZero();
        String counts = Console.text(outcome.json().get("rows")) + " rows, "
                + Console.text(outcome.json().get("columns")) + " columns";
        return input.options().stream().anyMatch(PREPARING::contains)
                ? counts
                : counts + ", first " + first(input.options(), file);
    }

    /** The first row, as the options make it. */
    private static String first(List<String> given, Path file) throws IOException {
        RowOptions options = new RowOptions();
        CommandLine line = new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true);
        line.parseArgs(given.toArray(String[]::new));
        List<String> inputs = List.of(file.toString());
        try (RowReader reader = options.open(inputs, Rows.withWidth(inputs, options.options(0)))) {
            DenseBuffer row = new DenseBuffer(1, reader.columns());
            reader.read(row);
            return java.util.Arrays.stream(row.values()).mapToObj(Rows::text).collect(Collectors.joining(" "));
        }
    }

    /** Text as code in a table. */
    private static String code(String text) {
        String quotes = text.contains("`") ? "``" : "`";
        return text.isEmpty() ? "(nothing)" : quotes + text.replace("|", "\\|") + quotes;
    }
}
