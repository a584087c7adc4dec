package io.github.skpca.cli;

import io.github.skpca.io.OnBadRow;
import io.github.skpca.io.RowBuffer;
import io.github.skpca.io.RowWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.util.ArrayList;
import java.util.List;

/** Where a command writes the rows that it makes, and whether with the numbers of the rows they are made of. */
final class OutputOption {
    @Option(
            names = "-o",
            paramLabel = "OUT",
            defaultValue = "-",
            description =
                    "Where to write: name.csv, name.csv.gz, name.tsv or name.npy; - is standard output (default).")
    String name = "-";

    @Option(
            names = "--row-number",
            negatable = true,
            description =
                    "Add a column row: the number of the row among all of the input, from 1, bad ones included. Given by default with"
                            + " --on-bad-row skip, where rows may be missing from the output.")
    @Nullable
    Boolean rowNumber;

    /** Whether rows leave standard output to a report. */
    boolean isFile() {
        return !name.equals("-");
    }

    /** Whether rows are numbered: if asked, or if lines of the output might not be those of the input. */
    boolean hasRowNumbers(RowOptions rows) {
        return rowNumber != null ? rowNumber : rows.onBadRow == OnBadRow.SKIP;
    }

    /** The names of the numbers of a row, with that of its number first if it has one. */
    static List<String> numbered(boolean areNumbered, List<String> names) {
        List<String> all = new ArrayList<>(areNumbered ? List.of(RowWriter.ROW_NUMBER) : List.of());
        all.addAll(names);
        return all;
    }

    /**
     * Numbers of rows, each behind the number of its row.
     *
     * @param values as many rows of {@code width} numbers as the batch has; read only
     */
    static double[] numbered(RowBuffer batch, double[] values, int width) {
        double[] all = new double[Math.multiplyExact(batch.rows(), width + 1)];
        for (int i = 0; i < batch.rows(); i++) {
            all[i * (width + 1)] = batch.rowNumber(i);
            System.arraycopy(values, i * width, all, i * (width + 1) + 1, width);
        }
        return all;
    }
}
