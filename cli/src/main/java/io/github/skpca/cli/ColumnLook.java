package io.github.skpca.cli;

import io.github.skpca.io.Cells;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** What was seen of one column. Of texts it keeps so many different ones, of so many characters, and no more. */
final class ColumnLook {
    /** As many categories as a fit gives columns of their own. */
    static final int MOST_CATEGORIES = 64;

    private static final int MOST_VALUES = 1000;
    private static final int LONGEST_VALUE = 64;
    private static final int SHOWN_VALUES = 3;
    private static final double MOSTLY = 0.9;
    private static final double LARGEST_SHOWN = 1e12;

    private final Map<String, Long> values = new HashMap<>();
    private final Set<Double> numbersSeen = new HashSet<>();
    private boolean overflown;
    private long cells;
    private long missing;
    private long numbers;
    private long wholes;
    private long words;
    private long percents;
    private long times;
    private long texts;
    private long unread;
    private double least = Double.POSITIVE_INFINITY;
    private double greatest = Double.NEGATIVE_INFINITY;
    private double last = Double.NaN;
    private boolean counts = true;
    private String unreadText = "";

    /** What a column holds. */
    enum Type {
        EMPTY,
        CONSTANT,
        ROW_NUMBER,
        WHOLE_NUMBER,
        NUMBER,
        TRUE_OR_FALSE,
        TIME,
        CATEGORY,
        TEXT;

        String label() {
            return this == TRUE_OR_FALSE
                    ? "true/false"
                    : name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        boolean isNumeric() {
            return this == WHOLE_NUMBER || this == NUMBER || this == TRUE_OR_FALSE;
        }
    }

    /** Takes a cell of the current row. */
    void add(Cells row, int column) {
        add(row.number(column), row::text, column);
    }

    /** Takes a cell: its number, NaN if it has none, and its text, asked for only if needed. */
    void add(double number, java.util.function.IntFunction<String> text, int column) {
        cells++;
        if (!Double.isNaN(number)) {
            addNumber(number);
            // Only these two can be words, and a percent sign is looked for in few.
            if (number == 0 || number == 1 || percents > 0 || numbers == 1) {
                addWord(text.apply(column));
            }
            return;
        }
        addText(text.apply(column));
    }

    private void addNumber(double number) {
        numbers++;
        wholes += number == Math.rint(number) ? 1 : 0;
        counts &= Double.isNaN(last) || number == last + 1;
        last = number;
        least = Math.min(least, number);
        greatest = Math.max(greatest, number);
        if (numbersSeen.size() <= MOST_CATEGORIES) {
            numbersSeen.add(number);
        }
    }

    private void addWord(String text) {
        String word = text.strip();
        words += word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false") ? 1 : 0;
        percents += word.endsWith("%") ? 1 : 0;
    }

    private void addText(String text) {
        if (Cells.isMissing(text)) {
            missing++;
            return;
        }
        texts++;
        times += Cells.isTime(text) ? 1 : 0;
        if (Cells.isNumberLike(text)) {
            unread++;
            unreadText = unreadText.isEmpty() ? text : unreadText;
        }
        String kept = text.length() > LONGEST_VALUE ? text.substring(0, LONGEST_VALUE) : text;
        if (values.size() < MOST_VALUES || values.containsKey(kept)) {
            values.merge(kept, 1L, Long::sum);
        } else {
            overflown = true;
        }
    }

    Type type() {
        long present = cells - missing;
        if (present == 0) {
            return Type.EMPTY;
        }
        if (times > MOSTLY * present) {
            return Type.TIME;
        }
        if (numbers > 0 && numbers >= MOSTLY * present) {
            return numericType();
        }
        if (texts == present && values.size() == 1 && present > 1) {
            return Type.CONSTANT;
        }
        boolean few = !overflown && values.size() <= MOST_CATEGORIES && values.size() <= Math.max(2, present / 2);
        return few ? Type.CATEGORY : Type.TEXT;
    }

    private Type numericType() {
        if (least == greatest && texts == 0 && numbers > 1) {
            return Type.CONSTANT;
        }
        if (words > 0 && words == numbers) {
            return Type.TRUE_OR_FALSE;
        }
        if (wholes < numbers) {
            return Type.NUMBER;
        }
        return counts && numbers > 2 && missing == 0 && texts == 0 ? Type.ROW_NUMBER : Type.WHOLE_NUMBER;
    }

    /** Whether a cell of the first line would be out of place in this column, as a name above values is. */
    boolean isStrange(double number, String text) {
        if (!Double.isNaN(number) || Cells.isMissing(text)) {
            return false;
        }
        Type type = type();
        return type.isNumeric()
                || type == Type.ROW_NUMBER
                || (type == Type.CONSTANT && numbers > 0)
                || (type == Type.TIME && !Cells.isTime(text));
    }

    /** Whether a text was seen, as far as texts were kept. */
    boolean hasSeen(String text) {
        return values.containsKey(text) || overflown;
    }

    long missing() {
        return missing;
    }

    double missingShare() {
        return cells == 0 ? 0 : (double) missing / cells;
    }

    /** The cells that have text in a column of numbers. */
    long strayTexts() {
        return type().isNumeric() ? texts : 0;
    }

    /** The first text that is a number in a form that is not read, such as one with marks of thousands; empty if there is none. */
    String unreadNumber() {
        return unread > MOSTLY * (cells - missing) ? unreadText : "";
    }

    boolean hasPercents() {
        return percents > 0;
    }

    /** The different texts, or numbers if there are no texts, as far as they were kept. */
    int distinct() {
        return texts > 0 ? values.size() : numbersSeen.size();
    }

    /** Whether there were more different values than were kept. */
    boolean hasMoreValues() {
        return texts > 0 ? overflown : numbersSeen.size() > MOST_CATEGORIES;
    }

    /** The numbers' range, or the most frequent texts. */
    String summary() {
        if (numbers > 0 && type() != Type.CATEGORY && type() != Type.TEXT) {
            return least == greatest ? shown(least) : shown(least) + " to " + shown(greatest);
        }
        return String.join(", ", frequent().keySet());
    }

    private String shown(double number) {
        boolean whole = wholes == numbers && Math.abs(number) < LARGEST_SHOWN;
        return whole ? Console.text((long) number) : Console.number(number);
    }

    double least() {
        return numbers == 0 ? Double.NaN : least;
    }

    double greatest() {
        return numbers == 0 ? Double.NaN : greatest;
    }

    /** The most frequent texts with their counts, equally frequent ones in the order of their text. */
    Map<String, Long> frequent() {
        List<Map.Entry<String, Long>> all = values.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(SHOWN_VALUES)
                .toList();
        Map<String, Long> frequent = new java.util.LinkedHashMap<>();
        all.forEach(entry -> frequent.put(printable(entry.getKey()), entry.getValue()));
        return frequent;
    }

    /** Text without what would move the cursor of a terminal. */
    static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }
}
