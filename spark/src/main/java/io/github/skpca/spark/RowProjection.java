package io.github.skpca.spark;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.SparseRows;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.jspecify.annotations.Nullable;

import java.io.Serializable;

/** The loadings and the score of one vector after another, by a model that is shared by all tasks of an executor. */
final class RowProjection implements Serializable {
    private static final long serialVersionUID = 1L;

    private final Broadcast<SharedModel> shared;
    private transient @Nullable ThreadLocal<Projector> projectors;

    RowProjection(Broadcast<SharedModel> shared) {
        this.shared = shared;
    }

    /** The k loadings of a vector. */
    Vector loadings(@Nullable Vector vector) {
        KernelPcaModel model = shared.value().get();
        Vector row = VectorCheck.require(vector, model.columns(), VectorCheck.NO_PARTITION, 0);
        float[] loadings = new float[model.components()];
        if (row instanceof SparseVector sparse) {
            projector().transform(rows(sparse), 0, 1, loadings, 0);
        } else {
            projector().transform(row.toArray(), 0, 1, loadings, 0);
        }
        double[] wide = new double[loadings.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = loadings[i];
        }
        return Vectors.dense(wide);
    }

    /** The novelty score of a vector: the model's own. */
    double score(@Nullable Vector vector) {
        int columns = shared.value().get().columns();
        Vector row = VectorCheck.require(vector, columns, VectorCheck.NO_PARTITION, 0);
        double[] score = new double[1];
        if (row instanceof SparseVector sparse) {
            projector().score(rows(sparse), 0, 1, score, 0);
        } else {
            projector().score(row.toArray(), 0, 1, score, 0);
        }
        return score[0];
    }

    /** The p-value of a vector's score, by the model's calibration, which an executor makes once. */
    double pValue(@Nullable Vector vector) {
        return shared.value()
                .get()
                .calibration()
                .orElseThrow(() -> new IllegalStateException(
                        "the model holds no sample of its rows to calibrate scores with; fit it again"))
                .pValue(score(vector));
    }

    private static SparseRows rows(SparseVector vector) {
        return new SparseRows(1, new int[] {0, vector.indices().length}, vector.indices(), vector.values());
    }

    /** A projector has work space and belongs to one thread; which threads Spark calls from is its own affair. */
    private synchronized Projector projector() {
        ThreadLocal<Projector> local = projectors;
        if (local == null) {
            local = ThreadLocal.withInitial(
                    () -> FittedModel.of(shared.value().get()).projector());
            projectors = local;
        }
        return local.get();
    }
}
