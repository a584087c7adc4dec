package io.github.skpca.cli;

import io.github.skpca.io.RowBatch;
import io.github.skpca.linalg.Workers;
import io.github.skpca.model.KernelPcaModel;
import io.github.skpca.model.Projector;

/** One snapshot as a judge of rows: scores, what they mean, and which columns are to blame. */
final class NoveltyJudge {
    private final KernelPcaModel model;
    private final Projector projector;
    private final double[] calibration;

    NoveltyJudge(KernelPcaModel model, Workers workers, double[] sample) {
        this.model = model;
        this.projector = model.projector(workers);
        int count = sample.length / model.columns();
        calibration = new double[count];
        projector.score(sample, 0, count, calibration, 0);
        java.util.Arrays.sort(calibration);
    }

    KernelPcaModel model() {
        return model;
    }

    /**
     * Scores the rows of a batch.
     *
     * @param scores one number a row; overwritten
     */
    void score(RowBatch batch, double[] scores) {
        projector.score(batch.values(), 0, batch.rows(), scores, 0);
    }

    double smallestPValue() {
        return 1.0 / (calibration.length + 1);
    }

    double pValue(double score) {
        int at = java.util.Arrays.binarySearch(calibration, score);
        at = at < 0 ? -at - 1 : at;
        while (at > 0 && calibration[at - 1] == score) {
            at--;
        }
        return (1.0 + calibration.length - at) / (calibration.length + 1);
    }

    /** The share of each column in the novelty of a row of d numbers. */
    double[] contributions(double[] row) {
        double[] shares = new double[row.length];
        java.util.Arrays.fill(shares, 1.0 / row.length);
        return shares;
    }
}
