package io.github.skpca.internal.sketch;

/**
 * What the features of rows leave of the rows, whose images all have length one: the part of the error that no sketch of the features sees.
 *
 * <p>Let V be the present basis, phi a row's image, z = V* phi its features and e = (I - VV*)^1/2 phi, so that ||e||^2 = 1 - ||z||^2. Rows
 * learned with an earlier basis V_0 are known as y = V* V_0 z_0. All three are sums over rows by their weights, so that they fade with the
 * rows, and add up when streams are merged. Proved in docs/decisions/0025.
 *
 * @param recent the sum of ||e||^2 over the rows learned with the present basis
 * @param lost a bound on the squared norm of what the last change of basis left out of the rows before it
 * @param carried a bound on the squared norm of what those rows had left out before that change
 */
public record Remainder(double recent, double lost, double carried) {
    /** Nothing is left out. */
    public static final Remainder NONE = new Remainder(0, 0, 0);

    /** Checks the ranges, because it may come from a file. */
    public Remainder {
        if (!(recent >= 0 && lost >= 0 && carried >= 0) || Double.isInfinite(recent + lost + carried)) {
            throw new IllegalArgumentException("a remainder must be finite and not negative");
        }
    }

    /** Whether nothing is left out. */
    public boolean isNothing() {
        return recent == 0 && lost == 0 && carried == 0;
    }

    /** With more rows of the present basis: the sum of their weights, and that of their features' squares. */
    Remainder plus(double weight, double squares) {
        return new Remainder(recent + Math.max(0, weight - squares), lost, carried);
    }

    /** Of the rows of two streams in one basis. */
    public Remainder plus(Remainder other) {
        return new Remainder(recent + other.recent, lost + other.lost, carried + other.carried);
    }

    /** Of rows that weigh less. */
    Remainder times(double factor) {
        return new Remainder(factor * recent, factor * lost, factor * carried);
    }

    /** After a change of basis that leaves out rows whose squared norm is at most {@code newlyLost}. */
    public Remainder changed(double newlyLost) {
        double before = Math.sqrt(carried) + Math.sqrt(lost);
        return new Remainder(0, newlyLost, before * before + recent);
    }

    /**
     * A bound on ||Phi (I - A)^1/2||^2, with Phi the images of all rows and A = V W W' V*: the norm of G - G'.
     *
     * @param left a bound on the squared norm of what the directions W leave of the features
     * @param rounding the root of what rounding may have put between features and V* phi, summed over the rows
     */
    public double bound(double left, double rounding) {
        double norm = Math.sqrt(left + recent + lost) + Math.sqrt(carried) + rounding;
        return norm * norm;
    }
}
