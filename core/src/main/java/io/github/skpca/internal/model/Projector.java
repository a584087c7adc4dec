package io.github.skpca.internal.model;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.linalg.BackendStart;

import java.util.function.Supplier;

/**
 * Transforms and scores many rows into the caller's arrays, with work space of its own and threads that share the work. For one caller at
 * a time; a model makes as many projectors as are needed.
 *
 * <p>A row's result does not depend on the rows beside it, and is bit for bit that of {@code model.transform(row)} and
 * {@code model.score(row)}.
 */
public final class Projector {
    private final int columns;
    private final Workers workers;
    private final RowWorkspace[] spaces;

    /** These two change when another arithmetic takes over. */
    private FittedModel model;

    private int tileRows;

    Projector(FittedModel model, Workers workers) {
        this.columns = model.columns();
        this.workers = workers;
        this.spaces = new RowWorkspace[workers.threads()];
        this.model = model;
        this.tileRows = model.fit().tileRows();
        reserve();
    }

    private void reserve() {
        for (int i = 0; i < spaces.length; i++) {
            spaces[i] = model.fit().workspace();
        }
    }

    /** Transforms and scores rows that were learned, again and again. */
    private static Supplier<Runnable> rehearsal(FittedModel model) {
        RowSample.State sample = model.fit().sample();
        double[] rows = sample == null ? new double[model.columns()] : sample.rows();
        RowBatch batch = RowBatch.of(rows, rows.length / model.columns());
        return () -> {
            Projector own = new Projector(model.again(), Workers.callerOnly());
            float[] loadings = new float[batch.count() * model.components()];
            double[] scores = new double[batch.count()];
            return () -> {
                own.transform(batch, loadings);
                own.score(batch, scores);
            };
        };
    }

    /** Goes on with the arithmetic that is active now, and lets a faster one get ready where there is one. */
    private void followArithmetic() {
        if (BackendStart.isDue()) {
            BackendStart.begin(rehearsal(model));
        }
        FittedModel now = model.now();
        if (now != model) {
            model = now;
            tileRows = now.fit().tileRows();
            reserve();
        }
    }

    /** Points a work space to the rows of a call, from a given row on. */
    private interface Reading {
        void begin(RowWorkspace space, int first);
    }

    /** Whether one thread does all the work: this avoids the lambda for several threads, which would be allocated. */
    private boolean isForOneThread(int count) {
        return spaces.length == 1 || count <= tileRows;
    }

    /**
     * Loadings of rows.
     *
     * @param rows count x d, row-major, from {@code rowOffset} on; read only
     * @param loadings count x k from {@code at} on; overwritten
     */
    public void transform(double[] rows, int rowOffset, int count, float[] loadings, int at) {
        followArithmetic();
        if (isForOneThread(count)) {
            spaces[0].read(rows, rowOffset);
            transform(spaces[0], count, loadings, at);
        } else {
            transform(count, (space, first) -> space.read(rows, rowOffset + first * columns), loadings, at);
        }
    }

    /**
     * Loadings of sparse rows: bit for bit those of the same rows with their zeros.
     *
     * @param rows of no more than d columns; the rows [from, from + count) are read
     * @param loadings count x k from {@code at} on; overwritten
     */
    public void transform(SparseRows rows, int from, int count, float[] loadings, int at) {
        followArithmetic();
        requireWidth(rows);
        if (isForOneThread(count)) {
            spaces[0].read(rows, from);
            transform(spaces[0], count, loadings, at);
        } else {
            transform(count, (space, first) -> space.read(rows, from + first), loadings, at);
        }
    }

    /**
     * Loadings of a batch, whatever the form of its rows.
     *
     * @param loadings as many rows of k; overwritten
     */
    public void transform(RowBatch rows, float[] loadings) {
        followArithmetic();
        requireRows(rows);
        if (isForOneThread(rows.count())) {
            spaces[0].read(rows, 0);
            transform(spaces[0], rows.count(), loadings, 0);
        } else {
            transform(rows.count(), (space, first) -> space.read(rows, first), loadings, 0);
        }
    }

    private void transform(RowWorkspace space, int count, float[] loadings, int at) {
        model.own().loadings().transform(space, count, loadings, at);
        space.release();
    }

    private void transform(int count, Reading rows, float[] loadings, int at) {
        int k = model.components();
        workers.splitNumbered(count, tileRows, (thread, from, to) -> {
            rows.begin(spaces[thread], from);
            transform(spaces[thread], to - from, loadings, at + from * k);
        });
    }

    /**
     * Scores of rows.
     *
     * @param rows count x d, row-major, from {@code rowOffset} on; read only
     * @param scores count numbers from {@code at} on; overwritten
     */
    public void score(double[] rows, int rowOffset, int count, double[] scores, int at) {
        followArithmetic();
        if (isForOneThread(count)) {
            spaces[0].read(rows, rowOffset);
            score(spaces[0], count, scores, at);
        } else {
            score(count, (space, first) -> space.read(rows, rowOffset + first * columns), scores, at);
        }
    }

    /**
     * Scores of sparse rows: bit for bit those of the same rows with their zeros.
     *
     * @param rows of no more than d columns; the rows [from, from + count) are read
     * @param scores count numbers from {@code at} on; overwritten
     */
    public void score(SparseRows rows, int from, int count, double[] scores, int at) {
        followArithmetic();
        requireWidth(rows);
        if (isForOneThread(count)) {
            spaces[0].read(rows, from);
            score(spaces[0], count, scores, at);
        } else {
            score(count, (space, first) -> space.read(rows, from + first), scores, at);
        }
    }

    /**
     * Scores of a batch, whatever the form of its rows.
     *
     * @param scores as many numbers; overwritten
     */
    public void score(RowBatch rows, double[] scores) {
        followArithmetic();
        requireRows(rows);
        if (isForOneThread(rows.count())) {
            spaces[0].read(rows, 0);
            score(spaces[0], rows.count(), scores, 0);
        } else {
            score(rows.count(), (space, first) -> space.read(rows, first), scores, 0);
        }
    }

    private void score(RowWorkspace space, int count, double[] scores, int at) {
        model.scoring().residuals().score(space, count, scores, at);
        space.release();
    }

    private void score(int count, Reading rows, double[] scores, int at) {
        workers.splitNumbered(count, tileRows, (thread, from, to) -> {
            rows.begin(spaces[thread], from);
            score(spaces[thread], to - from, scores, at + from);
        });
    }

    private void requireRows(RowBatch rows) {
        double[] doubles = rows.doubles();
        float[] floats = rows.floats();
        SparseRows sparse = rows.sparse();
        if (sparse != null) {
            requireWidth(sparse);
            return;
        }
        int length = doubles != null ? doubles.length : floats != null ? floats.length : 0;
        if (length < (long) rows.count() * columns) {
            throw new IllegalArgumentException(
                    length + " numbers for " + rows.count() + " rows of a model of " + columns + " columns");
        }
    }

    private void requireWidth(SparseRows rows) {
        if (rows.width() > columns) {
            throw new IllegalArgumentException(
                    "rows of at least " + rows.width() + " columns for a model of " + columns);
        }
    }
}
