package io.github.skpca.internal.sketch;

/**
 * The products y = A x of some vectors with the matrix of a block shrink, and the transposed products A'y.
 *
 * <p>The block's part is stored by slices of rows, so that threads can share them: {@code slices[s][i rows + r]} is row r of slice s
 * for vector i, zero beyond the end of the block.
 */
final class BlockProducts {
    final int vectors;

    /** How many of the first vectors have a transposed product. */
    final int returned;

    /** For how many of the first vectors the transposed product is summed in double. */
    final int exact;

    final double[][] slices;

    /** The sum of the rows of each slice, one row per slice. */
    final double[] sums;

    /** How many of A's upper rows are orthogonal to all vectors except the one of the same number. */
    int aligned;

    /** The part of A's upper rows: vectors x upper rows. */
    final double[] upper;

    /** A'y: returned x m. */
    final double[] back;

    /** Inner products of all pairs of y: vectors x vectors. */
    final double[] gram;

    /** ||y_i||^2 of the block's part alone. */
    final double[] blockSquares;

    BlockProducts(int vectors, int returned, int exact, StackedBlock.Sizes sizes) {
        this.vectors = vectors;
        this.returned = returned;
        this.exact = exact;
        this.sums = new double[sizes.slices() * vectors];
        this.slices = new double[sizes.slices()][vectors * StackedBlock.SLICE_ROWS];
        this.upper = new double[vectors * sizes.upperRows()];
        this.back = new double[Math.multiplyExact(returned, sizes.columns())];
        this.gram = new double[vectors * vectors];
        this.blockSquares = new double[vectors];
    }
}
