package io.github.skpca.experiments.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * All numbers of a run.
 *
 * @param points lines of points.tsv in their order
 * @param theory lines of theory.tsv in their order
 * @param scaling lines of scaling.tsv in their order
 */
public record Results(List<MeasuredPoint> points, List<TheoryTrial> theory, List<ScalingPoint> scaling) {
    /** Copies the lists. */
    public Results {
        points = List.copyOf(points);
        theory = List.copyOf(theory);
        scaling = List.copyOf(scaling);
    }

    /**
     * Reads the result files of a folder. A file that is not there has no lines.
     *
     * @throws ResultFileException if a line is torn, hostile or there twice
     */
    public static Results read(Path folder) throws IOException {
        List<MeasuredPoint> points = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        for (ResultTable.Line line : ResultTable.read(folder.resolve(MeasuredPoint.FILE), MeasuredPoint.COLUMNS)) {
            MeasuredPoint point = MeasuredPoint.of(line);
            if (!seen.add(List.of(point.dataset(), point.method(), point.l(), point.size(), point.repeat()))) {
                throw line.fault("this point is there twice: remove one");
            }
            points.add(point);
        }
        List<TheoryTrial> theory = new ArrayList<>();
        for (ResultTable.Line line : ResultTable.read(folder.resolve(TheoryTrial.FILE), TheoryTrial.COLUMNS)) {
            theory.add(TheoryTrial.of(line));
        }
        List<ScalingPoint> scaling = new ArrayList<>();
        for (ResultTable.Line line : ResultTable.read(folder.resolve(ScalingPoint.FILE), ScalingPoint.COLUMNS)) {
            scaling.add(ScalingPoint.of(line));
        }
        return new Results(points, theory, scaling);
    }

    /** The labels of the data sets, each once, in the order in which they appear. */
    public List<String> datasets() {
        return points.stream().map(MeasuredPoint::dataset).distinct().toList();
    }

    /** The values of l with which a method was run on a data set, rising. */
    public List<Integer> sketchSizes(String dataset, String method) {
        return points.stream()
                .filter(point ->
                        point.dataset().equals(dataset) && point.method().equals(method))
                .map(MeasuredPoint::l)
                .distinct()
                .sorted()
                .toList();
    }

    /** The points of one method with one l on one data set. */
    public List<MeasuredPoint> of(String dataset, String method, int l) {
        return points.stream()
                .filter(point ->
                        point.dataset().equals(dataset) && point.method().equals(method) && point.l() == l)
                .toList();
    }

    /** One quantity of one method with one l on one data set; empty if it was not measured. */
    public Curve curve(String dataset, String method, int l, Measure measure) {
        return Curve.of(of(dataset, method, l), measure);
    }
}
