package io.github.skpca;

import io.github.skpca.baseline.ReservoirSample;
import io.github.skpca.feature.Frame;
import io.github.skpca.feature.SparseRows;
import io.github.skpca.linalg.Backend;
import io.github.skpca.model.KernelPcaModel;
import io.github.skpca.model.Learned;
import io.github.skpca.model.Settings;
import org.jspecify.annotations.Nullable;

/** A sample of the rows and its kernel matrix: streaming Nystrom. */
final class SampleTraining implements Training {
    private final Settings settings;
    private final Frame frame;
    private final ReservoirSample sample;
    private final float[] scratch;

    private SampleTraining(Settings settings, Frame frame, ReservoirSample sample) {
        this.settings = settings;
        this.frame = frame;
        this.sample = sample;
        this.scratch = new float[settings.columns()];
    }

    static SampleTraining start(Settings settings, Frame frame) {
        return new SampleTraining(
                settings,
                frame,
                new ReservoirSample(frame.kernel(), settings.columns(), settings.features(), settings.seed()));
    }

    static SampleTraining restore(Settings settings, Learned.Sampled learned) {
        Frame frame = learned.frame();
        return new SampleTraining(
                settings,
                frame,
                ReservoirSample.restore(frame.kernel(), learned.landmarks(), settings.features(), settings.seed()));
    }

    /** Steps over the rows that no sampler takes, without looking at them, and takes the one after. */
    @Override
    public int learn(
            double @Nullable [] wide, float @Nullable [] narrow, double @Nullable [] times, int first, int count) {
        int skipped = (int) Math.min(count, sample.rowsToSkip());
        sample.skip(skipped);
        if (skipped == count) {
            return count;
        }
        int offset = (first + skipped) * settings.columns();
        if (wide != null) {
            frame.standardizer().apply(wide, offset, 1, scratch, 0);
        } else if (narrow != null) {
            frame.standardizer().apply(narrow, offset, 1, scratch, 0);
        }
        sample.take(scratch, 0);
        return skipped + 1;
    }

    @Override
    public int learn(SparseRows rows, double @Nullable [] times, int first, int count) {
        int skipped = (int) Math.min(count, sample.rowsToSkip());
        sample.skip(skipped);
        if (skipped == count) {
            return count;
        }
        frame.standardizer().apply(rows, first + skipped, scratch, 0);
        sample.take(scratch, 0);
        return skipped + 1;
    }

    @Override
    public void merge(Training other) {
        SampleTraining theirs = (SampleTraining) other;
        String difference = frame.differenceFrom(theirs.frame);
        if (!difference.isEmpty()) {
            throw new MergeException(difference);
        }
        sample.merge(theirs.sample);
    }

    @Override
    public KernelPcaModel model(boolean provisional) {
        return new KernelPcaModel(
                settings,
                frame,
                sample.summary(settings.centered()),
                provisional,
                Backend.active().name());
    }

    @Override
    public Learned learned() {
        return new Learned.Sampled(frame, sample.state());
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
