package io.github.skpca.internal.learning;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.LandmarkTransfer;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchState;

/** The Gram matrix of rows carried over to the features of other landmarks: S becomes T S T', and what that leaves out is counted. */
final class CarriedSketch {
    /*
     * In the kernel's own space the rows are known as Z V_old*. Among the new features they become Z V_old* V_new = Z T', and what the new
     * features leave of them is Z V_old* (I - V_new V_new*)^1/2, whose squared norm is the largest eigenvalue of S (V_old*V_old - T'T),
     * with S = Z'Z about zero. If the sketch has less than Z'Z, by its error e at most, then e more may be left out, because
     * V_old*V_old - T'T has no eigenvalue above 1. Proved in docs/decisions/0025.
     */

    /** Rounding of the products made here, in double: a generous bound, as a share of the largest eigenvalue. */
    private static final double ROUNDING = 1e-10;

    private final LandmarkTransfer transfer;
    private final CenteredSketch.State state;
    private final Workers workers;

    /** Of a Gram matrix without waiting rows. */
    CarriedSketch(LandmarkTransfer transfer, CenteredSketch.State state, Workers workers) {
        if (state.block().length > 0 || !state.sketch().isMoments()) {
            throw new IllegalArgumentException("only a Gram matrix without waiting rows is carried over");
        }
        this.transfer = transfer;
        this.state = state;
        this.workers = workers;
    }

    /** The state among the new features. */
    CenteredSketch.State state() {
        SketchState old = state.sketch();
        double[] gram = carried(old.rows());
        double trace = 0;
        for (int i = 0; i < transfer.rows(); i++) {
            trace += gram[i * transfer.rows() + i];
        }
        SketchState sketch = SketchState.ofMoments(
                gram,
                transfer.rows(),
                old.delta(),
                old.rounding() + ROUNDING * Math.max(0, trace),
                old.squaredNorm(),
                old.certificate());
        double[] mean = state.mean().length == 0 ? state.mean() : multiplied(state.mean());
        return new CenteredSketch.State(
                sketch,
                mean,
                state.absorbed(),
                new float[0],
                state.ages(),
                state.remainder().changed(lost()),
                null);
    }

    /** T S T', symmetric to the last bit. */
    private double[] carried(double[] gram) {
        int r = transfer.columns();
        int q = transfer.rows();
        double[] half = new double[q * r];
        BlockedProduct.multiply(transfer.matrix(), gram, half, q, r, r, workers);
        double[] whole = new double[q * q];
        BlockedProduct.multiply(half, BlockedProduct.transposed(transfer.matrix(), q, r), whole, q, r, q, workers);
        symmetrise(whole, q);
        return whole;
    }

    private double[] multiplied(double[] vector) {
        double[] product = new double[transfer.rows()];
        for (int i = 0; i < product.length; i++) {
            double sum = 0;
            for (int j = 0; j < vector.length; j++) {
                sum += transfer.matrix()[i * vector.length + j] * vector[j];
            }
            product[i] = sum;
        }
        return product;
    }

    /** The largest eigenvalue of S^1/2 (V_old*V_old - T'T) S^1/2, with S about zero, and what the sketch may lack of it. */
    private double lost() {
        int r = transfer.columns();
        int q = transfer.rows();
        double[] missing = new double[r * r];
        BlockedProduct.multiply(
                BlockedProduct.transposed(transfer.matrix(), q, r), transfer.matrix(), missing, r, q, r, workers);
        for (int i = 0; i < missing.length; i++) {
            missing[i] = transfer.oldProducts()[i] - missing[i];
        }
        double[] root = SymmetricEigen.root(state.gram(), r, workers);
        double[] half = new double[r * r];
        BlockedProduct.multiply(root, missing, half, r, r, r, workers);
        double[] whole = new double[r * r];
        BlockedProduct.multiply(half, BlockedProduct.transposed(root, r, r), whole, r, r, r, workers);
        symmetrise(whole, r);
        SymmetricEigen eigen = new SymmetricEigen(r, workers);
        eigen.decompose(whole, r);
        return Math.max(0, eigen.values()[0])
                + state.sketch().error()
                + ROUNDING * state.ages().weight();
    }

    private static void symmetrise(double[] matrix, int size) {
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < i; j++) {
                double mean = 0.5 * (matrix[i * size + j] + matrix[j * size + i]);
                matrix[i * size + j] = mean;
                matrix[j * size + i] = mean;
            }
        }
    }
}
