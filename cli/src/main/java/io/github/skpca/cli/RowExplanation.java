package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.Novelty;
import io.github.skpca.Workers;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.RowWriter;
import io.github.skpca.io.Rows;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Why a row is novel, in the units of the data.
 *
 * @param row the row
 * @param columns those that matter, the largest share first
 * @param expected what the model expects in them
 * @param shares the share of each column in the score
 * @param parts the two parts of the score; null if they were not asked for
 */
record RowExplanation(
        NovelRows.Row row,
        int[] columns,
        double[] expected,
        double[] shares,
        @Nullable Novelty parts) {
    /** Columns beyond these matter little. */
    private static final double ENOUGH = 0.95;

    /** The least share of a column whose own value is not to be trusted. */
    private static final double BLAME = 0.1;

    private static final List<String> NAMES = List.of("observed", "expected", "share");
    private static final List<String> PART_NAMES = List.of("qShare", "t2Share");

    /** Explains some of the novel rows, by the model that scored them. */
    static List<RowExplanation> of(
            NovelRows novel, List<NovelRows.Row> rows, KernelPcaModel model, Workers workers, ProgressLine progress) {
        RowExplanation[] found = new RowExplanation[rows.size()];
        int step = 4 * workers.threads();
        for (int first = 0; first < found.length; first += step) {
            int begin = first;
            workers.split(Math.min(step, found.length - first), 1, (from, to) -> {
                for (int i = begin + from; i < begin + to; i++) {
                    found[i] = of(rows.get(i), novel, model);
                }
            });
            progress.update(() -> "explaining row " + begin + " of " + rows.size());
        }
        return Arrays.asList(found);
    }

    private static RowExplanation of(NovelRows.Row row, NovelRows novel, KernelPcaModel model) {
        double[] shares = model.contributions(row.judged());
        Novelty parts = hasParts(novel) ? model.novelty(row.judged()).orElse(null) : null;
        int[] columns = largest(row, shares, novel.mostColumns());
        return new RowExplanation(row, columns, expected(row.judged(), columns, shares, model), shares, parts);
    }

    /**
     * What the model expects in the columns that matter. Those to blame are filled from all others, so that what is wrong with them does not
     * speak for itself; where that would leave less than half of the row, and for columns of a small share, it is the row that the model takes this
     * one for.
     */
    private static double[] expected(double[] row, int[] columns, double[] shares, KernelPcaModel model) {
        double[] taken = model.expected(row);
        double[] open = row.clone();
        int blamed = 0;
        for (int j : columns) {
            if (shares[j] >= BLAME && 2 * (blamed + 1) <= row.length) {
                open[j] = Double.NaN;
                blamed++;
            }
        }
        double[] filled = blamed == 0 ? taken : model.impute(open);
        return Arrays.stream(columns)
                .mapToDouble(j -> Double.isNaN(open[j]) ? filled[j] : taken[j])
                .toArray();
    }

    /** The columns of the largest shares; one that is missing was filled to fit, and explains nothing. */
    private static int[] largest(NovelRows.Row row, double[] shares, int most) {
        int[] order = IntStream.range(0, shares.length)
                .filter(j -> !Double.isNaN(row.observed()[j]))
                .boxed()
                .sorted(Comparator.comparingDouble((Integer j) -> -shares[j]).thenComparing(Comparator.naturalOrder()))
                .limit(most)
                .mapToInt(Integer::intValue)
                .toArray();
        double sum = 0;
        int count = 0;
        while (count < order.length && (count == 0 || sum < ENOUGH)) {
            sum += shares[order[count++]];
        }
        return Arrays.copyOf(order, count);
    }

    private static boolean hasParts(NovelRows novel) {
        return novel.resultNames().contains("q");
    }

    /** Writes a line per row and column: kept texts, the column's name, the row's number and results, then what was observed and so on. */
    static void write(String output, NovelRows novel, List<RowExplanation> all) throws IOException {
        List<String> texts = new ArrayList<>(novel.keptNames());
        texts.add("column");
        List<String> names = new ArrayList<>(OutputOption.numbered(true, novel.resultNames()));
        names.addAll(NAMES);
        names.addAll(hasParts(novel) ? PART_NAMES : List.of());
        try (RowWriter writer = Rows.create(output, null, texts, names)) {
            for (RowExplanation one : all) {
                DenseBuffer lines = one.lines(novel, names.size());
                writer.write(lines.values(), lines.rows(), lines);
            }
            writer.commit();
        }
    }

    private DenseBuffer lines(NovelRows novel, int width) {
        DenseBuffer lines = new DenseBuffer(columns.length, width);
        for (int i = 0; i < columns.length; i++) {
            int j = columns[i];
            List<String> texts = new ArrayList<>(row.kept());
            texts.add(novel.columnNames().get(j));
            double[] line = new double[width];
            line[0] = row.number();
            int at = row.results().length + 1;
            System.arraycopy(row.results(), 0, line, 1, at - 1);
            line[at] = row.observed()[j];
            line[at + 1] = expected[i];
            line[at + 2] = shares[j];
            if (parts != null) {
                line[at + 3] = parts.outside().shares()[j];
                line[at + 4] = parts.inside().shares()[j];
            }
            lines.add(line, texts);
        }
        return lines;
    }

    /** The columns that matter as a table of a page: name, observed, expected, share. */
    List<List<String>> cells(NovelRows novel) {
        return IntStream.range(0, columns.length)
                .mapToObj(i -> List.of(
                        novel.columnNames().get(columns[i]),
                        Console.number(row.observed()[columns[i]]),
                        Console.number(expected[i]),
                        ModelReport.percent(shares[columns[i]])))
                .toList();
    }

    /** The same by the names that scripts rely on. */
    Map<String, Object> fields(NovelRows novel) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(RowWriter.ROW_NUMBER, row.number());
        fields.put("position", row.position());
        for (int i = 0; i < row.kept().size(); i++) {
            fields.put(novel.keptNames().get(i), row.kept().get(i));
        }
        for (int i = 0; i < row.results().length; i++) {
            fields.put(novel.resultNames().get(i), row.results()[i]);
        }
        List<Map<String, Object>> columnFields = new ArrayList<>();
        for (int i = 0; i < columns.length; i++) {
            int j = columns[i];
            Map<String, Object> column = new LinkedHashMap<>();
            column.put("column", novel.columnNames().get(j));
            column.put("observed", row.observed()[j]);
            column.put("expected", expected[i]);
            column.put("share", shares[j]);
            if (parts != null) {
                column.put("qShare", parts.outside().shares()[j]);
                column.put("t2Share", parts.inside().shares()[j]);
            }
            columnFields.add(column);
        }
        fields.put("columns", columnFields);
        return fields;
    }
}
