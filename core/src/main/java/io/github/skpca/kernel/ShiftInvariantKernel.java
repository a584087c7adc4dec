package io.github.skpca.kernel;

import java.util.random.RandomGenerator;

/**
 * A positive definite kernel K(x, y) = k(x - y) with K(x, x) = 1.
 *
 * <p>By Bochner's theorem k is the characteristic function of a probability law: k(d) = E[cos(w'd)] for a random frequency
 * w. Beside how alike two rows are, such a kernel says how to draw such a frequency; that is all a random Fourier map needs, so a
 * user's own kernel is one class.
 */
public interface ShiftInvariantKernel extends Kernel {
    /**
     * Draws one frequency w, such that E[cos(w'(x - y))] = K(x, y).
     *
     * @param random the only source of chance
     * @param frequency {@code columns} numbers from {@code offset} on; overwritten
     */
    void drawFrequency(RandomGenerator random, double[] frequency, int offset, int columns);
}
