package io.github.skpca.spark;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.model.FittedModel;

/** The core's novelty scores, which the columns of Spark must equal: the one place of the tests that says by which directions. */
final class CoreScores {
    private CoreScores() {}

    private static KernelPcaModel scoring(KernelPcaModel model) {
        // The rule of model.score(row) itself, once that is by all directions: then this is the model as it is.
        return FittedModel.of(model).withAllDirections();
    }

    static double score(KernelPcaModel model, double[] row) {
        return scoring(model).score(row);
    }

    static Calibration calibration(KernelPcaModel model) {
        return scoring(model).calibration().orElseThrow();
    }
}
