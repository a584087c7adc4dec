package io.github.skpca.baseline;

import io.github.skpca.linalg.LeadingEigenpairs;
import io.github.skpca.linalg.SymmetricEigen;
import io.github.skpca.linalg.Workers;
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
     */
    private static final double SMALLEST_SHARE = 1e-8;

    /** Of the residuals of a few leading pairs, far below the smallest eigenvalue that is kept. */
    private static final double TOLERANCE = 1e-10;

    private static final double FLOAT_ROUNDOFF = 0x1p-23;

    /** No eigenvalue of any summary is smaller. */
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
        double[] mean = centered ? centre(gram, count) : null;
        double trace = 0;
        for (int i = 0; i < count; i++) {
            trace += gram[i * count + i];
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
        // Rows that hardly vary leave only the rounding of c^2 kernel values, a random matrix of about that norm.
        double smallest = Math.max(SMALLEST_SHARE * values[0], FLOAT_ROUNDOFF * Math.sqrt(count));
        while (kept < Math.min(most, count) && values[kept] > smallest) {
            kept++;
        }
        double[] vectors = Arrays.copyOf(rows, kept * count);
        for (int i = 0; i < kept; i++) {
            turnPositive(vectors, i * count, count);
        }
        return new LandmarkSummary(state, Arrays.copyOf(values, kept), vectors, Math.max(0, trace), mean);
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

    private static void turnPositive(double[] vectors, int at, int length) {
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
