package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.linalg.PositiveDefinite;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;

/** Chooses landmarks among the rows of a warm-up and makes a map of them. */
public final class LandmarkSelection {
    /*
     * K_CC = L L' is the kernel matrix of the landmarks, and L^-1 k(x) are coordinates of x in an orthonormal basis of their span. All
     * m of them would cost 2 m^2 operations per row, and a sketch of l rows needs few of them. So only r directions Q are kept, along
     * which rows of the warm-up vary most, r a few times l, at 2 m r operations: z(x) = Q' L^-1 k(x). They contain the leading l
     * directions of later rows up to sampling. Where a row has a part outside, its novelty shows it, because
     * novelty is measured against K(x, x).
     *
     * Kernel values are floats, and L^-1 amplifies their rounding, the more the more alike the landmarks are. So M is not L^-T Q but
     * (K_CC + mu I)^-1 L Q, with mu 1e-8 of the norm of K_CC. The two differ only in directions in which the landmarks hardly differ.
     * No rounding is multiplied by more than 1/(2 sqrt(mu)), and z(x) is still a projection, only shorter.
     *
     * The landmarks come from a pivoted Cholesky decomposition of the candidates' kernel matrix, whose factor holds L and the
     * coordinates of every candidate. Q is found by two rounds of subspace iteration with the Gram matrix of these coordinates. Rare rows,
     * for which landmarks were chosen with care, weigh little in it, so the landmarks' own Gram matrix is added with a small weight.
     * Measured in docs/decisions/0015.
     */
    private static final double LANDMARK_WEIGHT = 0.05;
    private static final int ROUNDS = 2;
    private static final double RIDGE = 1e-8;

    /** The fewest directions; for large sketches {@link #DIRECTIONS_PER_ROW} per row of the sketch. */
    private static final int FEWEST_DIRECTIONS = 96;

    private static final int DIRECTIONS_PER_ROW = 3;

    private static final int FEWEST_CANDIDATES = 8000;

    private static final long MOST_NUMBERS = 1 << 24;

    private final Kernel kernel;
    private final int columns;
    private final WarmUpRows rows;
    private final long seed;
    private final Workers workers;
    private final Backend backend = Backend.active();

    /** A selection among these rows, which must be relative to the origin. */
    public LandmarkSelection(Kernel kernel, WarmUpRows rows, long seed, Workers workers) {
        if (rows.count() < 1) {
            throw new IllegalArgumentException("no rows to choose landmarks from");
        }
        this.kernel = kernel;
        this.rows = rows;
        this.columns = rows.columns();
        this.seed = seed;
        this.workers = workers;
    }

    /** How many landmark features a sketch of l rows needs. */
    public static int directions(int sketchSize) {
        return (int) Math.max(FEWEST_DIRECTIONS, Math.min(1 << 24, (long) DIRECTIONS_PER_ROW * sketchSize));
    }

    /**
     * Features of at most {@code most} landmarks: fewer if there are fewer rows, or if fewer represent all rows.
     *
     * @param directions the most features wanted
     */
    public NystromMap select(LandmarkRule rule, int most, int directions) {
        float[] candidates = candidates(most);
        PivotedCholesky cholesky = new PivotedCholesky(kernel, candidates, columns, workers);
        cholesky.run(rule, most, new RandomStream(seed, Purpose.LANDMARK_PIVOTS));
        int[] chosen = cholesky.chosen();
        float[] landmarks = new float[chosen.length * columns];
        for (int i = 0; i < chosen.length; i++) {
            System.arraycopy(candidates, chosen[i] * columns, landmarks, i * columns, columns);
        }
        return new NystromMap(new KernelValueMap(kernel, landmarks, columns), factor(cholesky, landmarks, directions));
    }

    /** A uniform sample of the rows; all rows if they are few. */
    private float[] candidates(int most) {
        long wanted = Math.max(FEWEST_CANDIDATES, 2L * most);
        // The factor, one number per landmark and candidate, stays below 128 MB if possible, the candidates below 64
        // MB.
        long capacity = Math.max(most, MOST_NUMBERS / Math.max(most, columns));
        int size = (int) Math.min(rows.count(), Math.min(wanted, capacity));
        int[] numbers = new RandomStream(seed, Purpose.LANDMARK_CANDIDATES).nextDistinct(rows.count(), size);
        float[] candidates = new float[Math.multiplyExact(size, columns)];
        for (int i = 0; i < size; i++) {
            rows.copy(numbers[i], candidates, i * columns);
        }
        for (int i = 0; i < candidates.length; i++) {
            // -0 becomes 0: sparse rows have no signed zeros.
            candidates[i] += 0f;
        }
        return candidates;
    }

    /** M = (K_CC + mu I)^-1 L Q, m x r, row-major. */
    private float[] factor(PivotedCholesky cholesky, float[] landmarks, int directions) {
        int m = cholesky.chosen().length;
        int kept = Math.min(directions, m);
        double[] basis = kept < m ? leading(cholesky, kept) : identity(m);
        double[] factor = new double[m * kept];
        BlockedProduct.multiply(cholesky.lowerTriangle(), transposed(basis, kept, m), factor, m, m, kept, workers);
        double[] wide = new double[landmarks.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = landmarks[i];
        }
        double[] gram = SampledDifference.similarities(kernel, wide, m, columns, workers);
        double ridge = RIDGE * frobeniusNorm(gram);
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

    /** Transposes rows of m numbers. */
    private static double[] transposed(double[] rows, int count, int m) {
        double[] transposed = new double[rows.length];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < m; j++) {
                transposed[j * count + i] = rows[i * m + j];
            }
        }
        return transposed;
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

    /** Orthonormal rows of m numbers that approximately span the directions along which candidates vary most. */
    private double[] leading(PivotedCholesky cholesky, int kept) {
        int m = cholesky.chosen().length;
        int count = cholesky.candidates();
        double[] coordinates = cholesky.factor();
        double[] weights = new double[count];
        Arrays.fill(weights, 1.0 / count);
        for (int row : cholesky.chosen()) {
            weights[row] += LANDMARK_WEIGHT / m;
        }
        double[] basis = new double[kept * m];
        RandomStream random = new RandomStream(seed, Purpose.LANDMARK_DIRECTIONS);
        for (int i = 0; i < basis.length; i++) {
            basis[i] = random.nextGaussian();
        }
        double[] images = new double[Math.multiplyExact(kept, count)];
        for (int round = 0; round < ROUNDS; round++) {
            BlockedProduct.multiply(basis, coordinates, images, kept, m, count, workers);
            for (int i = 0; i < images.length; i++) {
                images[i] *= weights[i % count];
            }
            workers.split(
                    kept,
                    4,
                    (from, to) -> backend.innerProducts(images, 0, count, from, to, coordinates, m, count, basis, m));
            orthonormalise(basis, kept, m);
            orthonormalise(basis, kept, m);
        }
        return basis;
    }

    /** Makes rows orthonormal by the eigenvectors of their inner products; a row that depends on the others becomes zero. */
    private void orthonormalise(double[] basis, int count, int m) {
        double[] inner = new double[count * count];
        workers.split(count, 4, (from, to) -> backend.gram(basis, count, m, inner, from, to));
        Backend.mirror(inner, count);
        SymmetricEigen eigen = new SymmetricEigen(count);
        eigen.decompose(inner, count);
        double[] scaled = eigen.vectors().clone();
        double smallest = 1e-14 * Math.max(eigen.values()[0], Double.MIN_NORMAL);
        for (int i = 0; i < count; i++) {
            double value = eigen.values()[i];
            double length = value > smallest ? 1 / Math.sqrt(value) : 0;
            for (int j = i * count; j < (i + 1) * count; j++) {
                scaled[j] *= length;
            }
        }
        double[] source = basis.clone();
        BlockedProduct.multiply(scaled, source, basis, count, count, m, workers);
    }
}
