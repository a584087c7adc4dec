package io.github.skpca.internal.linalg;

/**
 * Implicit QL steps with Wilkinson's shift on a symmetric tridiagonal matrix, with every rotation applied to rows of a second
 * matrix (Golub and Van Loan, Matrix Computations, section 8.3.3).
 */
final class ImplicitQl {
    /** QL takes about two steps an eigenvalue; so many means the input was not finite. */
    private static final int MAX_STEPS = 60;

    /** Sums of squares between these have lost nothing to the range of doubles. */
    private static final double SMALL = 0x1p-900;

    private static final double LARGE = 0x1p900;

    private final Backend backend = Backend.active();
    private final double[] diagonal;
    private final double[] offDiagonal;
    private final double[] rows;
    private int stride;
    private int left;
    private int width;

    /**
     * QL on parts of these arrays, which are shared with the caller.
     *
     * @param diagonal becomes the eigenvalues, in no order
     * @param offDiagonal entry i couples i and i + 1; becomes zero
     * @param rows row i is what the rotations of i are applied to; changed
     */
    ImplicitQl(double[] diagonal, double[] offDiagonal, double[] rows) {
        this.diagonal = diagonal;
        this.offDiagonal = offDiagonal;
        this.rows = rows;
    }

    /**
     * Diagonalises the part [from, to), whose last coupling must be zero.
     *
     * @param stride from one row to the next
     * @param left the first column of the rows that is rotated
     * @param width how many columns are
     */
    void diagonalise(int from, int to, int stride, int left, int width) {
        this.stride = stride;
        this.left = left;
        this.width = width;
        double norm = 0;
        for (int i = from; i < to; i++) {
            norm = Math.max(norm, Math.abs(diagonal[i]) + Math.abs(offDiagonal[i]));
        }
        // Relative to the whole matrix, not to the neighbours: a matrix of low rank has neighbours that are only
        // rounding.
        double negligible = 0x1p-54 * norm;
        for (int first = from; first < to; first++) {
            int steps = 0;
            int last = split(first, to, negligible);
            while (last != first) {
                if (++steps > MAX_STEPS) {
                    throw new ArithmeticException("the eigenproblem does not converge: is the matrix finite?");
                }
                step(first, last);
                last = split(first, to, negligible);
            }
        }
    }

    /** The first index from {@code first} on after which the tridiagonal matrix falls apart. */
    private int split(int first, int to, double negligible) {
        for (int i = first; i < to - 1; i++) {
            if (Math.abs(offDiagonal[i]) <= negligible) {
                return i;
            }
        }
        return to - 1;
    }

    /** One step on the unreduced block [first, last]: a bulge is chased upwards by plane rotations. */
    private void step(int first, int last) {
        double half = (diagonal[first + 1] - diagonal[first]) / (2 * offDiagonal[first]);
        double root = length(half, 1);
        double g = diagonal[last] - diagonal[first] + offDiagonal[first] / (half + Math.copySign(root, half));
        double cosine = 1;
        double sine = 1;
        double shift = 0;
        for (int i = last - 1; i >= first; i--) {
            double f = sine * offDiagonal[i];
            double b = cosine * offDiagonal[i];
            double r = length(f, g);
            offDiagonal[i + 1] = r;
            if (r == 0) {
                // The block splits here: undo the shift and let the caller look again.
                diagonal[i + 1] -= shift;
                offDiagonal[last] = 0;
                return;
            }
            sine = f / r;
            cosine = g / r;
            double d = diagonal[i + 1] - shift;
            double s = (diagonal[i] - d) * sine + 2 * cosine * b;
            shift = sine * s;
            diagonal[i + 1] = d + shift;
            g = cosine * s - b;
            backend.doubles().rotate(rows, i * stride + left, (i + 1) * stride + left, width, cosine, sine);
        }
        diagonal[first] -= shift;
        offDiagonal[first] = g;
        offDiagonal[last] = 0;
    }

    /** The root of the sum of squares; with the scaling that would take ten times as long only where the squares need it. */
    private static double length(double x, double y) {
        double squares = x * x + y * y;
        return squares > SMALL && squares < LARGE ? Math.sqrt(squares) : StrictMath.hypot(x, y);
    }
}
