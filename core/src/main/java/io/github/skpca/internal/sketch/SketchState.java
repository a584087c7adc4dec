package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;

/**
 * Rows B that stand for the rows A seen so far: -excess <= ||Ax||^2 - ||Bx||^2 <= delta for every unit x, up to rounding.
 *
 * <p>Plain data, nine components: the matrix, its shape, and the sums that its bound consists of. A file holds each of them.
 *
 * @param rows count x columns, row-major; owned by this record, not to be changed
 * @param count the number of rows of B
 * @param columns m
 * @param delta the sum of all shrinks and of the residual bounds of block shrinks
 * @param rounding an upper bound on the effect of rounding on either side, including that of means and jump rows; proved except for
 *     the constant of the eigensolver, which is measured (docs/decisions/0004)
 * @param squaredNorm ||A||_F^2, tracked exactly
 * @param certificate how much of delta is a bound that holds only with a probability
 * @param isMoments whether {@code rows} is not B but its Gram matrix B'B, m x m, for sketches that hold it
 * @param excess how much ||Bx||^2 may exceed ||Ax||^2, because the rows of A are the last of a stream and B knows some before them; 0
 *     for sketches of all rows
 */
public record SketchState(
        double[] rows,
        int count,
        int columns,
        double delta,
        double rounding,
        double squaredNorm,
        Certificate certificate,
        boolean isMoments,
        double excess) {
    /** A scatter below it is treated as zero: its entries would lose digits. */
    private static final double VANISHED = 0x1p-400;

    /** Rounding of pow, sqrt and one multiplication. */
    private static final double DECAY_ROUNDINGS = 8 * 0x1p-53;

    /** Checks sizes and signs, because it may come from a file. */
    public SketchState {
        if (columns < 1 || count < 0 || rows.length != (long) count * columns) {
            throw new IllegalArgumentException(rows.length + " numbers are not " + count + " x " + columns);
        }
        if (!(excess >= 0) || Double.isInfinite(excess)) {
            throw new IllegalArgumentException("excess must be finite and not negative");
        }
        if (!(delta >= 0) || !(rounding >= 0) || !(squaredNorm >= 0)) {
            throw new IllegalArgumentException("delta, rounding and squaredNorm must not be negative");
        }
        if (Double.isInfinite(delta) || Double.isInfinite(rounding) || Double.isInfinite(squaredNorm)) {
            throw new IllegalArgumentException("delta, rounding and squaredNorm must be finite");
        }
        if (isMoments && count != columns) {
            throw new IllegalArgumentException("a matrix of " + count + " x " + columns + " is not one of moments");
        }
    }

    /** A state of rows, without excess. */
    public SketchState(
            double[] rows,
            int count,
            int columns,
            double delta,
            double rounding,
            double squaredNorm,
            Certificate certificate) {
        this(rows, count, columns, delta, rounding, squaredNorm, certificate, false, 0);
    }

    /**
     * A state that is the Gram matrix B'B itself.
     *
     * @param moments columns x columns, symmetric; owned by the state from now on
     */
    public static SketchState ofMoments(
            double[] moments, int columns, double delta, double rounding, double squaredNorm, Certificate certificate) {
        return new SketchState(moments, columns, columns, delta, rounding, squaredNorm, certificate, true, 0);
    }

    /** A state of rows whose bound is certain. */
    public SketchState(double[] rows, int count, int columns, double delta, double rounding, double squaredNorm) {
        this(rows, count, columns, delta, rounding, squaredNorm, Certificate.CERTAIN);
    }

    /**
     * The residuals of block shrinks, bounded with random probes.
     *
     * @param residual the sum of these bounds, a part of delta
     * @param failureProbability the probability that one of them is wrong
     * @param blocks how many there were
     */
    public record Certificate(double residual, double failureProbability, long blocks) {
        /** Nothing was left to chance. */
        public static final Certificate CERTAIN = new Certificate(0, 0, 0);

        /** Whether nothing was left to chance. */
        public boolean isCertain() {
            return residual == 0 && failureProbability == 0 && blocks == 0;
        }

        /** Checks the ranges, because it may come from a file. */
        public Certificate {
            if (!(residual >= 0) || Double.isInfinite(residual) || !(failureProbability >= 0) || blocks < 0) {
                throw new IllegalArgumentException("residual, failureProbability and blocks must not be negative");
            }
        }

        /** The certificate of two sketches together: either may fail. */
        public Certificate plus(Certificate other) {
            return new Certificate(
                    residual + other.residual, failureProbability + other.failureProbability, blocks + other.blocks);
        }
    }

    /** The same with another certificate. */
    SketchState withCertificate(Certificate other) {
        return new SketchState(rows, count, columns, delta, rounding, squaredNorm, other, isMoments, excess);
    }

    /**
     * The state of sqrt(factor) A. If its squares would underflow, it is dropped and its weight added to delta.
     *
     * @param factor from 0 to 1
     */
    public SketchState decayed(double factor) {
        if (!(factor >= 0 && factor <= 1)) {
            throw new IllegalArgumentException("a factor must be between 0 and 1, not " + factor);
        }
        Certificate faded =
                new Certificate(factor * certificate.residual, certificate.failureProbability, certificate.blocks);
        double norm = factor * squaredNorm;
        if (norm < VANISHED) {
            int kept = isMoments ? columns : 0;
            return new SketchState(
                    new double[kept * columns],
                    kept,
                    columns,
                    norm,
                    factor * rounding,
                    norm,
                    faded,
                    isMoments,
                    factor * excess);
        }
        double root = isMoments ? factor : Math.sqrt(factor);
        double[] scaled = new double[rows.length];
        for (int i = 0; i < rows.length; i++) {
            scaled[i] = root * rows[i];
        }
        return new SketchState(
                scaled,
                count,
                columns,
                factor * delta,
                factor * rounding + DECAY_ROUNDINGS * norm,
                norm,
                faded,
                isMoments,
                factor * excess);
    }

    /** The same as orthogonal rows B, the longest first, if this is a Gram matrix. */
    public SketchState byRows() {
        if (!isMoments) {
            return this;
        }
        GramShrink shrunk = GramShrink.cut(rows.clone(), columns, /* size= */ columns, Workers.callerOnly());
        return new SketchState(
                shrunk.rows(),
                shrunk.squares().length,
                columns,
                delta,
                rounding + 2 * shrunk.slack(),
                squaredNorm,
                certificate,
                false,
                excess);
    }

    /** The same with more rounding. */
    SketchState withRounding(double added) {
        return new SketchState(
                rows, count, columns, delta, rounding + added, squaredNorm, certificate, isMoments, excess);
    }

    /** The most that ||Ax||^2 may be above ||Bx||^2: the shrinks and the rounding. */
    public double error() {
        return delta + rounding;
    }
}
