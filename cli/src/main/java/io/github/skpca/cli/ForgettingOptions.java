package io.github.skpca.cli;

import io.github.skpca.Forgetting;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/** How rows are forgotten, and the column that says when they happened. */
final class ForgettingOptions {
    private static final double DEFAULT_WINDOW_ERROR = 0.1;

    @Option(
            names = "--half-life",
            paramLabel = "H",
            description =
                    "A row weighs half as much after so many rows or, with --time-column, after so much time: a number in that column's unit, or 90s, 30m, 12h, 7d if it is in seconds.")
    @Nullable
    String halfLife;

    @Option(
            names = "--time-column",
            paramLabel = "COLUMN",
            description =
                    "The column with the time of a row, for --half-life and --lags: numbers, or instants such as 2026-01-31T12:00:00Z, taken as seconds. It is no feature.")
    @Nullable
    String timeColumn;

    @Option(names = "--window", paramLabel = "N", description = "Only the last N rows count.")
    @Nullable
    Long window;

    @Option(
            names = "--window-error",
            paramLabel = "E",
            description =
                    "With --window: how exactly, ||Z'Z - B'B||_2 <= E N max ||z||^2 (default: 0.1); what memory depends on.")
    @Nullable
    Double windowError;

    /**
     * What was asked for.
     *
     * @param areSeries whether times are looked at for gaps as well
     */
    Forgetting forgetting(boolean areSeries) {
        String life = halfLife;
        Long rows = window;
        if (life != null && rows != null) {
            throw new UsageException("--half-life and --window cannot both be given: choose one way to forget");
        }
        if (windowError != null && rows == null) {
            throw new UsageException("--window-error needs --window: leave it out");
        }
        if (timeColumn != null && life == null && !areSeries) {
            throw new UsageException(
                    "--time-column needs --half-life or --lags: leave it out, or --exclude the column");
        }
        if (life != null) {
            return halfLife(life);
        }
        double error = windowError == null ? DEFAULT_WINDOW_ERROR : windowError;
        return rows == null ? Forgetting.none() : UsageException.checking(() -> Forgetting.window(rows, error));
    }

    /** What was asked for, if it goes with what is learned. */
    Forgetting forgettingBeside(LearnerOptions learning, Predicate<String> isGiven, boolean areSeries) {
        Forgetting forgetting = forgetting(areSeries);
        if (forgetting instanceof Forgetting.Window && isGiven.test("--shrink")) {
            throw new UsageException(
                    "--shrink has no meaning with --window, which shrinks in its own way: leave it out");
        }
        if (forgetting instanceof Forgetting.Window && learning.paper) {
            throw new UsageException(
                    "--window and --paper cannot both be given: a window shrinks in its own way, not by Algorithm 1");
        }
        return forgetting;
    }

    private Forgetting halfLife(String text) {
        String lower = text.trim().toLowerCase(Locale.ROOT);
        int unit = lower.isEmpty() ? -1 : "smhd".indexOf(lower.charAt(lower.length() - 1));
        if (unit >= 0 && timeColumn == null) {
            throw new UsageException("--half-life " + text + " is a time: name the column of times with --time-column");
        }
        double factor = unit < 0 ? 1 : new double[] {1, 60, 3600, 86_400}[unit];
        String number = unit < 0 ? lower : lower.substring(0, lower.length() - 1);
        if (!number.matches("[0-9]+(\\.[0-9]+)?(e[+-]?[0-9]{1,3})?")) {
            throw new UsageException(
                    "--half-life must be a number of rows, or a time such as 90s, 30m, 12h or 7d, not " + text);
        }
        double life = factor * Double.parseDouble(number);
        return UsageException.checking(
                () -> timeColumn == null ? Forgetting.halfLifeInRows(life) : Forgetting.halfLifeInTime(life));
    }

    /** Refuses what a pattern decides; the column of times is the input's own. */
    void requireNoneBeside(Predicate<String> isGiven, String pattern) {
        for (String option : List.of("--half-life", "--window", "--window-error")) {
            if (isGiven.test(option)) {
                throw new UsageException(option + " and --like cannot both be given: " + pattern + " decides");
            }
        }
    }

    /** The columns that are read beside the features: that of times, if there is one. */
    List<String> timeColumns() {
        if (timeColumn == null) {
            return List.of();
        }
        if (timeColumn.matches("\\d+-\\d+")) {
            throw new UsageException("--time-column names one column, not " + timeColumn);
        }
        return List.of(timeColumn);
    }
}
