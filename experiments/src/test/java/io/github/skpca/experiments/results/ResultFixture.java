package io.github.skpca.experiments.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Result files in which every claim of the paper holds, to be spoiled one number at a time. */
public final class ResultFixture {
    private static final int[] SMALL = {2, 5, 10, 20, 30, 50};
    private static final int[] LARGE = {500, 1000, 1500};
    private static final int[] SKETCHES = {2, 10, 50};
    private static final int COLUMNS = 21;

    private final List<Map<String, String>> points = new ArrayList<>();
    private final List<Map<String, String>> theory = new ArrayList<>();
    private final List<Map<String, String>> scaling = new ArrayList<>();

    /** Files of these data sets with one repeat each. */
    public ResultFixture(String... datasets) {
        for (String dataset : datasets) {
            for (int size : SMALL) {
                addSize(dataset, size);
            }
            for (int size : LARGE) {
                addSize(dataset, size);
            }
        }
        for (String statement : List.of(
                "for-all",
                "for-each",
                "for-each-corrected",
                "main",
                "main-current-w",
                "main-doubled-l",
                "main-corrected",
                "frobenius-lemma")) {
            add(theory, TheoryTrial.COLUMNS, statement, "epsilon=0.1", "0.01", "1000", "0", "");
        }
        add(theory, TheoryTrial.COLUMNS, "nystrom-replacements", "c=100 n=1000", "", "10", "0", "replacements=700.0");
        for (String method : List.of("skpca-paper", "rnca", "rnca-row", "nystrom", "exact")) {
            addScaling(method);
        }
    }

    private void addSize(String dataset, int size) {
        double nystrom = 0.008 / Math.pow(size, 0.3);
        boolean largest = size == 1500;
        double map = 1e-4 * size;
        for (int l : SKETCHES) {
            if (l <= size) {
                double error = nystrom * (largest ? 0.8 : 1.3) * (1 - 0.001 * l);
                double train = map + 1e-6 * size * l;
                addPoint(
                        dataset,
                        "skpca-paper",
                        l,
                        size,
                        error,
                        error / 10,
                        train,
                        map,
                        0.01 * size,
                        size * (COLUMNS + l));
            }
        }
        // Below Nystrom's at the largest size in the Frobenius norm, above it in the spectral norm.
        double rnca = nystrom * 1.4;
        double frobenius = nystrom / 10 * (largest ? 0.9 : 1.4);
        double test = 0.02 * size;
        int space = size * (COLUMNS + size);
        addPoint(dataset, "rnca", 0, size, rnca, frobenius, 0.01 * size, map, test, space);
        addPoint(dataset, "rnca-row", 0, size, Double.NaN, Double.NaN, 0.1 * size, map, Double.NaN, space);
        addPoint(
                dataset,
                "nystrom",
                0,
                size,
                nystrom,
                nystrom / 10,
                2e-4 * size,
                Double.NaN,
                0.004 * size * size,
                space);
        addPoint(dataset, "skpca", 10, size, nystrom, nystrom / 10, map, map, test, size * (COLUMNS + 10));
        if (largest) {
            addPoint(dataset, "exact", 10, 6000, 1e-4, 1e-5, 40, Double.NaN, 900, 36_000_000);
        }
    }

    private void addPoint(String dataset, String method, int l, int size, double... values) {
        add(
                points,
                MeasuredPoint.COLUMNS,
                dataset,
                "7373",
                Integer.toString(COLUMNS),
                "6573",
                "800",
                method,
                Integer.toString(l),
                Integer.toString(size),
                "0",
                "-42",
                number(values[0]),
                number(values[1]),
                number(values[2]),
                number(values[3]),
                number(values[4]),
                number(values[5]),
                "1",
                method.equals("rnca-row") && size >= 500 ? "1" : "0");
    }

    private void addScaling(String method) {
        for (String variable : List.of("n", "d", "m", "l")) {
            for (double value : new double[] {100, 200, 400}) {
                double n = variable.equals("n") ? value : 100;
                double d = variable.equals("d") ? value : 100;
                double m = variable.equals("m") ? value : 100;
                double l = variable.equals("l") ? value : 100;
                double width = method.equals("skpca-paper") ? l : m;
                double perRow = method.equals("exact") ? n * (d + n) : d * m + m * width;
                double space = method.equals("exact") ? n * (d + n) : m * (d + width);
                add(
                        scaling,
                        ScalingPoint.COLUMNS,
                        method,
                        variable,
                        Integer.toString((int) value),
                        "others=100",
                        "0",
                        number(perRow),
                        number(space),
                        "1");
            }
        }
    }

    private static String number(double value) {
        return Double.isNaN(value) ? "" : Double.toString(value);
    }

    private static void add(List<Map<String, String>> lines, List<String> columns, String... values) {
        Map<String, String> line = new LinkedHashMap<>();
        for (int i = 0; i < values.length; i++) {
            line.put(columns.get(i), values[i]);
        }
        lines.add(line);
    }

    /** Gives a column of some points another value, and there must be such points. */
    public ResultFixture point(Predicate<Map<String, String>> which, String column, String value) {
        return change(points, which, column, value);
    }

    /** Adds a line of a thousand trials to theory.tsv. */
    public ResultFixture moreTheory(String statement, String parameters, String failures) {
        add(theory, TheoryTrial.COLUMNS, statement, parameters, "0.01", "1000", failures, "");
        return this;
    }

    /** Gives a column of some lines of theory.tsv another value, and there must be such lines. */
    public ResultFixture theory(String statement, String column, String value) {
        return change(theory, line -> statement.equals(line.get("statement")), column, value);
    }

    /** Gives a column of some lines of scaling.tsv another value, and there must be such lines. */
    public ResultFixture scaling(Predicate<Map<String, String>> which, String column, String value) {
        return change(scaling, which, column, value);
    }

    private ResultFixture change(
            List<Map<String, String>> lines, Predicate<Map<String, String>> which, String column, String value) {
        boolean any = false;
        for (Map<String, String> line : lines) {
            if (which.test(line)) {
                line.put(column, value);
                any = true;
            }
        }
        if (!any) {
            throw new IllegalArgumentException("no line to change");
        }
        return this;
    }

    /** Points of a method at a size. */
    public static Predicate<Map<String, String>> at(String method, int size) {
        return line ->
                method.equals(line.get("method")) && Integer.toString(size).equals(line.get("size"));
    }

    /** Writes all files into a folder. */
    public Path write(Path folder) throws IOException {
        write(folder.resolve(MeasuredPoint.FILE), MeasuredPoint.COLUMNS, points);
        write(folder.resolve(TheoryTrial.FILE), TheoryTrial.COLUMNS, theory);
        write(folder.resolve(ScalingPoint.FILE), ScalingPoint.COLUMNS, scaling);
        return folder;
    }

    private static void write(Path file, List<String> columns, List<Map<String, String>> lines) throws IOException {
        StringBuilder text = new StringBuilder(String.join("\t", columns)).append('\n');
        lines.forEach(line -> text.append(String.join("\t", line.values())).append('\n'));
        Files.writeString(file, text);
    }
}
