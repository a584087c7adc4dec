package io.github.skpca.experiments.run;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.kernel.IsotropicKernel;

/**
 * k(x)'M, the kernel of a row with c kept rows times a matrix: Nystrom (M = V Lambda^-1/2, all of its rank) and exact kernel
 * PCA (its k leading columns). YY' is then K pinv(K_CC) K'.
 */
final class KernelRepresentation implements Representation {
    private final float[] kept;
    private final int count;
    private final int columns;
    private final IsotropicKernel kernel;
    private final double[] matrix;
    private final int width;
    private final int timedWidth;
    private final Panels keptPanels;
    private final Panels matrixPanels;
    private final float[] keptNorms;
    private final float[] similarities;
    private final float[] out;

    /**
     * A representation through kept rows.
     *
     * @param kept count x columns, row-major; shared, read only
     * @param vectors at least {@code width} eigenvectors of the kernel matrix of the kept rows, as rows of count numbers; read
     *     only
     * @param values their eigenvalues, positive; read only
     * @param timedWidth columns of M when a single row is timed, those beyond {@code width} zero: the paper's Nystrom projects on
     *     all c, whatever their rank
     */
    KernelRepresentation(
            float[] kept,
            int columns,
            IsotropicKernel kernel,
            double[] vectors,
            double[] values,
            int width,
            int timedWidth) {
        this.kept = kept;
        this.count = kept.length / columns;
        this.columns = columns;
        this.kernel = kernel;
        this.width = width;
        this.matrix = new double[count * width];
        this.timedWidth = Math.max(width, timedWidth);
        float[] narrow = new float[count * this.timedWidth];
        for (int j = 0; j < width; j++) {
            double factor = 1 / Math.sqrt(values[j]);
            for (int i = 0; i < count; i++) {
                matrix[i * width + j] = factor * vectors[j * count + i];
                narrow[i * this.timedWidth + j] = (float) matrix[i * width + j];
            }
        }
        Backend backend = Backend.active();
        this.matrixPanels = backend.products().panels(count, this.timedWidth);
        matrixPanels.pack(narrow, 0, this.timedWidth, 1);
        this.keptPanels = backend.products().panels(columns, count);
        keptPanels.pack(kept, 0, 1, columns);
        this.keptNorms = new float[count];
        for (int i = 0; i < count; i++) {
            keptNorms[i] = (float) backend.sums().sumOfSquares(kept, i * columns, columns);
        }
        this.similarities = new float[count];
        this.out = new float[this.timedWidth];
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public double[] loadings(float[] rows, int rowCount, Workers workers) {
        double[] similar = new double[rowCount * count];
        KernelRows.between(rows, rowCount, kept, count, columns, kernel, similar, workers);
        double[] loadings = new double[rowCount * width];
        workers.split(
                rowCount,
                12,
                (from, to) -> Backend.active()
                        .doubles()
                        .multiply(
                                new DoubleMatrix(similar, from * count, count),
                                to - from,
                                count,
                                DoubleMatrix.of(matrix, width),
                                width,
                                new DoubleMatrix(loadings, from * width, width)));
        return loadings;
    }

    @Override
    public void represent(float[] rows, int offset) {
        Backend backend = Backend.active();
        backend.products().multiplyRows(rows, offset, 1, keptPanels, similarities, 0);
        float norm = (float) backend.sums().sumOfSquares(rows, offset, columns);
        for (int i = 0; i < count; i++) {
            float squared = norm + keptNorms[i] - 2 * similarities[i];
            similarities[i] = (float) kernel.ofSquaredDistance(Math.max(0, squared));
        }
        backend.products().multiplyRows(similarities, 0, 1, matrixPanels, out, 0);
    }

    /** What the last row became; owned by this object. */
    float[] last() {
        return out;
    }
}
