package io.github.skpca.cli;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.Scale;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.NoveltyParts;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** What a person should know of a fit that was done as asked: settings that do not suit the rows, and rows that tell little. */
final class FitWarnings {
    /** Of the sample: fewer rows are alike, or the same in a column, by chance. */
    private static final int ENOUGH_ROWS = 10;

    private static final int MOST_ROWS = 1024;
    private static final double MANY_COPIES = 0.25;
    private static final int MOST_LISTED = 5;

    /** Kernel values below it see no neighbour; what is left of 1 below the second sees no difference. */
    private static final double NO_NEIGHBOUR = 1e-3;

    private static final double NO_DIFFERENCE = 1e-3;

    /** Pairs times columns that are compared. */
    private static final double PRODUCTS = 1 << 24;

    private final KernelPcaModel model;
    private final Predicate<String> isGiven;
    private final int columns;
    /** Rows of the sample, row-major; of models that keep none, their landmarks about the origin. */
    private final double[] rows;

    private final int count;

    /**
     * The warnings of one fit.
     *
     * @param isGiven whether an option was given
     */
    FitWarnings(KernelPcaModel model, Predicate<String> isGiven) {
        this.model = model;
        this.isGiven = isGiven;
        this.columns = model.columns();
        this.rows = sample(FittedModel.of(model));
        this.count = rows.length / columns;
    }

    private static double[] sample(FittedModel model) {
        RowSample.State sample = model.sharedSample();
        if (sample != null) {
            return sample.rows();
        }
        float[] landmarks = model.embedding().map().landmarks();
        int columns = model.columns();
        int all = landmarks.length / columns;
        int step = Math.max(1, (all + MOST_ROWS - 1) / MOST_ROWS);
        double[] rows = new double[(all + step - 1) / step * columns];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = landmarks[i / columns * step * columns + i % columns];
        }
        return rows;
    }

    /**
     * All of them, one line each.
     *
     * @param names what the columns are called
     * @param isSparse whether rows are sparse: a column of zeros is then nothing to speak of
     */
    List<String> all(List<String> names, boolean isSparse) {
        List<String> warnings = new ArrayList<>();
        addIfAny(components(), warnings);
        addIfAny(scale(), warnings);
        addIfAny(bandwidth(), warnings);
        addIfAny(copies(), warnings);
        addIfAny(isolated(), warnings);
        addIfAny(isSparse ? "" : constantColumns(names), warnings);
        return warnings;
    }

    private static void addIfAny(String warning, List<String> warnings) {
        if (!warning.isEmpty()) {
            warnings.add(warning);
        }
    }

    private String components() {
        return isGiven.test("--components") ? fewerComponents(model) : "";
    }

    /** The same for a model as it is. */
    static String fewerComponents(KernelPcaModel model) {
        return fewerComponents(model, FittedModel.of(model).settings().components(), model.components());
    }

    /** That a model has fewer components than were asked for, and why; empty if it has as many. */
    static String fewerComponents(KernelPcaModel model, ComponentCount asked, int found) {
        FittedModel fitted = FittedModel.of(model);
        if (asked.count() == 0 || asked.equals(ComponentCount.all()) || found >= asked.count()) {
            return "";
        }
        boolean isSketch = fitted.settings().method() == Method.SKPCA
                && found == fitted.settings().sketchSize();
        return asked.count() + " components were asked for, and there are " + found + ": "
                + (isSketch
                        ? "a sketch of so many rows has no more; fit with --sketch " + asked.count()
                        : "the rows learned have no more directions");
    }

    /** That a fit for novelty has found novel rows among those learned. */
    private String isolated() {
        double share = FittedModel.of(model)
                .noveltyParts()
                .map(NoveltyParts::isolatedShare)
                .orElse(0.0);
        return share == 0
                ? ""
                : String.format(
                        Locale.ROOT,
                        "%d of %d sampled rows lie far from all others: rows like them count as novel, with p-values of %.2g or less",
                        Math.round(share * count),
                        count,
                        (1 + share * count) / (count + 1));
    }

    private String scale() {
        boolean isOff = isGiven.test("--scale") || isGiven.test("--paper");
        if (!isOff || FittedModel.of(model).embedding().standardizer().isScaled() || count < ENOUGH_ROWS) {
            return "";
        }
        Standardizer advised = Standardizer.learn(rows, count, columns, Scale.AUTO);
        return advised.isScaled()
                ? "columns are not scaled, and " + advised.reason()
                        + "; unless that is wanted, give --scale columns, or leave --scale out"
                : "";
    }

    /** Of a bandwidth that was given: one that is found lies among the distances. */
    private String bandwidth() {
        FittedModel fitted = FittedModel.of(model);
        Kernel kernel = fitted.embedding().kernel();
        boolean isFound = fitted.settings().kernel().fixed() == null && !isGiven.test("--like");
        if (isFound
                || !kernel.isNormalized()
                || KernelFamily.ofLabel(kernel.name()).isEmpty()) {
            return "";
        }
        int most = (int) Math.max(16, Math.min(256, Math.sqrt(PRODUCTS / columns)));
        int step = Math.max(1, (count + most - 1) / most);
        double[] standardized = new double[(count + step - 1) / step * columns];
        boolean isRaw = fitted.sharedSample() != null;
        for (int i = 0; i < standardized.length / columns; i++) {
            if (isRaw) {
                fitted.embedding().standardizer().apply(rows, i * step * columns, 1, standardized, i * columns);
            } else {
                System.arraycopy(rows, i * step * columns, standardized, i * columns, columns);
            }
        }
        return farFromDistances(kernel, standardized);
    }

    private String farFromDistances(Kernel kernel, double[] standardized) {
        double largest = 0;
        double smallest = 1;
        boolean any = false;
        for (int i = 0; i < standardized.length; i += columns) {
            for (int j = 0; j < i; j += columns) {
                if (!Arrays.equals(standardized, i, i + columns, standardized, j, j + columns)) {
                    double value = kernel.similarity(standardized, i, standardized, j, columns);
                    largest = Math.max(largest, value);
                    smallest = Math.min(smallest, value);
                    any = true;
                }
            }
        }
        String advice = "; --bandwidth median takes one from the rows";
        if (any && largest < NO_NEIGHBOUR) {
            return "the bandwidth " + Console.number(kernel.bandwidth())
                    + " is far below every distance of rows: to the kernel no row of the sample is like another (at most "
                    + Console.number(largest) + ")" + advice;
        }
        if (any && 1 - smallest < NO_DIFFERENCE) {
            return "the bandwidth " + Console.number(kernel.bandwidth())
                    + " is far above every distance of rows: to the kernel all rows of the sample are nearly the same (at least "
                    + String.format(Locale.ROOT, "%.6f", smallest) + ")" + advice;
        }
        return "";
    }

    private String copies() {
        Set<Row> seen = new HashSet<>();
        int copies = 0;
        for (int i = 0; i < count; i++) {
            copies += seen.add(new Row(Arrays.copyOfRange(rows, i * columns, (i + 1) * columns))) ? 0 : 1;
        }
        return count >= ENOUGH_ROWS && copies >= MANY_COPIES * count
                ? String.format(
                        Locale.ROOT,
                        "%.0f%% of the rows of the sample are copies of others, and each counts: if they were written twice, fit without them",
                        100.0 * copies / count)
                : "";
    }

    /** Rows by their numbers. */
    private record Row(double[] values) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Row row && Arrays.equals(values, row.values);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(values);
        }
    }

    /** Of windows the columns of the newest step; what becomes of categories is not looked at, as some are rare. */
    private String constantColumns(List<String> names) {
        if (count < ENOUGH_ROWS || !model.preparation().categories().isEmpty()) {
            return "";
        }
        List<String> constant = new ArrayList<>();
        int from = columns - columns / model.preparation().lags();
        for (int j = from; j < columns; j++) {
            boolean same = true;
            for (int i = 1; i < count && same; i++) {
                same = rows[i * columns + j] == rows[j];
            }
            if (same) {
                constant.add(names.get(j));
            }
        }
        if (constant.isEmpty() || constant.size() == columns - from) {
            return "";
        }
        int more = constant.size() - MOST_LISTED;
        String listed = String.join(", ", constant.subList(0, Math.min(MOST_LISTED, constant.size())));
        return (constant.size() == 1 ? "column " : "columns ") + listed.replaceAll("\\p{Cntrl}", " ")
                + (more > 0 ? " and " + more + " more" : "")
                + (constant.size() == 1 ? " has" : " have") + " one and the same number in all " + count
                + " rows of the sample, which tells nothing: --exclude "
                + (constant.size() == 1 ? "it" : "them");
    }
}
