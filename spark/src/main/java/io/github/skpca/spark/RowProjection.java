package io.github.skpca.spark;

import io.github.skpca.Calibration;
import io.github.skpca.SparseRows;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LoadingsAndScore;
import io.github.skpca.internal.model.Projector;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.SQLDataTypes;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/**
 * All results of one vector after another in one struct, so that a row is embedded once for all of them, by a model that is shared by all
 * tasks of an executor.
 */
final class RowProjection implements UDF1<Vector, Row> {
    /** The field of the k loadings. */
    static final String LOADINGS = "loadings";

    /** The field of the novelty score. */
    static final String NOVELTY = "novelty";

    /** The field of the p-value of the score. */
    static final String P_VALUE = "pValue";

    private static final long serialVersionUID = 1L;

    private final Broadcast<SharedModel> shared;
    private final Results results;
    private final @Nullable VectorNames names;
    private transient @Nullable ThreadLocal<ThreadProjection> projections;

    /** Which results are wanted; each has all that is in those before it. */
    enum Results {
        /** Loadings. */
        LOADINGS_ALONE,
        /** The score too. */
        SCORE,
        /** The p-value of the score too. */
        SCORE_AND_P_VALUE;

        /** The type of the struct. */
        StructType type() {
            StructType type = new StructType(
                    new StructField[] {new StructField(LOADINGS, SQLDataTypes.VectorType(), false, Metadata.empty())});
            if (this != LOADINGS_ALONE) {
                type = type.add(NOVELTY, DataTypes.DoubleType, false);
            }
            return this == SCORE_AND_P_VALUE ? type.add(P_VALUE, DataTypes.DoubleType, false) : type;
        }
    }

    /**
     * A projection.
     *
     * @param names puts vectors in the order of the model; null if they are in it
     */
    RowProjection(Broadcast<SharedModel> shared, Results results, @Nullable VectorNames names) {
        this.shared = shared;
        this.results = results;
        this.names = names;
    }

    /** The type of what a call returns. */
    StructType type() {
        return results.type();
    }

    @Override
    public Row call(@Nullable Vector vector) {
        return ofThisThread().project(names == null ? vector : names.inOrder(vector));
    }

    /** A projection has work space and belongs to one thread. Spark decides which threads call. */
    private synchronized ThreadProjection ofThisThread() {
        ThreadLocal<ThreadProjection> local = projections;
        if (local == null) {
            local = ThreadLocal.withInitial(() -> new ThreadProjection(shared.value()));
            projections = local;
        }
        return local.get();
    }

    /** The projection of one thread. */
    private final class ThreadProjection {
        private final FittedModel model;
        private final @Nullable Projector loadings;
        private final @Nullable LoadingsAndScore both;
        private final @Nullable Calibration calibration;

        ThreadProjection(SharedModel source) {
            this.model = FittedModel.of(source.get());
            boolean isScored = results != Results.LOADINGS_ALONE;
            this.loadings = isScored ? null : model.projector();
            this.both = isScored ? new LoadingsAndScore(model) : null;
            this.calibration = results == Results.SCORE_AND_P_VALUE ? source.calibration() : null;
        }

        Row project(@Nullable Vector vector) {
            Vector row = VectorCheck.require(vector, model.columns(), VectorCheck.NO_PARTITION, 0);
            float[] found = new float[model.components()];
            double score = 0;
            if (loadings != null) {
                transform(loadings, row, found);
            } else if (both != null) {
                score = row instanceof SparseVector sparse
                        ? both.of(rows(sparse), found)
                        : both.of(row.toArray(), found);
            }
            double[] wide = new double[found.length];
            for (int i = 0; i < wide.length; i++) {
                wide[i] = found[i];
            }
            Vector vectorOfLoadings = Vectors.dense(wide);
            if (both == null) {
                return RowFactory.create(vectorOfLoadings);
            }
            return calibration == null
                    ? RowFactory.create(vectorOfLoadings, score)
                    : RowFactory.create(vectorOfLoadings, score, calibration.pValue(score));
        }
    }

    private static void transform(Projector projector, Vector row, float[] found) {
        if (row instanceof SparseVector sparse) {
            projector.transform(rows(sparse), 0, 1, found, 0);
        } else {
            projector.transform(row.toArray(), 0, 1, found, 0);
        }
    }

    private static SparseRows rows(SparseVector vector) {
        return new SparseRows(1, new int[] {0, vector.indices().length}, vector.indices(), vector.values());
    }
}
