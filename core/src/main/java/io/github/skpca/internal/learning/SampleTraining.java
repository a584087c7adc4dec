package io.github.skpca.internal.learning;

import io.github.skpca.MergeException;
import io.github.skpca.RowBatch;
import io.github.skpca.internal.baseline.ReservoirSample;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;

/** A sample of the rows and its kernel matrix: streaming Nystrom. */
final class SampleTraining implements Training {
    private final Settings settings;
    private final Preprocessing preprocessing;
    private final ReservoirSample sample;
    private final float[] scratch;

    private SampleTraining(Settings settings, Preprocessing preprocessing, ReservoirSample sample) {
        this.settings = settings;
        this.preprocessing = preprocessing;
        this.sample = sample;
        this.scratch = new float[settings.columns()];
    }

    static SampleTraining start(Settings settings, Preprocessing preprocessing) {
        return new SampleTraining(
                settings,
                preprocessing,
                new ReservoirSample(preprocessing.kernel(), settings.columns(), settings.features(), settings.seed()));
    }

    static SampleTraining restore(Settings settings, LearnerState.Sampled learned) {
        Preprocessing preprocessing = learned.preprocessing();
        return new SampleTraining(
                settings,
                preprocessing,
                ReservoirSample.restore(
                        preprocessing.kernel(), learned.landmarks(), settings.features(), settings.seed()));
    }

    /** Steps over the rows that no sampler takes, without looking at them, and takes the one after. */
    @Override
    public int learn(RowBatch batch, int first, int count) {
        int skipped = (int) Math.min(count, sample.rowsToSkip());
        sample.skip(skipped);
        if (skipped == count) {
            return count;
        }
        preprocessing.standardizer().apply(batch, first + skipped, 1, scratch, 0);
        sample.take(scratch, 0);
        return skipped + 1;
    }

    @Override
    public void merge(Training other) {
        SampleTraining theirs = (SampleTraining) other;
        String difference = preprocessing.differenceFrom(theirs.preprocessing);
        if (!difference.isEmpty()) {
            throw new MergeException(difference);
        }
        sample.merge(theirs.sample);
    }

    @Override
    public FittedModel model(boolean provisional) {
        return new FittedModel(settings, preprocessing, sample.summary(settings.centered()), provisional);
    }

    @Override
    public LearnerState learned() {
        return new LearnerState.Sampled(preprocessing, sample.state());
    }

    @Override
    public long rows() {
        return sample.rows();
    }

    @Override
    public long workingBytes() {
        return sample.workingBytes() + 4L * scratch.length;
    }
}
