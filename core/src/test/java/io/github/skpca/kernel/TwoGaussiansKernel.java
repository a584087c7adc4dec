package io.github.skpca.kernel;

import java.util.random.RandomGenerator;

/**
 * A user's own kernel: share exp(-||x - y||^2 / (2 near^2)) + (1 - share) exp(-||x - y||^2 / (2 far^2)).
 *
 * @param share the weight of the near one, from 0 to 1
 */
public record TwoGaussiansKernel(double near, double far, double share) implements ShiftInvariantKernel {
    @Override
    public String name() {
        return "two-gaussians";
    }

    @Override
    public double bandwidth() {
        return near;
    }

    @Override
    public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            double difference = x[xOffset + j] - y[yOffset + j];
            sum += difference * difference;
        }
        return share * Math.exp(-sum / (2 * near * near)) + (1 - share) * Math.exp(-sum / (2 * far * far));
    }

    @Override
    public void drawFrequency(RandomGenerator random, double[] frequency, int offset, int columns) {
        double length = random.nextDouble() < share ? near : far;
        for (int j = 0; j < columns; j++) {
            frequency[offset + j] = random.nextGaussian() / length;
        }
    }
}
