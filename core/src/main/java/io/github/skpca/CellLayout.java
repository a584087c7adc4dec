package io.github.skpca;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Where the columns of each cell are among those of one step: a number has one, a cell of categories one for each and one for all others. */
final class CellLayout {
    private final int cells;
    private final List<RowPreparation.Categories> categories;
    /** Where the columns of each cell begin, and their number at the end; empty if each cell is one column. */
    private final int[] starts;

    CellLayout(int cells, List<RowPreparation.Categories> categories) {
        if (cells < 1) {
            throw new IllegalArgumentException("a row must have at least 1 cell, not " + cells);
        }
        this.cells = cells;
        this.categories = List.copyOf(categories);
        this.starts = categories.isEmpty() ? new int[0] : starts(cells, categories);
    }

    private static int[] starts(int cells, List<RowPreparation.Categories> categories) {
        int[] widths = new int[cells];
        Arrays.fill(widths, 1);
        for (RowPreparation.Categories one : categories) {
            if (one.cell() >= cells || widths[one.cell()] != 1) {
                throw new IllegalArgumentException(
                        "categories of cell " + one.cell() + " of " + cells + ", or twice of the same");
            }
            widths[one.cell()] = one.values().size() + 1;
        }
        int[] starts = new int[cells + 1];
        for (int j = 0; j < cells; j++) {
            starts[j + 1] = starts[j] + widths[j];
        }
        return starts;
    }

    int cells() {
        return cells;
    }

    List<RowPreparation.Categories> categories() {
        return categories;
    }

    /** The columns of one step. */
    int width() {
        return start(cells);
    }

    private int start(int cell) {
        return starts.length == 0 ? cell : starts[cell];
    }

    /** The names of the columns of one step. */
    List<String> names(List<String> cellNames) {
        List<String> names = new ArrayList<>(width());
        for (int j = 0; j < cells; j++) {
            if (start(j + 1) - start(j) == 1) {
                names.add(cellNames.get(j));
                continue;
            }
            int cell = j;
            categories.stream()
                    .filter(one -> one.cell() == cell)
                    .flatMap(one -> one.values().stream())
                    .forEach(value -> names.add(cellNames.get(cell) + "=" + value));
            names.add(cellNames.get(j) + "=other");
        }
        return names;
    }

    /** Writes the columns of the cells that begin at {@code from}. */
    void encode(double[] input, int from, double[] into, int at) {
        for (int j = 0; j < cells; j++) {
            int columns = start(j + 1) - start(j);
            int begin = at + start(j);
            double value = input[from + j];
            if (columns == 1) {
                into[begin] = value;
                continue;
            }
            Arrays.fill(into, begin, begin + columns, 0);
            boolean known = value >= 0 && value < columns - 1 && value == Math.rint(value);
            into[begin + (known ? (int) value : columns - 1)] = 1;
        }
    }

    /** Fills the missing numbers of one step, and says how many there were. */
    int fill(double[] rows, int at, double[] fill, @Nullable CellRegression regression) {
        int filled = 0;
        for (int j = 0; j < cells; j++) {
            filled += Double.isNaN(rows[at + start(j)]) ? 1 : 0;
        }
        if (filled == 0) {
            return 0;
        }
        double[] step = new double[cells];
        for (int j = 0; j < cells; j++) {
            step[j] = rows[at + start(j)];
        }
        if (regression != null) {
            regression.fill(step);
        }
        for (int j = 0; j < cells; j++) {
            int i = at + start(j);
            double other = Double.isNaN(step[j]) ? (fill.length == 0 ? 0 : fill[j]) : step[j];
            rows[i] = Double.isNaN(rows[i]) ? other : rows[i];
        }
        return filled;
    }
}
