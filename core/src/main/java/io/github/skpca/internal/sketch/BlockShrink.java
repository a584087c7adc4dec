package io.github.skpca.internal.sketch;

import org.jspecify.annotations.Nullable;

/** How a sketch B and a block of rows become a new sketch. Owns work space, and belongs to one sketch. */
interface BlockShrink {
    /** The most rows that it keeps between blocks. */
    int keptRows();

    /**
     * The sketch of B stacked over the rows (block_i - mean) and {@code jump}.
     *
     * @param block count x m, row-major, from the start of the array; read only
     * @param mean m numbers to subtract from every row, or null for none; read only
     * @param jump one more row, or null for none; read only
     */
    SketchState absorb(SketchState b, float[] block, int count, double @Nullable [] mean, double @Nullable [] jump);

    /** The same for another sketch, with work space of its own. */
    BlockShrink copy();

    /** The bytes of work space, once a block has come. */
    long bytes();
}
