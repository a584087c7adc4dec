package io.github.skpca.internal.drift;

import java.nio.DoubleBuffer;
import java.util.Arrays;

/**
 * Bets, row by row, against "nothing has changed since the reference": each gives a row a factor whose mean is 1 while that is so.
 *
 * <p>The evidence of a bet is M = (M + 1) factor, a Shiryaev-Roberts sum: the products of its factors since each possible beginning of a change, added
 * up. The mean over bets, with weights that sum to 1, grows by at most 1 a row in expectation, so on average 1 / rate rows or more pass until it
 * reaches 1 / rate, whichever bets there are and however they depend on each other (Shin, Ramdas and Rinaldo, E-detectors, New England
 * Journal of Statistics in Data Science 2(2), 2024).
 */
final class RowBets {
    /*
     * A factor is exp(c s) over the mean of exp(c s) among the reference, for a statistic s of the row and a stake c. The statistics are each column, in
     * deviations of the reference and cut off at four, and its square; the means over columns of sizes and of squares, which see
     * what all columns do a little; and the p-value of the row's novelty, with the factor (1 - c) p^-c, whose mean is 1. The mean of exp(c s) is that of the
     * reference and of the rows since, with two standard errors added, for it is not known better. A stake is best for the shift that
     * is its own size: half a deviation and one and a half.
     *
     * Rows that depend on their neighbours: with r the correlation of a statistic with the row before, sums vary t = (1 + r) / (1 - r) times as much, and the
     * factor to the power 1 / t has the mean and the variance of logarithms that independent rows would have. r is taken from squared differences of
     * neighbours, which a change of level does not touch.
     */
    static final double CUT = 4;

    private static final double[] COLUMN_STAKES = {0.5, -0.5, 1.5, -1.5};
    private static final double[] SQUARE_STAKES = {0.15, -0.3};
    private static final double[] MEAN_STAKES = {0.5, -0.5};
    private static final double[] NOVELTY_STAKES = {0.3, 0.6};

    /** Rows from which r is known well enough to bet. */
    static final int FIRST_ROWS = 64;

    /** The reference grows up to so many rows. */
    private static final double MOST_REFERENCE = 1 << 16;

    private static final double ERRORS = 2;
    private static final double CLEAR = 4;
    private static final double LEAST_INFLATION = 1.5;
    private static final int RENEWAL = 64;

    private final int columns;
    private final int perColumn = COLUMN_STAKES.length + SQUARE_STAKES.length;
    private final int means;
    private final int novelty;
    private final double[] factors;
    private final double[] sums;
    private final double[] squares;
    private final double[] norms;
    private final double[] evidence;

    /** The product of the factors since it was last below 1: where that was, the change began if there is one. */
    private final double[] climbs;

    private final double[] since;
    private final double[] inflation;

    /** For each statistic: its last value, the sum of squared differences, the sum and the sum of squares. */
    private final double[] dependence;

    private final double[] statistics;
    private double reference;
    private double rows;
    private boolean knowsNovelty = true;

    RowBets(int columns) {
        this.columns = columns;
        this.means = columns * perColumn;
        this.novelty = means + 2 * MEAN_STAKES.length;
        int bets = novelty + NOVELTY_STAKES.length;
        this.factors = new double[bets];
        this.sums = new double[bets];
        this.squares = new double[bets];
        this.norms = new double[bets];
        this.evidence = new double[bets];
        this.climbs = new double[bets];
        this.since = new double[bets];
        this.statistics = new double[columns + 3];
        this.inflation = new double[statistics.length];
        this.dependence = new double[4 * statistics.length];
        Arrays.fill(inflation, 1);
    }

    /** Forgets everything, for another reference. */
    void clear(boolean withNovelty) {
        for (double[] part : new double[][] {sums, squares, norms, evidence, climbs, since, dependence}) {
            Arrays.fill(part, 0);
        }
        Arrays.fill(inflation, 1);
        reference = 0;
        rows = 0;
        knowsNovelty = withNovelty;
    }

    /** Whether p-values are bet on from here on: those of a model that knows the rows as they are now. */
    void useNovelty() {
        if (!knowsNovelty) {
            knowsNovelty = true;
            for (int i = novelty; i < evidence.length; i++) {
                evidence[i] = 0;
                climbs[i] = 0;
                since[i] = rows;
            }
        }
    }

    /**
     * Takes in a row of the reference.
     *
     * @param g its columns in deviations of the reference, cut off; read only
     */
    void learn(double[] g) {
        make(g, 1);
        reference++;
        for (int i = 0; i < novelty; i++) {
            sums[i] += factors[i];
            squares[i] += factors[i] * factors[i];
        }
    }

    /** Ends the reference. */
    void begin() {
        renew();
    }

    private void renew() {
        for (int i = 0; i < novelty; i++) {
            double mean = sums[i] / reference;
            double variance = Math.max(0, squares[i] / reference - mean * mean);
            norms[i] = mean + ERRORS * Math.sqrt(variance / reference);
        }
        for (int s = 0; s < statistics.length && rows >= FIRST_ROWS; s++) {
            inflation[s] = inflation(s);
        }
    }

    private double inflation(int s) {
        double mean = dependence[4 * s + 2] / rows;
        double variance = dependence[4 * s + 3] / rows - mean * mean;
        double r = variance > 0 ? 1 - 0.5 * dependence[4 * s + 1] / (rows * variance) : 0;
        double factor = (1 + r) / Math.max(1e-3, 1 - r);
        return r > CLEAR / Math.sqrt(rows) && factor >= LEAST_INFLATION ? factor : 1;
    }

    /** The factors of a row before they are divided by their means. */
    private void make(double[] g, double pValue) {
        double sizes = 0;
        double all = 0;
        for (int j = 0; j < columns; j++) {
            double value = g[j];
            double half = StrictMath.exp(0.5 * value);
            double square = StrictMath.exp(0.15 * value * value);
            int at = j * perColumn;
            factors[at] = half;
            factors[at + 1] = 1 / half;
            factors[at + 2] = half * half * half;
            factors[at + 3] = 1 / factors[at + 2];
            factors[at + 4] = square;
            factors[at + 5] = 1 / (square * square);
            sizes += Math.abs(value);
            all += value * value;
            statistics[j] = value;
        }
        // In about their own deviations, those of normal columns; what they are exactly is in the means of the factors.
        double root = Math.sqrt(columns);
        statistics[columns] = cut((sizes - 0.8 * columns) / (0.6 * root));
        statistics[columns + 1] = cut((all - columns) / (1.4 * root));
        statistics[columns + 2] = pValue;
        for (int k = 0; k < 2; k++) {
            double up = StrictMath.exp(MEAN_STAKES[0] * statistics[columns + k]);
            factors[means + 2 * k] = up;
            factors[means + 2 * k + 1] = 1 / up;
        }
    }

    private static double cut(double value) {
        return Math.max(-CUT, Math.min(CUT, value));
    }

    /**
     * Takes in a row of the stream.
     *
     * @param g its columns in deviations of the reference, cut off; read only
     * @param pValue that of its novelty
     * @return the weighted mean of the evidence
     */
    double add(double[] g, double pValue) {
        make(g, pValue);
        rows++;
        for (int s = 0; s < statistics.length; s++) {
            double value = statistics[s];
            double difference = rows > 1 ? value - dependence[4 * s] : 0;
            dependence[4 * s] = value;
            dependence[4 * s + 1] += difference * difference;
            dependence[4 * s + 2] += value;
            dependence[4 * s + 3] += value * value;
        }
        double sum = 0;
        boolean counts = rows > FIRST_ROWS;
        for (int i = 0; i < evidence.length && counts; i++) {
            double factor = factor(i, pValue);
            evidence[i] = (evidence[i] + 1) * factor;
            climbs[i] = Math.max(1, climbs[i]) * factor;
            since[i] = climbs[i] < 1 ? rows : since[i];
            sum += weight(i) * evidence[i];
        }
        grow();
        if (rows % RENEWAL == 0) {
            renew();
        }
        return sum;
    }

    private double factor(int bet, double pValue) {
        double factor;
        if (bet < novelty) {
            factor = factors[bet] / norms[bet];
        } else if (knowsNovelty) {
            double stake = NOVELTY_STAKES[bet - novelty];
            factor = (1 - stake) * StrictMath.pow(pValue, -stake);
        } else {
            return 0;
        }
        double times = inflation[statistic(bet)];
        return times > 1 ? StrictMath.pow(factor, 1 / times) : factor;
    }

    private int statistic(int bet) {
        return bet < means
                ? bet / perColumn
                : bet < novelty ? columns + (bet - means) / MEAN_STAKES.length : columns + 2;
    }

    /** Half for the columns, a quarter for their means, and a quarter for novelty. */
    private double weight(int bet) {
        return bet < means ? 0.5 / means : bet < novelty ? 0.25 / (novelty - means) : 0.25 / NOVELTY_STAKES.length;
    }

    /** The row belongs to the reference from here on, until that is long. */
    private void grow() {
        double kept = reference < MOST_REFERENCE ? 1 : 1 - 1 / MOST_REFERENCE;
        reference = Math.min(MOST_REFERENCE, reference + 1);
        for (int i = 0; i < novelty; i++) {
            sums[i] = sums[i] * kept + factors[i];
            squares[i] = squares[i] * kept + factors[i] * factors[i];
        }
    }

    /** For how many rows the strongest bet has had evidence: an estimate of when the change began. */
    long changedRows() {
        int strongest = 0;
        for (int i = 1; i < evidence.length; i++) {
            strongest = weight(i) * evidence[i] > weight(strongest) * evidence[strongest] ? i : strongest;
        }
        return (long) Math.max(1, rows - since[strongest]);
    }

    /** How many times as much sums vary as those of independent rows, at most over all statistics. */
    double largestInflation() {
        return Arrays.stream(inflation).max().orElse(1);
    }

    int savedLength() {
        return 3 + 6 * evidence.length + dependence.length + inflation.length;
    }

    void save(DoubleBuffer to) {
        to.put(reference).put(rows).put(knowsNovelty ? 1 : 0);
        for (double[] part : new double[][] {sums, squares, norms, evidence, climbs, since, dependence, inflation}) {
            to.put(part);
        }
    }

    void restore(DoubleBuffer from) {
        reference = from.get();
        rows = from.get();
        knowsNovelty = from.get() != 0;
        for (double[] part : new double[][] {sums, squares, norms, evidence, climbs, since, dependence, inflation}) {
            from.get(part);
        }
    }

    long bytes() {
        return 8L * (8L * evidence.length + 6L * statistics.length);
    }
}
