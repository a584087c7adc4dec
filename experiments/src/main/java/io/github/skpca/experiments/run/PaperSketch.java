package io.github.skpca.experiments.run;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.SymmetricEigen;

/**
 * Algorithm 1 of the paper to the letter, with the W that it returns: the right singular vectors of its last decomposition.
 *
 * <p>That W is stale between shrinks and does not exist before the first; the library's own {@code ShrinkRule.PAPER} shrinks in
 * the same way and takes its directions from the sketch of now. For one thread: its
 * matrices are too small to share.
 */
public final class PaperSketch {
    /*
     *   insert z_i as a row of B; if B has no zero rows:
     *     [Y, Sigma, W] = svd(B);  B = sqrt(max(0, Sigma^2 - Sigma_{l/2}^2 I)) W'
     *
     * The decomposition is that of B B' = Y Sigma^2 Y'; a new row is sqrt(1 - cut / sigma_i^2) y_i'B. W = Sigma^-1 Y'B is made
     * only when it is asked for: of the two buffers one has B, the other the B of the last decomposition.
     */
    private final int columns;
    private final int size;
    private final Backend backend = Backend.active();
    private double[] rows;
    private double[] decomposed;
    private final double[] gram;
    private final double[] rotation;
    private final SymmetricEigen eigen;
    private int used;
    private boolean hasDecomposed;

    /**
     * An empty B of l rows.
     *
     * @param columns m
     * @param size l
     */
    public PaperSketch(int columns, int size) {
        this.columns = columns;
        this.size = size;
        this.rows = new double[size * columns];
        this.decomposed = new double[size * columns];
        this.gram = new double[size * size];
        this.rotation = new double[size * size];
        this.eigen = new SymmetricEigen(size);
    }

    /**
     * Inserts rows, in order.
     *
     * @param block count x m, row-major; read only
     */
    public void absorb(float[] block, int count) {
        for (int i = 0; i < count; i++) {
            int at = used * columns;
            double norm = 0;
            for (int j = 0; j < columns; j++) {
                double value = block[i * columns + j];
                rows[at + j] = value;
                norm += value * value;
            }
            // A row of zeros leaves a zero row in B, which the next row takes.
            used += norm > 0 ? 1 : 0;
            if (used == size) {
                shrink();
            }
        }
    }

    private void shrink() {
        decompose(rows);
        double[] values = eigen.values();
        double cut = Math.max(0, values[Math.max(1, size / 2) - 1]);
        int kept = 0;
        while (kept < size && values[kept] > cut) {
            scale(kept, Math.sqrt(1 - cut / values[kept]));
            kept++;
        }
        rotate(rows, kept, decomposed);
        double[] before = rows;
        rows = decomposed;
        decomposed = before;
        used = kept;
        hasDecomposed = true;
    }

    private void decompose(double[] matrix) {
        backend.doubles().gram(matrix, size, columns, gram);
        eigen.decompose(gram, size);
    }

    private void scale(int row, double factor) {
        double[] vectors = eigen.vectors();
        for (int j = 0; j < size; j++) {
            rotation[row * size + j] = factor * vectors[row * size + j];
        }
    }

    private void rotate(double[] matrix, int count, double[] out) {
        backend.doubles()
                .multiply(
                        DoubleMatrix.of(rotation, size),
                        count,
                        size,
                        DoubleMatrix.of(matrix, columns),
                        columns,
                        DoubleMatrix.of(out, columns));
    }

    /**
     * W', at most l orthonormal rows of m numbers; a new array.
     *
     * @throws IllegalStateException before the first decomposition, when Algorithm 1 has no W
     */
    public float[] directions() {
        if (!hasDecomposed) {
            throw new IllegalStateException("Algorithm 1 has no W before its first decomposition");
        }
        decompose(decomposed);
        double[] values = eigen.values();
        double negligible = Math.max(0, values[0]) * (columns + 20.0 * size) * 0x1p-52;
        int count = 0;
        while (count < size && values[count] > negligible) {
            scale(count, 1 / Math.sqrt(values[count]));
            count++;
        }
        double[] wide = new double[size * columns];
        rotate(decomposed, count, wide);
        float[] narrow = new float[count * columns];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = (float) wide[i];
        }
        return narrow;
    }

    /** The bytes held, work space included. */
    public long workingBytes() {
        return 8L * (2L * size * columns + 5L * size * size);
    }
}
