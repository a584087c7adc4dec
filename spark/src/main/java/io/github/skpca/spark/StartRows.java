package io.github.skpca.spark;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

import java.util.ArrayList;
import java.util.List;

/** The rows that an empty learner gets its origin, bandwidth and map from: a sample of all rows, or the first ones. */
final class StartRows {
    private final List<Vector> rows = new ArrayList<>();
    private boolean holdsSparse;

    /**
     * The first rows of a data set.
     *
     * @param first rows with the vector as their only column, with the numbers of their partitions; of each partition from its first row on
     */
    static StartRows first(List<Tuple2<Integer, Row>> first) {
        StartRows start = new StartRows();
        int partition = -1;
        long row = 0;
        for (Tuple2<Integer, Row> next : first) {
            row = next._1() == partition ? row + 1 : 0;
            partition = next._1();
            start.add((Vector) next._2().get(0), partition, row);
        }
        return start;
    }

    /** Adds a row, which was at this place. */
    void add(@Nullable Vector vector, int partition, long row) {
        int columns = rows.isEmpty() ? -1 : rows.get(0).size();
        Vector checked = VectorCheck.require(vector, columns, partition, row);
        rows.add(checked);
        holdsSparse |= checked instanceof SparseVector;
    }

    /**
     * An empty learner whose origin, bandwidth and map come from these rows.
     *
     * @param windows how steps have become these rows
     * @param names what the entries of a step are called; of no use if they are not as many
     * @throws BadVectorException if there are none
     */
    StreamingKernelPca learner(KernelPcaBuilder builder, StepWindows windows, List<String> names) {
        if (rows.isEmpty()) {
            throw new BadVectorException("there are no rows to learn from; check the filters before this stage");
        }
        int columns = rows.get(0).size();
        int cells = columns / windows.lags();
        builder.columnNames(names.size() == cells ? names : List.of());
        if (windows.areWindows()) {
            builder.preparation(windows.preparation(cells));
        }
        if (holdsSparse) {
            return builder.buildFrom(RowBatch.of(sparse()), columns);
        }
        double[] flat = new double[Math.multiplyExact(rows.size(), columns)];
        for (int i = 0; i < rows.size(); i++) {
            System.arraycopy(rows.get(i).toArray(), 0, flat, i * columns, columns);
        }
        return builder.buildFrom(RowBatch.of(flat, rows.size()), columns);
    }

    private SparseRows sparse() {
        int[] starts = new int[rows.size() + 1];
        List<SparseVector> vectors = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            SparseVector vector = rows.get(i).toSparse();
            vectors.add(vector);
            starts[i + 1] = Math.addExact(starts[i], vector.indices().length);
        }
        int[] columns = new int[starts[rows.size()]];
        double[] values = new double[columns.length];
        for (int i = 0; i < rows.size(); i++) {
            int entries = starts[i + 1] - starts[i];
            System.arraycopy(vectors.get(i).indices(), 0, columns, starts[i], entries);
            System.arraycopy(vectors.get(i).values(), 0, values, starts[i], entries);
        }
        return new SparseRows(rows.size(), starts, columns, values);
    }
}
