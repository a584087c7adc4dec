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
     * A block works on w numbers: d, or 32 if d is less, because with few numbers a row of H D3 H D2 H D1 takes few values, far from normal
     * ones. A length is that of w normal numbers, times the kernel's stretch over its bandwidth: of a normal vector of w numbers the
     * first d are a normal vector of d numbers, and a row padded with zeros meets no others.
     *
     * H needs a power of two, s, and s <= w < 2s. Padding rows to 2s numbers would make frequencies that are orthogonal in 2s numbers
     * and not in w: with w frequencies, where orthogonality helps most, a third more error was measured (d = 1000). Instead a step
     * transforms the first s numbers and leaves the others, which is orthogonal too, and before the next step the numbers are
     * shuffled, entry i coming from i times a fixed stride, near the golden section of w. Six such steps do the work of three.
     */
    private static final int SMALLEST_WIDTH = 32;
    private static final int WHOLE_STEPS = 3;
    private static final int PARTIAL_STEPS = 6;
    private static final double GOLDEN_SECTION = 0.6180339887498949;

    /** That of rows of {@code columns} numbers. */
    static HadamardShape of(int columns) {
        int width = Math.max(SMALLEST_WIDTH, columns);
        int span = Integer.highestOneBit(width);
        return new HadamardShape(width, span, span == width ? WHOLE_STEPS : PARTIAL_STEPS, stride(width));
    }

    /** The next number from the golden section on that has no factor in common with the width, so that all entries are met. */
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

    /** The number of diagonals of signs for so many frequencies: one per step of each block, the last block used in part. */
    int signRows(int frequencies) {
        return steps * ((frequencies + width - 1) / width);
    }

    /** Where the signs of a step begin, for the block whose first frequency is {@code first}. */
    int signsOf(int first, int step) {
        return (first / width * steps + step) * span;
    }
}
