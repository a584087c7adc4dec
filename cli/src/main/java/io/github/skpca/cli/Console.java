package io.github.skpca.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Where a command writes: results to standard output, everything else to standard error. */
final class Console {
    private static final int WIDEST_CELL = 60;

    private final PrintStream out;
    private final PrintStream err;

    Console(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    PrintStream out() {
        return out;
    }

    PrintStream err() {
        return err;
    }

    void error(String message) {
        err.println("skpca: " + message.replace('\n', ' '));
    }

    void note(String message) {
        err.println(message);
    }

    void stackTrace(Throwable failure) {
        failure.printStackTrace(err);
    }

    /** A line of progress, if a person is watching: the launcher says so, because Java cannot tell for standard error. */
    ProgressLine progress() {
        return new ProgressLine(err, isWatched(), System::nanoTime);
    }

    /** Whether standard error is a terminal. */
    boolean isWatched() {
        return "terminal".equals(System.getProperty("skpca.stderr"));
    }

    /** Names and values below each other, for people. */
    void table(Map<String, ?> fields) {
        int width = fields.keySet().stream().mapToInt(String::length).max().orElse(0);
        fields.forEach(
                (name, value) -> out.println("  " + name + " ".repeat(width - name.length()) + "  " + text(value)));
    }

    /** Lines of cells below each other, the first of them names; a cell that is too wide is cut. */
    void columns(List<String[]> lines) {
        int[] widths = new int[lines.get(0).length];
        for (String[] line : lines) {
            for (int i = 0; i < line.length; i++) {
                line[i] = cut(line[i]);
                widths[i] = Math.max(widths[i], line[i].length());
            }
        }
        for (String[] line : lines) {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < line.length; i++) {
                text.append("  ").append(line[i]).append(" ".repeat(widths[i] - line[i].length()));
            }
            out.println(text.toString().stripTrailing());
        }
    }

    private static String cut(String cell) {
        String printable = cell.replaceAll("\\p{Cntrl}", "?");
        return printable.length() <= WIDEST_CELL ? printable : printable.substring(0, WIDEST_CELL - 3) + "...";
    }

    static String text(@Nullable Object value) {
        if (value instanceof Double number) {
            return number(number);
        }
        if (value instanceof Long || value instanceof Integer) {
            return grouped(value.toString());
        }
        return String.valueOf(value);
    }

    /** A number's text with a comma between groups of three digits; not by a format, which costs a short command a tenth of its time. */
    private static String grouped(String number) {
        int point = number.indexOf('.');
        int sign = number.startsWith("-") ? 1 : 0;
        StringBuilder text = new StringBuilder(number);
        for (int at = (point < 0 ? number.length() : point) - 3; at > sign; at -= 3) {
            text.insert(at, ',');
        }
        return text.toString();
    }

    /** Four significant digits. */
    static String number(double value) {
        double size = Math.abs(value);
        if (value == 0 || !Double.isFinite(value)) {
            return value == 0 ? "0" : Double.toString(value);
        }
        if (size >= 1e-3 && size < 1e6) {
            int digits = Math.max(0, 3 - (int) Math.floor(Math.log10(size)));
            return grouped(BigDecimal.valueOf(value)
                    .setScale(digits, RoundingMode.HALF_UP)
                    .toPlainString());
        }
        return String.format(Locale.ROOT, "%.3e", value);
    }

    /** One JSON object, and nothing else on standard output. */
    void json(Map<String, ?> fields) throws IOException {
        JsonFactory factory = new JsonFactory().disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
        try (JsonGenerator generator = factory.createGenerator(out)) {
            generator.useDefaultPrettyPrinter();
            JsonValues.write(generator, fields, Console::writeNumber);
        }
        out.println();
    }

    /** A number, or null where JSON has none for it. */
    static void writeNumber(JsonGenerator generator, double number) throws IOException {
        if (Double.isFinite(number)) {
            generator.writeNumber(number);
        } else {
            generator.writeNull();
        }
    }
}
