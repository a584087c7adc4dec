package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The error on held-out rows, the bound and the memory, at some moments of a stream. */
final class DemoHistory {
    private final double[] test;
    private final int testRows;
    private final Workers workers;
    private final List<Moment> moments = new ArrayList<>();

    /**
     * One moment.
     *
     * @param rows rows seen
     * @param error of the model on the held-out rows
     * @param bound on the error over the rows seen
     * @param bytes what the learner held
     */
    record Moment(long rows, KernelError error, double bound, long bytes) {}

    /**
     * Before the stream.
     *
     * @param test held-out rows, row-major; read only
     */
    DemoHistory(double[] test, int testRows, Workers workers) {
        this.test = test;
        this.testRows = testRows;
        this.workers = workers;
    }

    void measure(StreamingKernelPca learner) {
        KernelPcaModel model = learner.snapshot();
        KernelError error = KernelError.measure(model, test, testRows, workers);
        moments.add(new Moment(model.rows(), error, model.kernelBound().orElse(Double.NaN), learner.workingBytes()));
    }

    Moment last() {
        return moments.get(moments.size() - 1);
    }

    List<Moment> moments() {
        return moments;
    }

    double[] values(ToDoubleFunction<Moment> value) {
        return moments.stream().mapToDouble(value).toArray();
    }
}
