package io.github.skpca.kernel;

import java.util.Arrays;

/**
 * A positive definite kernel: how alike two rows are.
 *
 * <p>The methods below make the built-in kernels; {@link KernelFamily} knows them by name. A kernel of your own implements the narrowest
 * interface that is true of it:
 *
 * <ul>
 *   <li>{@link IsotropicKernel}, a function of the Euclidean distance: every map, and the fastest code.
 *   <li>{@link ShiftInvariantKernel}, a function of the difference whose frequencies can be drawn: landmarks, and the random maps paired and
 *       fourier.
 *   <li>{@link DotProductKernel}, a function of the inner product: landmarks.
 *   <li>{@code Kernel}, any other: landmarks.
 * </ul>
 *
 * <p>For example, a kernel of the distance:
 *
 * <pre>{@code
 * record InverseMultiquadric(double bandwidth) implements IsotropicKernel {
 *     public String name() {
 *         return "inverse-multiquadric";
 *     }
 *
 *     public double ofSquaredDistance(double squaredDistance) {
 *         return 1 / Math.sqrt(1 + squaredDistance / (bandwidth * bandwidth));
 *     }
 *
 *     public double drawStretch(RandomGenerator random) {
 *         return Math.abs(random.nextGaussian());
 *     }
 * }
 * }</pre>
 *
 * and one of which nothing is known but its values:
 *
 * <pre>{@code
 * record CityBlock(double bandwidth) implements Kernel {
 *     public String name() {
 *         return "city-block";
 *     }
 *
 *     public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
 *         double distance = 0;
 *         for (int j = 0; j < columns; j++) {
 *             distance += Math.abs(x[xOffset + j] - y[yOffset + j]);
 *         }
 *         return 1 / (1 + distance / bandwidth);
 *     }
 *
 *     public boolean isNormalized() {
 *         return true;
 *     }
 * }
 * }</pre>
 *
 * <p>Both are learned with by {@code StreamingKernelPca.builder().kernel(new InverseMultiquadric(2))}. A model file holds the name and the
 * bandwidth of such a kernel, not its code: {@code KernelPcaModel.load(path, kernel)} takes the kernel again. Kernels with the same
 * name and bandwidth are taken for the same, so put every other parameter into the name. Implementations are immutable; many threads call them at
 * once.
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

    /** What model files call it. Built-in kernels use the names of {@link KernelFamily}; do not use those for your own. */
    String name();

    /** The length at which rows begin to differ, in the units of the (standardised) rows. */
    double bandwidth();

    /**
     * Whether K(x, x) = 1 for every row; false unless overridden. Then no value is beyond 1, and scores need no K(x, x) of their own. Do not
     * return true for a kernel of which it is not true: scores would be wrong.
     */
    default boolean isNormalized() {
        return false;
    }

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
     * <p>Only explanations and reconstructions need it. The default takes central differences, 2d similarities; override it if you know the
     * derivative.
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
