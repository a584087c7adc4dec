package io.github.skpca.kernel;

/**
 * A kernel of the inner product alone: K(x, y) = f(x'y).
 *
 * <p>Its values depend on where the origin is, so rows are not moved to their mean unless they are standardised. It has no
 * frequencies, so its map is landmarks.
 */
public interface DotProductKernel extends Kernel {
    /** f of an inner product. */
    double ofInnerProduct(double innerProduct);

    /** f', the derivative of {@link #ofInnerProduct}; by central differences unless overridden. */
    default double slopeOfInnerProduct(double innerProduct) {
        double step = KernelFamily.DIFFERENCE * Math.max(bandwidth() * bandwidth(), Math.abs(innerProduct));
        double above = innerProduct + step;
        double below = innerProduct - step;
        return (ofInnerProduct(above) - ofInnerProduct(below)) / (above - below);
    }

    @Override
    default double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += x[xOffset + j] * y[yOffset + j];
        }
        return ofInnerProduct(sum);
    }

    @Override
    default void addGradient(
            double[] x, int xOffset, double[] y, int yOffset, int columns, double weight, double[] gradient) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            sum += x[xOffset + j] * y[yOffset + j];
        }
        double factor = weight * slopeOfInnerProduct(sum);
        for (int j = 0; j < columns; j++) {
            gradient[j] += factor * y[yOffset + j];
        }
    }
}
