package io.github.skpca.error;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;
import io.github.skpca.internal.error.GramDifference;
import io.github.skpca.internal.error.LargestEigenvalue;
import io.github.skpca.internal.model.FittedModel;

/**
 * The error of a model's kernel matrix on given rows: ||G - G'||_2 / n and ||G - G'||_F / n^2, where G is the kernel matrix of
 * the rows and G' = Z W_k W_k' Z' the model's. For a centred model both matrices are centred over these rows.
 *
 * @param rows n
 * @param spectral the largest eigenvalue by size over n, approached from below until it stands still to a relative 1e-4; in the tests within
 *     1e-3 of a dense computation
 * @param frobenius the root of the sum of squares over n^2
 * @param passes how many times the kernel matrix was gone through
 */
public record KernelError(int rows, double spectral, double frobenius, int passes) {
    /**
     * Measures a model, holding no n x n matrix: entries are computed again in tiles for each pass, and a pass serves a whole block
     * of vectors.
     *
     * @param rows count x d, row-major, as the model would be given them; read only
     */
    public static KernelError measure(KernelPcaModel model, double[] rows, int count, Workers workers) {
        if (count < 1) {
            throw new IllegalArgumentException("no rows to measure the error on");
        }
        GramDifference difference = new GramDifference(FittedModel.of(model), rows, count, workers);
        LargestEigenvalue search = new LargestEigenvalue(difference);
        double largest = search.find();
        double n = count;
        return new KernelError(count, largest / n, difference.frobeniusNorm() / (n * n), search.passes());
    }
}
