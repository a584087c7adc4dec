package io.github.skpca.internal.learning;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.internal.model.Settings;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

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
    private final int columns;
    private double[] rows;
    private int count;
    private double[] times;
    private int timed;
    private @Nullable SparseWarmUp sparse;

    WarmUp(LearnerCheckpoint.WarmingUp saved) {
        this.settings = saved.settings();
        this.columns = settings.columns();
        this.rows = new double[0];
        this.times = new double[0];
        add(saved.kept(), 0, saved.kept().count());
        double[] ages = saved.kept().times();
        if (ages != null) {
            addTimes(ages, 0, ages.length);
        }
    }

    boolean isFull() {
        return count() >= settings.warmUpRows();
    }

    @Override
    public long rows() {
        return count();
    }

    /** Keeps rows until there are enough of them. */
    @Override
    public int learn(RowBatch batch, int first, int added) {
        int kept = Math.min(added, settings.warmUpRows() - count());
        add(batch, first, kept);
        double[] ages = batch.times();
        if (ages != null) {
            addTimes(ages, first, kept);
        }
        return kept;
    }

    /** Keeps rows in the form in which the first one came: with its zeros or without. */
    void add(RowBatch batch, int first, int added) {
        double[] doubles = batch.doubles();
        float[] floats = batch.floats();
        SparseRows without = batch.sparse();
        if (doubles != null) {
            add(doubles, first * columns, added);
        } else if (floats != null) {
            add(floats, first * columns, added);
        } else if (without != null) {
            add(without, first, added);
        }
    }

    int count() {
        return sparse == null ? count : sparse.count();
    }

    /** Forgets all rows but the first {@code kept}. */
    void truncate(int kept) {
        timed = Math.min(timed, kept);
        if (sparse == null) {
            count = kept;
        } else {
            sparse.truncate(kept);
        }
    }

    /** Keeps the times of rows that were just added, or are about to be. */
    private void addTimes(double[] source, int first, int added) {
        if (timed + added > times.length) {
            times = Arrays.copyOf(times, Math.max(timed + added, Math.min(settings.warmUpRows(), 2 * times.length)));
        }
        System.arraycopy(source, first, times, timed, added);
        timed += added;
    }

    private void add(SparseRows source, int first, int added) {
        if (sparse == null && count == 0) {
            sparse = new SparseWarmUp();
        }
        if (sparse != null) {
            sparse.add(source, first, added);
            return;
        }
        reserve(added);
        Arrays.fill(rows, count * columns, (count + added) * columns, 0.0);
        for (int i = 0; i < added; i++) {
            source.scatter(first + i, rows, (count + i) * columns);
        }
        count += added;
    }

    private void add(double[] source, int offset, int added) {
        if (sparse != null) {
            sparse.add(source, offset, added, columns);
            return;
        }
        reserve(added);
        System.arraycopy(source, offset, rows, count * columns, added * columns);
        count += added;
    }

    private void add(float[] source, int offset, int added) {
        if (sparse != null) {
            double[] wide = new double[added * columns];
            for (int i = 0; i < wide.length; i++) {
                wide[i] = source[offset + i];
            }
            sparse.add(wide, 0, added, columns);
            return;
        }
        reserve(added);
        int at = count * columns;
        for (int i = 0; i < added * columns; i++) {
            rows[at + i] = source[offset + i];
        }
        count += added;
    }

    private void reserve(int added) {
        long needed = (long) (count + added) * columns;
        if (needed > rows.length) {
            long most = (long) settings.warmUpRows() * columns;
            long grown = Math.max(needed, Math.min(most, 2L * rows.length));
            rows = Arrays.copyOf(rows, Math.toIntExact(grown));
        }
    }

    /** The learner that these rows belong to, with a copy of them. */
    LearnerCheckpoint save() {
        RowBatch kept =
                sparse == null ? RowBatch.of(Arrays.copyOf(rows, count * columns), count) : RowBatch.of(sparse.rows());
        return new LearnerCheckpoint.WarmingUp(
                settings, settings.forgetting().needsTimes() ? kept.withTimes(Arrays.copyOf(times, timed)) : kept);
    }

    /** The rows so far, standardised. */
    WarmUpRows sample(Preprocessing preprocessing) {
        int kept = count();
        SparseRows shared = sparse == null ? null : sparse.sharedRows();
        return new WarmUpRows() {
            @Override
            public int count() {
                return kept;
            }

            @Override
            public int columns() {
                return preprocessing.columns();
            }

            @Override
            public void copy(int row, float[] out, int offset) {
                if (shared != null) {
                    preprocessing.standardizer().apply(shared, row, out, offset);
                } else {
                    preprocessing.standardizer().apply(rows, row * columns, 1, out, offset);
                }
            }
        };
    }

    /** Given rows, standardised. */
    static WarmUpRows sample(double[] rows, int count, Preprocessing preprocessing) {
        return new WarmUpRows() {
            @Override
            public int count() {
                return count;
            }

            @Override
            public int columns() {
                return preprocessing.columns();
            }

            @Override
            public void copy(int row, float[] out, int offset) {
                preprocessing.standardizer().apply(rows, row * preprocessing.columns(), 1, out, offset);
            }
        };
    }

    /** What the rows so far fix. */
    Preprocessing preprocessing() {
        Standardizer standardizer = standardizer();
        if (sparse != null) {
            return new Preprocessing(
                    standardizer, settings.kernel().resolve(sparse.sharedRows(), standardizer, settings.seed()));
        }
        return new Preprocessing(standardizer, settings.kernel().resolve(rows, count, standardizer, settings.seed()));
    }

    private Standardizer standardizer() {
        Standardizer learned = sparse != null
                ? Standardizer.learn(sparse.sharedRows(), columns, settings.scale())
                : Standardizer.learn(rows, count, columns, settings.scale());
        // A kernel of the inner product minds where the origin is: it stays where the user has it.
        return settings.kernel().isShiftInvariant() || learned.isScaled()
                ? learned
                : Standardizer.of(new double[columns], new double[0]).because(learned.reason());
    }

    /** The rows so far, in the arrays that they are kept in: not to be used after the next row has come. */
    RowBatch batch() {
        RowBatch batch = sparse != null ? RowBatch.of(sparse.sharedRows()) : RowBatch.of(rows, count);
        return settings.forgetting().needsTimes() ? batch.withTimes(times) : batch;
    }

    /** The training that these rows begin, before it has learned any. */
    Training begin(Workers workers) {
        Preprocessing preprocessing = preprocessing();
        return Training.start(settings, preprocessing, sample(preprocessing), workers);
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
        return 8L * (rows.length + times.length) + (sparse == null ? 0 : sparse.bytes());
    }
}
