package io.github.skpca.experiments.theory;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.SymmetricEigen;

/** Norms and best approximations of small symmetric matrices, n x n, row-major. */
final class SmallMatrix {
    private SmallMatrix() {}

    /** The largest eigenvalue by size. */
    static double spectralNorm(double[] matrix, int n) {
        SymmetricEigen eigen = new SymmetricEigen(n);
        eigen.decompose(matrix.clone(), n);
        return Math.max(Math.abs(eigen.values()[0]), Math.abs(eigen.values()[n - 1]));
    }

    static double frobeniusNorm(double[] matrix) {
        double sum = 0;
        for (double entry : matrix) {
            sum += entry * entry;
        }
        return Math.sqrt(sum);
    }

    static double largestEntry(double[] matrix) {
        double largest = 0;
        for (double entry : matrix) {
            largest = Math.max(largest, Math.abs(entry));
        }
        return largest;
    }

    static double[] difference(double[] a, double[] b) {
        double[] difference = new double[a.length];
        for (int i = 0; i < a.length; i++) {
            difference[i] = a[i] - b[i];
        }
        return difference;
    }

    /** The best approximation of rank k of a positive semidefinite matrix. */
    static double[] best(double[] matrix, int n, int k) {
        SymmetricEigen eigen = new SymmetricEigen(n);
        eigen.decompose(matrix.clone(), n);
        double[] best = new double[n * n];
        for (int c = 0; c < k; c++) {
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < n; j++) {
                    best[i * n + j] += eigen.values()[c] * eigen.vectors()[c * n + i] * eigen.vectors()[c * n + j];
                }
            }
        }
        return best;
    }

    /** ZZ' of n rows of floats. */
    static double[] gram(float[] z, int n, int columns) {
        double[] wide = new double[n * columns];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = z[i];
        }
        double[] gram = new double[n * n];
        Backend.active().doubles().gram(wide, n, columns, gram);
        return gram;
    }
}
