package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.BlockedProduct;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;

/** A partial Cholesky decomposition of the kernel matrix of candidate rows, K ~ F'F, whose pivots become landmarks. */
final class PivotedCholesky {
    /*
     * Pivots are proposed in groups, so that the work on all candidates is a few products of matrices. By the pivoted rule a row is
     * proposed with a probability proportional to its residual when the group begins, and then accepted with the probability that as much
     * of it is still left. The pivots have the same law as if drawn one by one (Epperly, Tropp and Webber, arXiv 2410.03969).
     */
    private static final int GROUP = 40;

    /** A row is represented when at most this share of it is left: less cannot be distinguished from the rounding of floats. */
    private static final double REPRESENTED = 1e-5;

    private final Kernel kernel;
    private final float[] rows;
    private final int columns;
    private final int count;
    private final Workers workers;
    private final double[] self;
    private final double[] left;
    private double[] factor = new double[0];
    private int[] chosen = new int[0];

    /**
     * An empty decomposition.
     *
     * @param rows candidates of {@code columns} floats, row-major; read only
     */
    PivotedCholesky(Kernel kernel, float[] rows, int columns, Workers workers) {
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
    }

    /** Finds up to {@code most} pivots, at least one; fewer if they represent every candidate. */
    void run(LandmarkRule rule, int most, RandomStream random) {
        int capacity = Math.min(most, count);
        factor = new double[Math.multiplyExact(capacity, count)];
        chosen = new int[capacity];
        // That many rows at random; those that are already represented add nothing.
        int[] order =
                rule == LandmarkRule.UNIFORM ? Arrays.copyOf(random.nextDistinct(count, count), capacity) : new int[0];
        int filled = 0;
        int next = 0;
        while (filled < capacity) {
            int wanted = Math.min(GROUP, capacity - filled);
            int[] proposals = rule == LandmarkRule.UNIFORM
                    ? Arrays.copyOfRange(order, next, Math.min(order.length, next + wanted))
                    : proposals(random, wanted);
            next += proposals.length;
            if (proposals.length == 0) {
                break;
            }
            filled = add(proposals, rule, random, filled);
        }
        if (filled == 0) {
            // All kernel values are zero: one landmark with a coordinate that is always zero.
            factor[0] = 1;
            filled = 1;
        }
        chosen = Arrays.copyOf(chosen, filled);
    }

    private int[] proposals(RandomStream random, int wanted) {
        double[] sums = new double[count];
        double total = 0;
        for (int i = 0; i < count; i++) {
            total += left[i];
            sums[i] = total;
        }
        int[] proposals = new int[total > 0 ? wanted : 0];
        for (int i = 0; i < proposals.length; i++) {
            int found = Arrays.binarySearch(sums, random.nextPositive() * total);
            int at = found < 0 ? Math.min(-found - 1, count - 1) : found;
            while (at > 0 && left[at] <= 0) {
                at--;
            }
            proposals[i] = at;
        }
        return proposals;
    }

    /** Accepts or rejects the proposals; returns the new number of pivots. */
    private int add(int[] proposals, LandmarkRule rule, RandomStream random, int filled) {
        int group = proposals.length;
        double[] residuals = residuals(proposals, filled);
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
            boolean isTaken = rule == LandmarkRule.UNIFORM || random.nextDouble() * left[proposals[i]] < remaining;
            if (isNew && isTaken) {
                triangle[added * group + added] = Math.sqrt(remaining);
                taken[added++] = i;
            } else if (!isNew) {
                left[proposals[i]] = 0;
            }
        }
        append(residuals, triangle, taken, added, filled);
        for (int j = 0; j < added; j++) {
            chosen[filled + j] = proposals[taken[j]];
            left[proposals[taken[j]]] = 0;
        }
        return filled + added;
    }

    /** K(proposal, candidate) less its part in the factor, one row per proposal. */
    private double[] residuals(int[] proposals, int filled) {
        int group = proposals.length;
        float[] proposed = new float[group * columns];
        double[] have = new double[group * filled];
        for (int i = 0; i < group; i++) {
            System.arraycopy(rows, proposals[i] * columns, proposed, i * columns, columns);
            for (int k = 0; k < filled; k++) {
                have[i * filled + k] = factor[k * count + proposals[i]];
            }
        }
        float[] similarities = new float[Math.multiplyExact(count, group)];
        new KernelValueMap(kernel, proposed, columns).map(rows, 0, count, similarities, 0, workers);
        double[] residuals = new double[similarities.length];
        for (int x = 0; x < count; x++) {
            for (int i = 0; i < group; i++) {
                residuals[i * count + x] = similarities[x * group + i];
            }
        }
        if (filled > 0) {
            BlockedProduct.subtract(have, factor, residuals, group, filled, count, workers);
        }
        return residuals;
    }

    /** Appends rows to the factor and updates the residual of every candidate. */
    private void append(double[] residuals, double[] triangle, int[] taken, int added, int filled) {
        int group = residuals.length / count;
        workers.split(count, 256, (from, to) -> {
            for (int i = 0; i < added; i++) {
                int row = (filled + i) * count;
                System.arraycopy(residuals, taken[i] * count + from, factor, row + from, to - from);
                for (int j = 0; j < i; j++) {
                    double entry = triangle[i * group + j];
                    int before = (filled + j) * count;
                    for (int x = from; x < to; x++) {
                        factor[row + x] -= entry * factor[before + x];
                    }
                }
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

    /** The candidates that became pivots, in that order; owned by this object. */
    int[] chosen() {
        return chosen;
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

    /** L, the part of F at the pivots, m x m, row-major: the coordinates of the landmarks. */
    double[] lowerTriangle() {
        int m = chosen.length;
        double[] lower = new double[Math.multiplyExact(m, m)];
        for (int i = 0; i < m; i++) {
            for (int j = 0; j <= i; j++) {
                lower[i * m + j] = factor[j * count + chosen[i]];
            }
        }
        return lower;
    }
}
