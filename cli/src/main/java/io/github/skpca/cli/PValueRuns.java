package io.github.skpca.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether p-values that follow each other are independent: their autocorrelation, and how often an alarm directly follows another. */
final class PValueRuns {
    /*
     * P-values, not scores: they are bounded, so that two far rows beside each other do not make an autocorrelation.
     *
     * Of A alarms among n independent rows about A^2 / n directly follow another one, a Poisson count. Bursts are worth a word if there are at
     * least five such rows, twice as many as that, and more by four deviations.
     */
    private static final int FEWEST = 5;

    private static final double ERRORS = 4;
    private static final double LEAST_FACTOR = 2;

    private final double alert;
    private final Neighbours neighbours = new Neighbours(1);
    private long alarms;
    private long following;
    private boolean isAlarm;

    /** Rows with a p-value of at most {@code alert} are alarms. */
    PValueRuns(double alert) {
        this.alert = alert;
    }

    /** Takes in the p-value of the next row. */
    void add(double pValue) {
        neighbours.add(pValue);
        boolean isNext = pValue <= alert;
        alarms += isNext ? 1 : 0;
        following += isNext && isAlarm ? 1 : 0;
        isAlarm = isNext;
    }

    /** The autocorrelation of p-values at lag 1. */
    double autocorrelation() {
        return neighbours.autocorrelation(false);
    }

    /** How many rows were alarms. */
    long alarms() {
        return alarms;
    }

    /** How many rows had a p-value. */
    long rows() {
        return neighbours.rows();
    }

    boolean areAlike() {
        return Neighbours.isWorthAWord(autocorrelation(), neighbours.rows());
    }

    private double expected() {
        return neighbours.rows() == 0 ? 0 : (double) alarms * alarms / neighbours.rows();
    }

    boolean areBursts() {
        double expected = expected();
        return following >= FEWEST
                && following >= LEAST_FACTOR * expected
                && following > expected + ERRORS * Math.sqrt(expected);
    }

    /** What a person should know of the p-values. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        if (areAlike()) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "p-values of neighbouring rows are alike (autocorrelation %.2f): rows depend on each other, or have changed; p-values are for"
                            + " rows that are independent and like those learned, and their shares hold only over times long against a dependence",
                    autocorrelation()));
        }
        if (areBursts()) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "alarms come in bursts: of %,d rows with a p-value of at most %s, %,d directly follow another, where independent rows give"
                            + " about %.1f; count bursts, not rows",
                    alarms,
                    Double.toString(alert),
                    following,
                    expected()));
        }
        return warnings;
    }
}
