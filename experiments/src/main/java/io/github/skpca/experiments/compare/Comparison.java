package io.github.skpca.experiments.compare;

import io.github.skpca.BandwidthException;
import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.internal.baseline.AllRows;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Feeds the same rows to a learner of every method, holds some out, and measures all models on those.
 *
 * <p>Of every ten rows one is held out, drawn by the seed, until there are a thousand. Rows are not kept, except by exact kernel
 * PCA, which is left out once it would have to keep more than {@link #EXACT_ROWS}. For one thread.
 */
public final class Comparison {
    /** The most rows that exact kernel PCA is fitted on. */
    public static final int EXACT_ROWS = Math.min(5000, AllRows.MOST_ROWS);

    /** What linear PCA is called. */
    public static final String LINEAR = "linear";

    private static final int MOST_CURVE_ROWS = 500;
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
    private final @Nullable LinearPca linear;
    private long linearNanos;
    private final Map<Method, KernelPcaModel> models = new EnumMap<>(Method.class);
    private LinearPca.@Nullable Components linearComponents;

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
        this.linear = columns <= LinearPca.MOST_COLUMNS ? new LinearPca(columns, workers) : null;
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
                    test = Arrays.copyOf(test, 2 * test.length);
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
        if (linear != null) {
            long start = System.nanoTime();
            linear.update(training, learned);
            linearNanos += System.nanoTime() - start;
        }
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
            models.put(method, model[0]);
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

    /**
     * Linear PCA of the same rows with as many components, of columns that are scaled as those of skpca; after {@link #measure}. Its errors are not
     * numbers: its kernel is another.
     *
     * @return empty if there are too many columns
     */
    public Optional<Compared> linear() {
        KernelPcaModel own = models.get(Method.SKPCA);
        LinearPca learned = linear;
        if (learned == null || own == null) {
            return Optional.empty();
        }
        long start = System.nanoTime();
        LinearPca.Components found = learned.components(
                own.components(), FittedModel.of(own).embedding().standardizer().factors());
        double seconds = (linearNanos + System.nanoTime() - start) * 1e-9;
        linearComponents = found;
        double[] loadings = new double[found.count()];
        return Optional.of(new Compared(
                LINEAR,
                found.count(),
                Double.NaN,
                Double.NaN,
                seconds,
                microsPerRow(row -> found.transform(test, row * columns, loadings, 0), testRows),
                found.space(),
                learned.workingBytes()));
    }

    /** Every method with few and with many of its components; after {@link #measure}, and after {@link #linear} for linear PCA too. */
    public List<ComponentCurve> curves() {
        int used = Math.min(testRows, MOST_CURVE_ROWS);
        List<ComponentCurve> curves = new ArrayList<>();
        models.forEach((method, model) -> {
            int[] counts = counts(model.components());
            double[] errors = new double[counts.length];
            double[] left = new double[counts.length];
            for (int i = 0; i < counts.length; i++) {
                KernelPcaModel part = model.withComponents(ComponentCount.of(counts[i]));
                errors[i] = KernelError.measure(part, test, used, workers).spectral();
                left[i] = varianceLeft(part, used);
            }
            curves.add(new ComponentCurve(method.label(), counts, errors, left));
        });
        LinearPca.Components found = linearComponents;
        if (found != null) {
            int[] counts = counts(found.count());
            double[] left = Arrays.stream(counts)
                    .mapToDouble(count -> found.varianceLeft(test, used, count))
                    .toArray();
            curves.add(new ComponentCurve(LINEAR, counts, new double[0], left));
        }
        return curves;
    }

    private double varianceLeft(KernelPcaModel model, int used) {
        double left = 0;
        double held = 0;
        for (int i = 0; i < used; i++) {
            double[] row = Arrays.copyOfRange(test, i * columns, (i + 1) * columns);
            left += model.residual(row);
            for (float loading : model.transform(row)) {
                held += (double) loading * loading;
            }
        }
        return left + held > 0 ? left / (left + held) : 0;
    }

    /** 1, 2, 5, 10 and so on, and all. */
    private static int[] counts(int components) {
        return IntStream.concat(
                        IntStream.of(1, 2, 5, 10, 20, 50, 100, 200, 500).filter(count -> count < components),
                        IntStream.of(components))
                .toArray();
    }

    /**
     * The held-out rows on the first two components; after {@link #measure}, and after {@link #linear} for linear PCA too.
     *
     * @param method a label
     * @return two arrays of as many numbers as there are held-out rows; zeros where there is no second component
     */
    public double[][] map(String method) {
        double[][] places = new double[2][testRows];
        LinearPca.Components found = linearComponents;
        KernelPcaModel model = Method.ofLabel(method).map(models::get).orElse(null);
        for (int i = 0; i < testRows; i++) {
            double[] loadings = new double[2];
            if (model != null) {
                float[] narrow = model.transform(Arrays.copyOfRange(test, i * columns, (i + 1) * columns));
                for (int j = 0; j < Math.min(2, narrow.length); j++) {
                    loadings[j] = narrow[j];
                }
            } else if (found != null) {
                double[] all = new double[Math.max(2, found.count())];
                found.transform(test, i * columns, all, 0);
                loadings = all;
            }
            places[0][i] = loadings[0];
            places[1][i] = loadings[1];
        }
        return places;
    }

    /** The novelty of the held-out rows by skpca; after {@link #measure}. */
    public double[] scores() {
        KernelPcaModel own = models.get(Method.SKPCA);
        return own == null ? new double[testRows] : own.score(RowBatch.of(test, testRows), workers);
    }

    private double microsPerRow(KernelPcaModel model, double[] source, int count) {
        Projector projector = FittedModel.of(model).projector(Workers.callerOnly());
        float[] loadings = new float[Math.max(1, model.components())];
        return microsPerRow(row -> projector.transform(source, row * columns, 1, loadings, 0), count);
    }

    private static double microsPerRow(IntConsumer transform, int count) {
        double best = Double.POSITIVE_INFINITY;
        // The first round only warms up.
        for (int round = 0; round <= ROUNDS; round++) {
            long start = System.nanoTime();
            int done = 0;
            while (done < count && System.nanoTime() - start < ROUND_NANOS) {
                transform.accept(done);
                done++;
            }
            double micros = (System.nanoTime() - start) * 1e-3 / done;
            best = round == 0 ? best : Math.min(best, micros);
        }
        return best;
    }
}
