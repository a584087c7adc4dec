package io.github.skpca.experiments.results;

import java.util.List;

/**
 * One line of points.tsv: a method, trained and measured once. What was not measured is NaN.
 *
 * @param dataset the label of the data set
 * @param columns d
 * @param method the label of the method
 * @param l rows of the sketch, 0 where there is none
 * @param size m or c
 * @param repeat from 0
 * @param spectralError ||G - G'||_2 / n on the held-out rows
 * @param frobeniusError ||G - G'||_F / n^2 on the held-out rows
 * @param trainSeconds with the feature map, without reading and without the bandwidth
 * @param mapSeconds the part of it that the feature map took
 * @param testMicrosPerRow for one held-out row
 * @param space numbers kept, as the paper counts them
 * @param extrapolated whether the time is that of a prefix of the rows, scaled up
 */
public record MeasuredPoint(
        String dataset,
        long rows,
        long columns,
        long trainRows,
        long testRows,
        String method,
        int l,
        int size,
        int repeat,
        double spectralError,
        double frobeniusError,
        double trainSeconds,
        double mapSeconds,
        double testMicrosPerRow,
        double space,
        boolean extrapolated) {
    static final String FILE = "points.tsv";
    static final List<String> COLUMNS =
            ResultTable.columns("dataset rows columns trainRows testRows method l size repeat seed spectralError"
                    + " frobeniusError trainSeconds mapSeconds testMicrosPerRow space workingBytes extrapolated");

    static MeasuredPoint of(ResultTable.Line line) throws ResultFileException {
        line.seed("seed");
        line.measured("workingBytes", 0);
        String extrapolated = line.text("extrapolated");
        if (!extrapolated.equals("0") && !extrapolated.equals("1")) {
            throw line.fault("extrapolated", "must be 0 or 1");
        }
        return new MeasuredPoint(
                line.label("dataset"),
                line.whole("rows", 1),
                line.whole("columns", 1),
                line.whole("trainRows", 1),
                line.whole("testRows", 1),
                line.label("method"),
                line.small("l", 0),
                line.small("size", 1),
                line.small("repeat", 0),
                line.measured("spectralError", 0),
                line.measured("frobeniusError", 0),
                line.measured("trainSeconds", 0),
                line.measured("mapSeconds", 0),
                line.measured("testMicrosPerRow", 0),
                line.measured("space", 0),
                extrapolated.equals("1"));
    }
}
