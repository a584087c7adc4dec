package io.github.skpca.kernel;

import java.util.random.RandomGenerator;

/**
 * A kernel of the Euclidean distance alone: K(x, y) = f(||x - y||^2).
 *
 * <p>Its frequencies have no preferred direction; {@link #drawFrequency} draws a Gaussian direction and stretches it by
 * {@link #drawStretch}, because every isotropic kernel here is a mixture of Gaussian ones.
 */
public interface IsotropicKernel extends ShiftInvariantKernel {
    /** f of a squared distance. */
    double ofSquaredDistance(double squaredDistance);

    /**
     * f', the derivative of {@link #ofSquaredDistance}; 0 at 0 if it has none there. By central differences of the distance unless a
     * kernel knows better.
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

    /** Draws the random factor s of a frequency s g / bandwidth with g standard normal. */
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
