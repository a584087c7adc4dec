package io.github.skpca.experiments.run;

/** The same quantities as the code under test, in loops that anyone can check, in double throughout. */
final class PlainLoops {
    private PlainLoops() {}

    static double kernel(float[] x, int i, float[] y, int j, int columns, double bandwidth) {
        double squared = 0;
        for (int c = 0; c < columns; c++) {
            double difference = (double) x[i * columns + c] - y[j * columns + c];
            squared += difference * difference;
        }
        return Math.exp(-squared / (2 * bandwidth * bandwidth));
    }

    static double[][] kernelMatrix(float[] x, float[] y, int columns, double bandwidth) {
        double[][] matrix = new double[x.length / columns][y.length / columns];
        for (int i = 0; i < matrix.length; i++) {
            for (int j = 0; j < matrix[i].length; j++) {
                matrix[i][j] = kernel(x, i, y, j, columns, bandwidth);
            }
        }
        return matrix;
    }

    /** z_j(x) = sqrt(2/m) cos(w_j'x + phase_j). */
    static double[][] phaseFeatures(float[] rows, int columns, float[] frequencies, float[] phases) {
        int m = phases.length;
        double[][] z = new double[rows.length / columns][m];
        for (int i = 0; i < z.length; i++) {
            for (int j = 0; j < m; j++) {
                double angle = phases[j];
                for (int c = 0; c < columns; c++) {
                    angle += (double) rows[i * columns + c] * frequencies[j * columns + c];
                }
                z[i][j] = Math.sqrt(2.0 / m) * Math.cos(angle);
            }
        }
        return z;
    }

    static double[][] times(double[][] a, double[][] b) {
        double[][] product = new double[a.length][b[0].length];
        for (int i = 0; i < a.length; i++) {
            for (int k = 0; k < b.length; k++) {
                for (int j = 0; j < b[0].length; j++) {
                    product[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        return product;
    }

    static double[][] transposed(double[][] a) {
        double[][] turned = new double[a[0].length][a.length];
        for (int i = 0; i < a.length; i++) {
            for (int j = 0; j < a[0].length; j++) {
                turned[j][i] = a[i][j];
            }
        }
        return turned;
    }

    /** Eigenvalues, the largest first, and eigenvectors as rows, by Jacobi's rotations. */
    static Eigen eigen(double[][] symmetric) {
        int n = symmetric.length;
        double[][] a = new double[n][];
        double[][] v = new double[n][n];
        for (int i = 0; i < n; i++) {
            a[i] = symmetric[i].clone();
            v[i][i] = 1;
        }
        for (int sweep = 0; sweep < 60; sweep++) {
            for (int p = 0; p < n; p++) {
                for (int q = p + 1; q < n; q++) {
                    rotate(a, v, p, q);
                }
            }
        }
        Integer[] order = new Integer[n];
        java.util.Arrays.setAll(order, i -> i);
        java.util.Arrays.sort(order, (i, j) -> Double.compare(a[j][j], a[i][i]));
        double[] values = new double[n];
        double[][] vectors = new double[n][];
        for (int i = 0; i < n; i++) {
            values[i] = a[order[i]][order[i]];
            vectors[i] = v[order[i]];
        }
        return new Eigen(values, vectors);
    }

    record Eigen(double[] values, double[][] vectors) {}

    private static void rotate(double[][] a, double[][] v, int p, int q) {
        if (Math.abs(a[p][q]) < 1e-300) {
            return;
        }
        double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        double c = 1 / Math.sqrt(t * t + 1);
        double s = t * c;
        int n = a.length;
        for (int k = 0; k < n; k++) {
            double kp = a[k][p];
            double kq = a[k][q];
            a[k][p] = c * kp - s * kq;
            a[k][q] = s * kp + c * kq;
        }
        for (int k = 0; k < n; k++) {
            double pk = a[p][k];
            double qk = a[q][k];
            a[p][k] = c * pk - s * qk;
            a[q][k] = s * pk + c * qk;
            double vp = v[p][k];
            double vq = v[q][k];
            v[p][k] = c * vp - s * vq;
            v[q][k] = s * vp + c * vq;
        }
    }

    /** W' of Algorithm 1: the right singular vectors of its last decomposition, as rows. */
    static double[][] algorithmOne(double[][] z, int l) {
        int m = z[0].length;
        double[][] b = new double[l][m];
        int used = 0;
        double[][] w = null;
        for (double[] row : z) {
            b[used++] = row.clone();
            if (used < l) {
                continue;
            }
            Eigen eigen = eigen(times(b, transposed(b)));
            w = new double[l][m];
            double[][] next = new double[l][m];
            double cut = eigen.values[Math.max(1, l / 2) - 1];
            used = 0;
            for (int i = 0; i < l; i++) {
                double sigma = Math.sqrt(eigen.values[i]);
                double kept = Math.sqrt(Math.max(0, eigen.values[i] - cut));
                for (int j = 0; j < m; j++) {
                    double sum = 0;
                    for (int k = 0; k < l; k++) {
                        sum += eigen.vectors[i][k] * b[k][j];
                    }
                    w[i][j] = sum / sigma;
                    next[i][j] = kept * w[i][j];
                }
                used += kept > 0 ? 1 : 0;
            }
            b = next;
        }
        return w;
    }

    /** ||G - YY'||_2 / n and ||G - YY'||_F / n^2. */
    static GramError error(double[][] gram, double[][] y) {
        int n = gram.length;
        double[][] approximate = times(y, transposed(y));
        double[][] difference = new double[n][n];
        double squares = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                difference[i][j] = gram[i][j] - approximate[i][j];
                squares += difference[i][j] * difference[i][j];
            }
        }
        double[] values = eigen(difference).values;
        double largest = Math.max(Math.abs(values[0]), Math.abs(values[n - 1]));
        return new GramError(largest / n, Math.sqrt(squares) / ((double) n * n));
    }
}
