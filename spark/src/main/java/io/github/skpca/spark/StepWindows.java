package io.github.skpca.spark;

import io.github.skpca.RowPreparation;

import java.io.Serializable;

/**
 * How steps of a series become rows, as {@link RowPreparation} does it.
 *
 * @param lags the steps of a window; 1 if a row is one step
 * @param stride every so many windows one is learned
 * @param timeStep the usual time between two steps; 0 if times only order them
 */
record StepWindows(int lags, int stride, double timeStep) implements Serializable {
    /** Those that the parameters of an estimator ask for. */
    static StepWindows of(KernelPcaEstimatorParams params) {
        return new StepWindows(params.getLags(), params.getStride(), params.getTimeStep());
    }

    /** Those of a model's rows. */
    static StepWindows of(RowPreparation preparation) {
        return new StepWindows(preparation.lags(), preparation.stride(), preparation.timeStep());
    }

    /** Whether rows are windows of more than one step. */
    boolean areWindows() {
        return lags > 1;
    }

    /** What makes windows of steps of so many numbers. */
    RowPreparation preparation(int cells) {
        return RowPreparation.of(cells).withLags(lags).withStride(stride).withTimeStep(timeStep);
    }
}
