package io.github.skpca.internal.baseline;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.LeadingEigenpairs;
import io.github.skpca.internal.linalg.SymmetricEigen;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * Landmarks C with the eigenpairs of their kernel matrix K_CC, or of H K_CC H with H = I - 11'/c if centred: what a Nystrom or an
 * exact model is made of.
 *
 * @param state the landmarks
 * @param values eigenvalues, the largest first, none at the level of rounding; owned by this record, not to be changed
 * @param vectors as many orthonormal rows of c numbers, the largest entry of each positive; owned by this record
 * @param trace of the (centred) kernel matrix
 * @param mean K_CC 1 / c, the mean of the landmarks' own kernel values, or null if not centred; owned by this record
 */
public record LandmarkSummary(
        LandmarkState state, double[] values, double[] vectors, double trace, double @Nullable [] mean) {
    /*
     * In the kernel's own space let Phi hold the landmarks (about their mean if centred), so that K_CC = Phi Phi'. With
     * K_CC = V Lambda V' the directions Phi'V Lambda^-1/2 are orthonormal there, and a row x has along them the loadings
     * Lambda^-1/2 V'(k(x) - mean), k(x) = K(C, x): H drops out because the vectors are centred already. Without centring the
     * products of loadings are k(x)' V_k Lambda_k^-1 V_k' k(y), which is G' of Nystrom: K_nC pinv_k(K_CC) K_Cn. If all rows
     * are landmarks that is the best rank-k matrix, and the loadings are those of kernel PCA.
     *
     * Rows sampled with replacement repeat, and near rows almost do: K_CC is singular, and tiny eigenvalues are cut off. A
     * kernel value is a float, off by 2^-24, and a loading is divided by the root of its eigenvalue, so that a direction of
     * eigenvalue rho times the largest (some share of c) has an error of 2^-24 / sqrt(rho) in its loading. At rho = 1e-8 that
     * is 6e-4, its square no more than the kernel values' own error; at 1e-12 it would be 0.06, in every one of many
     * directions that hold nothing.
     *
     * That the vectors are centred is what the loadings rest on: k(x) has a constant part, of the size of the largest eigenvalue, and a
     * vector that leans towards 1 lets it in, over the root of its own eigenvalue. In HKH the constant vector has the eigenvalue
     * 0, right beside the smallest that are kept: a residual of 1e-10 of the largest value leaves a vector of rho = 1e-8 with a
     * constant part of 1e-2. So the trace is subtracted along 1, HKH - trace 11'/c, which moves that eigenvalue to the far end and no
     * other: the constant part is then at most 1e-10, and taking it off the vectors leaves them orthonormal to 1e-20.
     *
     * Rounding adds a symmetric matrix N of nearly independent entries, |N_ij| about 2^-24 sqrt(K_ii K_jj). Its norm is about twice the
     * longest of its rows (Bandeira and van Handel, Ann. Probab. 44, 2016), so no eigenvalue below 2^-23 sqrt(max_i K_ii trace K)
     * counts. That is 2^-23 sqrt(c) where K(x, x) is 1, and grows with K where it is not.
     */
    private static final double SMALLEST_SHARE = 1e-8;

    /** Of the residuals of a few leading pairs, far below the smallest eigenvalue that is kept. */
    private static final double TOLERANCE = 1e-10;

    private static final double FLOAT_ROUNDOFF = 0x1p-23;

    /** No eigenvalue of any summary is smaller, in units of the largest K(c, c) of a landmark. */
    public static final double SMALLEST_VALUE = 0.5 * FLOAT_ROUNDOFF;

    /** Checks that the parts fit, because they may come from a file. */
    public LandmarkSummary {
        int count = state.count();
        if (values.length > count || vectors.length != (long) values.length * count) {
            throw new IllegalArgumentException(values.length + " eigenvalues and " + vectors.length
                    + " numbers of eigenvectors for " + count + " landmarks");
        }
        if (mean != null && mean.length != count) {
            throw new IllegalArgumentException("a mean of " + mean.length + " numbers for " + count + " landmarks");
        }
        if (!(trace >= 0) || Double.isInfinite(trace)) {
            throw new IllegalArgumentException("the trace must not be negative");
        }
    }

    /**
     * Decomposes a kernel matrix.
     *
     * @param gram c x c, the landmarks' kernel matrix; destroyed
     * @param most the most eigenpairs wanted; as many more are left out
     */
    static LandmarkSummary decompose(LandmarkState state, double[] gram, boolean centered, int most, Workers workers) {
        int count = state.count();
        double noise = noise(gram, count);
        double[] mean = centered ? centre(gram, count) : null;
        double trace = 0;
        for (int i = 0; i < count; i++) {
            trace += gram[i * count + i];
        }
        trace = Math.max(0, trace);
        if (!(frobeniusNorm(gram) > noise)) {
            // Rows that hardly vary leave only rounding, in which there is nothing to find.
            return new LandmarkSummary(state, new double[0], new double[0], trace, mean);
        }
        if (centered) {
            add(-trace / count, gram);
        }
        double[] values;
        double[] rows;
        if (most < count) {
            LeadingEigenpairs pairs = LeadingEigenpairs.of(gram, count, most, TOLERANCE, workers);
            values = pairs.values();
            rows = pairs.vectors();
        } else {
            SymmetricEigen eigen = new SymmetricEigen(count, workers);
            eigen.decompose(gram, count);
            values = eigen.values();
            rows = eigen.vectors();
        }
        int kept = 0;
        double smallest = Math.max(SMALLEST_SHARE * values[0], noise);
        while (kept < Math.min(most, count) && values[kept] > smallest) {
            kept++;
        }
        double[] vectors = Arrays.copyOf(rows, kept * count);
        for (int i = 0; i < kept; i++) {
            if (centered) {
                takeMeanOff(vectors, i * count, count);
            }
            makeLargestPositive(vectors, i * count, count);
        }
        return new LandmarkSummary(state, Arrays.copyOf(values, kept), vectors, trace, mean);
    }

    /** About the norm of what rounding makes of a kernel matrix. */
    private static double noise(double[] gram, int count) {
        double most = 0;
        double sum = 0;
        for (int i = 0; i < count; i++) {
            double self = Math.max(0, gram[i * count + i]);
            most = Math.max(most, self);
            sum += self;
        }
        return FLOAT_ROUNDOFF * Math.sqrt(most) * Math.sqrt(sum);
    }

    private static double frobeniusNorm(double[] matrix) {
        double sum = 0;
        for (double entry : matrix) {
            sum += entry * entry;
        }
        return Math.sqrt(sum);
    }

    private static void add(double term, double[] matrix) {
        for (int i = 0; i < matrix.length; i++) {
            matrix[i] += term;
        }
    }

    private static void takeMeanOff(double[] vectors, int at, int length) {
        double sum = 0;
        for (int j = at; j < at + length; j++) {
            sum += vectors[j];
        }
        for (int j = at; j < at + length; j++) {
            vectors[j] -= sum / length;
        }
    }

    /** Makes HKH of K; returns K1/c. */
    private static double[] centre(double[] gram, int count) {
        double[] mean = new double[count];
        double total = 0;
        for (int i = 0; i < count; i++) {
            double sum = 0;
            for (int j = 0; j < count; j++) {
                sum += gram[i * count + j];
            }
            mean[i] = sum / count;
            total += mean[i] / count;
        }
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < count; j++) {
                gram[i * count + j] += total - mean[i] - mean[j];
            }
        }
        return mean;
    }

    private static void makeLargestPositive(double[] vectors, int at, int length) {
        double most = 0;
        for (int j = at; j < at + length; j++) {
            most = Math.max(most, Math.abs(vectors[j]));
        }
        // The first of those that rounding cannot tell from the largest: centred, two rows give (a, -a).
        int largest = at;
        while (Math.abs(vectors[largest]) < most * (1 - FLOAT_ROUNDOFF)) {
            largest++;
        }
        if (vectors[largest] < 0) {
            for (int j = at; j < at + length; j++) {
                vectors[j] = -vectors[j];
            }
        }
    }

    /** n, all rows that the landmarks stand for. */
    public long rows() {
        return state.seen();
    }

    /** n / c: an eigenvalue times this is the squared singular value of all rows, exactly or by estimate. */
    private double weight() {
        return (double) state.seen() / state.count();
    }

    /** sigma_i^2 of all rows in the kernel's space: exact if all rows are landmarks, else an estimate from the sample. */
    public double[] squaredSingularValues() {
        double[] squares = values.clone();
        for (int i = 0; i < squares.length; i++) {
            squares[i] *= weight();
        }
        return squares;
    }

    /** The sum of squares of all rows in the kernel's space: exact if all rows are landmarks, else an estimate. */
    public double squaredNorm() {
        return trace * weight();
    }

    /** Lambda_k^-1/2 V_k', k x c: from kernel values, less their mean, to loadings. */
    public float[] projection(int k) {
        int count = state.count();
        float[] projection = new float[Math.multiplyExact(k, count)];
        for (int i = 0; i < k; i++) {
            double factor = 1 / Math.sqrt(values[i]);
            for (int j = 0; j < count; j++) {
                projection[i * count + j] = (float) (factor * vectors[i * count + j]);
            }
        }
        return projection;
    }
}
