package io.github.skpca.kernel;

import java.util.Arrays;

/**
 * A positive definite kernel: how alike two rows are.
 *
 * <p>This is all that landmarks need. Random features need more, and a {@link ShiftInvariantKernel} has it. Implementations are
 * immutable.
 */
public interface Kernel {
    /** K(x, y) = exp(-||x - y||^2 / (2 bandwidth^2)). */
    static IsotropicKernel gaussian(double bandwidth) {
        return new GaussianKernel(bandwidth);
    }

    /** K(x, y) = exp(-sum_j |x_j - y_j| / bandwidth), of the city-block distance. */
    static ShiftInvariantKernel laplacian(double bandwidth) {
        return new LaplacianKernel(bandwidth);
    }

    /** The Cauchy kernel, a product over columns of 1 / (1 + (x_j - y_j)^2 / bandwidth^2). */
    static ShiftInvariantKernel cauchy(double bandwidth) {
        return new CauchyKernel(bandwidth);
    }

    /**
     * The Matern kernel.
     *
     * @param twiceSmoothness 2 nu: 1, 3 or 5
     */
    static IsotropicKernel matern(double bandwidth, int twiceSmoothness) {
        return new MaternKernel(bandwidth, twiceSmoothness);
    }

    /** K(x, y) = (1 + ||x - y||^2 / (2 shape bandwidth^2))^-shape, a mixture of Gaussian kernels. */
    static IsotropicKernel rationalQuadratic(double bandwidth, double shape) {
        return new RationalQuadraticKernel(bandwidth, shape);
    }

    /**
     * K(x, y) = (1 + x'y / bandwidth^2)^degree.
     *
     * @param degree from 1 to 10
     */
    static DotProductKernel polynomial(double bandwidth, int degree) {
        return new PolynomialKernel(bandwidth, degree);
    }

    /** What model files call it; built-in kernels use the names of {@link KernelFamily}. */
    String name();

    /** The length at which rows begin to differ, in the units of the (standardised) rows. */
    double bandwidth();

    /**
     * K(x, y).
     *
     * @param x {@code columns} numbers from {@code xOffset} on; read only
     * @param y {@code columns} numbers from {@code yOffset} on; read only
     */
    double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns);

    /**
     * Adds {@code weight} dK(x, y)/dx to a gradient. Where K has a kink, as at x = y, the derivative is taken as 0.
     *
     * <p>By central differences unless a kernel knows better, which takes 2d similarities.
     *
     * @param x {@code columns} numbers from {@code xOffset} on; read only
     * @param y {@code columns} numbers from {@code yOffset} on; read only
     * @param gradient {@code columns} numbers from 0 on; added to
     */
    default void addGradient(
            double[] x, int xOffset, double[] y, int yOffset, int columns, double weight, double[] gradient) {
        double[] moved = Arrays.copyOfRange(x, xOffset, xOffset + columns);
        for (int j = 0; j < columns; j++) {
            double value = moved[j];
            double step = KernelFamily.DIFFERENCE * Math.max(bandwidth(), Math.abs(value));
            double above = value + step;
            double below = value - step;
            moved[j] = above;
            double rise = similarity(moved, 0, y, yOffset, columns);
            moved[j] = below;
            rise -= similarity(moved, 0, y, yOffset, columns);
            moved[j] = value;
            gradient[j] += weight * rise / (above - below);
        }
    }

    /** K(x, y) of two whole rows. */
    default double similarity(double[] x, double[] y) {
        if (x.length != y.length) {
            throw new IllegalArgumentException("rows of " + x.length + " and " + y.length + " columns");
        }
        return similarity(x, 0, y, 0, x.length);
    }
}
