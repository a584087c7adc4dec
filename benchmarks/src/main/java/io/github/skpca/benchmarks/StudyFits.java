package io.github.skpca.benchmarks;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * Learners of one kernel, and their errors on the same held-out rows: ||G - G'||_2 / n with all l components.
 *
 * <p>The bandwidth is given, not learned: it is that of a uniform sample of the rows, the same for every order of them.
 */
final class StudyFits {
    private static final int BATCH = 1000;

    /**
     * What all learners have in common.
     *
     * @param warmUpRows rows of the warm-up
     * @param features m
     * @param centered whether features are taken about their mean
     */
    record Common(int warmUpRows, int features, boolean centered) {
        static final Set<String> OPTIONS = Set.of("warmup", "features", "centered");

        static Common of(StudyOptions options) {
            return new Common(
                    options.count("warmup", 1000),
                    options.count("features", 1000),
                    options.oneOf("centered", List.of("yes", "no")).equals("yes"));
        }
    }

    /** A model, its error on the held-out rows, and how long it was learned, the snapshot included. */
    record Fitted(KernelPcaModel model, double error, double seconds) {}

    /** Medians over seeds. */
    record Medians(double error, double seconds, int landmarks) {
        static Medians of(List<Fitted> fits) {
            return new Medians(median(fits, Fitted::error), median(fits, Fitted::seconds), (int)
                    median(fits, fit -> fit.model().features()));
        }

        private static double median(List<Fitted> fits, ToDoubleFunction<Fitted> number) {
            return StudyRows.median(fits.stream().mapToDouble(number).toArray());
        }
    }

    private final Common common;
    private final double bandwidth;
    private final StudyRows heldOut;
    private final Workers workers;

    StudyFits(Common common, double bandwidth, StudyRows heldOut, Workers workers) {
        this.common = common;
        this.bandwidth = bandwidth;
        this.heldOut = heldOut;
        this.workers = workers;
    }

    /** The default of the library with this kernel. */
    KernelPcaBuilder builder(int l, long seed) {
        return StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(bandwidth))
                .features(common.features)
                .sketchSize(l)
                .components(l)
                .centered(common.centered)
                .warmUpRows(common.warmUpRows)
                .seed(seed)
                .workers(workers);
    }

    /** Orthogonal random features under the same sketch. */
    KernelPcaBuilder orthogonal(int l, long seed) {
        return builder(l, seed).map(MapKind.ORTHOGONAL);
    }

    /** Exact kernel PCA of the rows it is given. */
    KernelPcaBuilder exact(int l, long seed) {
        return builder(l, seed).method(Method.EXACT);
    }

    /** Learns rows as they come, and measures. */
    Fitted fit(KernelPcaBuilder builder, StudyRows rows) {
        long start = System.nanoTime();
        StreamingKernelPca learner = builder.build(rows.columns());
        learn(learner, rows);
        learner.endWarmUp();
        return measured(learner, start);
    }

    /** The model of a learner that began at a moment, measured. */
    Fitted measured(StreamingKernelPca learner, long start) {
        KernelPcaModel model = learner.snapshot();
        double seconds = (System.nanoTime() - start) * 1e-9;
        return new Fitted(model, error(model), seconds);
    }

    /** The error on the held-out rows. */
    double error(KernelPcaModel model) {
        return KernelError.measure(model, heldOut.values(), heldOut.count(), workers)
                .spectral();
    }

    /** Gives a learner rows batch by batch. */
    static void learn(StreamingKernelPca learner, StudyRows rows) {
        int d = rows.columns();
        for (int from = 0; from < rows.count(); from += BATCH) {
            int to = Math.min(from + BATCH, rows.count());
            learner.update(Arrays.copyOfRange(rows.values(), from * d, to * d), to - from);
        }
    }
}
