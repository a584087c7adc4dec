package io.github.skpca.cli;

import io.github.skpca.io.RowBuffer;
import io.github.skpca.io.RowReader;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.stream.IntStream;

/** The most novel rows of a pass, so many of them at the most: those of the smallest p-values, and of these the highest scores. */
final class NovelRows implements RowPass.Work, RowPass.Taker {
    /** A row that comes later has to be more novel to be before an earlier one. */
    private static final Comparator<Row> MOST_NOVEL_FIRST = Comparator.comparingDouble(Row::pValue)
            .thenComparing(Comparator.comparingDouble(Row::score).reversed())
            .thenComparingLong(Row::number);

    private final RowScoring scoring;
    private final Limits limits;
    private final PriorityQueue<Row> found = new PriorityQueue<>(MOST_NOVEL_FIRST.reversed());
    private List<String> columnNames = List.of();
    private List<String> keptNames = List.of();
    private double[] observed = new double[0];

    /**
     * Which rows are taken, and by how much they are explained.
     *
     * @param rows at the most
     * @param columns of a row that are named, at the most
     * @param level the largest p-value of a row
     */
    record Limits(int rows, int columns, double level) {}

    /**
     * A row that was scored.
     *
     * @param number among all rows of the input, from 1
     * @param position where it stands
     * @param kept its texts
     * @param results what its scoring gives, as {@link RowScoring#names()} calls it
     * @param pValue 1 where there are none
     * @param observed its columns, NaN where one is missing
     * @param judged its columns, with those that were missing filled
     */
    record Row(
            long number,
            String position,
            List<String> kept,
            double[] results,
            double pValue,
            double[] observed,
            double[] judged) {
        double score() {
            return results[0];
        }
    }

    NovelRows(RowScoring scoring, Limits limits) {
        this.scoring = scoring;
        this.limits = limits;
    }

    /** What columns are called. */
    List<String> columnNames() {
        return columnNames;
    }

    /** What kept texts are called. */
    List<String> keptNames() {
        return keptNames;
    }

    /** What the results of a row are called. */
    List<String> resultNames() {
        return scoring.names();
    }

    /** How many columns of a row are named, at the most. */
    int mostColumns() {
        return limits.columns();
    }

    /** The rows, the most novel first. */
    List<Row> rows() {
        return rows(limits.rows());
    }

    /** So many of the rows, the most novel first. */
    List<Row> rows(int most) {
        return found.stream().sorted(MOST_NOVEL_FIRST).limit(most).toList();
    }

    @Override
    public void begin(RowReader reader) {
        columnNames = reader.columnNames();
        keptNames = reader.keptNames();
    }

    @Override
    public void apply(RowBatches rows, double[] out) {
        if (scoring.fillsRows()) {
            // They are filled where they stand.
            observed = Arrays.copyOf(rows.denseValues(), rows.batch().rows() * columnNames.size());
        }
        scoring.apply(rows, out);
    }

    @Override
    public void take(RowBatches rows, double[] out) {
        int width = scoring.names().size();
        for (int i = 0; i < rows.batch().rows(); i++) {
            double score = out[i * width];
            double pValue = scoring.hasPValues() ? out[i * width + 1] : 1;
            Row least = found.size() < limits.rows() ? null : found.peek();
            boolean isMore =
                    least == null || pValue < least.pValue() || (pValue == least.pValue() && score > least.score());
            if (!Double.isNaN(score) && pValue <= limits.level() && isMore) {
                if (least != null) {
                    found.remove();
                }
                found.add(row(rows, i, Arrays.copyOfRange(out, i * width, (i + 1) * width), pValue));
            }
        }
    }

    private Row row(RowBatches rows, int i, double[] results, double pValue) {
        RowBuffer batch = rows.batch();
        int columns = columnNames.size();
        double[] judged = new double[columns];
        rows.copy(i, judged, 0);
        double[] seen = scoring.fillsRows() ? Arrays.copyOfRange(observed, i * columns, (i + 1) * columns) : judged;
        List<String> kept = IntStream.range(0, batch.keptCount())
                .mapToObj(k -> batch.kept(i, k))
                .toList();
        return new Row(batch.rowNumber(i), batch.position(i), new ArrayList<>(kept), results, pValue, seen, judged);
    }
}
