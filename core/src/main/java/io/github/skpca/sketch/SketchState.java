package io.github.skpca.sketch;

/**
 * Rows B that stand for the rows A seen so far: 0 <= ||Ax||^2 - ||Bx||^2 <= delta for every unit x, up to rounding.
 *
 * @param rows count x columns, row-major; owned by this record, not to be changed
 * @param count the number of rows of B
 * @param columns m
 * @param delta the sum of all shrinks
 * @param rounding what rounding may have added on either side, a proved upper bound
 * @param squaredNorm ||A||_F^2, tracked exactly
 */
public record SketchState(double[] rows, int count, int columns, double delta, double rounding, double squaredNorm) {
    /** Checks sizes and signs, because it may come from a file. */
    public SketchState {
        if (columns < 1 || count < 0 || rows.length != (long) count * columns) {
            throw new IllegalArgumentException(rows.length + " numbers are not " + count + " x " + columns);
        }
        if (!(delta >= 0) || !(rounding >= 0) || !(squaredNorm >= 0)) {
            throw new IllegalArgumentException("delta, rounding and squaredNorm must not be negative");
        }
        if (Double.isInfinite(delta) || Double.isInfinite(rounding) || Double.isInfinite(squaredNorm)) {
            throw new IllegalArgumentException("delta, rounding and squaredNorm must be finite");
        }
    }

    /** The most that ||Ax||^2 and ||Bx||^2 may differ by: the shrinks and the rounding. */
    public double error() {
        return delta + rounding;
    }
}
