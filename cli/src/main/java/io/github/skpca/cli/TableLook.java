package io.github.skpca.cli;

import io.github.skpca.io.Cells;
import io.github.skpca.io.Header;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What was seen of the rows of one input. */
final class TableLook {
    /** More columns are counted and not looked at. */
    static final int MOST_COLUMNS = 10_000;

    private final List<ColumnLook> columns = new ArrayList<>();
    private final double[] firstNumbers;
    private final String[] firstTexts;
    private final List<String> givenNames;
    private final int columnCount;
    private long rows;
    private long ragged;
    private boolean ended;
    private boolean header;

    TableLook(Cells cells) {
        columnCount = cells.columns();
        int looked = Math.min(columnCount, MOST_COLUMNS);
        for (int column = 0; column < looked; column++) {
            columns.add(new ColumnLook());
        }
        firstNumbers = new double[looked];
        firstTexts = new String[looked];
        givenNames = cells.names();
    }

    /**
     * Looks at rows.
     *
     * @param most the most rows
     * @param each told after every row
     */
    void read(Cells cells, long most, Header stated, Runnable each) throws IOException {
        boolean more = cells.next();
        boolean names = more && givenNames.isEmpty();
        if (names) {
            keepFirst(cells);
            more = cells.next();
        }
        while (more && rows < most) {
            rows++;
            add(cells);
            each.run();
            more = cells.next();
        }
        ended = !more;
        header = names && (stated == Header.AUTO ? isHeader() : stated == Header.YES);
        if (names && !header) {
            rows++;
            for (int column = 0; column < columns.size(); column++) {
                columns.get(column).add(firstNumbers[column], i -> firstTexts[i], column);
            }
        }
    }

    private void keepFirst(Cells cells) {
        for (int column = 0; column < columns.size(); column++) {
            firstNumbers[column] = cells.number(column);
            firstTexts[column] = cells.text(column);
        }
    }

    private void add(Cells cells) {
        if (!cells.isWhole()) {
            ragged++;
            return;
        }
        for (int column = 0; column < columns.size(); column++) {
            columns.get(column).add(cells, column);
        }
    }

    /** Whether the first line is unlike the rows: text above numbers, or nothing but different texts that do not come again. */
    private boolean isHeader() {
        Set<String> different = new HashSet<>();
        boolean texts = true;
        for (int column = 0; column < columns.size(); column++) {
            ColumnLook look = columns.get(column);
            if (look.isStrange(firstNumbers[column], firstTexts[column])) {
                return true;
            }
            texts &= Double.isNaN(firstNumbers[column])
                    && different.add(firstTexts[column])
                    && !look.hasSeen(firstTexts[column])
                    && !Cells.isTime(firstTexts[column]);
        }
        return texts;
    }

    boolean hasHeader() {
        return header;
    }

    /** Whether the first line would be taken for names if only some columns were chosen, as {@code --header auto} does. */
    boolean isHeaderFor(List<Integer> chosen) {
        return chosen.stream()
                .anyMatch(column -> Double.isNaN(firstNumbers[column])
                        && !Cells.isMissing(firstTexts[column])
                        && !Cells.isTime(firstTexts[column])
                        && !Cells.isNumberLike(firstTexts[column]));
    }

    /** Whether the rows are text, whose first line may hold names. */
    boolean isText() {
        return givenNames.isEmpty();
    }

    String name(int column) {
        if (!givenNames.isEmpty()) {
            return givenNames.get(column);
        }
        String name = header ? firstTexts[column].strip() : "";
        return name.isEmpty() ? "x" + (column + 1) : name;
    }

    List<ColumnLook> columns() {
        return columns;
    }

    int columnCount() {
        return columnCount;
    }

    long rows() {
        return rows;
    }

    /** The rows with too few or too many cells. */
    long ragged() {
        return ragged;
    }

    /** Whether all rows were seen. */
    boolean hasEnded() {
        return ended;
    }
}
