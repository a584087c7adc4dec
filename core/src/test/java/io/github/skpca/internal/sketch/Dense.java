package io.github.skpca.internal.sketch;

import java.util.Arrays;

/** The oracle: small dense symmetric matrices by textbook methods that share nothing with the code under test. */
final class Dense {
    private Dense() {}

    /** A'A of {@code count} rows. */
    static double[] scatter(double[][] rows, int count, int columns) {
        double[] scatter = new double[columns * columns];
        for (int i = 0; i < count; i++) {
            addSquare(scatter, rows[i], 1);
        }
        return scatter;
    }

    /** S <- S + weight x x'. */
    static void addSquare(double[] scatter, double[] x, double weight) {
        for (int i = 0; i < x.length; i++) {
            for (int j = 0; j < x.length; j++) {
                scatter[i * x.length + j] += weight * x[i] * x[j];
            }
        }
    }

    /** B'B of the rows of a sketch. */
    static double[] scatter(SketchState state) {
        double[][] rows = new double[state.count()][];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = Arrays.copyOfRange(state.rows(), i * state.columns(), (i + 1) * state.columns());
        }
        return scatter(rows, rows.length, state.columns());
    }

    static double trace(double[] a, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += a[i * n + i];
        }
        return sum;
    }

    /** Whether A + shift I has a Cholesky factor, that is, whether every eigenvalue of A is above -shift. */
    static boolean isAbove(double[] a, int n, double shift) {
        double[] l = a.clone();
        for (int j = 0; j < n; j++) {
            double pivot = l[j * n + j] + shift;
            for (int k = 0; k < j; k++) {
                pivot -= l[j * n + k] * l[j * n + k];
            }
            if (!(pivot > 0)) {
                return false;
            }
            double root = Math.sqrt(pivot);
            l[j * n + j] = root;
            for (int i = j + 1; i < n; i++) {
                double sum = l[i * n + j];
                for (int k = 0; k < j; k++) {
                    sum -= l[i * n + k] * l[j * n + k];
                }
                l[i * n + j] = sum / root;
            }
        }
        return true;
    }

    /**
     * Eigenvalues, the largest first, and eigenvectors as rows, by Jacobi's rotations in cyclic order (Golub and Van Loan,
     * section 8.5).
     */
    record Spectrum(double[] values, double[][] vectors) {}

    static Spectrum spectrum(double[] symmetric, int n) {
        double[] a = symmetric.clone();
        double[] v = new double[n * n];
        for (int i = 0; i < n; i++) {
            v[i * n + i] = 1;
        }
        double size = Math.sqrt(Arrays.stream(a).map(x -> x * x).sum());
        for (int sweep = 0; sweep < 60 && offDiagonal(a, n) > 1e-17 * size; sweep++) {
            for (int p = 0; p < n - 1; p++) {
                for (int q = p + 1; q < n; q++) {
                    if (a[p * n + q] != 0) {
                        rotate(a, v, n, p, q);
                    }
                }
            }
        }
        Integer[] order = new Integer[n];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (i, j) -> Double.compare(a[j * n + j], a[i * n + i]));
        double[] values = new double[n];
        double[][] vectors = new double[n][n];
        for (int i = 0; i < n; i++) {
            values[i] = a[order[i] * n + order[i]];
            for (int j = 0; j < n; j++) {
                vectors[i][j] = v[j * n + order[i]];
            }
        }
        return new Spectrum(values, vectors);
    }

    private static double offDiagonal(double[] a, int n) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                sum += 2 * a[i * n + j] * a[i * n + j];
            }
        }
        return Math.sqrt(sum);
    }

    /** The rotation that makes a[p, q] zero. */
    private static void rotate(double[] a, double[] v, int n, int p, int q) {
        double half = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q]);
        double tangent = Math.copySign(1, half) / (Math.abs(half) + Math.sqrt(1 + half * half));
        double c = 1 / Math.sqrt(1 + tangent * tangent);
        double s = tangent * c;
        for (int k = 0; k < n; k++) {
            double kp = a[k * n + p];
            double kq = a[k * n + q];
            a[k * n + p] = c * kp - s * kq;
            a[k * n + q] = s * kp + c * kq;
        }
        for (int k = 0; k < n; k++) {
            double pk = a[p * n + k];
            double qk = a[q * n + k];
            a[p * n + k] = c * pk - s * qk;
            a[q * n + k] = s * pk + c * qk;
        }
        a[p * n + q] = 0;
        a[q * n + p] = 0;
        for (int k = 0; k < n; k++) {
            double kp = v[k * n + p];
            double kq = v[k * n + q];
            v[k * n + p] = c * kp - s * kq;
            v[k * n + q] = s * kp + c * kq;
        }
    }
}
