package io.github.skpca.kernel;

/**
 * A kernel of the inner product alone: K(x, y) = f(x'y).
 *
 * <p>It minds where the origin is, so rows are not moved to their mean unless they are standardised. It has no frequencies, so its
 * map is that of landmarks.
 */
public interface DotProductKernel extends Kernel {
    /** f of an inner product. */
    double ofInnerProduct(double innerProduct);

    @Override
    default double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += x[xOffset + j] * y[yOffset + j];
        }
        return ofInnerProduct(sum);
    }
}
