package io.github.skpca.internal.error;

import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

/**
 * The size of the largest eigenvalue of a symmetric matrix that is only known through products: block Lanczos with full
 * reorthogonalisation, until the value stands still.
 */
public final class LargestEigenvalue {
    private static final int BLOCK = 32;
    private static final int MAX_PASSES = 24;
    private static final int MIN_PASSES = 3;

    /** Two steps in a row that change the value by less than this: an order below the accuracy that is promised. */
    private static final double STILL = 1e-4;

    private final GramDifference matrix;
    private final int n;
    private final int width;
    private int passes;

    public LargestEigenvalue(GramDifference matrix) {
        this.matrix = matrix;
        this.n = matrix.size();
        this.width = Math.min(BLOCK, n);
    }

    public int passes() {
        return passes;
    }

    public double find() {
        int most = Math.min(MAX_PASSES, (n + width - 1) / width);
        double[][] basis = new double[most][];
        double[] projected = new double[most * width * most * width];
        double[] product = new double[n * width];
        double[] next = start();
        double value = 0;
        int still = 0;
        while (passes < most) {
            int used = orthonormalise(basis, passes, next);
            if (used == 0) {
                break;
            }
            basis[passes] = next;
            matrix.multiply(next, width, product);
            passes++;
            double before = value;
            value = ritz(basis, projected, most * width, product);
            still = Math.abs(value - before) <= STILL * value ? still + 1 : 0;
            if (value == 0 || (still >= 2 && passes >= MIN_PASSES)) {
                break;
            }
            next = product.clone();
        }
        return value;
    }

    private double[] start() {
        double[] block = new double[n * width];
        RandomStream random = new RandomStream(n, Purpose.EIGENVALUE_START, width);
        for (int i = 0; i < block.length; i++) {
            block[i] = random.nextGaussian();
        }
        if (matrix.isCentered()) {
            GramDifference.centre(block, n, width);
        }
        return block;
    }

    /**
     * Makes the columns of a block orthonormal, and orthogonal to the blocks before; a column that depends on the others
     * becomes zero. Returns how many are left.
     */
    private int orthonormalise(double[][] basis, int blocks, double[] block) {
        double[] before = new double[width];
        for (int c = 0; c < width; c++) {
            before[c] = norm(block, c);
        }
        for (int round = 0; round < 2; round++) {
            for (int b = 0; b < blocks; b++) {
                subtractProjection(basis[b], block);
            }
        }
        int left = 0;
        for (int c = 0; c < width; c++) {
            for (int round = 0; round < 2; round++) {
                for (int earlier = 0; earlier < c; earlier++) {
                    subtractColumn(block, earlier, c);
                }
                for (int b = 0; b < blocks; b++) {
                    subtractFromColumn(basis[b], block, c);
                }
                centre(block, c);
            }
            double after = norm(block, c);
            // Against the norm before any projection: all that is left of a dependent column is rounding.
            boolean independent = after > 1e-10 * before[c] && after > Double.MIN_NORMAL;
            for (int i = 0; i < n; i++) {
                block[i * width + c] = independent ? block[i * width + c] / after : 0;
            }
            left += independent ? 1 : 0;
        }
        return left;
    }

    /** Rounding would let the constant vector in, of which the product knows nothing, once all other directions are used. */
    private void centre(double[] block, int c) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += block[i * width + c];
        }
        for (int i = 0; i < n && matrix.isCentered(); i++) {
            block[i * width + c] -= sum / n;
        }
    }

    private double norm(double[] block, int c) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += block[i * width + c] * block[i * width + c];
        }
        return Math.sqrt(sum);
    }

    private void subtractColumn(double[] block, int earlier, int c) {
        double dot = 0;
        for (int i = 0; i < n; i++) {
            dot += block[i * width + earlier] * block[i * width + c];
        }
        for (int i = 0; i < n; i++) {
            block[i * width + c] -= dot * block[i * width + earlier];
        }
    }

    private void subtractProjection(double[] base, double[] block) {
        double[] inner = inner(base, block);
        for (int i = 0; i < n; i++) {
            for (int a = 0; a < width; a++) {
                double factor = base[i * width + a];
                for (int c = 0; c < width; c++) {
                    block[i * width + c] -= factor * inner[a * width + c];
                }
            }
        }
    }

    private void subtractFromColumn(double[] base, double[] block, int c) {
        double[] dots = new double[width];
        for (int i = 0; i < n; i++) {
            double entry = block[i * width + c];
            for (int a = 0; a < width; a++) {
                dots[a] += base[i * width + a] * entry;
            }
        }
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int a = 0; a < width; a++) {
                sum += base[i * width + a] * dots[a];
            }
            block[i * width + c] -= sum;
        }
    }

    /** base' block, width x width. */
    private double[] inner(double[] base, double[] block) {
        double[] inner = new double[width * width];
        for (int i = 0; i < n; i++) {
            for (int a = 0; a < width; a++) {
                double factor = base[i * width + a];
                for (int c = 0; c < width; c++) {
                    inner[a * width + c] += factor * block[i * width + c];
                }
            }
        }
        return inner;
    }

    /** Extends the projected matrix by the last block's product and returns its largest eigenvalue by size. */
    private double ritz(double[][] basis, double[] projected, int stride, double[] product) {
        int last = (passes - 1) * width;
        for (int b = 0; b < passes; b++) {
            double[] inner = inner(basis[b], product);
            for (int a = 0; a < width; a++) {
                for (int c = 0; c < width; c++) {
                    projected[(b * width + a) * stride + last + c] = inner[a * width + c];
                    projected[(last + c) * stride + b * width + a] = inner[a * width + c];
                }
            }
        }
        int size = passes * width;
        double[] small = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                small[i * size + j] = (projected[i * stride + j] + projected[j * stride + i]) / 2;
            }
        }
        SymmetricEigen eigen = new SymmetricEigen(size);
        eigen.decompose(small, size);
        return Math.max(Math.abs(eigen.values()[0]), Math.abs(eigen.values()[size - 1]));
    }
}
