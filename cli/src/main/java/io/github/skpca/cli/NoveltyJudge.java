package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.io.DenseBuffer;

/** One snapshot as a judge of rows: scores, what they mean, and which columns are to blame. */
final class NoveltyJudge {
    private final KernelPcaModel model;
    private final Projector projector;
    private final Calibration calibration;

    NoveltyJudge(KernelPcaModel model, Workers workers) {
        this.model = model;
        this.projector = FittedModel.of(model).projector(workers);
        this.calibration = model.calibration()
                .orElseThrow(() -> new UsageException("the model has no p-values: method "
                        + FittedModel.of(model).settings().method().label()
                        + " keeps no sample of rows; fit it with method skpca"));
    }

    /** The snapshot as it was taken. */
    KernelPcaModel model() {
        return model;
    }

    /** The share of each column in the novelty of a row. */
    double[] contributions(double[] row) {
        return model.contributions(row);
    }

    /**
     * Scores the rows of a batch.
     *
     * @param scores one number a row; overwritten
     */
    void score(DenseBuffer batch, double[] scores) {
        projector.score(batch.values(), 0, batch.rows(), scores, 0);
    }

    Calibration calibration() {
        return calibration;
    }
}
