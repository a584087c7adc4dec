package io.github.skpca;

import io.github.skpca.baseline.AllRows;
import io.github.skpca.feature.Frame;
import io.github.skpca.feature.SparseRows;
import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.Workers;
import io.github.skpca.model.KernelPcaModel;
import io.github.skpca.model.Learned;
import io.github.skpca.model.Settings;
import org.jspecify.annotations.Nullable;

/** All rows, up to a stated number of them: exact kernel PCA. */
final class AllRowsTraining implements Training {
    /** Rows standardised at a time. */
    private static final int TILE_ROWS = 64;

    private final Settings settings;
    private final Frame frame;
    private final AllRows all;
    private final float[] scratch;

    private AllRowsTraining(Settings settings, Frame frame, AllRows all) {
        this.settings = settings;
        this.frame = frame;
        this.all = all;
        this.scratch = new float[Math.multiplyExact(TILE_ROWS, settings.columns())];
    }

    static AllRowsTraining start(Settings settings, Frame frame, Workers workers) {
        return new AllRowsTraining(settings, frame, new AllRows(frame.kernel(), settings.columns(), workers));
    }

    static AllRowsTraining restore(Settings settings, Learned.Sampled learned, Workers workers) {
        Frame frame = learned.frame();
        return new AllRowsTraining(settings, frame, AllRows.restore(frame.kernel(), learned.landmarks(), workers));
    }

    @Override
    public int learn(
            double @Nullable [] wide, float @Nullable [] narrow, double @Nullable [] times, int first, int count) {
        int taken = Math.min(count, TILE_ROWS);
        int offset = first * settings.columns();
        if (wide != null) {
            frame.standardizer().apply(wide, offset, taken, scratch, 0);
        } else if (narrow != null) {
            frame.standardizer().apply(narrow, offset, taken, scratch, 0);
        }
        all.add(scratch, 0, taken);
        return taken;
    }

    @Override
    public int learn(SparseRows rows, double @Nullable [] times, int first, int count) {
        int taken = Math.min(count, TILE_ROWS);
        for (int i = 0; i < taken; i++) {
            frame.standardizer().apply(rows, first + i, scratch, i * settings.columns());
        }
        all.add(scratch, 0, taken);
        return taken;
    }

    @Override
    public void merge(Training other) {
        AllRowsTraining theirs = (AllRowsTraining) other;
        String difference = frame.differenceFrom(theirs.frame);
        if (!difference.isEmpty()) {
            throw new MergeException(difference);
        }
        all.merge(theirs.all);
    }

    @Override
    public KernelPcaModel model(boolean provisional) {
        // A number of components is all that is needed of a spectrum; a share needs the whole.
        int most = settings.components().count() > 0 ? settings.components().count() : all.rows();
        return new KernelPcaModel(
                settings,
                frame,
                all.summary(settings.centered(), most),
                provisional,
                Backend.active().name());
    }

    @Override
    public Learned learned() {
        return new Learned.Sampled(frame, all.state());
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
