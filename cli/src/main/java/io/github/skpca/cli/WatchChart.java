package io.github.skpca.cli;

import io.github.skpca.report.Chart;
import io.github.skpca.report.Look;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The scores of a watch as a picture: the largest of every so many rows, the threshold at that time, what was an event. However many rows
 * there were, it holds a few hundred numbers.
 */
final class WatchChart {
    private static final int MOST_STRETCHES = 512;
    private static final int MOST_DRIFTS = 50;

    private final double[] largest = new double[MOST_STRETCHES];
    private final double[] threshold = new double[MOST_STRETCHES];
    private final List<Long> drifts = new ArrayList<>();
    private final long firstRow;
    private long width = 1;
    private int used;

    /** A chart of the rows after the given one. */
    WatchChart(long rowsBefore) {
        this.firstRow = rowsBefore + 1;
    }

    /** Takes in a row: its number, its score, and the score above which rows are novel. */
    void add(long row, double score, double novelAbove) {
        int stretch = (int) ((row - firstRow) / width);
        while (stretch >= MOST_STRETCHES) {
            halve();
            stretch = (int) ((row - firstRow) / width);
        }
        if (stretch >= used) {
            Arrays.fill(largest, used, stretch + 1, Double.NaN);
            Arrays.fill(threshold, used, stretch + 1, novelAbove);
            used = stretch + 1;
        }
        largest[stretch] = Double.isNaN(largest[stretch]) ? score : Math.max(largest[stretch], score);
    }

    /** Marks a row at which the stream was found to have changed. */
    void drift(long row) {
        if (drifts.size() < MOST_DRIFTS) {
            drifts.add(row);
        }
    }

    /** Makes every stretch twice as wide. */
    private void halve() {
        for (int i = 0; i < MOST_STRETCHES / 2; i++) {
            double first = largest[2 * i];
            double second = largest[2 * i + 1];
            largest[i] = Double.isNaN(first) || second > first ? second : first;
            threshold[i] = threshold[2 * i];
        }
        used = MOST_STRETCHES / 2;
        width *= 2;
    }

    Chart chart(double alert) {
        return chart("Novelty of the rows that were watched", alert);
    }

    Chart chart(String title, double alert) {
        double[] x = new double[used];
        double[] novel = new double[used];
        double top = 0;
        for (int i = 0; i < used; i++) {
            x[i] = firstRow + (i + 0.5) * width;
            boolean isNovel = largest[i] > threshold[i];
            novel[i] = isNovel ? largest[i] : Double.NaN;
            top = Math.max(top, Double.isNaN(largest[i]) ? 0 : largest[i]);
        }
        Chart chart = Chart.lines(title, "row", "score")
                .series(
                        width == 1 ? "score" : "largest score of " + width + " rows",
                        Look.number(0),
                        x,
                        Arrays.copyOf(largest, used))
                .series("score of p = " + alert, Look.number(1).dashed(), x, Arrays.copyOf(threshold, used));
        int count =
                (int) Arrays.stream(novel).filter(value -> !Double.isNaN(value)).count();
        double[] novelX = new double[count];
        double[] novelY = new double[count];
        for (int i = 0, at = 0; i < used; i++) {
            if (!Double.isNaN(novel[i])) {
                novelX[at] = x[i];
                novelY[at++] = novel[i];
            }
        }
        chart = count == 0 ? chart : chart.points("novel", novelX, novelY);
        String name = "drift";
        for (long row : drifts) {
            chart = chart.series(name, Look.number(3).heavy(), new double[] {row, row}, new double[] {0, top});
            name = "";
        }
        return chart;
    }
}
