package io.github.skpca.experiments.compare;

import io.github.skpca.BandwidthException;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.internal.baseline.AllRows;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Feeds the same rows to a learner of every method, holds some out, and measures all models on those.
 *
 * <p>Of every ten rows one is held out, drawn by the seed, until there are a thousand. Rows are not kept, except by exact kernel
 * PCA, which is left out once it would have to keep more than {@link #EXACT_ROWS}. For one thread.
 */
public final class Comparison {
    /** The most rows that exact kernel PCA is fitted on. */
    public static final int EXACT_ROWS = Math.min(5000, AllRows.MOST_ROWS);

    private static final int STRIDE = 10;
    private static final int MOST_TEST_ROWS = 1000;
    private static final int WARM_ROWS = 1500;
    private static final int ROUNDS = 3;
    private static final long ROUND_NANOS = 50_000_000;

    private final int columns;
    private final Function<Method, KernelPcaBuilder> builder;
    private final Workers workers;
    private final RandomStream random;
    private final Map<Method, StreamingKernelPca> learners = new EnumMap<>(Method.class);
    private final Map<Method, Long> nanos = new EnumMap<>(Method.class);
    private double[] test;
    private int testRows;
    private double[] training = new double[0];
    private long rows;
    private long heldOutNext;

    /**
     * A comparison of all methods.
     *
     * @param columns d
     * @param builder a builder for a method, all else as wanted
     * @param seed which rows are held out
     */
    public Comparison(int columns, Function<Method, KernelPcaBuilder> builder, long seed, Workers workers) {
        this.columns = columns;
        this.builder = builder;
        this.workers = workers;
        this.random = new RandomStream(seed, Purpose.EXPERIMENT_HELD_OUT);
        this.test = new double[16 * columns];
        for (Method method : Method.values()) {
            learners.put(method, builder.apply(method).workers(workers).build(columns));
            nanos.put(method, 0L);
        }
        this.heldOutNext = random.nextBelow(STRIDE);
    }

    /**
     * Learns from rows and holds out some of them.
     *
     * @param batch count x d, row-major; read only
     */
    public void update(double[] batch, int count) {
        if (rows == 0) {
            warmJava(batch, Math.min(count, WARM_ROWS));
        }
        if (training.length < count * columns) {
            training = new double[count * columns];
        }
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (holdsOut()) {
                if ((testRows + 1) * columns > test.length) {
                    test = java.util.Arrays.copyOf(test, 2 * test.length);
                }
                System.arraycopy(batch, i * columns, test, testRows * columns, columns);
                testRows++;
            } else {
                System.arraycopy(batch, i * columns, training, kept * columns, columns);
                kept++;
            }
        }
        StreamingKernelPca exact = learners.get(Method.EXACT);
        if (exact != null && exact.rows() + kept > EXACT_ROWS) {
            learners.remove(Method.EXACT);
        }
        int learned = kept;
        learners.forEach((method, learner) -> timed(method, () -> learner.update(training, learned)));
    }

    /** Lets every method run once on the first rows, unmeasured: the first would pay for the compilation of all otherwise. */
    private void warmJava(double[] batch, int count) {
        for (Method method : count < 2 ? new Method[0] : Method.values()) {
            try {
                StreamingKernelPca learner =
                        builder.apply(method).workers(workers).build(columns);
                learner.update(batch, count);
                learner.endWarmUp();
                microsPerRow(learner.snapshot(), batch, count);
            } catch (BandwidthException tooAlike) {
                // The first rows need not tell a bandwidth, as long as all of them do.
                return;
            }
        }
    }

    private boolean holdsOut() {
        boolean chosen = rows == heldOutNext && testRows < MOST_TEST_ROWS;
        rows++;
        if (rows % STRIDE == 0) {
            heldOutNext = rows + random.nextBelow(STRIDE);
        }
        return chosen;
    }

    private void timed(Method method, Runnable work) {
        long start = System.nanoTime();
        work.run();
        nanos.merge(method, System.nanoTime() - start, Long::sum);
    }

    /** Rows learned from. */
    public long trainRows() {
        return rows - testRows;
    }

    /** Rows held out. */
    public int testRows() {
        return testRows;
    }

    /** Whether there were too many rows for exact kernel PCA. */
    public boolean isExactLeftOut() {
        return !learners.containsKey(Method.EXACT);
    }

    /**
     * Ends the learning and measures every method.
     *
     * @throws IllegalStateException if there are not enough rows to hold any out
     */
    public List<Compared> measure() {
        if (testRows < 2 || trainRows() < 2) {
            throw new IllegalStateException("at least 30 rows are needed to hold some out, not " + rows);
        }
        List<Compared> compared = new ArrayList<>();
        learners.forEach((method, learner) -> {
            KernelPcaModel[] model = new KernelPcaModel[1];
            timed(method, () -> {
                learner.endWarmUp();
                model[0] = learner.snapshot();
            });
            KernelError error = KernelError.measure(model[0], test, testRows, workers);
            compared.add(new Compared(
                    method.label(),
                    model[0].components(),
                    error.spectral(),
                    error.frobenius(),
                    nanos.getOrDefault(method, 0L) * 1e-9,
                    microsPerRow(model[0], test, testRows),
                    model[0].space(),
                    learner.workingBytes()));
        });
        return compared;
    }

    private double microsPerRow(KernelPcaModel model, double[] source, int count) {
        Projector projector = FittedModel.of(model).projector(Workers.callerOnly());
        float[] loadings = new float[Math.max(1, model.components())];
        double best = Double.POSITIVE_INFINITY;
        // The first round only warms up.
        for (int round = 0; round <= ROUNDS; round++) {
            long start = System.nanoTime();
            int done = 0;
            while (done < count && System.nanoTime() - start < ROUND_NANOS) {
                projector.transform(source, done * columns, 1, loadings, 0);
                done++;
            }
            double micros = (System.nanoTime() - start) * 1e-3 / done;
            best = round == 0 ? best : Math.min(best, micros);
        }
        return best;
    }
}
