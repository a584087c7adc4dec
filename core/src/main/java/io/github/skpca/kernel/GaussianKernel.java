package io.github.skpca.kernel;

import java.util.random.RandomGenerator;

/**
 * K(x, y) = exp(-||x - y||^2 / (2 bandwidth^2)); frequencies are normal with standard deviation 1 / bandwidth.
 *
 * <p>The paper writes a factor (1 / 2 pi)^(d/2) before it; its analysis needs K(x, x) = 1, so there is none here.
 *
 * @param bandwidth positive and finite
 */
record GaussianKernel(double bandwidth) implements IsotropicKernel {
    /** Checks the bandwidth. */
    public GaussianKernel {
        KernelFamily.requirePositive("bandwidth", bandwidth);
    }

    @Override
    public String name() {
        return KernelFamily.GAUSSIAN.label();
    }

    @Override
    public double ofSquaredDistance(double squaredDistance) {
        return StrictMath.exp(-squaredDistance / (2 * bandwidth * bandwidth));
    }

    @Override
    public double slopeOfSquaredDistance(double squaredDistance) {
        return -ofSquaredDistance(squaredDistance) / (2 * bandwidth * bandwidth);
    }

    @Override
    public double drawStretch(RandomGenerator random) {
        return 1;
    }
}
