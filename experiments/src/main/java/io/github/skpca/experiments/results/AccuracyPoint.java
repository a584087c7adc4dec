package io.github.skpca.experiments.results;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * One line of accuracy.tsv: one system, trained once and measured on the held-out rows.
 *
 * @param dataset the label of the data set
 * @param columns d
 * @param trainRows rows it was trained on
 * @param testRows n, the rows held out
 * @param bandwidth of the Gaussian kernel
 * @param part {@link #SAMPLE} or {@link #STREAM}
 * @param system the label of a map under the sketch, or of another system
 * @param m features or samples; 0 for exact kernel PCA, which has none
 * @param l rows of the sketch, or the rank; 0 for the map alone
 * @param repeat from 0
 * @param seed of the map and the sketch
 * @param picked the map that was used
 * @param features how many features it had: of landmarks the rank of their kernel matrix
 * @param spectralError ||G - G'||_2 / n
 * @param frobeniusError ||G - G'||_F / n^2
 */
public record AccuracyPoint(
        String dataset,
        long columns,
        long trainRows,
        long testRows,
        double bandwidth,
        String part,
        String system,
        int m,
        int l,
        int repeat,
        long seed,
        String picked,
        long features,
        double spectralError,
        double frobeniusError) {
    /** The part that is trained on the same few rows by all systems. */
    public static final String SAMPLE = "sample";

    /** The part that is trained on all training rows. */
    public static final String STREAM = "stream";

    /** The header of the file. */
    public static final List<String> COLUMNS = ResultTable.columns("dataset columns trainRows testRows bandwidth part"
            + " system m l repeat seed picked features spectralError frobeniusError");

    /**
     * All lines of a file; none if there is no such file.
     *
     * @throws ResultFileException if a line is torn, hostile or there twice
     */
    public static List<AccuracyPoint> read(Path file) throws IOException {
        List<AccuracyPoint> points = new ArrayList<>();
        Set<List<Object>> seen = new HashSet<>();
        for (ResultTable.Line line : ResultTable.read(file, COLUMNS)) {
            AccuracyPoint point = of(line);
            if (!seen.add(point.key())) {
                throw line.fault("this measurement is there twice: remove one");
            }
            points.add(point);
        }
        return points;
    }

    private List<Object> key() {
        return List.of(dataset, part, system, m, l, repeat);
    }

    /** The fields in the order of {@link #COLUMNS}. */
    public List<Object> values() {
        return List.of(
                dataset,
                columns,
                trainRows,
                testRows,
                bandwidth,
                part,
                system,
                m,
                l,
                repeat,
                seed,
                picked,
                features,
                spectralError,
                frobeniusError);
    }

    private static AccuracyPoint of(ResultTable.Line line) throws ResultFileException {
        String part = line.text("part");
        if (!part.equals(SAMPLE) && !part.equals(STREAM)) {
            throw line.fault("part", "must be " + SAMPLE + " or " + STREAM);
        }
        return new AccuracyPoint(
                line.label("dataset"),
                line.whole("columns", 1),
                line.whole("trainRows", 1),
                line.whole("testRows", 1),
                line.number("bandwidth", 0),
                part,
                line.label("system"),
                line.small("m", 0),
                line.small("l", 0),
                line.small("repeat", 0),
                line.seed("seed"),
                line.label("picked"),
                line.whole("features", 0),
                line.number("spectralError", 0),
                line.number("frobeniusError", 0));
    }
}
