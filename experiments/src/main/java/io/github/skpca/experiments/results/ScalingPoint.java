package io.github.skpca.experiments.results;

import java.util.List;

/**
 * One line of scaling.tsv: what a method costs when one variable has this value. What was not measured is NaN.
 *
 * @param method the label of the method
 * @param variable n, d, m or l
 * @param value of the variable
 * @param fixed the others, as text
 * @param repeat from 0
 * @param trainMicrosPerRow microseconds of training for one row
 * @param space numbers kept, as the paper counts them
 */
public record ScalingPoint(
        String method,
        String variable,
        double value,
        String fixed,
        int repeat,
        double trainMicrosPerRow,
        double space) {
    static final String FILE = "scaling.tsv";
    static final List<String> COLUMNS =
            ResultTable.columns("method variable value fixed repeat trainMicrosPerRow space workingBytes");

    private static final List<String> VARIABLES = List.of("n", "d", "m", "l");

    static ScalingPoint of(ResultTable.Line line) throws ResultFileException {
        String variable = line.text("variable");
        if (!VARIABLES.contains(variable)) {
            throw line.fault("variable", "must be one of " + String.join(", ", VARIABLES));
        }
        line.measured("workingBytes", 0);
        return new ScalingPoint(
                line.label("method"),
                variable,
                line.whole("value", 1),
                line.text("fixed"),
                (int) line.whole("repeat", 0),
                line.measured("trainMicrosPerRow", 0),
                line.measured("space", 0));
    }
}
