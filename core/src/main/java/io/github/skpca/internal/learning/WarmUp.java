package io.github.skpca.internal.learning;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.internal.model.Settings;

import java.util.Objects;

/** The first rows of a stream, kept until origin, scale and bandwidth can be read off them. */
final class WarmUp implements Phase {
    /** For those who need no rows to begin. */
    static final WarmUpRows NO_ROWS = new WarmUpRows() {
        @Override
        public int count() {
            return 0;
        }

        @Override
        public int columns() {
            return 0;
        }

        @Override
        public void copy(int row, float[] out, int offset) {
            throw new IndexOutOfBoundsException(row);
        }
    };

    private final Settings settings;
    private final KeptRows kept;

    WarmUp(LearnerCheckpoint.WarmingUp saved) {
        this.settings = saved.settings();
        this.kept = new KeptRows(
                settings.columns(), settings.warmUpRows(), settings.forgetting().needsTimes(), Workers.callerOnly());
        kept.add(saved.kept(), 0, saved.kept().count());
    }

    boolean isFull() {
        return count() >= settings.warmUpRows();
    }

    int count() {
        return kept.count();
    }

    @Override
    public long rows() {
        return count();
    }

    /** Keeps rows until there are enough of them. */
    @Override
    public int learn(RowBatch batch, int first, int added) {
        int taken = Math.min(added, settings.warmUpRows() - count());
        add(batch, first, taken);
        return taken;
    }

    void add(RowBatch batch, int first, int added) {
        kept.add(batch, first, added);
    }

    /** Forgets all rows but the first {@code remaining}. */
    void truncate(int remaining) {
        kept.truncate(remaining);
    }

    /** The learner that these rows belong to, with a copy of them. */
    LearnerCheckpoint save() {
        return new LearnerCheckpoint.WarmingUp(settings, kept.copy());
    }

    /** What the rows so far fix. */
    Preprocessing preprocessing(Workers workers) {
        Standardizer standardizer = standardizer();
        RowBatch rows = batch();
        SparseRows sparse = rows.sparse();
        double[] dense = rows.doubles();
        return new Preprocessing(
                standardizer,
                sparse != null
                        ? settings.kernel().resolve(sparse, standardizer, settings.seed(), workers)
                        : settings.kernel()
                                .resolve(
                                        Objects.requireNonNull(dense),
                                        rows.count(),
                                        standardizer,
                                        settings.seed(),
                                        workers));
    }

    private Standardizer standardizer() {
        int columns = settings.columns();
        RowBatch rows = batch();
        SparseRows sparse = rows.sparse();
        double[] dense = rows.doubles();
        Standardizer learned = sparse != null
                ? Standardizer.learn(sparse, columns, settings.scale())
                : Standardizer.learn(Objects.requireNonNull(dense), rows.count(), columns, settings.scale());
        // A kernel of the inner product minds where the origin is: it stays where the user has it.
        return settings.kernel().isShiftInvariant() || learned.isScaled()
                ? learned
                : Standardizer.of(new double[columns], new double[0]).because(learned.reason());
    }

    /** The rows so far, in the arrays that they are kept in: not to be used after the next row has come. */
    RowBatch batch() {
        return kept.shared();
    }

    /** The training that these rows begin, before it has learned any. */
    Training begin(Workers workers) {
        Preprocessing preprocessing = preprocessing(workers);
        return Training.start(settings, preprocessing, kept.standardized(preprocessing), workers);
    }

    /** The training that these rows begin, with the rows learned. */
    Training taught(Workers workers) {
        Training training = begin(workers);
        teach(training);
        return training;
    }

    /** Lets a training learn the rows so far. */
    void teach(Training training) {
        RowBatch batch = batch();
        int done = 0;
        while (done < batch.count()) {
            done += training.learn(batch, done, batch.count() - done);
        }
    }

    @Override
    public long workingBytes() {
        return kept.bytes();
    }
}
