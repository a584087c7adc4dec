package io.github.skpca.internal.feature;

/**
 * The steps of one block of {@link StructuredFeatures} for one row, in double: signs and transforms, and their transpose.
 *
 * <p>Immutable. The float path, for many rows at a time, is in {@link StructuredFeatures}.
 */
final class SignedHadamard {
    private final HadamardShape shape;
    private final float[] factors;

    /**
     * The steps with these signs.
     *
     * @param factors the signs of all blocks, times the scale of a step; kept, not to be changed
     */
    SignedHadamard(HadamardShape shape, float[] factors) {
        this.shape = shape;
        this.factors = factors;
    }

    /**
     * All steps of a block.
     *
     * @param block w numbers; overwritten
     * @param first the first frequency of the block
     */
    void apply(double[] block, int first) {
        for (int step = 0; step < shape.steps(); step++) {
            if (step > 0) {
                shuffle(block, false);
            }
            sign(block, shape.signsOf(first, step));
            transform(block);
        }
    }

    /** The transpose of {@link #apply}: a transform is its own transpose, so the same signs and transforms are applied in reverse order. */
    void applyTransposed(double[] block, int first) {
        for (int step = shape.steps() - 1; step >= 0; step--) {
            transform(block);
            sign(block, shape.signsOf(first, step));
            if (step > 0) {
                shuffle(block, true);
            }
        }
    }

    /** The permutation between two steps, or its inverse. */
    private void shuffle(double[] block, boolean inverse) {
        if (shape.isWhole()) {
            return;
        }
        double[] before = block.clone();
        int width = shape.width();
        int source = 0;
        for (int j = 0; j < width; j++) {
            if (inverse) {
                block[source] = before[j];
            } else {
                block[j] = before[source];
            }
            source += shape.stride();
            source -= source >= width ? width : 0;
        }
    }

    private void sign(double[] block, int at) {
        for (int j = 0; j < shape.span(); j++) {
            block[j] *= factors[at + j];
        }
    }

    /** The transform without its scale, which is in the factors. */
    private void transform(double[] block) {
        int span = shape.span();
        for (int half = 1; half < span; half *= 2) {
            for (int from = 0; from < span; from += 2 * half) {
                for (int j = from; j < from + half; j++) {
                    double sum = block[j] + block[j + half];
                    block[j + half] = block[j] - block[j + half];
                    block[j] = sum;
                }
            }
        }
    }
}
