package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;

/**
 * How long one row takes from numbers to loadings, at 21 columns, 1000 features and 10 components, in microseconds.
 *
 * @param p50 half of the rows take at most this
 * @param p99 99 of 100 rows take at most this
 */
record Latency(double p50, double p99) {
    private static final int COLUMNS = 21;
    private static final int ROWS = 2000;
    private static final int SAMPLES = 100_000;

    static Latency measure() {
        double[] rows = SpeedCase.rows(ROWS, COLUMNS);
        StreamingKernelPca learner =
                StreamingKernelPca.builder().warmUpRows(ROWS).build(COLUMNS);
        learner.update(rows, ROWS);
        KernelPcaModel model = learner.snapshot();
        Projector projector = FittedModel.of(model).projector();
        float[] loadings = new float[model.components()];
        double[] micros = new double[SAMPLES];
        for (int round = 0; round < 2; round++) {
            for (int i = 0; i < SAMPLES; i++) {
                long start = System.nanoTime();
                projector.transform(rows, i % ROWS * COLUMNS, 1, loadings, 0);
                micros[i] = (System.nanoTime() - start) * 1e-3;
            }
        }
        java.util.Arrays.sort(micros);
        return new Latency(micros[SAMPLES / 2], micros[SAMPLES / 100 * 99]);
    }
}
