package io.github.skpca.internal.learning;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.LandmarkUpdate;
import io.github.skpca.internal.feature.MissedRows;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleProducts;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.model.LandmarkWatch;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.internal.sketch.CenteredSketch;

import java.util.Arrays;

/** Keeps the raw rows of a block, watches what the landmarks leave of them, and chooses landmarks again when that grows. */
final class LandmarkFollower {
    /*
     * Features miss the part of a row's image outside their span, of squared length 1 - ||z||^2. That costs accuracy if many rows have a
     * part along the same direction. If its energy, the sum of squared parts, comes near the eigenvalue l + 1 of all rows, the direction
     * belongs among the l components; if it is more than what the weakest feature has, better features can be had. So rows that the
     * features miss are sampled, and tell of the direction in which the rows since the landmarks were chosen have most. Its energy is at
     * most the sum of all 1 - ||z||^2, so while that is small nothing is looked for. See docs/decisions/0025.
     */

    /** Landmarks are chosen again when a missed direction has this share of the eigenvalue l + 1: twice what the first choice may leave. */
    private static final double NOTICED = 0.1;

    /** And this many times what the weakest feature has: otherwise other features would be no better. */
    private static final double WEAKEST = 2;

    /** The eigenvalues are looked at again after so many blocks: they grow with the rows, and may fall when rows are forgotten. */
    private static final int LEVEL_BLOCKS = 32;

    /** Without a sign of change, missed rows are looked at again when there are this share more of them. */
    private static final double LOOKED_SHARE = 1.0 / 8;

    /** A sign of change: a block that features miss this many times as much of as of the blocks before. */
    private static final double SIGN = 1.1;

    /** Of every so many landmarks that there may be, one is added at a time. */
    private static final int ADDED_SHARE = 4;

    private static final int FEWEST_ADDED = 40;

    /** Rows of a block that landmarks are chosen from, beside the missed rows; fewer if rows are very wide. */
    private static final int CANDIDATES = 768;

    private static final int CANDIDATE_NUMBERS = 1 << 23;

    /** Rows whose squares are summed at a time: the arithmetic holds them as doubles. */
    private static final int SLICE = 256;

    private final Settings settings;
    private final Workers workers;
    private final KeptRows kept;
    private LandmarkWatch watch;
    private MissedRows missed;

    LandmarkFollower(Settings settings, FeatureMap map, int blockRows, Workers workers) {
        this.settings = settings;
        this.workers = workers;
        this.watch = LandmarkWatch.START;
        this.missed = new MissedRows(map.columns(), map.features());
        this.kept = new KeptRows(
                settings.columns(), blockRows, settings.forgetting().needsTimes(), workers);
    }

    /** The raw rows of the block. */
    KeptRows kept() {
        return kept;
    }

    /**
     * Begins again with the landmarks of a map.
     *
     * <p>If there may be no more landmarks than features, others are hardly better than those there are, and rows that come in no order would have
     * them chosen again at every block. So without a sign of change nothing is looked for until as many rows have come as there were.
     *
     * @param learned the rows before
     */
    void restart(FeatureMap map, long learned) {
        boolean isTight = settings.features() <= settings.landmarkRank();
        watch = isTight ? new LandmarkWatch(0, 0, 0, learned) : LandmarkWatch.START;
        missed = new MissedRows(map.columns(), map.features());
    }

    /** Goes on from what was saved, but for the rows that wait. */
    void resume(LearnerState.Following saved, FeatureMap map) {
        watch = saved.watch();
        missed = MissedRows.restore(saved.missed(), map, workers);
    }

    LearnerState.Following state() {
        return new LearnerState.Following(watch, missed.state(), kept.copy());
    }

    /**
     * What was seen of a block.
     *
     * @param missed those that the features miss, the block's among them
     * @param watch what is known with the block
     * @param isOutgrown whether landmarks are to be chosen again
     */
    record Look(MissedRows missed, LandmarkWatch watch, boolean isOutgrown) {}

    /**
     * What the rows of the block say of the landmarks.
     *
     * @param embedding the present one
     * @param sketch the sketch of the rows before; the rows of the block are in its block
     * @param ends whether the block ends here, so that its rows may join the missed ones for good; otherwise nothing is changed
     */
    Look look(Embedding embedding, CenteredSketch sketch, boolean ends) {
        int count = kept.count();
        double before = missed.total();
        MissedRows all = ends ? missed : missed.copy();
        all.add(
                sketch.block(),
                kept.standardized(embedding.preprocessing()),
                new RandomStream(settings.seed(), Purpose.LANDMARK_MISSED_ROWS, sketch.absorbed()),
                workers);
        double since = watch.since() + count;
        double level = watch.level();
        int blocks = watch.blocks() + 1;
        double looked = watch.looked();
        boolean isOutgrown = false;
        boolean isDue =
                since >= (1 + LOOKED_SHARE) * looked || (all.total() - before) * watch.since() > SIGN * count * before;
        if (isDue && all.total() > level) {
            looked = since;
            double energy = all.energy(embedding.kernel());
            isOutgrown = energy > level;
            if (isOutgrown || blocks > LEVEL_BLOCKS) {
                // The eigenvalues may have grown since they were looked at.
                level = level(sketch, count);
                blocks = 0;
                isOutgrown = energy > level;
            }
        }
        return new Look(all, new LandmarkWatch(since, level, blocks, looked), isOutgrown);
    }

    /** Takes in the missed rows of another follower of the same landmarks. */
    void merge(LandmarkFollower other) {
        missed.merge(other.missed);
        watch = new LandmarkWatch(watch.since() + other.watch.since(), watch.level(), watch.blocks(), 0);
    }

    /** Remembers what was seen of a block that ends, if its landmarks stay. */
    void remember(Look look) {
        watch = look.watch();
        missed = look.missed();
    }

    /** The energy from which a missed direction matters, of the rows absorbed and those of the block. */
    private double level(CenteredSketch sketch, int count) {
        double[] gram = sketch.absorbedState().gram();
        int r = sketch.columns();
        int slices = (count + SLICE - 1) / SLICE;
        int atOnce = Math.min(slices, workers.threads());
        double[][] parts = new double[atOnce][gram.length];
        for (int group = 0; group < slices; group += atOnce) {
            int slice = group;
            int together = Math.min(atOnce, slices - group);
            workers.split(together, 1, (from, to) -> {
                for (int i = from; i < to; i++) {
                    int row = (slice + i) * SLICE;
                    int rows = Math.min(SLICE, count - row);
                    Backend.active().doubles().moments(sketch.block(), row * r, rows, r, null, parts[i]);
                }
            });
            // In the order of the rows, whoever summed them.
            for (int i = 0; i < together; i++) {
                addLowerHalf(parts[i], gram, r);
            }
        }
        DoubleProducts.mirror(gram, r);
        // Landmarks that are all features leave none for others: then only new landmarks help.
        boolean isLimited = r >= Math.min(settings.landmarkRank(), settings.features());
        int wanted = isLimited ? r : Math.min(r, settings.sketchSize() + 1);
        double[] values = new SymmetricEigen(r).largest(gram, r, wanted);
        double after = settings.sketchSize() < r ? values[settings.sketchSize()] : 0;
        double weakest = isLimited ? values[r - 1] : 0;
        return Math.max(0, Math.max(NOTICED * after, WEAKEST * weakest));
    }

    private static void addLowerHalf(double[] part, double[] gram, int r) {
        for (int i = 0; i < r; i++) {
            for (int j = i * r; j <= i * r + i; j++) {
                gram[j] += part[j];
            }
        }
    }

    LandmarkUpdate.Limits limits() {
        return new LandmarkUpdate.Limits(
                /* landmarks= */ settings.features(),
                Math.max(FEWEST_ADDED, settings.features() / ADDED_SHARE),
                /* features= */ settings.landmarkRank(),
                settings.sketchSize());
    }

    /** An embedding with landmarks for the rows learned and those of the block together. */
    Embedding chosenAgain(Embedding old, CenteredSketch.State learned, Look look) {
        Preprocessing preprocessing = old.preprocessing();
        WarmUpRows rows = kept.standardized(preprocessing);
        int d = rows.columns();
        float[] misses = look.missed().rows();
        int missing = look.missed().count();
        int candidates = Math.min(rows.count(), Math.max(1, Math.min(CANDIDATES, CANDIDATE_NUMBERS / d - missing)));
        float[] standardized = Arrays.copyOf(misses, Math.multiplyExact(missing + candidates, d));
        double[] weights = new double[missing + candidates];
        for (int i = 0; i < missing; i++) {
            weights[i] = look.missed().weight(i);
        }
        for (int i = 0; i < candidates; i++) {
            rows.copy((int) ((long) i * rows.count() / candidates), standardized, (missing + i) * d);
            weights[missing + i] = look.watch().since() / candidates;
        }
        for (int i = 0; i < standardized.length; i++) {
            // Zeros lose their sign, which sparse rows do not have.
            standardized[i] += 0f;
        }
        NystromMap map = new LandmarkUpdate(preprocessing.kernel(), d, limits(), settings.seed(), workers)
                .add(new LandmarkUpdate.Learned(
                        (NystromMap) old.map(), learned.gram(), learned.ages().weight()))
                .add(standardized, weights)
                .map(learned.absorbed() + rows.count());
        return new Embedding(preprocessing.standardizer(), preprocessing.kernel(), map);
    }

    long bytes() {
        return kept.bytes() + missed.bytes();
    }
}
