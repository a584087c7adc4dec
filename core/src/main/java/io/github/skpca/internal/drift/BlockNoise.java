package io.github.skpca.internal.drift;

/** How much means of blocks vary if nothing changes, and so what the distance of two means may be. */
final class BlockNoise {
    /*
     * Means of b independent rows vary by S/b. Rows that depend on their neighbours make them vary more. How much more is seen from the
     * means of successive blocks of each length, half of whose squared distance would be tr S / b on average: successive ones, because a
     * slow change or one jump hardly shows in them. The relative standard error of that average over N pairs is about sqrt(1.5 c / N), c
     * the squared coefficient of variation of one.
     *
     * As long as nothing is clear of independent rows by four errors, these are taken at their word: the largest factor among the lengths
     * so far counts, never one below 1.
     *
     * If something is clear, the threshold is that of means of blocks, whose covariance need not be like S: one column with a memory puts
     * nearly all of it into one direction, where the distance has a far longer tail than S says. BlockMoments have its traces and
     * cumulants, and a block takes the place of a row. What longer lengths show beyond blocks, up to twice the length compared (a pair of
     * neighbours hides what reaches from one into the other), is added in the direction that is worst. Few blocks are few degrees of
     * freedom, and the threshold is wider for it.
     */
    static final int LEAST_PAIRS = 7;

    /** Errors from which on thresholds allow for it, and from which on it is said: many lengths are looked at, many times. */
    private static final double CLEAR = 4;

    private static final double CERTAIN = 6;

    private final Cumulants rows;
    private final Cumulants blocks;
    private final long vectors;
    private final double products;
    private final double[] variances;
    private final long[] pairs;
    private final boolean isDependent;

    /**
     * Noise as known by now.
     *
     * @param rows of independent rows
     * @param blocks of blocks
     * @param variances half the mean squared distance of successive means of each length, times their rows: tr S if rows are independent;
     *     kept
     * @param pairs of how many pairs of means each is the average; kept
     */
    BlockNoise(Cumulants rows, BlockMoments blocks, double[] variances, long[] pairs) {
        this.rows = rows;
        this.blocks = blocks.cumulants();
        this.vectors = blocks.count();
        this.variances = variances;
        this.pairs = pairs;
        this.products = blocks.pairs();
        boolean clear = isDirectionClear(CLEAR);
        for (int level = 0; level < pairs.length; level++) {
            clear |= isClear(level, CLEAR);
        }
        this.isDependent = clear;
    }

    private boolean isKnown(int level) {
        return pairs[level] >= LEAST_PAIRS && rows.trace() > 0;
    }

    private boolean isClear(int level, double errors) {
        return isKnown(level) && factor(level) > 1 + errors * error(level);
    }

    private static double rowsOf(int level) {
        return (double) (1L << level) * BlockSums.ROWS;
    }

    private double factor(int level) {
        return variances[level] / rows.trace();
    }

    /** The standard error of a factor if rows are independent. */
    private double error(int level) {
        double variation = (2 * rows.squareTrace() + rows.fourth() / rowsOf(level)) / (rows.trace() * rows.trace());
        return Math.sqrt(1.5 * variation / pairs[level]);
    }

    /**
     * Whether some direction varies more than it may, though all together do not. The square of an inner product has a relative variance of at
     * most 8, and its expectation given one of the two vectors one of at most 2 tr S^4 / (tr S^2)^2, tr S^4 being at most (tr S^3)^(4/3).
     */
    private boolean isDirectionClear(double errors) {
        double square = rows.squareTrace();
        double third = StrictMath.cbrt(rows.cubeTrace());
        double concentration = Math.min(1, third * third * third * third / (square * square));
        double error = Math.sqrt(8 / products + 8 * concentration / vectors);
        return blocks.squareTrace() > square * (1 + errors * error);
    }

    /**
     * How many times as much means of blocks vary as those of independent rows: the largest of all factors that are clear of 1 by six
     * errors, for all directions together and, as a root of traces of squares, for the leading ones. 1 if there is none.
     */
    double inflation() {
        double largest = 1;
        for (int level = 0; level < pairs.length; level++) {
            if (isClear(level, CERTAIN)) {
                largest = Math.max(largest, factor(level));
            }
        }
        return isDirectionClear(CERTAIN)
                ? Math.max(largest, Math.sqrt(blocks.squareTrace() / rows.squareTrace()))
                : largest;
    }

    /**
     * What the squared distance of the mean of {@code 2^level} blocks and that of a reference exceeds with a given probability.
     *
     * @param reference how many blocks the reference has
     */
    double threshold(int level, long reference, double tail) {
        double factor = 1;
        for (int i = 0; i <= level && !isDependent; i++) {
            factor = Math.max(factor, isKnown(i) ? factor(i) : 1);
        }
        double referenceRows = (double) reference * BlockSums.ROWS;
        double limit = DriftThreshold.of(rows, rowsOf(level), referenceRows, factor, tail);
        if (!isDependent) {
            return limit;
        }
        return Math.max(limit, ofBlocks(level, reference, tail) / BlockSums.ROWS);
    }

    /** The same for sums of blocks over sqrt(R), whose covariance is that of the blocks and what longer lengths show beyond it. */
    private double ofBlocks(int level, long reference, double tail) {
        double trace = blocks.trace();
        double more = 0;
        double moreError = 0;
        for (int i = 1; i <= Math.min(level + 1, pairs.length - 1); i++) {
            double excess = isKnown(i) ? variances[i] - trace * (1 + Math.sqrt(1.5 * variation() / pairs[i])) : 0;
            if (excess > more) {
                more = excess;
                // One direction, so one degree of freedom a mean.
                moreError = excess * Math.sqrt(1.5 * 2 / pairs[i]);
            }
        }
        double sum = trace + more;
        double variance = trace * trace * variation() / vectors + moreError * moreError;
        return sum > 0
                ? DriftThreshold.ofEstimated(
                        blocks.plus(more), (double) (1L << level), (double) reference, tail, variance / (sum * sum))
                : 0;
    }

    /** The squared coefficient of variation of the squared length of one vector. */
    private double variation() {
        double square = blocks.trace() * blocks.trace();
        return square > 0 ? (2 * blocks.squareTrace() + blocks.fourth()) / square : 0;
    }
}
