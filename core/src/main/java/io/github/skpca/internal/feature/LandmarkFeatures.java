package io.github.skpca.internal.feature;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.DoubleProducts;
import io.github.skpca.internal.linalg.OrthonormalRows;
import io.github.skpca.internal.linalg.PositiveDefinite;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

/** Makes a map of landmarks: the r features along which given points vary most. */
final class LandmarkFeatures {
    /*
     * K_CC + mu I = L L' is the kernel matrix of the landmarks with a small mu, and L^-1 k(x) are coordinates of x in their span, in a basis
     * that is orthonormal up to mu. All m of them would cost 2 m^2 operations per row, and a sketch of l rows needs few of them. So only r
     * directions Q are kept, along which the points vary most, r a few times l, at 2 m r operations: z(x) = Q' L^-1 k(x), hence
     * M = L^-T Q = (K_CC + mu I)^-1 L Q. They contain the leading l directions of later rows up to sampling. Where a row has a part
     * outside, its novelty shows it, because novelty is measured against K(x, x).
     *
     * Kernel values are floats, and L^-1 amplifies their rounding, by at most 1/sqrt(mu). z(x) is a projection, or shorter.
     *
     * Q is found by two rounds of subspace iteration with the Gram matrix of the points' coordinates. Measured in docs/decisions/0015.
     */
    private static final int ROUNDS = 2;

    private static final int GRAM_ROWS = 24;

    /** mu over the norm of K_CC, where K itself was decomposed. */
    private static final double RIDGE = 1e-8;

    private final Kernel kernel;
    private final PivotedCholesky cholesky;
    private final float[] landmarks;
    private final int columns;
    private final @Nullable RowSubspace subspace;
    private final Workers workers;
    private final Backend backend = Backend.active();

    /** Features of the pivots of a decomposition of {@code candidates}, rows of {@code columns} floats. */
    LandmarkFeatures(Kernel kernel, PivotedCholesky cholesky, float[] candidates, int columns, Workers workers) {
        this(kernel, cholesky, candidates, columns, null, workers);
    }

    /** The same, six arguments: the pivots are known to lie in a subspace. */
    LandmarkFeatures(
            Kernel kernel,
            PivotedCholesky cholesky,
            float[] candidates,
            int columns,
            @Nullable RowSubspace subspace,
            Workers workers) {
        this.subspace = subspace;
        this.kernel = kernel;
        this.cholesky = cholesky;
        this.columns = columns;
        this.workers = workers;
        int[] chosen = cholesky.chosen();
        this.landmarks = new float[chosen.length * columns];
        for (int i = 0; i < chosen.length; i++) {
            System.arraycopy(candidates, chosen[i] * columns, landmarks, i * columns, columns);
        }
    }

    /**
     * Points in the span of the landmarks, with weights.
     *
     * @param coordinates one row per pivot, one column per point: those of the candidates first, in their order
     * @param count how many points there are
     * @param weights one per point
     */
    record Points(double[] coordinates, int count, double[] weights) {}

    /** The map whose features are the directions along which the points vary most, at most {@code directions} of them. */
    NystromMap map(Points points, int directions, RandomStream random) {
        return new NystromMap(
                new KernelValueMap(kernel, landmarks, columns, subspace), factor(points, directions, random));
    }

    /** M = (K_CC + mu I)^-1 L Q, m x r, row-major. */
    private float[] factor(Points points, int directions, RandomStream random) {
        int m = cholesky.size();
        int kept = Math.min(directions, m);
        double[] basis = kept < m ? leading(points, kept, random) : identity(m);
        double[] factor = new double[m * kept];
        BlockedProduct.multiply(
                cholesky.lowerTriangle(), BlockedProduct.transposed(basis, kept, m), factor, m, m, kept, workers);
        double[] gram = cholesky.nugget() > 0
                ? LandmarkTransfer.similarities(kernel, landmarks, landmarks, columns, workers)
                : SampledDifference.similarities(kernel, LandmarkTransfer.wide(landmarks), m, columns, workers);
        double ridge = cholesky.nugget() > 0 ? cholesky.nugget() : RIDGE * frobeniusNorm(gram);
        for (int i = 0; i < m; i++) {
            gram[i * m + i] += ridge;
        }
        new PositiveDefinite(gram, m, workers).solve(factor, kept);
        float[] narrow = new float[factor.length];
        for (int i = 0; i < narrow.length; i++) {
            narrow[i] = (float) factor[i];
        }
        return narrow;
    }

    private static double frobeniusNorm(double[] entries) {
        double sum = 0;
        for (double entry : entries) {
            sum += entry * entry;
        }
        return Math.max(Math.sqrt(sum), Double.MIN_NORMAL);
    }

    private static double[] identity(int m) {
        double[] identity = new double[Math.multiplyExact(m, m)];
        for (int i = 0; i < m; i++) {
            identity[i * m + i] = 1;
        }
        return identity;
    }

    /** Orthonormal rows of m numbers that span about the directions along which the points vary most. */
    private double[] leading(Points points, int kept, RandomStream random) {
        int m = cholesky.size();
        double[] gram = gram(points);
        double[] basis = new double[kept * m];
        for (int i = 0; i < basis.length; i++) {
            basis[i] = random.nextGaussian();
        }
        for (int round = 0; round < ROUNDS; round++) {
            double[] source = basis.clone();
            BlockedProduct.multiply(source, gram, basis, kept, m, m, workers);
            OrthonormalRows.make(basis, kept, m, workers);
        }
        return basis;
    }

    /** The sum of w x x' over the coordinates x of all points, m x m. */
    private double[] gram(Points points) {
        int m = cholesky.size();
        int count = points.count();
        DoubleMatrix coordinates = DoubleMatrix.of(points.coordinates(), count);
        double[] gram = new double[Math.multiplyExact(m, m)];
        double[][] ofThreads = new double[workers.threads()][];
        workers.splitNumbered(m, GRAM_ROWS, (thread, from, to) -> {
            double[] weighted = ofThreads[thread];
            if (weighted == null) {
                weighted = new double[GRAM_ROWS * count];
                ofThreads[thread] = weighted;
            }
            for (int first = from; first < to; first += GRAM_ROWS) {
                int rows = Math.min(GRAM_ROWS, to - first);
                for (int i = 0; i < rows; i++) {
                    for (int x = 0; x < count; x++) {
                        weighted[i * count + x] = points.weights()[x] * points.coordinates()[(first + i) * count + x];
                    }
                }
                DoubleMatrix part = DoubleMatrix.of(weighted, count);
                DoubleMatrix into = new DoubleMatrix(gram, first * m, m);
                backend.doubles().innerProducts(part, 0, rows, coordinates, first + rows, count, into);
            }
        });
        DoubleProducts.mirror(gram, m);
        return gram;
    }
}
