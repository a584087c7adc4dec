package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.BlockedProduct.Into;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

/**
 * Block Lanczos with full reorthogonalisation and thick restarts, for the leading pairs of a symmetric matrix.
 *
 * <p>A basis Q grows by a block a pass: the part of AQ_last outside Q, made orthonormal. So AQ = QH + R with R in the
 * columns of the last block only, and with Hy = value y the residual of the vector Qy is R y_last. H is made of inner products, not
 * of the recurrence. A full basis is replaced by its leading vectors, which leaves these relations as they are (Wu and Simon, SIAM J.
 * Matrix Anal. Appl. 22, 2000).
 *
 * <p>A block is wider than the number of wanted pairs. A Krylov space has no more copies of a multiple eigenvalue than its block
 * has columns, and a missing copy would show in no residual.
 *
 * <p>A block is made orthonormal by the eigenvectors of its Gram matrix, again and again until it is (Stathopoulos and Wu, SIAM J.
 * Sci. Comput. 23, 2002): matrix products throughout. What depends on the basis is replaced by its own rounding, projected: a direction
 * as good as a random one.
 */
final class BlockLanczos {
    private static final long SEED = 0x5EED;
    private static final int SPARE_VECTORS = 8;

    /** Blocks in a full basis: fewer restart too often, more make the projected problem expensive. */
    private static final int BLOCKS = 8;

    /** Blocks that a restart leaves: the vectors behind the wanted ones keep what was learned of them. */
    private static final int KEPT_BLOCKS = 3;

    static final int MAX_PASSES = 300;
    private static final int MAX_ROUNDS = 8;

    /** Below this distance from orthonormal one more round gives full accuracy. */
    private static final double NEARLY = 1e-5;

    private static final double ROUNDING = 0x1p-53;

    private final SymmetricOperator matrix;
    private final int n;
    private final int count;
    private final int width;
    private final int capacity;
    private final double tolerance;
    private final Backend backend = Backend.active();
    private final Workers workers;
    private final BlockedProduct product;
    private final SymmetricEigen eigen;
    private final SymmetricEigen gramEigen;
    private final RandomStream random = new RandomStream(SEED, Purpose.LANCZOS_START);
    private final double[] projected;
    private final double[] inner;
    private final double[] turned;
    private final double[] turnedProduct;
    private double[] basis;
    private double[] spare;
    private double[] block;
    private double[] nextBlock;
    private int size;

    BlockLanczos(SymmetricOperator matrix, int count, double tolerance, Workers workers) {
        this.matrix = matrix;
        this.n = matrix.size();
        this.count = count;
        this.width = width(n, count);
        this.capacity = Math.min(n, BLOCKS * width);
        this.tolerance = tolerance;
        this.workers = workers;
        this.product = new BlockedProduct(backend.doubles(), workers);
        this.eigen = new SymmetricEigen(capacity, workers);
        this.gramEigen = new SymmetricEigen(width, workers);
        this.projected = new double[capacity * capacity];
        this.inner = new double[width * capacity];
        this.turned = new double[n * width];
        this.turnedProduct = new double[n * width];
        this.basis = new double[Math.multiplyExact(capacity, n)];
        this.spare = new double[width * n];
        this.block = new double[width * n];
        this.nextBlock = new double[width * n];
    }

    private static int width(int n, int count) {
        return Math.min(n, count + Math.max(SPARE_VECTORS, count / 8));
    }

    /** Whether a basis is enough smaller than the matrix to be worth its trouble. */
    static boolean isWorthwhile(int n, int count) {
        return n > SymmetricEigen.PLAIN_SIZE && (long) BLOCKS * width(n, count) < n;
    }

    LeadingEigenpairs find(int maxPasses) {
        for (int i = 0; i < width * n; i++) {
            block[i] = 2 * random.nextDouble() - 1;
        }
        orthonormalise();
        for (int passes = 1; ; passes++) {
            int last = size;
            System.arraycopy(block, 0, basis, last * n, width * n);
            size += width;
            multiplyBlock();
            System.arraycopy(block, 0, nextBlock, 0, width * n);
            extendProjected(last);
            decomposeProjected();
            orthonormalise();
            boolean converged = residualsAreSmall(last);
            if (converged || passes == maxPasses) {
                return result(passes, converged);
            }
            if (size + width > capacity) {
                restart();
            }
        }
    }

    /** block = A block, with vectors as rows. */
    private void multiplyBlock() {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < width; j++) {
                turned[i * width + j] = block[j * n + i];
            }
        }
        matrix.multiply(turned, width, turnedProduct);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < width; j++) {
                block[j * n + i] = turnedProduct[i * width + j];
            }
        }
    }

    /** Adds the rows and columns of the last block to H = Q'AQ. */
    private void extendProjected(int last) {
        innerProducts(block, basis, size);
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < size; j++) {
                boolean both = j >= last;
                double entry =
                        both ? (inner[i * size + j] + inner[(j - last) * size + last + i]) / 2 : inner[i * size + j];
                projected[(last + i) * capacity + j] = entry;
                projected[j * capacity + last + i] = entry;
            }
        }
    }

    /** inner = the rows of a block times the first rows of b. */
    private void innerProducts(double[] a, double[] b, int bRows) {
        workers.split(
                width,
                4,
                (from, to) -> backend.doubles()
                        .innerProducts(
                                DoubleMatrix.of(a, n),
                                from,
                                to,
                                DoubleMatrix.of(b, n),
                                bRows,
                                n,
                                DoubleMatrix.of(inner, bRows)));
    }

    private void decomposeProjected() {
        double[] copy = new double[size * size];
        for (int i = 0; i < size; i++) {
            System.arraycopy(projected, i * capacity, copy, i * size, size);
        }
        eigen.decompose(copy, size);
    }

    /** Makes the block orthonormal and orthogonal to the basis. */
    private void orthonormalise() {
        normaliseRows();
        for (int round = 0; round < MAX_ROUNDS; round++) {
            innerProducts(block, basis, size);
            product.multiply(
                    new DoubleMatrix(inner, 0, size),
                    new DoubleMatrix(basis, 0, n),
                    new DoubleMatrix(block, 0, n),
                    width,
                    size,
                    n,
                    Into.SUBTRACT);
            double shortest = normaliseRows();
            innerProducts(block, block, width);
            // The first round may have taken off nearly all of a row, and what is left is then not orthogonal yet.
            boolean enough = round > 0 && shortest > 0.5 && distanceFromIdentity() < NEARLY;
            turnToEigenvectors();
            if (enough) {
                return;
            }
        }
    }

    /** Multiplies the block by the eigenvectors of its Gram matrix, over the roots of its eigenvalues. */
    private void turnToEigenvectors() {
        gramEigen.decompose(inner, width);
        double floor = ROUNDING * gramEigen.values()[0];
        double[] turn = gramEigen.vectors();
        for (int i = 0; i < width; i++) {
            double scale = 1 / Math.sqrt(Math.max(gramEigen.values()[i], floor));
            for (int j = 0; j < width; j++) {
                turn[i * width + j] *= scale;
            }
        }
        product.multiply(
                new DoubleMatrix(turn, 0, width),
                new DoubleMatrix(block, 0, n),
                new DoubleMatrix(spare, 0, n),
                width,
                width,
                n,
                Into.REPLACE);
        double[] swap = block;
        block = spare;
        spare = swap;
    }

    /** Makes rows of length one, a row of zeros, which has no direction, a random one; returns the shortest length. */
    private double normaliseRows() {
        double shortest = Double.POSITIVE_INFINITY;
        for (int i = 0; i < width; i++) {
            double largest = 0;
            for (int j = i * n; j < (i + 1) * n; j++) {
                largest = Math.max(largest, Math.abs(block[j]));
            }
            if (largest < Double.MIN_NORMAL) {
                shortest = 0;
                largest = 1;
                for (int j = i * n; j < (i + 1) * n; j++) {
                    block[j] = 2 * random.nextDouble() - 1;
                }
            }
            for (int j = i * n; j < (i + 1) * n; j++) {
                block[j] /= largest;
            }
            double norm = Math.sqrt(TridiagonalForm.dot(block, i * n, block, i * n, n));
            shortest = Math.min(shortest, norm * largest);
            for (int j = i * n; j < (i + 1) * n; j++) {
                block[j] /= norm;
            }
        }
        return shortest;
    }

    private double distanceFromIdentity() {
        double sum = 0;
        for (int i = 0; i < width; i++) {
            for (int j = 0; j < width; j++) {
                double off = inner[i * width + j] - (i == j ? 1 : 0);
                sum += off * off;
            }
        }
        return Math.sqrt(sum);
    }

    /** ||R y_last|| for each wanted pair, with R = the last product's share of the block to come. */
    private boolean residualsAreSmall(int last) {
        innerProducts(nextBlock, block, width);
        // In units of the largest value: squares of a residual could leave the range of a double.
        double unit = eigen.values()[0] == 0 ? 1 : Math.abs(eigen.values()[0]);
        for (int pair = 0; pair < count; pair++) {
            double squares = 0;
            for (int j = 0; j < width; j++) {
                double sum = 0;
                for (int i = 0; i < width; i++) {
                    sum += inner[i * width + j] * eigen.vectors()[pair * size + last + i];
                }
                squares += sum / unit * (sum / unit);
            }
            if (!(Math.sqrt(squares) <= tolerance)) {
                return false;
            }
        }
        return true;
    }

    /** The basis becomes its own leading vectors, and H diagonal. */
    private void restart() {
        int keep = KEPT_BLOCKS * width;
        double[] leading = ritzVectors(keep);
        System.arraycopy(leading, 0, basis, 0, leading.length);
        for (int i = 0; i < keep; i++) {
            java.util.Arrays.fill(projected, i * capacity, i * capacity + keep, 0.0);
            projected[i * capacity + i] = eigen.values()[i];
        }
        size = keep;
    }

    private double[] ritzVectors(int wanted) {
        double[] vectors = new double[wanted * n];
        product.multiply(
                new DoubleMatrix(eigen.vectors(), 0, size),
                new DoubleMatrix(basis, 0, n),
                new DoubleMatrix(vectors, 0, n),
                wanted,
                size,
                n,
                Into.REPLACE);
        return vectors;
    }

    private LeadingEigenpairs result(int passes, boolean converged) {
        double[] values = java.util.Arrays.copyOf(eigen.values(), count);
        return new LeadingEigenpairs(count, values, ritzVectors(count), passes, converged);
    }
}
