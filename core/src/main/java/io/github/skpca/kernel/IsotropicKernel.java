package io.github.skpca.kernel;

import java.util.random.RandomGenerator;

/**
 * A kernel of the Euclidean distance alone: K(x, y) = f(||x - y||^2), with f(0) = 1.
 *
 * <p>Its frequencies have no preferred direction: {@link #drawFrequency} draws a Gaussian vector and multiplies it by {@link #drawStretch}. Every
 * kernel that is positive definite in any number of columns is such a mixture of Gaussian kernels (Schoenberg, 1938). {@link Kernel} has an
 * example of a kernel of your own.
 */
public interface IsotropicKernel extends ShiftInvariantKernel {
    /** f of a squared distance. */
    double ofSquaredDistance(double squaredDistance);

    /**
     * f', the derivative of {@link #ofSquaredDistance}; 0 at 0 if it has none there. The default takes central differences of the
     * distance.
     */
    default double slopeOfSquaredDistance(double squaredDistance) {
        double distance = Math.sqrt(squaredDistance);
        if (distance == 0) {
            return 0;
        }
        double step = KernelFamily.DIFFERENCE * Math.max(bandwidth(), distance);
        double above = distance + step;
        double below = distance - step;
        double rise = ofSquaredDistance(above * above) - ofSquaredDistance(below * below);
        return rise / (above - below) / (2 * distance);
    }

    /**
     * Draws the random factor s of a frequency s g / bandwidth with g standard normal: E[exp(-s^2 ||x - y||^2 / (2 bandwidth^2))] = K(x, y).
     *
     * @param random the only source of randomness
     */
    double drawStretch(RandomGenerator random);

    @Override
    default double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            double difference = x[xOffset + j] - y[yOffset + j];
            sum += difference * difference;
        }
        return ofSquaredDistance(sum);
    }

    @Override
    default void addGradient(
            double[] x, int xOffset, double[] y, int yOffset, int columns, double weight, double[] gradient) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            double difference = x[xOffset + j] - y[yOffset + j];
            sum += difference * difference;
        }
        double factor = 2 * weight * slopeOfSquaredDistance(sum);
        for (int j = 0; j < columns; j++) {
            gradient[j] += factor * (x[xOffset + j] - y[yOffset + j]);
        }
    }

    @Override
    default void drawFrequency(RandomGenerator random, double[] frequency, int offset, int columns) {
        double factor = drawStretch(random) / bandwidth();
        for (int j = 0; j < columns; j++) {
            frequency[offset + j] = factor * random.nextGaussian();
        }
    }
}
