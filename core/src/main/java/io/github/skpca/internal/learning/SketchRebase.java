package io.github.skpca.internal.learning;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.LandmarkTransfer;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchState;

import java.util.Arrays;

/** A sketch carried over to the features of other landmarks, with what that loses in its bound. */
final class SketchRebase {
    /*
     * In the kernel's own space z = V* phi for both maps, and the new features of an old row are
     *   V_new* phi = T z + V_new* e,   e = (I - V_old V_old*) phi,   ||e||^2 <= K(x,x) - ||z||^2:
     * what the old landmarks did not see cannot be recovered. Its sum over all rows is known, because K(x,x) = 1 and the squared norm of
     * the features is tracked. With Y the rows T z and R the rows V_new* e, and about the mean of all rows there will ever be,
     *   ||(Y + R) x||^2 - ||Y x||^2 <= 2 ||Y x|| ||R x|| + ||R x||^2   and   >= -2 ||Y x|| ||R x||,
     * so the sum of squares of R is added to delta, and the product, which has either sign, to the rounding. About a mean that later rows
     * may move, ||Y x||^2 is at most that about the present mean plus n times the squared distance of two means. With forgetting n is the
     * sum of weights, and both terms fade with the rows they belong to.
     * Proved in docs/decisions/0018.
     */

    /** What float arithmetic may put between a row of features and V* phi, as a root mean square: twice the largest that was measured. */
    private static final double MAP_ROUNDING = 0x1p-12;

    /** Rounding of the products made here, in double: a generous bound. */
    private static final double DOUBLE_ROUNDING = 1e-10;

    private final LandmarkTransfer transfer;
    private final CenteredSketch.State state;
    private final Workers workers;

    /** Of a state without waiting rows, whose rows have K(x, x) = 1. */
    SketchRebase(LandmarkTransfer transfer, CenteredSketch.State state, Workers workers) {
        if (state.block().length > 0) {
            throw new IllegalArgumentException("rows wait in the block");
        }
        this.transfer = transfer;
        this.state = state;
        this.workers = workers;
    }

    /** The state among the new features. */
    CenteredSketch.State state() {
        SketchState old = state.sketch().byRows();
        double[] rows = carried(old.rows(), old.count());
        double[] orthogonal = orthogonal(rows, old.count());
        double stretch = transfer.oldStretch() * transfer.newStretch();
        double lost = lost();
        // ||Y x||^2 for every unit x, wherever the mean will be.
        double largest = stretch * (largestSquare(old) + old.error());
        if (state.mean().length > 0) {
            largest += 4 * transfer.newStretch() * state.ages().weight();
        }
        SketchState sketch = new SketchState(
                orthogonal,
                orthogonal.length / transfer.rows(),
                transfer.rows(),
                stretch * old.delta() + lost,
                stretch * old.rounding() + 2 * Math.sqrt(largest * lost) + DOUBLE_ROUNDING * largest,
                old.squaredNorm(),
                old.certificate());
        return new CenteredSketch.State(
                sketch, carried(state.mean(), 1), state.absorbed(), new float[0], state.ages(), null);
    }

    /** A bound on ||R||_F^2. */
    private double lost() {
        double n = state.ages().weight();
        double seen = state.sketch().squaredNorm() + n * sumOfSquares(state.mean());
        // Rounding may have made the features longer, and stands in the rows of both maps.
        double unseen = Math.max(0, n - (2 - transfer.oldStretch()) * seen) + 2 * MAP_ROUNDING * n;
        double length = Math.sqrt(unseen) + 2 * MAP_ROUNDING * Math.sqrt(n);
        return transfer.newStretch() * length * length;
    }

    /** Rows b become T b. */
    private double[] carried(double[] rows, int count) {
        if (rows.length == 0) {
            return rows;
        }
        double[] carried = new double[Math.multiplyExact(count, transfer.rows())];
        Backend.active()
                .innerProducts(
                        rows,
                        0,
                        transfer.columns(),
                        0,
                        count,
                        transfer.matrix(),
                        transfer.rows(),
                        transfer.columns(),
                        carried,
                        transfer.rows());
        return carried;
    }

    private static double largestSquare(SketchState sketch) {
        return sketch.count() == 0
                ? 0
                : gram(sketch.rows(), sketch.count(), sketch.columns()).values()[0];
    }

    private static SymmetricEigen gram(double[] rows, int count, int columns) {
        double[] inner = new double[count * count];
        Backend.active().gram(rows, count, columns, inner);
        SymmetricEigen eigen = new SymmetricEigen(count);
        eigen.decompose(inner, count);
        return eigen;
    }

    /** Orthogonal rows with the same second moments, the longest first, without those that are zero. */
    private double[] orthogonal(double[] rows, int count) {
        if (count == 0) {
            return rows;
        }
        SymmetricEigen eigen = gram(rows, count, transfer.rows());
        double[] values = eigen.values();
        int kept = 0;
        while (kept < count && values[kept] > 1e-14 * values[0]) {
            kept++;
        }
        double[] rotated = new double[kept * transfer.rows()];
        double[] vectors = Arrays.copyOf(eigen.vectors(), kept * count);
        BlockedProduct.multiply(vectors, rows, rotated, kept, count, transfer.rows(), workers);
        return rotated;
    }

    private static double sumOfSquares(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }
}
