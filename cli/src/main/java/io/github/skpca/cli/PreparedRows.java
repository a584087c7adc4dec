package io.github.skpca.cli;

import io.github.skpca.RowPreparation;
import io.github.skpca.RowPreparation.Missing;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.CellRules;
import io.github.skpca.io.RowBuffer;
import io.github.skpca.io.RowTransform;
import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows prepared as a model's are, for one of three uses. */
final class PreparedRows implements RowTransform {
    /** Rows of which a larger share is missing tell too little of themselves to be learned or judged. */
    private static final double MOST_MISSING = 0.5;

    private final RowPreparation preparation;
    private final RowPreparation.Stream stream;
    private final Use use;
    private String complaint = "";
    private long rows;
    private long filledRows;
    private long filledCells;
    private long refusedRows;

    /** What rows are for. */
    enum Use {
        /** Missing cells are medians; there is no row where there is no window, or where it is not to be learned. */
        LEARN,
        /** Every line has a row: missing cells are NaN, and all of them where there is nothing to judge. */
        JUDGE,
        /** Missing cells are NaN; there is no row where there is nothing to judge. */
        WATCH
    }

    PreparedRows(RowPreparation preparation, Use use) {
        this.preparation = preparation;
        this.stream = preparation.stream();
        this.use = use;
    }

    /** How cells are to be read for rows that are prepared in this way. */
    static CellRules cells(RowPreparation preparation) {
        Map<Integer, List<String>> categories = new TreeMap<>();
        preparation.categories().forEach(one -> categories.put(one.cell(), one.values()));
        return CellRules.of(preparation.missing() != Missing.FAIL, categories);
    }

    /**
     * The columns to keep before all others, for these rows: that of times, if they are looked at.
     *
     * @param timeColumn what the user named; null if nothing
     */
    static List<String> timeColumns(RowPreparation preparation, @Nullable String timeColumn, Path model) {
        if ((preparation.timeStep() > 0) != (timeColumn != null)) {
            throw new UsageException(
                    timeColumn == null
                            ? model + " looks for gaps in time: name the column of times with --time-column"
                            : "--time-column has no meaning: " + model
                                    + " does not look for gaps in time; --keep the column");
        }
        return timeColumn == null ? List.of() : List.of(timeColumn);
    }

    @Override
    public int columns() {
        return preparation.columns();
    }

    @Override
    public List<String> columnNames(List<String> cells) {
        return preparation.columnNames(cells);
    }

    @Override
    public void begin(RowBuffer buffer, int row) throws BadInputException {
        if (preparation.timeStep() > 0) {
            stream.at(RowTimes.of(buffer, row));
        }
    }

    @Override
    public boolean next(double[] cells, int from, double[] row, int at) {
        complaint = "";
        boolean complete = stream.next(cells, from, row, at);
        int missing = complete ? missing(row, at) : 0;
        boolean refused = missing > MOST_MISSING * columns();
        if (use == Use.LEARN && (!complete || !stream.isLearned())) {
            return false;
        }
        rows++;
        if (refused) {
            refusedRows++;
            complaint = missing + " of " + columns() + " columns are missing, more than half";
        }
        if (use == Use.JUDGE && (!complete || refused)) {
            Arrays.fill(row, at, at + columns(), Double.NaN);
            return true;
        }
        if (!complete || refused) {
            return false;
        }
        filledRows += missing > 0 ? 1 : 0;
        filledCells += missing;
        if (use == Use.LEARN && missing > 0) {
            preparation.fill(row, at);
        }
        return true;
    }

    private int missing(double[] row, int at) {
        int missing = 0;
        for (int j = at; j < at + columns(); j++) {
            missing += Double.isNaN(row[j]) ? 1 : 0;
        }
        return missing;
    }

    @Override
    public String complaint() {
        return complaint;
    }

    /** The window, to go on from. */
    double[] state() {
        return stream.state();
    }

    void restore(double[] state) {
        stream.restore(state);
    }

    /** What was filled and what was refused, if that was asked for. */
    void describe(Map<String, Object> fields) {
        if (preparation.missing() != Missing.FAIL) {
            fields.put("rowsWithMissing", filledRows);
            fields.put("filledCells", filledCells);
            fields.put("rowsMissingTooMuch", refusedRows);
        }
    }

    /** The share of cells of rows that were filled. */
    double filledShare() {
        return rows == 0 ? 0 : (double) filledCells / ((double) rows * columns());
    }
}
