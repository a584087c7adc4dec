package io.github.skpca.experiments.results;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A tab-separated file with a fixed header, whose every field is checked as it is read. */
final class ResultTable {
    /** A full run has some twenty thousand lines of two hundred bytes. */
    private static final long MOST_BYTES = 1L << 26;

    private static final Pattern LABEL = Pattern.compile("[a-z0-9][a-z0-9-]{0,39}");
    private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,400}(\\.[0-9]{1,400})?([eE][-+]?[0-9]{1,4})?");

    private ResultTable() {}

    /** One line, whose fields are asked for by name. */
    static final class Line {
        private final Path file;
        private final long number;
        private final List<String> columns;
        private final String[] fields;

        private Line(Path file, long number, List<String> columns, String[] fields) {
            this.file = file;
            this.number = number;
            this.columns = columns;
            this.fields = fields;
        }

        String text(String column) {
            return fields[columns.indexOf(column)];
        }

        /** A name that may become part of a file's. */
        String label(String column) throws ResultFileException {
            String text = text(column);
            if (!LABEL.matcher(text).matches()) {
                throw fault(column, "must be small letters, digits and hyphens, at most 40");
            }
            return text;
        }

        long whole(String column, int least) throws ResultFileException {
            double value = number(column, least);
            if (value != Math.rint(value) || value > 1L << 53) {
                throw fault(column, "must be a whole number of at least " + least);
            }
            return (long) value;
        }

        /** A whole number that an int holds. */
        int small(String column, int least) throws ResultFileException {
            long value = whole(column, least);
            if (value > Integer.MAX_VALUE) {
                throw fault(column, "must be below 2^31");
            }
            return (int) value;
        }

        /** A seed, which uses all 64 bits. */
        long seed(String column) throws ResultFileException {
            try {
                return Long.parseLong(text(column));
            } catch (NumberFormatException notWhole) {
                throw fault(column, "must be a whole number of 64 bits");
            }
        }

        /** A number of at least {@code least}. */
        double number(String column, int least) throws ResultFileException {
            double value = measured(column, least);
            if (Double.isNaN(value)) {
                throw fault(column, "must not be missing");
            }
            return value;
        }

        /** A number of at least {@code least}, or NaN where it is missing. */
        double measured(String column, int least) throws ResultFileException {
            String text = text(column);
            if (text.isEmpty()) {
                return Double.NaN;
            }
            double value = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
            if (!(value >= least) || Double.isInfinite(value)) {
                throw fault(column, "must be a number of at least " + least);
            }
            return value;
        }

        ResultFileException fault(String column, String rule) {
            String text = text(column);
            String shown = text.length() > 40 ? text.substring(0, 40) + "..." : text;
            return new ResultFileException(file, number, column + " " + rule + ", not \"" + printable(shown) + "\"");
        }

        ResultFileException fault(String what) {
            return new ResultFileException(file, number, what);
        }
    }

    /** All lines below the header; none if there is no such file. */
    static List<Line> read(Path file, List<String> columns) throws IOException {
        List<Line> lines = new ArrayList<>();
        if (!Files.isRegularFile(file)) {
            return lines;
        }
        String[] texts = text(file).split("\n", -1);
        if (!texts[0].equals(String.join("\t", columns))) {
            throw new ResultFileException(file, 1, "the header must be: " + String.join(" ", columns));
        }
        int last = texts.length - 1;
        if (!texts[last].isEmpty()) {
            // A number cut short is still a number: only the end of the line says that it is whole.
            throw new ResultFileException(
                    file, last + 1L, "the line is torn, it has no end: remove it or resume the run");
        }
        for (int i = 1; i < last; i++) {
            String[] fields = texts[i].split("\t", -1);
            if (fields.length != columns.size()) {
                throw new ResultFileException(
                        file, i + 1L, "there must be " + columns.size() + " fields, not " + fields.length);
            }
            lines.add(new Line(file, i + 1L, columns, fields));
        }
        return lines;
    }

    static String text(Path file) throws IOException {
        if (Files.size(file) > MOST_BYTES) {
            throw new ResultFileException(file, "larger than " + MOST_BYTES + " bytes, which no run writes");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
                    .toString();
        } catch (CharacterCodingException notText) {
            throw new ResultFileException(file, "not UTF-8");
        }
    }

    private static String printable(String text) {
        int[] shown = text.codePoints()
                .map(point -> Character.isISOControl(point) ? '?' : point)
                .toArray();
        return new String(shown, 0, shown.length);
    }

    static List<String> columns(String names) {
        return Arrays.asList(names.split(" ", -1));
    }
}
