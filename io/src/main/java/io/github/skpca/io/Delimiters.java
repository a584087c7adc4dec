package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The byte between the fields of a text input: stated, told by its format, or found in its first two lines.
 *
 * <p>Where the first line has one candidate alone, that is it, and nothing more is read. Where it has several, the second line is looked at,
 * too. A candidate is better if both lines have as many fields by it, and then if more of the fields are numbers. Two that are equally good
 * are an error. Blanks occur in texts and times, so they separate only where nothing else gives numbers.
 */
final class Delimiters {
    private static final int LONGEST_SECOND_LINE = 1 << 16;
    private static final int MOST_FIELDS = 1000;
    private static final String CSV_ORDER = ",;\t|";
    private static final String TEXT_ORDER = "\t;,|";

    private final Records records;
    private final boolean csv;
    private final byte[] first;
    private final byte @Nullable [] second;

    private Delimiters(Records records, boolean csv) throws IOException {
        this.records = records;
        this.csv = csv;
        first = Arrays.copyOfRange(records.bytes(), records.start(), records.end());
        second = needsSecondLine() ? secondLine(records) : null;
    }

    /** How well the fields are read by a delimiter. */
    private record Fit(byte delimiter, boolean consistent, double numbers) implements Comparable<Fit> {
        @Override
        public int compareTo(Fit other) {
            int by = Boolean.compare(other.consistent, consistent);
            return by != 0 ? by : Double.compare(other.numbers, numbers);
        }

        boolean isPerfect() {
            return consistent && numbers == 1;
        }
    }

    /**
     * The delimiter of an input.
     *
     * @param options may state the separator or the format
     * @param argument the input as the user named it
     * @param records positioned on the first line
     */
    static byte of(ReadOptions options, String argument, Records records) throws IOException {
        Separator stated = options.layout().separator();
        if (stated != null) {
            return stated.symbol();
        }
        RowFormat format = options.format();
        String ending = RowFormat.ending(argument);
        if (format == RowFormat.TSV || (format == null && ending.equals("tsv"))) {
            return '\t';
        }
        return format != null ? (byte) ',' : new Delimiters(records, ending.equals("csv")).find();
    }

    /** The delimiter that a line such as {@code sep=;} states, as spreadsheets write it; 0 if the record is none. */
    static byte stated(Records records) {
        int length = records.end() - records.start();
        if (length != 5 || !records.canLookAhead()) {
            return 0;
        }
        String line =
                new String(records.bytes(), records.start(), length, java.nio.charset.StandardCharsets.ISO_8859_1);
        boolean states = line.substring(0, 4).equalsIgnoreCase("sep=");
        return states && Separator.ofSymbol(line.charAt(4)).isPresent() ? (byte) line.charAt(4) : 0;
    }

    private byte find() throws BadInputException {
        List<Fit> fits = new ArrayList<>();
        for (char candidate : (csv ? CSV_ORDER : TEXT_ORDER).toCharArray()) {
            if (hasOutsideQuotes(candidate)) {
                fits.add(fit((byte) candidate));
            }
        }
        boolean blank = hasOutsideQuotes(' ');
        if (fits.isEmpty()) {
            return (byte) (blank && blankSeparates() ? ' ' : ',');
        }
        // The sort is stable: of equals the first candidate stays first.
        fits.sort(null);
        Fit best = fits.get(0);
        if (blank && !best.isPerfect() && fit((byte) ' ').isPerfect()) {
            return ' ';
        }
        if (second != null && fits.size() > 1 && best.consistent && best.compareTo(fits.get(1)) == 0) {
            throw ambiguous(fits.stream()
                    .filter(one -> one.compareTo(best) == 0)
                    .map(one -> Separator.ofSymbol(one.delimiter).orElseThrow().label())
                    .collect(Collectors.joining(" or ")));
        }
        return best.delimiter;
    }

    private BadInputException ambiguous(String labels) {
        return new BadInputException(
                records.name() + ": fields may be separated by " + labels + "; state which",
                List.of(Remedy.separator(labels)));
    }

    /** Whether blanks separate the fields where nothing else can: a lone column may well be called "net weight". */
    private boolean blankSeparates() {
        Fit fit = fit((byte) ' ');
        return numbers(first, (byte) ' ') == 1
                || (second == null ? !csv : fit.consistent && (!csv || fit.numbers == 1));
    }

    private Fit fit(byte delimiter) {
        byte[] row = second == null ? first : second;
        return new Fit(delimiter, count(first, delimiter) == count(row, delimiter), numbers(row, delimiter));
    }

    private static int count(byte[] line, byte delimiter) {
        return new Fields(delimiter).split(line, 0, line.length, MOST_FIELDS);
    }

    /** The share of fields that are numbers, times, or marks of missing ones. */
    private static double numbers(byte[] line, byte delimiter) {
        Fields fields = new Fields(delimiter);
        int count = Math.min(fields.split(line, 0, line.length, MOST_FIELDS), MOST_FIELDS);
        int numbers = 0;
        for (int field = 0; field < count; field++) {
            boolean number = !Double.isNaN(fields.number(field));
            String text = number ? "" : fields.text(field);
            numbers += number || Decimals.isMissing(text) || NumberForm.of(text) != NumberForm.OTHER ? 1 : 0;
        }
        return (double) numbers / count;
    }

    private boolean needsSecondLine() {
        int candidates = 0;
        for (char candidate : (CSV_ORDER + " ").toCharArray()) {
            candidates += hasOutsideQuotes(candidate) ? 1 : 0;
        }
        return candidates > 1 || hasOutsideQuotes(' ');
    }

    private boolean hasOutsideQuotes(char candidate) {
        int from = 0;
        int end = first.length;
        while (end > 0 && first[end - 1] == ' ') {
            end--;
        }
        while (from < end && first[from] == ' ') {
            from++;
        }
        boolean quoted = false;
        for (int at = from; at < end; at++) {
            quoted ^= first[at] == '"';
            if (first[at] == candidate && !quoted) {
                return true;
            }
        }
        return false;
    }

    /** The line behind the current record; null if there is none, or none that can be looked at. */
    private static byte @Nullable [] secondLine(Records records) throws IOException {
        if (!records.canLookAhead()) {
            return null;
        }
        while (true) {
            int from = records.aheadStart();
            int to = records.aheadEnd();
            byte[] bytes = records.bytes();
            while (from < to && (bytes[from] == '\n' || bytes[from] == '\r' || Decimals.isSpace(bytes[from]))) {
                from++;
            }
            int at = from;
            while (at < to && bytes[at] != '\n' && bytes[at] != '\r') {
                at++;
            }
            boolean ended = at < to || at - from > LONGEST_SECOND_LINE;
            if (ended || !records.lookFurther()) {
                return at > from ? Arrays.copyOfRange(bytes, from, at) : null;
            }
        }
    }
}
