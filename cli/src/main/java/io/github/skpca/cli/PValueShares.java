package io.github.skpca.cli;

import io.github.skpca.report.Chart;
import io.github.skpca.report.Look;

import java.util.ArrayList;
import java.util.List;

/** How many p-values are at most so large, at eight places of every power of ten; whatever their number, a hundred counts. */
final class PValueShares {
    private static final int STEPS = 8;
    private static final int DECADES = 12;

    private final long[] atMost = new long[STEPS * DECADES + 1];
    private long rows;

    /** Takes in a p-value; one that is not a number is none. */
    void add(double pValue) {
        if (Double.isNaN(pValue)) {
            return;
        }
        rows++;
        for (int i = 0; i < atMost.length && pValue <= level(i); i++) {
            atMost[i]++;
        }
    }

    private static double level(int step) {
        // Whole powers of ten are exact, so that 0.001 is counted as 0.001.
        return step % STEPS == 0 ? power(step / STEPS) : StrictMath.pow(10, -(double) step / STEPS);
    }

    /** 10^-exponent, as it is typed. */
    static double power(int exponent) {
        return Double.parseDouble("1e-" + exponent);
    }

    /** Rows that have a p-value. */
    long rows() {
        return rows;
    }

    /** How many are at most a power of ten, {@code 10^-exponent}. */
    long atMostPower(int exponent) {
        return atMost[exponent * STEPS];
    }

    /** The share of rows with a p-value of at most p against p: at most p, if rows are like those learned. */
    Chart chart() {
        List<double[]> points = new ArrayList<>();
        for (int i = 0; i < atMost.length && atMost[i] > 0; i++) {
            points.add(new double[] {level(i), (double) atMost[i] / rows});
        }
        double[] levels = points.stream().mapToDouble(point -> point[0]).toArray();
        double[] shares = points.stream().mapToDouble(point -> point[1]).toArray();
        return Chart.lines(
                        "More small p-values than expected?",
                        "p-value",
                        "share of rows with this p-value or a smaller one")
                .logX()
                .logY()
                .series("these rows", Look.number(0), levels, shares)
                .series("rows like those learned, at most", Look.number(1).dashed(), levels, levels);
    }
}
