package io.github.skpca.kernel;

import java.util.random.RandomGenerator;

/**
 * A positive definite kernel K(x, y) = k(x - y) with K(x, x) = 1.
 *
 * <p>By Bochner's theorem k is the characteristic function of a probability law: k(d) = E[cos(w'd)] for a random frequency
 * w. Beside how alike two rows are, such a kernel says how to draw such a frequency, which is all that a random Fourier map needs.
 * {@link Kernel} has an example of a kernel of your own.
 */
public interface ShiftInvariantKernel extends Kernel {
    /** True: K(x, x) = k(0) = 1. */
    @Override
    default boolean isNormalized() {
        return true;
    }

    /**
     * Draws one frequency w, such that E[cos(w'(x - y))] = K(x, y).
     *
     * <p>Called once per frequency, when the warm-up ends. Take all randomness from {@code random}, and nothing from elsewhere: the same seed
     * must give the same map.
     *
     * @param random uniform, Gaussian and other numbers from the learner's seed
     * @param frequency {@code columns} numbers from {@code offset} on; overwritten
     */
    void drawFrequency(RandomGenerator random, double[] frequency, int offset, int columns);
}
