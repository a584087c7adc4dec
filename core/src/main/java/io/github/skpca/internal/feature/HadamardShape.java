package io.github.skpca.internal.feature;

/**
 * The sizes of one block of {@link StructuredFeatures}: how many numbers it works on, how many of them a step transforms, and how
 * they are shuffled between steps.
 *
 * @param width w, the numbers that a block works on, and the most frequencies it has
 * @param span s, the numbers that a step transforms: the largest power of two in w
 * @param steps how many steps there are
 * @param stride entry i of a shuffled block comes from i times this, modulo w
 */
record HadamardShape(int width, int span, int steps, int stride) {
    /*
     * A block works on w numbers: d, or 32 if d is less. With fewer numbers a row of H D3 H D2 H D1 takes few values and is far from
     * normal. The length of a frequency is that of w normal numbers, times the kernel's stretch over its bandwidth: the first d of w
     * normal numbers are a normal vector of d numbers, and a row padded with zeros uses only those.
     *
     * H needs a power of two, s, and s <= w < 2s. Padding rows to 2s numbers would make frequencies that are orthogonal in 2s numbers
     * but not in w: with w frequencies, where orthogonality helps most, a third more error was measured (d = 1000). Instead a step
     * transforms the first s numbers and leaves the others, which is orthogonal too. Before the next step the numbers are
     * shuffled: entry i comes from i times a fixed stride, near the golden section of w. Six such steps do the work of three.
     */
    private static final int SMALLEST_WIDTH = 32;
    private static final int WHOLE_STEPS = 3;
    private static final int PARTIAL_STEPS = 6;
    private static final double GOLDEN_SECTION = 0.6180339887498949;

    /** The shape for rows of {@code columns} numbers. */
    static HadamardShape of(int columns) {
        int width = Math.max(SMALLEST_WIDTH, columns);
        int span = Integer.highestOneBit(width);
        return new HadamardShape(width, span, span == width ? WHOLE_STEPS : PARTIAL_STEPS, stride(width));
    }

    /** The first number from the golden section on that is coprime to the width, so that the stride visits all entries. */
    private static int stride(int width) {
        int stride = (int) (GOLDEN_SECTION * width);
        while (divisor(stride, width) > 1) {
            stride++;
        }
        return stride;
    }

    private static int divisor(int a, int b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    /** Whether a step transforms all numbers. */
    boolean isWhole() {
        return span == width;
    }

    /** The number of diagonals of signs for this many frequencies: one per step of each block; the last block may be used in part. */
    int signRows(int frequencies) {
        return steps * ((frequencies + width - 1) / width);
    }

    /** Where the signs of a step begin, for the block whose first frequency is {@code first}. */
    int signsOf(int first, int step) {
        return (first / width * steps + step) * span;
    }
}
