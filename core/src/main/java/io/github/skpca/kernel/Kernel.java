package io.github.skpca.kernel;

/**
 * A positive definite kernel: how alike two rows are.
 *
 * <p>This is all that landmarks need. Random features need more, and a {@link ShiftInvariantKernel} has it. Implementations are
 * immutable.
 */
public interface Kernel {
    /** What model files call it; kernels in the box use the names of {@link KernelFamily}. */
    String name();

    /** The length at which rows begin to differ, in the units of the (standardised) rows. */
    double bandwidth();

    /**
     * K(x, y).
     *
     * @param x {@code columns} numbers from {@code xOffset} on; read only
     * @param y {@code columns} numbers from {@code yOffset} on; read only
     */
    double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns);

    /** K(x, y) of two whole rows. */
    default double similarity(double[] x, double[] y) {
        if (x.length != y.length) {
            throw new IllegalArgumentException("rows of " + x.length + " and " + y.length + " columns");
        }
        return similarity(x, 0, y, 0, x.length);
    }
}
