package io.github.skpca.experiments.run;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.IsotropicKernel;

/**
 * The kernel matrix G of the held-out rows, made once and compared with many approximations G' = YY'.
 *
 * <p>Unlike {@code KernelError}, which measures one model on rows that may be many, this keeps G and all work space: an
 * experiment measures thousands of models on the same thousand rows. Everything is in double. For one thread.
 */
public final class TestGram {
    /*
     * The largest eigenvalue of E = G - YY' by size comes from block Lanczos with full reorthogonalisation: Q holds orthonormal
     * rows, T = Q E Q' is filled a block at a time, and its extreme eigenvalues approach those of E from inside. It ends when
     * the value stands still twice; what is left is far below the spread between repeats.
     */
    private static final int BLOCK = 4;
    private static final int MOST_BLOCKS = 60;
    private static final double STILL = 1e-5;
    private static final int CHUNKS = 32;

    private final int n;
    private final Workers workers;
    private final Backend backend = Backend.active();
    private final double[] gram;
    private final double[] difference;
    private final double[] rowSquares;
    private final double[] basis;
    private final double[] product;
    private final double[] coefficients;
    private final double[] projected;
    private final double[] correction;

    /**
     * The matrix of some rows.
     *
     * @param rows count x columns, row-major; read only
     */
    public TestGram(float[] rows, int count, int columns, IsotropicKernel kernel, Workers workers) {
        this.n = count;
        this.workers = workers;
        this.gram = new double[count * count];
        this.difference = new double[count * count];
        this.rowSquares = new double[count];
        int most = Math.min(MOST_BLOCKS * BLOCK, count + BLOCK);
        this.basis = new double[most * count];
        this.product = new double[BLOCK * count];
        this.correction = new double[BLOCK * count];
        this.coefficients = new double[BLOCK * most];
        this.projected = new double[most * most];
        KernelRows.between(rows, count, rows, count, columns, kernel, gram, workers);
    }

    /** G, n x n; owned by this object, not to be changed. */
    double[] gram() {
        return gram;
    }

    /**
     * The error of G' = YY'.
     *
     * @param y n x width, row-major; read only
     */
    public GramError error(double[] y, int width) {
        subtract(y, width);
        double squares = 0;
        for (double rowSquare : rowSquares) {
            squares += rowSquare;
        }
        double size = n;
        return new GramError(largest() / size, Math.sqrt(squares) / (size * size));
    }

    private void subtract(double[] y, int width) {
        // Row i of a lower half has i entries: the first and the last chunk together have as many as any other two.
        int height = (n + CHUNKS - 1) / CHUNKS;
        workers.split(CHUNKS / 2, 1, (first, last) -> {
            for (int chunk = first; chunk < last; chunk++) {
                subtractRows(y, width, chunk * height, (chunk + 1) * height);
                int mirrored = CHUNKS - 1 - chunk;
                subtractRows(y, width, mirrored * height, (mirrored + 1) * height);
            }
        });
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                difference[j * n + i] = difference[i * n + j];
            }
        }
    }

    private void subtractRows(double[] y, int width, int from, int end) {
        int to = Math.min(n, end);
        if (from >= to) {
            return;
        }
        backend.doubles().gram(y, n, width, difference, from, to);
        for (int i = from; i < to; i++) {
            double squares = 0;
            for (int j = 0; j <= i; j++) {
                double entry = gram[i * n + j] - difference[i * n + j];
                difference[i * n + j] = entry;
                squares += (j == i ? 1 : 2) * entry * entry;
            }
            rowSquares[i] = squares;
        }
    }

    private double largest() {
        int block = Math.min(BLOCK, n);
        RandomStream random = new RandomStream(n, Purpose.EXPERIMENT_EIGENVALUE, block);
        for (int i = 0; i < block * n; i++) {
            product[i] = random.nextGaussian();
        }
        int most = projected.length == 0 ? 0 : (int) Math.round(Math.sqrt(projected.length));
        int used = 0;
        double value = 0;
        int still = 0;
        while (used + block <= most && still < 2) {
            int added = extend(used, block);
            if (added == 0) {
                return value;
            }
            multiply(used, added);
            fill(used, added, most);
            used += added;
            double before = value;
            value = extreme(used, most);
            still = Math.abs(value - before) <= STILL * value ? still + 1 : 0;
        }
        return value;
    }

    /** Makes the block in {@code product} orthonormal and orthogonal to the basis, and adds what is left; returns how many. */
    private int extend(int used, int block) {
        int added = 0;
        for (int b = 0; b < block; b++) {
            int at = (used + added) * n;
            System.arraycopy(product, b * n, basis, at, n);
            double before = norm(basis, at);
            for (int round = 0; round < 2 && used + added > 0; round++) {
                int rows = used + added;
                backend.doubles()
                        .innerProducts(
                                new DoubleMatrix(basis, at, n),
                                0,
                                1,
                                DoubleMatrix.of(basis, n),
                                rows,
                                n,
                                DoubleMatrix.of(coefficients, rows));
                backend.doubles()
                        .multiply(
                                DoubleMatrix.of(coefficients, rows),
                                1,
                                rows,
                                DoubleMatrix.of(basis, n),
                                n,
                                DoubleMatrix.of(correction, n));
                for (int j = 0; j < n; j++) {
                    basis[at + j] -= correction[j];
                }
            }
            double after = norm(basis, at);
            if (after > 1e-10 * before && after > Double.MIN_NORMAL) {
                for (int j = 0; j < n; j++) {
                    basis[at + j] /= after;
                }
                added++;
            }
        }
        return added;
    }

    private double norm(double[] values, int at) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
            sum += values[at + j] * values[at + j];
        }
        return Math.sqrt(sum);
    }

    private void multiply(int first, int count) {
        workers.split(
                n,
                64,
                (from, to) -> backend.doubles()
                        .multiply(
                                new DoubleMatrix(basis, first * n, n),
                                count,
                                n,
                                new DoubleMatrix(difference, from, n),
                                to - from,
                                new DoubleMatrix(product, from, n)));
    }

    private void fill(int used, int added, int stride) {
        int rows = used + added;
        backend.doubles()
                .innerProducts(
                        DoubleMatrix.of(product, n),
                        0,
                        added,
                        DoubleMatrix.of(basis, n),
                        rows,
                        n,
                        DoubleMatrix.of(coefficients, rows));
        for (int a = 0; a < added; a++) {
            for (int b = 0; b < rows; b++) {
                projected[(used + a) * stride + b] = coefficients[a * rows + b];
                projected[b * stride + used + a] = coefficients[a * rows + b];
            }
        }
    }

    private double extreme(int used, int stride) {
        double[] small = new double[used * used];
        for (int i = 0; i < used; i++) {
            for (int j = 0; j < used; j++) {
                small[i * used + j] = (projected[i * stride + j] + projected[j * stride + i]) / 2;
            }
        }
        SymmetricEigen eigen = new SymmetricEigen(used);
        eigen.decompose(small, used);
        return Math.max(Math.abs(eigen.values()[0]), Math.abs(eigen.values()[used - 1]));
    }
}
