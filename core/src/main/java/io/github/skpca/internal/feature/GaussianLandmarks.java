package io.github.skpca.internal.feature;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.TransposedProducts;
import io.github.skpca.kernel.IsotropicKernel;
import org.jspecify.annotations.Nullable;

/**
 * Gaussian kernel values against landmarks, computed in float from inner products: of a single row whose products are given, or, bit for
 * bit the same, of a tile of transposed rows ({@link TransposedLandmarks}).
 */
final class GaussianLandmarks {
    /*
     * With S = ||x||^2 + ||c||^2 the exponent is -(S - 2 x'c) / (2 bandwidth^2). Here S is at most 16 bandwidth^2, so -S / (2 bandwidth^2)
     * is at most 8 in magnitude, and rounding it costs the exponent no more than rounding the product does. Kernel values are within 2e-6,
     * near and far, because this kernel has no kink. Pairs farther from the origin are compared by their differences.
     */
    private static final double LOG2_E = 1 / StrictMath.log(2);

    /** The largest factor of squared distances with which squares of rows still fit into floats. */
    private static final double LARGEST_FACTOR = 1e30;

    private final IsotropicKernel kernel;
    private final LandmarkSet landmarks;
    private final Backend backend = Backend.active();
    private final double[] squares;
    private final double far;
    private final double factor;
    private final float[] terms;
    private final int[] longest;
    private @Nullable TransposedLandmarks transposed;

    /**
     * The kernel values against these landmarks.
     *
     * @param squares the squared lengths of the landmarks; kept, not to be changed
     * @param far the largest S for which products are accurate enough
     */
    GaussianLandmarks(IsotropicKernel kernel, LandmarkSet landmarks, double[] squares, double far) {
        this.kernel = kernel;
        this.landmarks = landmarks;
        this.squares = squares;
        this.far = far;
        this.factor = factor(kernel);
        this.terms = new float[squares.length];
        for (int i = 0; i < terms.length; i++) {
            terms[i] = (float) (-factor * squares[i]);
        }
        this.longest = longestOfEachStretch(squares);
    }

    /**
     * Lays the landmarks out for tiles of rows, if this machine is faster with them.
     *
     * @param coordinates of the landmarks, row-major: of a subspace if there is one, otherwise all columns; copied
     */
    void layOut(float[] coordinates, @Nullable RowSubspace subspace) {
        TransposedProducts products = backend.transposedProducts();
        this.transposed = products == null ? null : new TransposedLandmarks(products, this, coordinates, subspace);
    }

    /** Whether exponents with this bandwidth fit into floats. */
    static boolean serves(IsotropicKernel kernel) {
        return factor(kernel) < LARGEST_FACTOR && factor(kernel) > 1 / LARGEST_FACTOR;
    }

    private static double factor(IsotropicKernel kernel) {
        return LOG2_E / (2 * kernel.bandwidth() * kernel.bandwidth());
    }

    /** The indices of the landmarks, stretch by stretch, the longest first within each. */
    private static int[] longestOfEachStretch(double[] squares) {
        int[] order = new int[squares.length];
        for (int i = 0; i < order.length; i++) {
            int first = i - i % TransposedRows.STRETCH;
            int at = i;
            for (; at > first && Double.compare(squares[order[at - 1]], squares[i]) < 0; at--) {
                order[at] = order[at - 1];
            }
            order[at] = i;
        }
        return order;
    }

    /** The same values, computed a tile of rows at a time; null if this machine is faster without. */
    @Nullable
    TiledFeatures tiled() {
        return transposed;
    }

    int columns() {
        return landmarks.columns();
    }

    int count() {
        return terms.length;
    }

    /** What the squared length of a row adds to its exponents. */
    float term(double square) {
        return (float) (-factor * square);
    }

    /** What the squared lengths of landmarks add to exponents; shared, not to be changed. */
    float[] terms() {
        return terms;
    }

    /** The factor of a product in an exponent. */
    float productFactor() {
        return (float) (2 * factor);
    }

    /** Whether products are accurate for a row of this squared length and at least some landmarks; false for NaN. */
    boolean isNear(double square) {
        return square <= far;
    }

    /**
     * Turns the products of one row with all landmarks into kernel values, in place.
     *
     * @param square the row's squared length, at most {@code far}
     */
    void finishRow(float[] rows, int row, double square, float[] out, int at) {
        backend.functions().gaussians(out, at, terms.length, term(square), terms, productFactor());
        for (int first = 0; first < terms.length; first += TransposedRows.STRETCH) {
            compareFar(rows, row, square, first, out, at + first, 1);
        }
    }

    /**
     * Recomputes the values of one row by differences, for the landmarks of a stretch that are too far out together with it.
     *
     * @param first the first landmark of the stretch
     * @param out the value of landmark j of the stretch at {@code at + j step}; changed
     */
    void compareFar(float[] rows, int row, double square, int first, float[] out, int at, int step) {
        int end = Math.min(longest.length, first + TransposedRows.STRETCH);
        for (int i = first; isFar(square, i, end); i++) {
            double squaredDistance = landmarks.squaredDistance(rows, row, longest[i]);
            out[at + (longest[i] - first) * step] = (float) kernel.ofSquaredDistance(squaredDistance);
        }
    }

    /** Whether a row is too far out together with the landmark at this place of {@code longest}; true for NaN. */
    private boolean isFar(double square, int at, int end) {
        return at < end && !(square + squares[longest[at]] <= far);
    }

    long bytes() {
        return 8L * terms.length + (transposed == null ? 0 : transposed.bytes());
    }
}
