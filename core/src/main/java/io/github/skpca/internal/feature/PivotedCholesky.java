package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.DoubleProducts;
import io.github.skpca.internal.linalg.ScaledRows;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.IntToDoubleFunction;

/** A partial Cholesky decomposition of the kernel matrix of candidate rows, K ~ F'F, whose pivots become landmarks. */
final class PivotedCholesky {
    /*
     * Pivots are proposed in groups, so that the work on all candidates is a few products of matrices. By the pivoted rule a row is
     * proposed with a probability proportional to its residual when the group begins, and then accepted with the probability that as much
     * of it is still left. The pivots have the same law as if drawn one by one (Epperly, Tropp and Webber, arXiv 2410.03969).
     */
    private static final int GROUP = 40;

    /** Up to so many numbers all that the factor may have are reserved at once: growing copies them again and again. */
    private static final int AT_ONCE = 1 << 20;

    /** Candidates at a time. */
    private static final int SLICE = 256;

    /** A row is represented when at most this share of it is left: less cannot be distinguished from the rounding of floats. */
    private static final double REPRESENTED = 1e-5;

    /*
     * K + mu I is decomposed, not K: a smooth kernel lets few landmarks represent far rows by analytic continuation, with coefficients that no
     * float can have. With mu a row counts as represented only if coefficients up to about 1/sqrt(mu) do it, and no rounding of a
     * kernel value is amplified by more.
     */
    static final double NUGGET = 0x1p-18;

    private final Kernel kernel;
    private final float[] rows;
    private final int columns;
    private final int count;
    private final Workers workers;
    private final double[] self;
    private final double[] left;
    private final double[] weights;
    private final double nugget;
    private double[] diagonal = new double[0];
    private double[] factor = new double[0];
    private int[] chosen = new int[0];
    private int filled;

    /** Of the last group: K(proposal, candidate), and what the factor leaves of it, one row per proposal. */
    private float[] similarities = new float[0];

    private double[] residuals = new double[0];

    /**
     * An empty decomposition.
     *
     * @param rows candidates of {@code columns} floats, row-major; read only
     * @param nugget mu over the mean of K(x, x); 0 for K itself
     */
    PivotedCholesky(Kernel kernel, float[] rows, int columns, double nugget, Workers workers) {
        this.kernel = kernel;
        this.rows = rows;
        this.columns = columns;
        this.count = rows.length / columns;
        this.workers = workers;
        this.self = new double[count];
        KernelValueMap one = new KernelValueMap(kernel, Arrays.copyOf(rows, columns), columns);
        double[] scratch = new double[columns];
        for (int i = 0; i < count; i++) {
            self[i] = Math.max(0, one.selfSimilarity(rows, i * columns, scratch));
        }
        this.left = self.clone();
        double sum = 0;
        for (double own : self) {
            sum += own;
        }
        this.nugget = nugget * sum / count;
        this.weights = new double[count];
        Arrays.fill(weights, 1);
    }

    /** Makes the first candidates likelier or less likely to be proposed, by these weights from 0 to 1; the others have weight 1. */
    void weigh(double[] first) {
        System.arraycopy(first, 0, weights, 0, first.length);
    }

    /** Finds up to {@code most} pivots, at least one; fewer if they represent every candidate. */
    void run(LandmarkRule rule, int most, RandomStream random) {
        run(rule, most, random, () -> false);
    }

    /**
     * Finds up to {@code most} pivots beside those that there are, at least one in all; fewer if they represent every candidate, or if they
     * are enough.
     *
     * @param enough asked after each group of pivots
     */
    void run(LandmarkRule rule, int most, RandomStream random, BooleanSupplier enough) {
        int capacity = Math.min(most, count);
        if ((long) capacity * count <= AT_ONCE) {
            reserve(capacity);
        }
        // So many rows at random, of which those that are represented already add nothing.
        int[] order =
                rule == LandmarkRule.UNIFORM ? Arrays.copyOf(random.nextDistinct(count, count), capacity) : new int[0];
        int next = 0;
        while (filled < capacity && !(filled > 0 && enough.getAsBoolean())) {
            int wanted = Math.min(GROUP, capacity - filled);
            int[] proposals = rule == LandmarkRule.UNIFORM
                    ? Arrays.copyOfRange(order, next, Math.min(order.length, next + wanted))
                    : proposals(random, wanted);
            next += proposals.length;
            if (proposals.length == 0) {
                break;
            }
            add(proposals, i -> rule == LandmarkRule.UNIFORM ? 0 : random.nextDouble() * left[i]);
        }
        if (filled == 0) {
            // Nothing is like anything: one landmark with a coordinate that is always zero.
            reserve(1);
            factor[0] = 1;
            diagonal[0] = 1;
            filled = 1;
        }
    }

    /** Makes the first candidates pivots, in their order, but for those that the ones before represent. */
    void take(int given) {
        for (int first = 0; first < given; first += GROUP) {
            int[] proposals = new int[Math.min(GROUP, given - first)];
            for (int i = 0; i < proposals.length; i++) {
                proposals[i] = first + i;
            }
            add(proposals, i -> 0);
        }
    }

    private void reserve(int pivots) {
        if (pivots > chosen.length) {
            int capacity = Math.min(count, Math.max(pivots, 2 * chosen.length));
            chosen = Arrays.copyOf(chosen, capacity);
            diagonal = Arrays.copyOf(diagonal, capacity);
            factor = Arrays.copyOf(factor, Math.multiplyExact(capacity, count));
        }
    }

    private int[] proposals(RandomStream random, int wanted) {
        double[] sums = new double[count];
        double total = 0;
        for (int i = 0; i < count; i++) {
            total += weights[i] * left[i];
            sums[i] = total;
        }
        int[] proposals = new int[total > 0 ? wanted : 0];
        for (int i = 0; i < proposals.length; i++) {
            int found = Arrays.binarySearch(sums, random.nextPositive() * total);
            int at = found < 0 ? Math.min(-found - 1, count - 1) : found;
            while (at > 0 && weights[at] * left[at] <= 0) {
                at--;
            }
            proposals[i] = at;
        }
        return proposals;
    }

    /**
     * Accepts or rejects the proposals.
     *
     * @param least what must still be left of a candidate, by its number
     */
    private void add(int[] proposals, IntToDoubleFunction least) {
        int group = proposals.length;
        reserve(Math.min(count, filled + group));
        findResiduals(proposals);
        double[] triangle = new double[group * group];
        int[] taken = new int[group];
        int added = 0;
        for (int i = 0; i < group; i++) {
            double remaining = residuals[i * count + proposals[i]];
            for (int j = 0; j < added; j++) {
                double entry = residuals[i * count + proposals[taken[j]]];
                for (int k = 0; k < j; k++) {
                    entry -= triangle[added * group + k] * triangle[j * group + k];
                }
                entry /= triangle[j * group + j];
                triangle[added * group + j] = entry;
                remaining -= entry * entry;
            }
            boolean isNew = remaining > REPRESENTED * self[proposals[i]];
            boolean isTaken = least.applyAsDouble(proposals[i]) < remaining;
            if (isNew && isTaken) {
                triangle[added * group + added] = Math.sqrt(remaining + nugget);
                taken[added++] = i;
            } else if (!isNew) {
                left[proposals[i]] = 0;
            }
        }
        append(triangle, group, taken, added);
        for (int j = 0; j < added; j++) {
            chosen[filled + j] = proposals[taken[j]];
            diagonal[filled + j] = triangle[j * group + j];
            left[proposals[taken[j]]] = 0;
        }
        filled += added;
    }

    /** K(proposal, candidate) less its part in the factor. */
    private void findResiduals(int[] proposals) {
        int group = proposals.length;
        float[] proposed = new float[group * columns];
        double[] have = new double[group * filled];
        for (int i = 0; i < group; i++) {
            System.arraycopy(rows, proposals[i] * columns, proposed, i * columns, columns);
            for (int k = 0; k < filled; k++) {
                have[i * filled + k] = factor[k * count + proposals[i]];
            }
        }
        int size = Math.multiplyExact(count, group);
        if (residuals.length < size) {
            similarities = new float[size];
            residuals = new double[size];
        }
        new KernelValueMap(kernel, proposed, columns).map(rows, 0, count, similarities, 0, workers);
        workers.split(count, SLICE, (from, to) -> {
            for (int x = from; x < to; x++) {
                for (int i = 0; i < group; i++) {
                    residuals[i * count + x] = similarities[x * group + i];
                }
            }
        });
        if (filled > 0) {
            BlockedProduct.subtract(have, factor, residuals, group, filled, count, workers);
        }
    }

    /** Appends rows to the factor and updates the residual of every candidate. */
    private void append(double[] triangle, int group, int[] taken, int added) {
        DoubleMatrix before = new DoubleMatrix(factor, filled * count, count);
        workers.split(count, SLICE, (from, to) -> {
            for (int i = 0; i < added; i++) {
                int row = (filled + i) * count;
                System.arraycopy(residuals, taken[i] * count + from, factor, row + from, to - from);
                ScaledRows.subtract(triangle, i * group, i, before.from(0, from), factor, row + from, to - from);
                double length = 1 / triangle[i * group + i];
                for (int x = from; x < to; x++) {
                    factor[row + x] *= length;
                    left[x] -= factor[row + x] * factor[row + x];
                }
            }
            for (int x = from; x < to; x++) {
                left[x] = left[x] > REPRESENTED * self[x] ? left[x] : 0;
            }
        });
    }

    /** The candidates that became pivots, in that order; a copy. */
    int[] chosen() {
        return Arrays.copyOf(chosen, filled);
    }

    /** How many of the candidates [from, to) became pivots: nothing is left of them. */
    int pivotsAmong(int from, int to) {
        int pivots = 0;
        for (int i = 0; i < filled; i++) {
            pivots += chosen[i] >= from && chosen[i] < to ? 1 : 0;
        }
        return pivots;
    }

    /** How many there are. */
    int size() {
        return filled;
    }

    /** The share of the candidates that would have to be alike, with nothing left of the others, for what is left to be spread as it is. */
    double evenness() {
        double sum = 0;
        double squares = 0;
        for (double some : left) {
            sum += some;
            squares += some * some;
        }
        return squares > 0 ? sum * sum / squares / count : 1;
    }

    /** The mean of what is left of the candidates from {@code first} on. */
    double meanLeft(int first) {
        double sum = 0;
        for (int i = first; i < count; i++) {
            sum += left[i];
        }
        return sum / (count - first);
    }

    /**
     * The eigenvalue after the first {@code skipped} of the candidates' kernel matrix over their number, from below: that of what the
     * factor has of some of them.
     *
     * @param most how many candidates are looked at; the first ones, which are in no order
     */
    double eigenvalue(int skipped, int most) {
        int looked = Math.min(most, count);
        if (skipped >= filled) {
            return 0;
        }
        double[] part = new double[filled * looked];
        for (int i = 0; i < filled; i++) {
            System.arraycopy(factor, i * count, part, i * looked, looked);
        }
        double[] inner = new double[filled * filled];
        workers.split(filled, 4, (from, to) -> Backend.active().doubles().gram(part, filled, looked, inner, from, to));
        DoubleProducts.mirror(inner, filled);
        SymmetricEigen eigen = new SymmetricEigen(filled);
        eigen.decompose(inner, filled);
        return Math.max(0, eigen.values()[skipped]) / looked;
    }

    /** The weighted mean of what is left of the candidates from {@code first} on. */
    double meanLeft(int first, double[] rowWeights) {
        double sum = 0;
        double weight = 0;
        for (int i = 0; i < rowWeights.length; i++) {
            sum += rowWeights[i] * left[first + i];
            weight += rowWeights[i];
        }
        return sum / weight;
    }

    /** How many candidates there are. */
    int candidates() {
        return count;
    }

    /**
     * F, one row per pivot, one column per candidate: the coordinates of every candidate. Only its first rows are filled. Owned by this
     * object.
     */
    double[] factor() {
        return factor;
    }

    /** mu. */
    double nugget() {
        return nugget;
    }

    /** L with LL' = K + mu I of the pivots, m x m, row-major. */
    double[] lowerTriangle() {
        int m = filled;
        double[] lower = new double[Math.multiplyExact(m, m)];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j < i; j++) {
                lower[i * m + j] = factor[j * count + chosen[i]];
            }
            lower[i * m + i] = diagonal[i];
        }
        return lower;
    }
}
