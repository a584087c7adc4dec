package io.github.skpca.experiments.accuracy;

import io.github.skpca.experiments.results.AccuracyPoint;
import io.github.skpca.experiments.run.ResultFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Measurements in which everything that was to be shown holds, to be spoiled one number at a time. */
final class AccuracyFixture {
    static final int REPEATS = 3;

    private static final List<String> DATASETS = List.of("random-noisy", "cpu", "adult", "forest");
    private final List<AccuracyPoint> points = new ArrayList<>();

    AccuracyFixture() {
        for (String dataset : DATASETS) {
            for (int l : List.of(10, 50)) {
                points.add(point(dataset, AccuracyPoint.SAMPLE, "exact", 0, l, 0, 0.004));
            }
            for (int m : List.of(200, 500, 1000, 2000)) {
                for (int l : List.of(0, 10, 50)) {
                    add(dataset, "fourier", m, l, 8.0 / m);
                    add(dataset, "orthogonal", m, l, 2.0 / m);
                    add(dataset, "structured", m, l, 2.001 / m);
                    add(dataset, "landmarks-pivoted", m, l, 0.0042);
                    if (l > 0) {
                        add(dataset, "auto", m, l, Math.min(2.0 / m, 0.0042));
                        add(dataset, "nystrom", m, l, 0.005);
                        add(dataset, "rnca", m, l, 8.0 / m);
                    }
                }
            }
            points.add(point(dataset, AccuracyPoint.STREAM, "auto", 1000, 10, 0, 0.00123));
        }
    }

    private void add(String dataset, String system, int m, int l, double error) {
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            points.add(point(dataset, AccuracyPoint.SAMPLE, system, m, l, repeat, error * (1 + 0.05 * (repeat - 1))));
        }
    }

    private static AccuracyPoint point(
            String dataset, String part, String system, int m, int l, int repeat, double error) {
        long rows = part.equals(AccuracyPoint.SAMPLE) ? 6000 : 19_000;
        return new AccuracyPoint(
                dataset, 21, rows, 1000, 2.5, part, system, m, l, repeat, repeat, "paired", m, error, error / 100);
    }

    /** Multiplies the errors of some points. */
    AccuracyFixture times(double factor, Predicate<AccuracyPoint> which) {
        points.replaceAll(point -> which.test(point) ? scaled(point, factor) : point);
        return this;
    }

    AccuracyFixture without(Predicate<AccuracyPoint> which) {
        points.removeIf(which);
        return this;
    }

    private static AccuracyPoint scaled(AccuracyPoint point, double factor) {
        UnaryOperator<Double> scale = error -> error * factor;
        return new AccuracyPoint(
                point.dataset(),
                point.columns(),
                point.trainRows(),
                point.testRows(),
                point.bandwidth(),
                point.part(),
                point.system(),
                point.m(),
                point.l(),
                point.repeat(),
                point.seed(),
                point.picked(),
                point.features(),
                scale.apply(point.spectralError()),
                scale.apply(point.frobeniusError()));
    }

    AccuracyTable table() {
        return new AccuracyTable(points);
    }

    /** Writes the files and makes the page of them. */
    String page(Path folder) throws IOException {
        AccuracyFiles files = new AccuracyFiles(folder.resolve("accuracy.md"));
        new ResultFile(files.measurements(), AccuracyPoint.COLUMNS)
                .write(points.stream().map(AccuracyPoint::values).toList());
        Files.writeString(
                files.facts(), "{\"command\": \"skpca accuracy | <b>\", \"commit\": \"abc\", \"cut\": [\"A lot.\"]}");
        AccuracyPage.write(files);
        return Files.readString(files.page());
    }
}
