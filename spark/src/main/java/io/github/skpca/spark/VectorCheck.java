package io.github.skpca.spark;

import org.apache.spark.ml.linalg.DenseVector;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.jspecify.annotations.Nullable;

/** Refuses vectors that nothing can be learned from, naming partition, row and column, all counted from 0. */
final class VectorCheck {
    /** Rows that are not of a partition, in a function of one row. */
    static final int NO_PARTITION = -1;

    private VectorCheck() {}

    /**
     * The same vector, if it is one of finite numbers.
     *
     * @param columns its size, or -1 for any
     */
    static Vector require(@Nullable Vector vector, int columns, int partition, long row) {
        if (vector == null) {
            throw refused(partition, row, ": there is no vector; filter nulls out first (na().drop())");
        }
        if (vector.size() == 0 || (columns >= 0 && vector.size() != columns)) {
            throw refused(
                    partition,
                    row,
                    ": a vector of " + vector.size() + " numbers where " + (columns < 0 ? "some" : columns)
                            + " are expected; all rows must have the same columns");
        }
        double[] values = values(vector);
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite((float) values[i])) {
                int column = vector instanceof SparseVector sparse ? sparse.indices()[i] : i;
                throw refused(
                        partition,
                        row,
                        ", column " + column + ": " + values[i]
                                + (Double.isFinite(values[i])
                                        ? " is beyond the range of a float"
                                        : " is not a finite number")
                                + "; impute or filter such rows first");
            }
        }
        return vector;
    }

    private static double[] values(Vector vector) {
        if (vector instanceof SparseVector sparse) {
            return sparse.values();
        }
        return vector instanceof DenseVector dense ? dense.values() : vector.toArray();
    }

    private static BadVectorException refused(int partition, long row, String problem) {
        return partition == NO_PARTITION
                ? new BadVectorException("a row" + problem)
                : new BadVectorException(partition, row, problem);
    }
}
