package io.github.skpca.internal.learning;

import io.github.skpca.MergeException;
import io.github.skpca.RowBatch;
import io.github.skpca.Workers;
import io.github.skpca.internal.baseline.AllRows;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;

/** All rows, up to a stated number of them: exact kernel PCA. */
final class AllRowsTraining implements Training {
    /** Rows standardised at a time. */
    private static final int TILE_ROWS = 64;

    private final Settings settings;
    private final Preprocessing preprocessing;
    private final AllRows all;
    private final float[] scratch;

    private AllRowsTraining(Settings settings, Preprocessing preprocessing, AllRows all) {
        this.settings = settings;
        this.preprocessing = preprocessing;
        this.all = all;
        this.scratch = new float[Math.multiplyExact(TILE_ROWS, settings.columns())];
    }

    static AllRowsTraining start(Settings settings, Preprocessing preprocessing, Workers workers) {
        return new AllRowsTraining(
                settings, preprocessing, new AllRows(preprocessing.kernel(), settings.columns(), workers));
    }

    static AllRowsTraining restore(Settings settings, LearnerState.Sampled learned, Workers workers) {
        Preprocessing preprocessing = learned.preprocessing();
        return new AllRowsTraining(
                settings, preprocessing, AllRows.restore(preprocessing.kernel(), learned.landmarks(), workers));
    }

    @Override
    public int learn(RowBatch batch, int first, int count) {
        int taken = Math.min(count, TILE_ROWS);
        preprocessing.standardizer().apply(batch, first, taken, scratch, 0);
        all.add(scratch, 0, taken);
        return taken;
    }

    @Override
    public void merge(Training other) {
        AllRowsTraining theirs = (AllRowsTraining) other;
        String difference = preprocessing.differenceFrom(theirs.preprocessing);
        if (!difference.isEmpty()) {
            throw new MergeException(difference);
        }
        all.merge(theirs.all);
    }

    @Override
    public FittedModel model(boolean provisional) {
        // A number of components is all that is needed of a spectrum; a share needs the whole.
        int most = settings.components().count() > 0 ? settings.components().count() : all.rows();
        return new FittedModel(settings, preprocessing, all.summary(settings.centered(), most), provisional);
    }

    @Override
    public LearnerState learned() {
        return new LearnerState.Sampled(preprocessing, all.state());
    }

    @Override
    public long rows() {
        return all.rows();
    }

    @Override
    public long workingBytes() {
        return all.workingBytes() + 4L * scratch.length;
    }
}
