package io.github.skpca.kernel;

import io.github.skpca.internal.random.RandomStream;

import java.util.random.RandomGenerator;

/**
 * The Matern kernel with smoothness nu = 1/2, 3/2 or 5/2: with t = sqrt(2 nu) ||x - y|| / bandwidth it is exp(-t),
 * (1 + t) exp(-t) or (1 + t + t^2/3) exp(-t).
 *
 * <p>Frequencies follow a multivariate t law with 2 nu degrees of freedom: a Gaussian one over the root of a chi-square
 * (Rasmussen and Williams, Gaussian Processes for Machine Learning, section 4.2.1).
 *
 * @param bandwidth positive and finite
 * @param twiceSmoothness 2 nu: 1, 3 or 5
 */
record MaternKernel(double bandwidth, int twiceSmoothness) implements IsotropicKernel {
    /** Beyond this exp(-t) is zero, and its product with an infinite polynomial would not be a number. */
    private static final double FAR = 750;

    /** Checks both parameters. */
    public MaternKernel {
        KernelFamily.requirePositive("bandwidth", bandwidth);
        if (twiceSmoothness != 1 && twiceSmoothness != 3 && twiceSmoothness != 5) {
            throw new IllegalArgumentException("twiceSmoothness must be 1, 3 or 5, not " + twiceSmoothness);
        }
    }

    @Override
    public String name() {
        return switch (twiceSmoothness) {
            case 1 -> KernelFamily.MATERN12.label();
            case 3 -> KernelFamily.MATERN32.label();
            default -> KernelFamily.MATERN52.label();
        };
    }

    @Override
    public double ofSquaredDistance(double squaredDistance) {
        double t = Math.sqrt(twiceSmoothness * squaredDistance) / bandwidth;
        if (t > FAR) {
            return 0;
        }
        double polynomial = switch (twiceSmoothness) {
            case 1 -> 1;
            case 3 -> 1 + t;
            default -> 1 + t + t * t / 3;
        };
        return polynomial * StrictMath.exp(-t);
    }

    /** For nu = 1/2 there is none at 0, where it is taken as 0. */
    @Override
    public double slopeOfSquaredDistance(double squaredDistance) {
        double t = Math.sqrt(twiceSmoothness * squaredDistance) / bandwidth;
        if (t > FAR) {
            return 0;
        }
        double polynomial = switch (twiceSmoothness) {
            case 1 -> t == 0 ? 0 : 0.5 / t;
            case 3 -> 1.5;
            default -> 5 * (1 + t) / 6;
        };
        return -polynomial * StrictMath.exp(-t) / (bandwidth * bandwidth);
    }

    @Override
    public double drawStretch(RandomGenerator random) {
        double chiSquare = 2 * RandomStream.nextGamma(random, twiceSmoothness / 2.0);
        return Math.sqrt(twiceSmoothness / chiSquare);
    }
}
