package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;

/** Chooses landmarks among the rows of a warm-up and makes a map of them. */
public final class LandmarkSelection {
    /*
     * The landmarks come from a pivoted Cholesky decomposition of the candidates' kernel matrix, whose factor holds the coordinates of
     * every candidate. Rare rows, for which landmarks were chosen with care, weigh little among these, so the landmarks' own
     * coordinates are added with a small weight.
     *
     * As many are chosen as the rows need. G' of l components leaves out at least the eigenvalue l + 1 of the rows' Gram matrix. So landmarks are
     * enough when the largest direction that they miss has a small share of the energy of that eigenvalue (docs/decisions/0035). Their mean
     * remainder says little: it can be large because every row has a direction of its own.
     */
    static final double LANDMARK_WEIGHT = 0.05;

    /** What the landmarks may leave of the rows on average, as a share of the eigenvalue after the last that a sketch keeps. */
    static final double SHARE_LEFT = 0.1;

    /** The largest direction that the first landmarks may miss, as a share of the same eigenvalue. */
    static final double SHARE_MISSED = 1.0 / 8;

    /** What of that is left where landmarks lie in few dimensions. */
    private static final double CHEAP_SHARE = 0.75;

    /** The fewest directions; for large sketches {@link #DIRECTIONS_PER_ROW} per row of the sketch. */
    private static final int FEWEST_DIRECTIONS = 96;

    private static final int DIRECTIONS_PER_ROW = 3;

    /** Rows of so many columns are wide: their products with landmarks take most of the time. */
    private static final int WIDE = 256;

    private static final int FEWEST_CANDIDATES = 8000;

    /** Half of the candidates are enough if each landmark is chosen among so many, ... */
    private static final int CANDIDATES_PER_LANDMARK = 4;

    /** ... and the first landmarks leave as much as if this share of the rows were all alike and nothing were left of the others. */
    private static final double EVEN_SHARE = 0.5;

    private static final long MOST_NUMBERS = 1 << 24;

    private final Kernel kernel;
    private final int columns;
    private final WarmUpRows rows;
    private final long seed;
    private final Workers workers;
    private final boolean hasNugget;

    /** A selection among these rows, which must be relative to the origin. */
    public LandmarkSelection(Kernel kernel, WarmUpRows rows, long seed, Workers workers) {
        this(kernel, rows, seed, workers, false);
    }

    private LandmarkSelection(Kernel kernel, WarmUpRows rows, long seed, Workers workers, boolean hasNugget) {
        if (rows.count() < 1) {
            throw new IllegalArgumentException("no rows to choose landmarks from");
        }
        this.kernel = kernel;
        this.rows = rows;
        this.columns = rows.columns();
        this.seed = seed;
        this.workers = workers;
        this.hasNugget = hasNugget;
    }

    /**
     * The same, with a nugget in the decomposition also where as many landmarks as there can be are wanted. Without one the rounding of kernel values is
     * subtracted from what is left of rows, and in few columns half of those that no landmark represents are taken for represented: the weakest
     * directions, whose scatter is the unit of a score of novelty, are then missing.
     */
    public LandmarkSelection withNugget() {
        return new LandmarkSelection(kernel, rows, seed, workers, true);
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
        Landmarks found = sketchSize == 0 ? null : within(rule, candidates, most, directions, sketchSize);
        return (found == null ? among(rule, candidates, most, directions, sketchSize) : found)
                .map(kernel, directions, new RandomStream(seed, Purpose.LANDMARK_DIRECTIONS), workers);
    }

    /**
     * Landmarks that were chosen.
     *
     * @param cholesky their decomposition
     * @param candidates its rows, of {@code columns} floats
     * @param first the first of the rows that the features are for; those before are nothing but possible landmarks
     * @param subspace in which the landmarks lie, if it is known
     */
    private record Landmarks(
            PivotedCholesky cholesky,
            float[] candidates,
            int columns,
            int first,
            @Nullable RowSubspace subspace) {
        NystromMap map(Kernel kernel, int directions, RandomStream random, Workers workers) {
            int count = cholesky.candidates();
            double[] weights = new double[count];
            Arrays.fill(weights, first, count, 1.0 / (count - first));
            for (int row : cholesky.chosen()) {
                weights[row] += LANDMARK_WEIGHT / cholesky.size();
            }
            return new LandmarkFeatures(kernel, cholesky, candidates, columns, subspace, workers)
                    .map(new LandmarkFeatures.Points(cholesky.factor(), count, weights), directions, random);
        }
    }

    private Landmarks among(LandmarkRule rule, float[] candidates, int most, int directions, int sketchSize) {
        if (sketchSize == 0) {
            PivotedCholesky all =
                    new PivotedCholesky(kernel, candidates, columns, hasNugget ? PivotedCholesky.NUGGET : 0, workers);
            all.run(rule, most, pivots());
            return new Landmarks(all, candidates, columns, 0, null);
        }
        int half = candidates.length / columns / 2;
        if (half >= CANDIDATES_PER_LANDMARK * (long) most) {
            // Where all rows are about as hard to represent, one is as good a landmark as another, and among more none
            // is better.
            float[] some = Arrays.copyOf(candidates, half * columns);
            PivotedCholesky cholesky = untilEnough(rule, some, most, directions, sketchSize, EVEN_SHARE);
            if (cholesky != null) {
                return new Landmarks(cholesky, some, columns, 0, null);
            }
        }
        PivotedCholesky cholesky = untilEnough(rule, candidates, most, directions, sketchSize, 0);
        return new Landmarks(Objects.requireNonNull(cholesky), candidates, columns, 0, null);
    }

    /**
     * As many landmarks as a sketch needs.
     *
     * @return null if what the first ones leave is spread less evenly over the candidates than {@code evenness} asks for
     */
    private @Nullable PivotedCholesky untilEnough(
            LandmarkRule rule, float[] candidates, int most, int directions, int sketchSize, double evenness) {
        PivotedCholesky cholesky = new PivotedCholesky(kernel, candidates, columns, PivotedCholesky.NUGGET, workers);
        LargestMissed missed = new LargestMissed(kernel, candidates, columns, 0, workers);
        double level = Math.max(SHARE_MISSED * missed.eigenvalue(sketchSize), cholesky.nugget());
        Enough enough = new Enough(cholesky, missed, level, directions);
        EvennessCheck check = new EvennessCheck(cholesky, evenness, directions);
        cholesky.run(rule, most, pivots(), () -> check.hasFailed() || enough.isReached());
        return check.hasFailed() ? null : cholesky;
    }

    /** Landmarks of wide rows in a subspace of few dimensions, or null if it does not serve. */
    private @Nullable Landmarks within(
            LandmarkRule rule, float[] candidates, int most, int directions, int sketchSize) {
        int half = candidates.length / columns / 2;
        if (columns < WIDE || half < most || KernelForm.isotropic(kernel) == null) {
            return null;
        }
        float[] rows = Arrays.copyOfRange(candidates, half * columns, candidates.length);
        LargestMissed missed = new LargestMissed(kernel, candidates, columns, half, workers);
        double share = SHARE_MISSED * missed.eigenvalue(sketchSize);
        RowSubspace subspace = RowSubspace.of(
                rows,
                new float[0],
                columns,
                share * kernel.bandwidth() * kernel.bandwidth(),
                RowSubspace.most(columns, most),
                workers);
        if (subspace == null) {
            return null;
        }
        // The landmarks come from the first half, and what they miss is measured with rows of the other, which stay as
        // they are.
        float[] mixed = candidates.clone();
        float[] points = subspace.within(Arrays.copyOf(candidates, half * columns), workers);
        System.arraycopy(points, 0, mixed, 0, points.length);
        PivotedCholesky cholesky = new PivotedCholesky(kernel, mixed, columns, PivotedCholesky.NUGGET, workers);
        double[] weights = new double[cholesky.candidates()];
        Arrays.fill(weights, 0, half, 1);
        cholesky.weigh(weights);
        double level = Math.max(share, cholesky.nugget());
        // In few dimensions landmarks cost little, so there are more than must be.
        Enough enough = new Enough(cholesky, missed, CHEAP_SHARE * level, directions);
        cholesky.run(rule, most, pivots(), enough::isReached);
        return missed.energy(cholesky) <= level ? new Landmarks(cholesky, mixed, columns, half, subspace) : null;
    }

    private RandomStream pivots() {
        return new RandomStream(seed, Purpose.LANDMARK_PIVOTS);
    }

    /** Features of as many landmarks as there can be. */
    public NystromMap select(LandmarkRule rule, int most, int directions) {
        return select(rule, most, directions, 0);
    }

    /** Whether more landmarks would hardly change the components. */
    private static final class Enough {
        private final PivotedCholesky cholesky;
        private final LargestMissed missed;
        private final double level;
        private final int fewest;

        Enough(PivotedCholesky cholesky, LargestMissed missed, double level, int directions) {
            this.cholesky = cholesky;
            this.missed = missed;
            this.level = level;
            this.fewest = directions;
        }

        boolean isReached() {
            return cholesky.size() >= fewest && missed.energy(cholesky) <= level;
        }
    }

    /** Whether the first landmarks leave much of few candidates. One look, before most of the work is done: later it would be done twice. */
    private static final class EvennessCheck {
        private final PivotedCholesky cholesky;
        private final double least;
        private final int fewest;
        private boolean isDone;
        private boolean hasFailed;

        EvennessCheck(PivotedCholesky cholesky, double least, int directions) {
            this.cholesky = cholesky;
            this.least = least;
            this.fewest = directions;
        }

        boolean hasFailed() {
            if (!isDone && cholesky.size() >= fewest) {
                isDone = true;
                hasFailed = cholesky.evenness() < least;
            }
            return hasFailed;
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
