package io.github.skpca.cli;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.Scale;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A stream of drawn digits: learned in one pass, and new ones of which some are crossed out. */
final class DemoDigits {
    /** Rows held out for errors. */
    static final int TEST_ROWS = 500;

    /** New rows that are judged. */
    static final int FRESH_ROWS = 1000;

    /** Components of the model. */
    static final int COMPONENTS = 20;

    /** One new row in so many is crossed out. */
    static final int CROSSED_STRIDE = 50;

    /** Landmarks at the most: digits need fewer than the default, and the demo is to be short. */
    private static final int FEATURES = 500;

    private static final int SKETCH = 100;
    private static final int WARM_UP = 1000;
    private static final int BATCH = 100;

    private final DrawnDigits digits;
    private final int rows;
    private final Workers workers;
    private final StreamingKernelPca learner;
    private final double[] test;
    private final double[] fresh;
    private final DemoHistory history;
    private double seconds;

    DemoDigits(int rows, long seed, Workers workers) {
        this.digits = new DrawnDigits(seed);
        this.rows = rows;
        this.workers = workers;
        this.learner = builder(seed).workers(workers).build(DrawnDigits.PIXELS);
        this.test = drawn(rows, TEST_ROWS, false);
        this.fresh = drawn(rows + (long) TEST_ROWS, FRESH_ROWS, true);
        this.history = new DemoHistory(test, TEST_ROWS, workers);
    }

    /** The settings of the model, of whatever method. */
    KernelPcaBuilder builder(long seed) {
        return StreamingKernelPca.builder()
                .seed(seed)
                .scale(Scale.NONE)
                .features(FEATURES)
                .sketchSize(SKETCH)
                .components(COMPONENTS)
                .warmUpRows(Math.min(WARM_UP, rows));
    }

    private double[] drawn(long from, int count, boolean someCrossed) {
        double[] images = new double[count * DrawnDigits.PIXELS];
        workers.split(count, BATCH, (first, end) -> {
            for (int i = first; i < end; i++) {
                digits.draw(from + i, someCrossed && isCrossed(i), images, i * DrawnDigits.PIXELS);
            }
        });
        return images;
    }

    /** Whether new row i is crossed out; the odd ones show every digit. */
    static boolean isCrossed(int i) {
        return i % CROSSED_STRIDE == i / CROSSED_STRIDE % 10;
    }

    /** Feeds the stream, stopping at a few moments to measure. */
    void stream(ProgressLine progress) {
        long learning = 0;
        for (int moment : moments()) {
            while (learner.rows() < moment) {
                int count = (int) Math.min(BATCH, moment - learner.rows());
                double[] images = drawn(learner.rows(), count, false);
                long start = System.nanoTime();
                learner.update(images, count);
                learning += System.nanoTime() - start;
                progress.update(() -> "learning digits: " + Console.text(learner.rows()) + " of " + Console.text(rows));
            }
            if (moment == rows) {
                learner.endWarmUp();
            }
            progress.update(() -> "measuring the error at " + Console.text(learner.rows()) + " rows");
            history.measure(learner);
        }
        seconds = learning * 1e-9;
    }

    /** Row counts at which the error is measured: 100, 200, 500, 1000 and so on, and the end. */
    private List<Integer> moments() {
        List<Integer> moments = new ArrayList<>();
        for (long decade = 100; decade < rows; decade *= 10) {
            for (int step : new int[] {1, 2, 5}) {
                if (decade * step < rows) {
                    moments.add((int) decade * step);
                }
            }
        }
        moments.add(rows);
        return moments;
    }

    /** Seconds spent learning. */
    double seconds() {
        return seconds;
    }

    long workingBytes() {
        return learner.workingBytes();
    }

    DemoHistory history() {
        return history;
    }

    KernelPcaModel model() {
        return learner.snapshot();
    }

    /** Pixels of held-out row i. */
    double[] testImage(int i) {
        return image(test, i);
    }

    /** The new rows, some of them crossed out; read only. */
    double[] fresh() {
        return fresh;
    }

    /** Pixels of new row i. */
    double[] freshImage(int i) {
        return image(fresh, i);
    }

    /** The digit of new row i. */
    int freshDigit(int i) {
        return DrawnDigits.digit(rows + (long) TEST_ROWS + i);
    }

    private static double[] image(double[] images, int i) {
        return Arrays.copyOfRange(images, i * DrawnDigits.PIXELS, (i + 1) * DrawnDigits.PIXELS);
    }

    /** The held-out rows; read only. */
    double[] test() {
        return test;
    }

    /** A model of the first rows of the stream by a method. */
    KernelPcaModel like(KernelPcaModel model, Method method, int count, long seed) {
        StreamingKernelPca other = builder(seed)
                .method(method)
                .kernel(FittedModel.of(model).embedding().kernel())
                .workers(workers)
                .build(DrawnDigits.PIXELS);
        other.update(RowBatch.of(drawn(0, count, false), count));
        other.endWarmUp();
        return other.snapshot();
    }
}
