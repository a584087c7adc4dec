package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.io.DenseBuffer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The error on held-out rows and the bound, at some moments of a stream. */
final class DemoHistory {
    private final DenseBuffer test;
    private final Workers workers;
    private final List<Moment> moments = new ArrayList<>();

    /**
     * One moment.
     *
     * @param rows rows seen
     * @param error of the model on the held-out rows
     * @param bound of the model over the rows seen
     */
    record Moment(long rows, KernelError error, double bound) {}

    DemoHistory(DenseBuffer test, Workers workers) {
        this.test = test;
        this.workers = workers;
    }

    void measure(KernelPcaModel model) {
        KernelError error = KernelError.measure(model, test.values(), test.rows(), workers);
        moments.add(new Moment(model.rows(), error, model.sketchBound()));
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
