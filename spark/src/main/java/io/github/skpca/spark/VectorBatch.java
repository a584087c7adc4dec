package io.github.skpca.spark;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;

import java.util.Arrays;

/**
 * Gathers vectors into batches for a learner: dense vectors as flat rows, sparse vectors as sparse rows.
 *
 * <p>What is learned does not depend on where a batch ends, nor on which of the two forms a row has.
 */
final class VectorBatch {
    private static final int MOST_ROWS = 2048;
    private static final int MOST_NUMBERS = 1 << 20;

    private final StreamingKernelPca learner;
    private final int columns;
    private final int capacity;
    private double[] dense = new double[0];
    private int[] starts = new int[0];
    private int[] indices = new int[0];
    private double[] values = new double[0];
    private boolean holdsSparse;
    private int count;

    VectorBatch(StreamingKernelPca learner) {
        this(learner, MOST_ROWS);
    }

    /** A batch of at most so many rows. */
    VectorBatch(StreamingKernelPca learner, int mostRows) {
        this.learner = learner;
        this.columns = learner.columns();
        this.capacity = Math.max(1, Math.min(mostRows, MOST_NUMBERS / columns));
    }

    /** Takes one vector of finite numbers, of as many columns as the learner has. */
    void add(Vector vector) {
        boolean sparse = vector instanceof SparseVector;
        if (count == capacity || (count > 0 && sparse != holdsSparse)) {
            flush();
        }
        holdsSparse = sparse;
        if (vector instanceof SparseVector entries) {
            append(entries);
        } else {
            if (dense.length == 0) {
                dense = new double[capacity * columns];
            }
            System.arraycopy(vector.toArray(), 0, dense, count * columns, columns);
        }
        count++;
    }

    private void append(SparseVector vector) {
        if (starts.length == 0) {
            starts = new int[capacity + 1];
        }
        int from = starts[count];
        int to = from + vector.indices().length;
        if (to > indices.length) {
            int grown = Math.max(to, 2 * indices.length);
            indices = Arrays.copyOf(indices, grown);
            values = Arrays.copyOf(values, grown);
        }
        System.arraycopy(vector.indices(), 0, indices, from, to - from);
        System.arraycopy(vector.values(), 0, values, from, to - from);
        starts[count + 1] = to;
    }

    /** Lets the learner learn what is left. */
    void flush() {
        if (holdsSparse) {
            learner.update(RowBatch.of(new SparseRows(count, starts, indices, values)));
        } else if (count > 0) {
            learner.update(dense, count);
        }
        count = 0;
        holdsSparse = false;
    }
}
