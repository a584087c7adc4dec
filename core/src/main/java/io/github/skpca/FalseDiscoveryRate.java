package io.github.skpca;

import java.util.Arrays;

/**
 * Which of many p-values are discoveries, so that of those at most a stated share is false in expectation: E[false / max(1, all)] is at most the rate.
 *
 * <p>For a stream, one p-value after the other: {@link #isDiscovery} by LORD++ (Ramdas, Yang, Wainwright and Jordan, NeurIPS 2017). For a finished list:
 * {@link #benjaminiHochberg} (JRSS B 57(1), 1995).
 *
 * <pre>{@code
 * FalseDiscoveryRate rate = new FalseDiscoveryRate(0.05);
 * for (double[] row : stream) if (rate.isDiscovery(calibration.pValue(model.score(row)))) ...
 * }</pre>
 *
 * <p>What holds. For a stream: if p-values of usual rows are independent of each other and of all others, the rate holds at every row; if they only are
 * valid given all rows before, E[false] is at most the rate times E[max(1, all)]. For a list: if p-values of usual rows are independent, or positively dependent.
 * Rows of a stream with a memory are neither: when one usual row is strange, so is the next. Then count bursts, not rows: of the first rows of bursts
 * the rate was seen to hold (docs/decisions/0032). All p-values of one model share its calibration: where that is a little off, all of them are.
 *
 * <p>A stream without an end is taken in periods of 2^20 rows, and the rate is one for each of them. For one thread. Memory does not grow.
 */
public final class FalseDiscoveryRate {
    /*
     * LORD++ tests row t at the level g_t w + (a - w) g_(t - t1) + a sum_(j >= 2) g_(t - tj), with tj the rows of earlier discoveries, w = a / 2, and any
     * sequence g that does not grow and sums to 1. All tj would have to be kept. With g a mixture of geometric sequences, g_s = 1/K sum_k
     * q_k (1 - q_k)^(s - 1), q_k = 2^-k, the sum over j is one number for each k, which a row multiplies by 1 - q_k. g_s is about
     * 1 / (K ln 2 s) as far as 2^K, the length of a period.
     */
    private static final int SCALES = 20;
    private static final long PERIOD = 1L << SCALES;

    private final double rate;
    private final double[] wealth = new double[SCALES];
    private long row;
    private long discoveries;
    private double level;

    /**
     * For a stream.
     *
     * @param rate the share of discoveries that may be false, above 0 and below 1
     */
    public FalseDiscoveryRate(double rate) {
        if (!(rate > 0 && rate < 1)) {
            throw new IllegalArgumentException(
                    "the rate of false discoveries must be above 0 and below 1, not " + rate);
        }
        this.rate = rate;
        begin();
    }

    /** The first row of a period: its wealth is half the rate. */
    private void begin() {
        Arrays.fill(wealth, rate / 2);
        row = 0;
        discoveries = 0;
        level = levelNow();
    }

    private double levelNow() {
        double sum = 0;
        double share = 1;
        for (int k = 0; k < SCALES; k++) {
            share /= 2;
            sum += wealth[k] * share;
        }
        return sum / SCALES;
    }

    /**
     * Whether the next row is a discovery.
     *
     * @param pValue that of the row, from 0 to 1
     */
    public boolean isDiscovery(double pValue) {
        if (!(pValue >= 0 && pValue <= 1)) {
            throw new IllegalArgumentException("a p-value must be between 0 and 1, not " + pValue);
        }
        boolean isDiscovery = pValue <= level;
        double share = 1;
        for (int k = 0; k < SCALES; k++) {
            share /= 2;
            wealth[k] *= 1 - share;
        }
        if (isDiscovery) {
            double earned = discoveries == 0 ? rate / 2 : rate;
            for (int k = 0; k < SCALES; k++) {
                wealth[k] += earned;
            }
            discoveries++;
        }
        row++;
        if (row == PERIOD) {
            begin();
        }
        level = levelNow();
        return isDiscovery;
    }

    /** The level that the next row's p-value must not exceed. */
    public double level() {
        return level;
    }

    /** The state, a copy: for {@link #restore}. */
    public double[] state() {
        double[] state = Arrays.copyOf(wealth, SCALES + 2);
        state[SCALES] = row;
        state[SCALES + 1] = discoveries;
        return state;
    }

    /**
     * Goes on from a state.
     *
     * @param rate the one it was made with
     * @param state of {@link #state()}; copied
     * @throws IllegalArgumentException if it is none
     */
    public static FalseDiscoveryRate restore(double rate, double[] state) {
        FalseDiscoveryRate restored = new FalseDiscoveryRate(rate);
        if (state.length != SCALES + 2) {
            throw new IllegalArgumentException(
                    "a state of " + state.length + " numbers where there are " + (SCALES + 2));
        }
        for (int k = 0; k < SCALES + 2; k++) {
            if (!(state[k] >= 0 && state[k] <= PERIOD)) {
                throw new IllegalArgumentException("the state of a rate of false discoveries holds " + state[k]);
            }
        }
        System.arraycopy(state, 0, restored.wealth, 0, SCALES);
        restored.row = (long) state[SCALES];
        restored.discoveries = (long) state[SCALES + 1];
        restored.level = restored.levelNow();
        return restored;
    }

    /**
     * The largest p-value that is a discovery, by Benjamini and Hochberg: the largest p(k) of N sorted ones that is at most rate k / N; 0 if none is.
     *
     * @param values different p-values, ascending; read only
     * @param counts how many of the N have each of them; read only
     * @param rate above 0 and below 1
     */
    public static double benjaminiHochberg(double[] values, long[] counts, double rate) {
        double all = 0;
        for (long count : counts) {
            all += count;
        }
        double largest = 0;
        double below = 0;
        for (int i = 0; i < values.length; i++) {
            below += counts[i];
            if (values[i] * all <= rate * below) {
                largest = values[i];
            }
        }
        return largest;
    }
}
