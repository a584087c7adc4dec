package io.github.skpca;

import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.Kernel;

/** Whole matrices in double, by textbook methods that the library does not use: what its results are compared with. */
public final class DenseOracle {
    private static final int SWEEPS = 60;
    private static final int HALVINGS = 120;

    private DenseOracle() {}

    /**
     * Eigenvalues, the largest first, with their eigenvectors as rows.
     *
     * @param values n of them
     * @param vectors n x n, row-major
     */
    public record Eigen(double[] values, double[] vectors) {}

    /** Z, count x m: the features that the model itself sees. */
    public static double[] features(KernelPcaModel model, double[] rows, int count) {
        float[] narrow = new float[count * FittedModel.of(model).embedding().features()];
        float[] scratch = new float[count * model.columns()];
        FittedModel.of(model).embedding().embed(rows, 0, count, scratch, narrow, 0, Workers.callerOnly());
        double[] wide = new double[narrow.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = narrow[i];
        }
        return wide;
    }

    /** The mean of the rows of a matrix. */
    public static double[] mean(double[] matrix, int count, int columns) {
        double[] mean = new double[columns];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                mean[j] += matrix[i * columns + j] / count;
            }
        }
        return mean;
    }

    /** A matrix less one row, taken off all of its rows. */
    public static double[] about(double[] matrix, int count, int columns, double[] origin) {
        double[] moved = matrix.clone();
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                moved[i * columns + j] -= origin[j];
            }
        }
        return moved;
    }

    /** Features as the model's error speaks of them: about their own mean if it is centred. */
    public static double[] centredFeatures(KernelPcaModel model, double[] rows, int count) {
        double[] z = features(model, rows, count);
        int m = FittedModel.of(model).embedding().features();
        return model.mean() == null ? z : about(z, count, m, mean(z, count, m));
    }

    /** Z W_k, count x k, for directions as k rows of m floats. */
    public static double[] product(double[] z, int count, int columns, float[] directions, int k) {
        double[] product = new double[count * k];
        for (int i = 0; i < count; i++) {
            for (int c = 0; c < k; c++) {
                for (int j = 0; j < columns; j++) {
                    product[i * k + c] += z[i * columns + j] * directions[c * columns + j];
                }
            }
        }
        return product;
    }

    /** ||ZZ' - ZW_kW_k'Z'||_2, with the model's k directions. */
    public static double projectionError(KernelPcaModel model, double[] z, int count) {
        int m = FittedModel.of(model).embedding().features();
        double[] loadings = product(z, count, m, model.directions(), model.components());
        return projectionError(outer(z, count, m), loadings, count, model.components());
    }

    /** ||G - LL'||_2 for a matrix G, count x count, and L, count x k. */
    public static double projectionError(double[] gram, double[] loadings, int count, int k) {
        double[] error = outer(loadings, count, k);
        for (int i = 0; i < error.length; i++) {
            error[i] = gram[i] - error[i];
        }
        return spectralNorm(error, count);
    }

    /** AA', count x count. */
    public static double[] outer(double[] a, int count, int columns) {
        double[] product = new double[count * count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j <= i; j++) {
                double dot = 0;
                for (int c = 0; c < columns; c++) {
                    dot += a[i * columns + c] * a[j * columns + c];
                }
                product[i * count + j] = dot;
                product[j * count + i] = dot;
            }
        }
        return product;
    }

    /** The kernel matrix of rows. */
    public static double[] gram(Kernel kernel, double[] rows, int count, int columns) {
        double[] gram = new double[count * count];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                gram[i * count + j] = kernel.similarity(rows, i * columns, rows, j * columns, columns);
            }
        }
        return gram;
    }

    /** HAH with H = I - 11'/n. */
    public static double[] doubleCentred(double[] a, int n) {
        double[] means = mean(a, n, n);
        double total = 0;
        for (double mean : means) {
            total += mean / n;
        }
        double[] centred = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                centred[i * n + j] = a[i * n + j] - means[i] - means[j] + total;
            }
        }
        return centred;
    }

    /** The root of the sum of squares. */
    public static double frobeniusNorm(double[] a) {
        double sum = 0;
        for (double entry : a) {
            sum += entry * entry;
        }
        return Math.sqrt(sum);
    }

    /** The largest eigenvalue by size of a symmetric matrix: Householder's tridiagonal form, then bisection by Sturm counts. */
    public static double spectralNorm(double[] symmetric, int n) {
        if (n == 0) {
            return 0;
        }
        double[] ends = eigenvalues(symmetric, n, 1, n);
        return Math.max(Math.abs(ends[0]), Math.abs(ends[1]));
    }

    /** All eigenvalues of a symmetric matrix, the largest first, in the same way: quicker than {@link #jacobi}. */
    public static double[] eigenvalues(double[] symmetric, int n) {
        int[] ranks = new int[n];
        for (int i = 0; i < n; i++) {
            ranks[i] = n - i;
        }
        return eigenvalues(symmetric, n, ranks);
    }

    /** The eigenvalues with these ranks, 1 for the smallest. */
    private static double[] eigenvalues(double[] symmetric, int n, int... ranks) {
        double[] a = symmetric.clone();
        double[] diagonal = new double[n];
        double[] beside = new double[n];
        for (int k = 0; k < n; k++) {
            diagonal[k] = a[k * n + k];
            beside[k] = k < n - 1 ? reflect(a, n, k) : 0;
        }
        double reach = 0;
        for (int i = 0; i < n; i++) {
            double before = i == 0 ? 0 : Math.abs(beside[i - 1]);
            reach = Math.max(reach, Math.abs(diagonal[i]) + Math.abs(beside[i]) + before);
        }
        double[] values = new double[ranks.length];
        for (int i = 0; i < ranks.length; i++) {
            values[i] = bisect(diagonal, beside, reach, ranks[i]);
        }
        return values;
    }

    /** Clears column k below its first entry under the diagonal, on both sides; returns that entry. */
    private static double reflect(double[] a, int n, int k) {
        double squares = 0;
        for (int i = k + 1; i < n; i++) {
            squares += a[i * n + k] * a[i * n + k];
        }
        double head = a[(k + 1) * n + k];
        double alpha = -Math.copySign(Math.sqrt(squares), head);
        double[] v = new double[n];
        double length = 0;
        for (int i = k + 1; i < n; i++) {
            v[i] = a[i * n + k] - (i == k + 1 ? alpha : 0);
            length += v[i] * v[i];
        }
        if (length == 0) {
            return head;
        }
        double[] p = new double[n];
        double dot = 0;
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; j < n; j++) {
                p[i] += 2 * a[i * n + j] * v[j] / length;
            }
            dot += p[i] * v[i];
        }
        for (int i = k + 1; i < n; i++) {
            p[i] -= dot / length * v[i];
        }
        for (int i = k + 1; i < n; i++) {
            for (int j = k + 1; j < n; j++) {
                a[i * n + j] -= v[i] * p[j] + p[i] * v[j];
            }
        }
        return alpha;
    }

    /** The {@code rank}th smallest eigenvalue of a tridiagonal matrix whose eigenvalues are at most {@code reach} in size. */
    private static double bisect(double[] diagonal, double[] beside, double reach, int rank) {
        double low = -reach;
        double high = reach;
        for (int halving = 0; halving < HALVINGS; halving++) {
            double middle = low + (high - low) / 2;
            if (below(diagonal, beside, middle) >= rank) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return low + (high - low) / 2;
    }

    private static int below(double[] diagonal, double[] beside, double x) {
        int count = 0;
        double pivot = 1;
        for (int i = 0; i < diagonal.length; i++) {
            double coupling = i == 0 ? 0 : beside[i - 1] * beside[i - 1] / pivot;
            pivot = diagonal[i] - x - coupling;
            if (pivot == 0) {
                pivot = -Double.MIN_NORMAL;
            }
            count += pivot < 0 ? 1 : 0;
        }
        return count;
    }

    /** All eigenvalues and eigenvectors of a symmetric matrix, by Jacobi's rotations. */
    public static Eigen jacobi(double[] symmetric, int n) {
        double[] a = symmetric.clone();
        double[] v = new double[n * n];
        for (int i = 0; i < n; i++) {
            v[i * n + i] = 1;
        }
        double negligible = 1e-30 * frobeniusNorm(a) * frobeniusNorm(a);
        for (int sweep = 0; sweep < SWEEPS && offDiagonal(a, n) > negligible; sweep++) {
            for (int p = 0; p < n; p++) {
                for (int q = p + 1; q < n; q++) {
                    rotate(a, v, n, p, q);
                }
            }
        }
        return sorted(a, v, n);
    }

    private static double offDiagonal(double[] a, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                sum += i == j ? 0 : a[i * n + j] * a[i * n + j];
            }
        }
        return sum;
    }

    private static void rotate(double[] a, double[] v, int n, int p, int q) {
        if (a[p * n + q] == 0) {
            return;
        }
        double theta = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
        double tangent = Math.copySign(1, theta) / (Math.abs(theta) + Math.hypot(theta, 1));
        double cosine = 1 / Math.hypot(tangent, 1);
        double sine = tangent * cosine;
        for (int i = 0; i < n; i++) {
            double left = a[i * n + p];
            double right = a[i * n + q];
            a[i * n + p] = cosine * left - sine * right;
            a[i * n + q] = sine * left + cosine * right;
        }
        for (int i = 0; i < n; i++) {
            double upper = a[p * n + i];
            double lower = a[q * n + i];
            a[p * n + i] = cosine * upper - sine * lower;
            a[q * n + i] = sine * upper + cosine * lower;
            upper = v[p * n + i];
            lower = v[q * n + i];
            v[p * n + i] = cosine * upper - sine * lower;
            v[q * n + i] = sine * upper + cosine * lower;
        }
    }

    private static Eigen sorted(double[] a, double[] v, int n) {
        Integer[] order = new Integer[n];
        for (int i = 0; i < n; i++) {
            order[i] = i;
        }
        java.util.Arrays.sort(order, (i, j) -> Double.compare(a[j * n + j], a[i * n + i]));
        double[] values = new double[n];
        double[] vectors = new double[n * n];
        for (int i = 0; i < n; i++) {
            values[i] = a[order[i] * n + order[i]];
            System.arraycopy(v, order[i] * n, vectors, i * n, n);
        }
        return new Eigen(values, vectors);
    }
}
