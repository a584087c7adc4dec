package io.github.skpca.kernel;

/**
 * A kernel of the Euclidean distance alone: K(x, y) = f(||x - y||^2).
 *
 * <p>Its frequencies have no preferred direction; {@link #drawFrequency} draws a Gaussian direction and stretches it by
 * {@link #drawStretch}, because every isotropic kernel here is a mixture of Gaussian ones.
 */
public interface IsotropicKernel extends ShiftInvariantKernel {
    /** f of a squared distance. */
    double ofSquaredDistance(double squaredDistance);

    /** Draws the random factor s of a frequency s g / bandwidth with g standard normal. */
    double drawStretch(RandomStream random);

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
    default void drawFrequency(RandomStream random, double[] frequency, int offset, int columns) {
        double factor = drawStretch(random) / bandwidth();
        for (int j = 0; j < columns; j++) {
            frequency[offset + j] = factor * random.nextGaussian();
        }
    }
}
