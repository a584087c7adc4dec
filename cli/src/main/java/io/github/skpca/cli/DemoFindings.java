package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What the model of the digits finds: new rows that are odd, and how near it is to exact kernel PCA. */
final class DemoFindings {
    /** The p-value from which on a new row is called novel. */
    static final double ALERT = 0.001;

    private static final int SHOWN = 8;
    private static final int EXACT_ROWS = 1000;
    private static final int[] COUNTS = {1, 2, 5, 10, 20};

    private final DemoDigits digits;
    private final KernelPcaModel model;
    private final double[] scores;
    private final double[] pValues;
    private final Map<String, double[]> errors = new LinkedHashMap<>();
    private final List<Odd> odd = new ArrayList<>();
    private final int exactRows;

    /**
     * A new row that was found.
     *
     * @param row its number among the new rows
     * @param expected what the model takes it for
     * @param shares of the pixels in its score, the largest made 1
     */
    record Odd(int row, double[] expected, double[] shares) {}

    DemoFindings(DemoDigits digits, KernelPcaModel model, long seed, Workers workers, ProgressLine progress) {
        this.digits = digits;
        this.model = model;
        this.scores = model.score(RowBatch.of(digits.fresh(), DemoDigits.FRESH_ROWS), workers);
        Calibration calibration = model.calibration().orElseThrow();
        this.pValues = Arrays.stream(scores).map(calibration::pValue).toArray();
        progress.update(() -> "explaining novel digits");
        explain();
        progress.update(() -> "fitting exact kernel PCA to compare with");
        this.exactRows = (int) Math.min(EXACT_ROWS, model.rows());
        compare(seed, workers);
    }

    private void explain() {
        int[] order = IntStream.range(0, scores.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -scores[i]))
                .mapToInt(Integer::intValue)
                .limit(SHOWN)
                .toArray();
        for (int row : order) {
            double[] image = digits.freshImage(row);
            double[] shares = model.contributions(image);
            double largest = Arrays.stream(shares).max().orElse(1);
            odd.add(new Odd(
                    row,
                    model.expected(image),
                    Arrays.stream(shares).map(share -> share / largest).toArray()));
        }
    }

    private void compare(long seed, Workers workers) {
        Map<String, KernelPcaModel> models = new LinkedHashMap<>();
        models.put("exact kernel PCA", digits.like(model, Method.EXACT, exactRows, seed));
        models.put("skpca", digits.like(model, Method.SKPCA, exactRows, seed));
        models.put("random features", digits.like(model, Method.RNCA, exactRows, seed));
        models.forEach((name, other) -> errors.put(
                name,
                Arrays.stream(COUNTS)
                        .mapToDouble(count -> KernelError.measure(
                                        other.withComponents(ComponentCount.of(count)),
                                        digits.test(),
                                        DemoDigits.TEST_ROWS,
                                        workers)
                                .spectral())
                        .toArray()));
    }

    void describe(Map<String, Object> fields) {
        fields.put("crossedRows", crossed());
        fields.put("crossedFound", found(true));
        fields.put("falseAlarms", found(false));
        fields.put("exactRows", exactRows);
        errors.forEach((name, values) -> fields.put(
                switch (name) {
                    case "skpca" -> "skpcaErrorOfThese";
                    case "random features" -> "randomFeaturesError";
                    default -> "exactError";
                },
                values[values.length - 1]));
    }

    int exactRows() {
        return exactRows;
    }

    static double[] counts() {
        return Arrays.stream(COUNTS).asDoubleStream().toArray();
    }

    /** Errors on held-out rows by components, of each method. */
    Map<String, double[]> errors() {
        return errors;
    }

    List<Odd> odd() {
        return odd;
    }

    double pValue(int row) {
        return pValues[row];
    }

    double[] scores() {
        return scores;
    }

    double threshold() {
        return model.calibration().orElseThrow().scoreAt(ALERT);
    }

    /** How many new rows are crossed out. */
    static int crossed() {
        return (int) IntStream.range(0, DemoDigits.FRESH_ROWS)
                .filter(DemoDigits::isCrossed)
                .count();
    }

    /** How many rows, crossed out or not, are novel. */
    int found(boolean isCrossed) {
        return (int) IntStream.range(0, pValues.length)
                .filter(i -> DemoDigits.isCrossed(i) == isCrossed && pValues[i] <= ALERT)
                .count();
    }

    /** New rows on the first components. */
    double[][] places(int count, Workers workers) {
        double[][] places = new double[DemoDigits.FRESH_ROWS][count];
        float[] loadings = model.transform(RowBatch.of(digits.fresh(), DemoDigits.FRESH_ROWS), workers);
        for (int i = 0; i < places.length; i++) {
            for (int c = 0; c < count; c++) {
                places[i][c] = loadings[i * model.components() + c];
            }
        }
        return places;
    }
}
