package io.github.skpca.feature;

import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.RandomStream;
import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.BlockedProduct;
import io.github.skpca.linalg.LeadingEigenpairs;
import io.github.skpca.linalg.SymmetricEigen;
import io.github.skpca.linalg.Workers;

import java.util.Arrays;

/** Chooses landmarks among the rows of a warm-up and makes features of them. */
public final class LandmarkSelection {
    /*
     * With K_CC = V Lambda V' the kernel matrix of the landmarks, k(x)' V Lambda^-1/2 are coordinates of x in an orthonormal basis of
     * their span. All m of them would cost 2 m^2 operations a row, of which a sketch of l rows needs little: so the r directions
     * along which rows of the warm-up vary most are kept, r a few times l, at 2 m r. The leading l directions of the rows that are
     * yet to come are among them up to sampling, and where a row has a part outside, its novelty says so, because that is
     * measured against K(x, x).
     *
     * A sample of the warm-up misses rare rows, for which landmarks were chosen with care; so the landmarks' own second moments are
     * added with a small weight. Measured in docs/decisions/0014.
     *
     * Eigenvalues of K_CC below 1e-8 of the largest are cut off: a kernel value is a float, and a coordinate is divided by the root
     * of its eigenvalue.
     */
    private static final double SMALLEST_SHARE = 1e-8;
    private static final double FLOAT_ROUNDOFF = 0x1p-23;
    private static final double LANDMARK_WEIGHT = 0.05;
    private static final double TOLERANCE = 1e-9;

    /** Of directions, the fewest and how many a row of the sketch. */
    private static final int FEWEST_DIRECTIONS = 96;

    private static final int DIRECTIONS_PER_ROW = 3;

    private static final int FEWEST_CANDIDATES = 4000;

    /** A row is represented when no more than this share of it is left: less cannot be told from the rounding of floats. */
    private static final double REPRESENTED = 1e-6;

    private static final int PURPOSE_CANDIDATES = 4;
    private static final int PURPOSE_PIVOTS = 5;
    private static final int PURPOSE_MOMENTS = 6;

    private final Kernel kernel;
    private final int columns;
    private final SampleRows rows;
    private final long seed;
    private final Workers workers;

    /** A selection among these rows, which must stand about the origin. */
    public LandmarkSelection(Kernel kernel, SampleRows rows, int columns, long seed, Workers workers) {
        if (rows.count() < 1) {
            throw new IllegalArgumentException("no rows to choose landmarks from");
        }
        this.kernel = kernel;
        this.rows = rows;
        this.columns = columns;
        this.seed = seed;
        this.workers = workers;
    }

    /** How many coordinates a sketch of l rows wants. */
    public static int directions(int sketchSize) {
        return (int) Math.max(FEWEST_DIRECTIONS, Math.min(1 << 24, (long) DIRECTIONS_PER_ROW * sketchSize));
    }

    /**
     * Features of at most {@code most} landmarks: fewer if there are not as many rows, or if fewer represent them all.
     *
     * @param directions the most coordinates wanted
     */
    public LandmarkFeatures select(LandmarkRule rule, int most, int directions) {
        float[] candidates = candidates(most);
        int count = candidates.length / columns;
        int[] chosen = rule == LandmarkRule.UNIFORM
                ? sample(count, Math.min(most, count), PURPOSE_PIVOTS)
                : new Pivots(candidates, count).choose(Math.min(most, count));
        float[] landmarks = new float[chosen.length * columns];
        for (int i = 0; i < chosen.length; i++) {
            System.arraycopy(candidates, chosen[i] * columns, landmarks, i * columns, columns);
        }
        LandmarkMap values = new LandmarkMap(kernel, landmarks, columns);
        return new LandmarkFeatures(values, factor(values, landmarks, directions));
    }

    private float[] candidates(int most) {
        long wanted = Math.max(FEWEST_CANDIDATES, 2L * most);
        // What the pivots hold, a number a landmark and candidate, stays below 128 MB.
        long room = Math.max(most, (1 << 24) / (long) most);
        int[] numbers = sample(rows.count(), (int) Math.min(rows.count(), Math.min(wanted, room)), PURPOSE_CANDIDATES);
        return copied(numbers);
    }

    private float[] copied(int[] numbers) {
        float[] copied = new float[Math.multiplyExact(numbers.length, columns)];
        for (int i = 0; i < numbers.length; i++) {
            rows.copy(numbers[i], copied, i * columns);
        }
        return copied;
    }

    /** Numbers below {@code count}, each set of that size as likely as every other, in ascending order. */
    private int[] sample(int count, int size, int purpose) {
        int[] numbers = new int[count];
        Arrays.setAll(numbers, i -> i);
        RandomStream random = new RandomStream(seed, purpose);
        for (int i = 0; i < size && size < count; i++) {
            int other = i + (int) random.nextBelow(count - i);
            int kept = numbers[i];
            numbers[i] = numbers[other];
            numbers[other] = kept;
        }
        int[] sample = Arrays.copyOf(numbers, size);
        Arrays.sort(sample);
        return sample;
    }

    /** M, m x r, row-major. */
    private float[] factor(LandmarkMap values, float[] landmarks, int directions) {
        int m = values.features();
        SymmetricEigen eigen = new SymmetricEigen(m, workers);
        eigen.decompose(widened(values, landmarks, m, /* turned= */ false), m);
        int kept = rank(eigen.values(), m);
        double[] whitening = whitening(eigen, kept, m);
        double[] factor = whitening;
        if (directions < kept) {
            double[] moments = moments(values, whitening, eigen.values(), kept);
            LeadingEigenpairs leading = LeadingEigenpairs.of(moments, kept, directions, TOLERANCE, workers);
            factor = new double[directions * m];
            BlockedProduct.multiply(leading.vectors(), whitening, factor, directions, kept, m, workers);
            kept = directions;
        }
        float[] turned = new float[m * kept];
        for (int i = 0; i < kept; i++) {
            for (int j = 0; j < m; j++) {
                turned[j * kept + i] = (float) factor[i * m + j];
            }
        }
        return turned;
    }

    private static int rank(double[] eigenvalues, int m) {
        double smallest =
                Math.max(SMALLEST_SHARE, FLOAT_ROUNDOFF / Math.sqrt(m)) * Math.max(eigenvalues[0], Double.MIN_NORMAL);
        int kept = 1;
        while (kept < m && eigenvalues[kept] > smallest) {
            kept++;
        }
        return kept;
    }

    /** Lambda^-1/2 V', kept x m. */
    private static double[] whitening(SymmetricEigen eigen, int kept, int m) {
        double[] whitening = Arrays.copyOf(eigen.vectors(), kept * m);
        for (int i = 0; i < kept; i++) {
            // A single landmark that nothing is like, not even itself, has the kernel value zero.
            double value = eigen.values()[i];
            double length = value > 0 ? 1 / Math.sqrt(value) : 0;
            for (int j = i * m; j < (i + 1) * m; j++) {
                whitening[j] *= length;
            }
        }
        return whitening;
    }

    /** The second moments of rows in the coordinates of the whitening, and a little of those of the landmarks. */
    private double[] moments(LandmarkMap values, double[] whitening, double[] eigenvalues, int kept) {
        int m = values.features();
        int[] numbers = sample(rows.count(), Math.min(rows.count(), 2 * m), PURPOSE_MOMENTS);
        int count = numbers.length;
        double[] coordinates = new double[Math.multiplyExact(kept, count)];
        double[] similarities = widened(values, copied(numbers), count, /* turned= */ true);
        BlockedProduct.multiply(whitening, similarities, coordinates, kept, m, count, workers);
        double[] moments = new double[kept * kept];
        Backend backend = Backend.active();
        workers.split(kept, 4, (from, to) -> backend.gram(coordinates, kept, count, moments, from, to));
        Backend.mirror(moments, kept);
        for (int i = 0; i < moments.length; i++) {
            moments[i] /= count;
        }
        for (int i = 0; i < kept; i++) {
            moments[i * kept + i] += LANDMARK_WEIGHT * eigenvalues[i] / m;
        }
        return moments;
    }

    /** Kernel values of rows and landmarks in double: a row a row, or a row a landmark if turned. */
    private double[] widened(LandmarkMap values, float[] compared, int count, boolean turned) {
        int m = values.features();
        float[] narrow = new float[Math.multiplyExact(count, m)];
        values.map(compared, 0, count, narrow, 0, workers);
        double[] wide = new double[narrow.length];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < m; j++) {
                wide[turned ? j * count + i : i * m + j] = narrow[i * m + j];
            }
        }
        return wide;
    }

    /** Randomly pivoted Cholesky of the candidates' kernel matrix, a group of proposals at a time. */
    private final class Pivots {
        /*
         * Proposals are drawn by what is left of a row when the group begins. One after another, each is taken with the chance that
         * still as much of it is left: which gives pivots of the same law as drawing them one by one (Epperly, Tropp and Webber,
         * arXiv 2410.03969), while the work on all candidates is a few products of matrices.
         */
        private static final int GROUP = 40;

        private final float[] candidates;
        private final int count;
        private final double[] self;
        private final double[] left;

        Pivots(float[] candidates, int count) {
            this.candidates = candidates;
            this.count = count;
            this.self = new double[count];
            LandmarkMap one = new LandmarkMap(kernel, Arrays.copyOf(candidates, columns), columns);
            double[] scratch = new double[columns];
            for (int i = 0; i < count; i++) {
                self[i] = Math.max(0, one.selfSimilarity(candidates, i * columns, scratch));
            }
            this.left = self.clone();
        }

        /** Candidate numbers, ascending; at least one. */
        int[] choose(int most) {
            RandomStream random = new RandomStream(seed, PURPOSE_PIVOTS);
            double[] factor = new double[Math.multiplyExact(most, count)];
            int[] chosen = new int[most];
            int filled = 0;
            while (filled < most) {
                int[] proposals = proposals(random, Math.min(GROUP, most - filled));
                if (proposals.length == 0) {
                    break;
                }
                filled = add(proposals, random, factor, chosen, filled);
            }
            int[] sorted = Arrays.copyOf(chosen, Math.max(1, filled));
            Arrays.sort(sorted);
            return sorted;
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

        /** Takes or leaves the proposals; returns how many rows the factor has then. */
        private int add(int[] proposals, RandomStream random, double[] factor, int[] chosen, int filled) {
            int group = proposals.length;
            double[] residuals = residuals(proposals, factor, filled);
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
                double before = left[proposals[i]];
                boolean isNew = remaining > REPRESENTED * self[proposals[i]];
                if (random.nextDouble() * before < remaining && isNew) {
                    triangle[added * group + added] = Math.sqrt(remaining);
                    taken[added++] = i;
                } else if (!isNew) {
                    left[proposals[i]] = 0;
                }
            }
            append(residuals, triangle, taken, added, factor, filled);
            for (int j = 0; j < added; j++) {
                chosen[filled + j] = proposals[taken[j]];
                left[proposals[taken[j]]] = 0;
            }
            return filled + added;
        }

        /** K(proposal, candidate) less what the factor has of it, a row a proposal. */
        private double[] residuals(int[] proposals, double[] factor, int filled) {
            int group = proposals.length;
            float[] proposed = new float[group * columns];
            double[] have = new double[group * filled];
            for (int i = 0; i < group; i++) {
                System.arraycopy(candidates, proposals[i] * columns, proposed, i * columns, columns);
                for (int k = 0; k < filled; k++) {
                    have[i * filled + k] = factor[k * count + proposals[i]];
                }
            }
            double[] residuals = widened(
                    new LandmarkMap(kernel, proposed, columns), candidates, count, /* turned= */ true);
            if (filled > 0) {
                BlockedProduct.subtract(have, factor, residuals, group, filled, count, workers);
            }
            return residuals;
        }

        /** New rows of the factor, and what is left of every candidate after them. */
        private void append(
                double[] residuals, double[] triangle, int[] taken, int added, double[] factor, int filled) {
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
    }
}
