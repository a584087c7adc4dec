package io.github.skpca.experiments;

import io.github.skpca.Workers;
import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.experiments.run.ExactTraining;
import io.github.skpca.experiments.run.GramError;
import io.github.skpca.experiments.run.MethodGroup;
import io.github.skpca.experiments.run.Point;
import io.github.skpca.experiments.run.Representation;
import io.github.skpca.experiments.run.TestClock;
import io.github.skpca.experiments.run.TestGram;
import io.github.skpca.experiments.run.Training;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** Trains methods on one data set and measures each on its held-out rows. */
final class Measuring {
    private static final int WARM_ROWS = 3000;

    private final String dataset;
    private final HeldOut rows;
    private final Workers workers;
    private final TestGram gram;

    Measuring(String dataset, HeldOut rows, Workers workers) {
        this.dataset = dataset;
        this.rows = rows;
        this.workers = workers;
        this.gram = new TestGram(rows.test(), rows.testRows(), rows.columns(), rows.kernel(), workers);
    }

    /** Lets Java compile what is going to be timed: the first method would pay for it otherwise. */
    void warmUp(List<Integer> sketchSizes) {
        int count = Math.min(WARM_ROWS, rows.trainRows());
        float[] train = java.util.Arrays.copyOf(rows.train(), count * rows.columns());
        HeldOut few = new HeldOut(rows.columns(), train, count, rows.test(), rows.testRows(), rows.kernel());
        for (int size : new int[] {20, 300, 300}) {
            for (Training training : new MethodGroup(few, workers).train(size, sketchSizes, 0)) {
                measured(training);
            }
        }
    }

    /** All methods at one size; Nystrom's point is the last. */
    List<Point> group(int size, List<Integer> sketchSizes, int repeat, long seed) {
        List<Point> points = new ArrayList<>();
        for (Training training : new MethodGroup(rows, workers).train(size, sketchSizes, seed)) {
            points.add(point(training, size, repeat, seed));
        }
        return points;
    }

    /** This project's default alone at one size. */
    List<Point> own(int size, List<Integer> sketchSizes, int repeat, long seed) {
        List<Point> points = new ArrayList<>();
        for (Training training : new MethodGroup(rows, workers).ownForms(size, sketchSizes, seed)) {
            points.add(point(training, size, repeat, seed));
        }
        return points;
    }

    /** Exact kernel PCA of at most {@code most} rows. */
    List<Point> exact(int most, int repeat, long seed) {
        int count = Math.min(most, rows.trainRows());
        return List.of(point(ExactTraining.train(rows, most, seed, workers), count, repeat, seed));
    }

    private Point point(Training training, int size, int repeat, long seed) {
        Representation representation = training.representation();
        double micros = representation == null
                ? Double.NaN
                : TestClock.microsPerRow(representation, rows.test(), rows.testRows(), rows.columns());
        Point.Group group =
                new Point.Group(dataset, rows.columns(), rows.trainRows(), rows.testRows(), size, repeat, seed);
        return new Point(group, training, measured(training), micros);
    }

    private @Nullable GramError measured(Training training) {
        Representation representation = training.representation();
        return representation == null
                ? null
                : gram.error(representation.loadings(rows.test(), rows.testRows(), workers), representation.width());
    }
}
