package io.github.skpca.experiments.run;

import io.github.skpca.Workers;
import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Time and space of training as n, d, m and l grow, one at a time: what the exponents of the paper's Table 1 are read off. */
public final class Scaling {
    /** The names of the columns of scaling.tsv. */
    public static final List<String> COLUMNS =
            List.of("method", "variable", "value", "fixed", "repeat", "trainMicrosPerRow", "space", "workingBytes");

    private static final int WARM_UP_ROUNDS = 5;
    private static final int EXACT_WARM_UP_ROWS = 400;

    private final long seed;
    private final int repeats;
    private final boolean quick;
    private final Workers workers;

    /** The four sizes of one training. */
    private record Sizes(int n, int d, int m, int l) {
        /** All but one of them, as text. */
        String without(String variable) {
            List<String> parts = new ArrayList<>();
            if (!variable.equals("n")) {
                parts.add("n=" + n);
            }
            if (!variable.equals("d")) {
                parts.add("d=" + d);
            }
            if (!variable.equals("m")) {
                parts.add("m=" + m);
            }
            if (!variable.equals("l")) {
                parts.add("l=" + l);
            }
            return String.join(" ", parts);
        }

        Sizes with(String variable, int value) {
            return switch (variable) {
                case "n" -> new Sizes(value, d, m, l);
                case "d" -> new Sizes(n, value, m, l);
                case "m" -> new Sizes(n, d, value, l);
                default -> new Sizes(n, d, m, value);
            };
        }
    }

    /**
     * Measurements on normal rows.
     *
     * @param quick fewer rows and values
     */
    public Scaling(long seed, int repeats, boolean quick, Workers workers) {
        this.seed = seed;
        this.repeats = repeats;
        this.quick = quick;
        this.workers = workers;
    }

    /** Measures everything; lines in the order of {@link #COLUMNS}. */
    public List<List<Object>> run(Consumer<String> progress) {
        Sizes middle = quick ? new Sizes(4000, 20, 200, 10) : new Sizes(10_000, 20, 400, 20);
        List<List<Object>> lines = new ArrayList<>();
        progress.accept("scaling: warming up");
        HeldOut data = rows(middle);
        for (int round = 0; round < (quick ? 1 : WARM_UP_ROUNDS); round++) {
            // The just-in-time compiler's own time would else be in the smallest sizes, which come first.
            new MethodGroup(data, workers).train(middle.m, List.of(middle.l), seed + round);
            ExactTraining.train(data, EXACT_WARM_UP_ROWS, seed, workers);
        }
        vary("n", quick ? List.of(2000, 4000, 8000) : List.of(5000, 10_000, 20_000, 40_000), middle, lines, progress);
        vary("d", quick ? List.of(20, 80, 320) : List.of(20, 60, 180, 540), middle, lines, progress);
        vary("m", quick ? List.of(100, 200, 400) : List.of(200, 400, 800, 1600), middle, lines, progress);
        vary("l", quick ? List.of(5, 10, 20) : List.of(10, 20, 40, 80), middle, lines, progress);
        Sizes small = quick ? new Sizes(400, 20, 0, 0) : new Sizes(2000, 20, 0, 0);
        varyExact("n", quick ? List.of(200, 400, 800) : List.of(1000, 2000, 4000), small, lines, progress);
        varyExact("d", quick ? List.of(20, 80, 320) : List.of(20, 60, 180, 540), small, lines, progress);
        return lines;
    }

    /** Exact kernel PCA has neither m nor l, and wants fewer rows. */
    private void varyExact(
            String variable, List<Integer> values, Sizes small, List<List<Object>> lines, Consumer<String> progress) {
        for (int value : values) {
            Sizes sizes = small.with(variable, value);
            HeldOut data = rows(sizes);
            String fixed = variable.equals("n") ? "d=" + sizes.d : "n=" + sizes.n;
            for (int repeat = 0; repeat < repeats; repeat++) {
                progress.accept("scaling: exact, " + variable + " = " + value);
                Training training = ExactTraining.train(data, sizes.n, seed + repeat, workers);
                lines.add(line(training, variable, value, fixed, repeat, sizes.n));
            }
        }
    }

    private static List<Object> line(
            Training training, String variable, int value, String fixed, int repeat, int rows) {
        return List.of(
                training.method(),
                variable,
                value,
                fixed,
                repeat,
                training.trainSeconds() * 1e6 / rows,
                training.space(),
                training.workingBytes());
    }

    private void vary(
            String variable, List<Integer> values, Sizes middle, List<List<Object>> lines, Consumer<String> progress) {
        for (int value : values) {
            Sizes sizes = middle.with(variable, value);
            HeldOut data = rows(sizes);
            for (int repeat = 0; repeat < repeats; repeat++) {
                progress.accept("scaling: " + variable + " = " + value);
                for (Training training :
                        new MethodGroup(data, workers).train(sizes.m, List.of(sizes.l), seed + repeat)) {
                    if (!variable.equals("l") || training.sketchSize() > 0) {
                        lines.add(line(training, variable, value, sizes.without(variable), repeat, sizes.n));
                    }
                }
            }
        }
    }

    private HeldOut rows(Sizes sizes) {
        RandomStream random = new RandomStream(seed, Purpose.EXPERIMENT_SCALING);
        float[] train = new float[sizes.n * sizes.d];
        for (int i = 0; i < train.length; i++) {
            train[i] = (float) random.nextGaussian();
        }
        float[] test = java.util.Arrays.copyOf(train, sizes.d);
        return new HeldOut(sizes.d, train, sizes.n, test, 1, Kernel.gaussian(Math.sqrt(2.0 * sizes.d)));
    }
}
