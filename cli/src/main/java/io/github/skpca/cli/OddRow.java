package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A novel row and what is odd in it.
 *
 * @param seen the row
 * @param columns those that matter, the largest share first
 */
record OddRow(ReportRows.Seen seen, List<Column> columns) {
    private static final int MOST_COLUMNS = 5;
    private static final double LEAST_SHARE = 0.02;

    /**
     * A column of the row.
     *
     * @param expected what the model takes it for
     * @param share in the row's score, from 0 to 1
     */
    record Column(String name, double observed, double expected, double share) {}

    /** Explains rows that have their columns. */
    static List<OddRow> of(KernelPcaModel model, List<ReportRows.Seen> rows, List<String> names, Workers workers) {
        OddRow[] found = new OddRow[rows.size()];
        workers.split(found.length, 1, (from, to) -> {
            for (int i = from; i < to; i++) {
                found[i] = of(model, rows.get(i), names);
            }
        });
        return Arrays.asList(found);
    }

    private static OddRow of(KernelPcaModel model, ReportRows.Seen seen, List<String> names) {
        ReportRows.Explained row = seen.row();
        if (row == null) {
            return new OddRow(seen, List.of());
        }
        double[] shares = model.contributions(row.filled());
        double[] expected = model.expected(row.filled());
        List<Column> columns = IntStream.range(0, shares.length)
                // One that is missing was filled to fit, and explains nothing.
                .filter(j -> !Double.isNaN(row.observed()[j]) && shares[j] >= LEAST_SHARE)
                .mapToObj(j -> new Column(names.get(j), row.observed()[j], expected[j], shares[j]))
                .sorted(Comparator.comparingDouble((Column column) -> -column.share()))
                .limit(MOST_COLUMNS)
                .toList();
        return new OddRow(seen, columns);
    }

    /** One line for people. */
    String line(String labelName) {
        return "Row " + Console.text(seen.number()) + " (" + seen.position() + ")"
                + (labelName.isEmpty()
                        ? ""
                        : ", " + labelName + " " + (seen.label().isEmpty() ? "(blank)" : seen.label()))
                + ": score " + Console.number(seen.score())
                + (Double.isNaN(seen.pValue()) ? "" : ", p-value " + Console.number(seen.pValue()));
    }

    List<List<String>> cells() {
        return columns.stream()
                .map(column -> List.of(
                        column.name(),
                        Console.number(column.observed()),
                        Console.number(column.expected()),
                        ModelReport.percent(column.share())))
                .toList();
    }

    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("row", seen.number());
        fields.put("position", seen.position());
        fields.put("score", seen.score());
        if (!Double.isNaN(seen.pValue())) {
            fields.put("pValue", seen.pValue());
        }
        List<Map<String, Object>> all = new ArrayList<>();
        for (Column column : columns) {
            all.add(ModelReport.fields(
                    "column", column.name(),
                    "observed", column.observed(),
                    "expected", column.expected(),
                    "share", column.share()));
        }
        fields.put("columns", all);
        return fields;
    }
}
