package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;

/** Chooses landmarks among the rows of a warm-up and makes a map of them. */
public final class LandmarkSelection {
    /*
     * The landmarks come from a pivoted Cholesky decomposition of the candidates' kernel matrix, whose factor holds the coordinates of
     * every candidate. Rare rows, for which landmarks were chosen with care, weigh little among these, so the landmarks' own
     * coordinates are added with a small weight.
     *
     * As many are chosen as the rows need. G' of l components leaves out at least the eigenvalue l + 1 of the rows' Gram matrix. What the
     * landmarks leave out, in norm, is at most its trace, the sum of what is left of every row. So landmarks are enough when that
     * mean is a small share of that eigenvalue over n (docs/decisions/0025).
     */
    static final double LANDMARK_WEIGHT = 0.05;

    /** What the landmarks may leave of the rows on average, as a share of the eigenvalue after the last that a sketch keeps. */
    static final double SHARE_LEFT = 0.1;

    /** Points from which that eigenvalue is read, and pivots that bound it from below. */
    private static final int EIGENVALUE_POINTS = 2000;

    private static final int EIGENVALUE_PIVOTS = 300;

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
     * Features of at most {@code most} landmarks: fewer if fewer represent all rows, or are enough for a sketch.
     *
     * @param directions the most features wanted
     * @param sketchSize l, or 0 if as many landmarks as there can be are wanted
     */
    public NystromMap select(LandmarkRule rule, int most, int directions, int sketchSize) {
        float[] candidates = candidates(most);
        PivotedCholesky cholesky =
                new PivotedCholesky(kernel, candidates, columns, sketchSize == 0 ? 0 : PivotedCholesky.NUGGET, workers);
        Enough enough = new Enough(cholesky, sketchSize, directions);
        cholesky.run(
                rule,
                most,
                new RandomStream(seed, Purpose.LANDMARK_PIVOTS),
                sketchSize == 0 ? () -> false : enough::isReached);
        int count = cholesky.candidates();
        double[] weights = new double[count];
        Arrays.fill(weights, 1.0 / count);
        for (int row : cholesky.chosen()) {
            weights[row] += LANDMARK_WEIGHT / cholesky.size();
        }
        return new LandmarkFeatures(kernel, cholesky, candidates, columns, workers)
                .map(
                        new LandmarkFeatures.Points(cholesky.factor(), count, weights),
                        directions,
                        new RandomStream(seed, Purpose.LANDMARK_DIRECTIONS));
    }

    /** Features of as many landmarks as there can be. */
    public NystromMap select(LandmarkRule rule, int most, int directions) {
        return select(rule, most, directions, 0);
    }

    /** Whether more landmarks would hardly change the components. */
    private static final class Enough {
        private final PivotedCholesky cholesky;
        private final int sketchSize;
        private final int fewest;
        private int known;
        private double eigenvalue;

        Enough(PivotedCholesky cholesky, int sketchSize, int directions) {
            this.cholesky = cholesky;
            this.sketchSize = sketchSize;
            this.fewest = Math.max(2 * sketchSize, Math.min(FEWEST_DIRECTIONS, directions));
        }

        boolean isReached() {
            int size = cholesky.size();
            if (size < fewest) {
                return false;
            }
            // More pivots raise the eigenvalue, which few of them bound from below.
            if (known == 0 || (size >= 3L * known / 2 && size <= EIGENVALUE_PIVOTS)) {
                eigenvalue = cholesky.eigenvalue(sketchSize, EIGENVALUE_POINTS);
                known = size;
            }
            return cholesky.meanLeft(0) <= Math.max(SHARE_LEFT * eigenvalue, cholesky.nugget());
        }
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
}
