package io.github.skpca;

import io.github.skpca.internal.text.PortableNumber;

/**
 * How many components a model has: a number, or as many as explain a share of the variance.
 *
 * @param count the number, or 0 if a share is asked for
 * @param share the share in (0, 1), or 0 if a number is asked for
 */
public record ComponentCount(int count, double share) {
    private static final String ALL = "all";

    /** Checks that one of the two is given. */
    public ComponentCount {
        if (count < 0 || (count == 0 && !(share > 0 && share < 1)) || (count > 0 && share != 0)) {
            throw new IllegalArgumentException(
                    "components must be a number of at least 1 or a share of variance between 0 and 1");
        }
    }

    /** So many components. */
    public static ComponentCount of(int count) {
        return new ComponentCount(count, 0);
    }

    /** As many as there are directions. */
    public static ComponentCount all() {
        return of(Integer.MAX_VALUE);
    }

    /** As many as explain this share of the variance. */
    public static ComponentCount ofShare(double share) {
        return new ComponentCount(0, share);
    }

    /** Reads {@code 10}, {@code 0.95} or {@code all}. */
    public static ComponentCount parse(String text) {
        if (text.equals(ALL)) {
            return all();
        }
        try {
            return text.indexOf('.') >= 0 || text.indexOf('e') >= 0 || text.indexOf('E') >= 0
                    ? ofShare(Double.parseDouble(text))
                    : of(Integer.parseInt(text));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "components must be a number such as 10 or a share of variance such as 0.95, not " + text, e);
        }
    }

    /**
     * k for a spectrum: never more than it has directions; all of them if the share cannot be reached.
     *
     * @param squares sigma_i^2, the largest first; read only
     * @param squaredNorm the sum that a share is a share of
     */
    public int resolve(double[] squares, double squaredNorm) {
        if (count > 0) {
            return Math.min(count, squares.length);
        }
        double wanted = share * squaredNorm;
        double sum = 0;
        for (int k = 0; k < squares.length; k++) {
            sum += squares[k];
            if (sum >= wanted) {
                return k + 1;
            }
        }
        return squares.length;
    }

    @Override
    public String toString() {
        if (count == Integer.MAX_VALUE) {
            return ALL;
        }
        return count > 0 ? Integer.toString(count) : PortableNumber.text(share);
    }
}
