package io.github.skpca.kernel;

/**
 * A positive definite kernel K(x, y) = k(x - y) with K(x, x) = 1.
 *
 * <p>By Bochner's theorem k is the characteristic function of a probability law: k(d) = E[cos(w'd)] for a random frequency
 * w. A kernel says how alike two rows are and how to draw such a frequency; that is all a random Fourier map needs, so a
 * user's own kernel is one class. Implementations are immutable.
 */
public interface ShiftInvariantKernel {
    /** What model files call it; kernels in the box use the names of {@link KernelFamily}. */
    String name();

    /** The length at which rows begin to differ, in the units of the (standardised) rows. */
    double bandwidth();

    /**
     * K(x, y), from 0 (or below, for some kernels) to 1.
     *
     * @param x {@code columns} numbers from {@code xOffset} on; read only
     * @param y {@code columns} numbers from {@code yOffset} on; read only
     */
    double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns);

    /**
     * Draws one frequency w, such that E[cos(w'(x - y))] = K(x, y).
     *
     * @param random the only source of chance
     * @param frequency {@code columns} numbers from {@code offset} on; overwritten
     */
    void drawFrequency(RandomStream random, double[] frequency, int offset, int columns);

    /** K(x, y) of two whole rows. */
    default double similarity(double[] x, double[] y) {
        if (x.length != y.length) {
            throw new IllegalArgumentException("rows of " + x.length + " and " + y.length + " columns");
        }
        return similarity(x, 0, y, 0, x.length);
    }
}
