package io.github.skpca.internal.sketch;

import org.jspecify.annotations.Nullable;

/** How a block of float rows is added to a Gram matrix. Owns work space, and belongs to one sketch. */
interface GramUpdate {
    /** The preferred number of rows of a block. */
    int blockRows();

    /**
     * Adds the rows (block_i - mean), with their squares and a bound on the rounding.
     *
     * @param block count x m, row-major, from the start of the array; read only
     * @param mean m numbers to subtract from every row, or null for none; read only
     */
    void add(float[] block, int count, double @Nullable [] mean, GramMatrix target);

    /** The same for another sketch, with work space of its own. */
    GramUpdate copy();

    /** The bytes of work space, once a block has come. */
    long bytes();
}
