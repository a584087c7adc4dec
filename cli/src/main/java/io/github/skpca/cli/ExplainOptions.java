package io.github.skpca.cli;

import io.github.skpca.io.RowFormat;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

import java.nio.file.Path;
import java.util.Map;
import java.util.Stack;

/** Which rows are explained, and by how many columns. */
final class ExplainOptions {
    /** A row takes milliseconds, and is held until all are read. */
    private static final int MOST_ROWS = 10_000;

    private static final int MOST_NUMBERS = 1 << 24;
    private static final int DEFAULT_ROWS = 20;

    /** Columns of a row that are named, unless told otherwise. */
    static final int DEFAULT_COLUMNS = 5;

    @Option(
            names = "--explain",
            preprocessor = OptionalNumber.class,
            paramLabel = "N",
            description =
                    "Instead of all scores, write why the N most novel rows are (default: 20, at most 10000): a line per column that matters, with"
                            + " what was observed, what the model expected, and its share of the score, the largest first.")
    @Nullable
    Integer rows;

    @Option(
            names = "--explain-columns",
            paramLabel = "C",
            description = "Columns per explained row, at the most; fewer where they make up 95%% (default: 5).")
    @Nullable
    Integer columns;

    @Option(names = "--explain-level", paramLabel = "P", description = "Explain rows with a p-value of at most P only.")
    @Nullable
    Double level;

    /** Gives {@code --explain} its number where the next word is none: picocli would take MODEL for it. */
    static final class OptionalNumber implements IParameterPreprocessor {
        @Override
        public boolean preprocess(Stack<String> args, CommandSpec command, ArgSpec option, Map<String, Object> info) {
            boolean isAttached = info.get("separator") instanceof String separator && !separator.isBlank();
            if (!isAttached && (args.isEmpty() || !args.peek().matches("-?[0-9]+"))) {
                args.push(Integer.toString(DEFAULT_ROWS));
            }
            return false;
        }
    }

    boolean isAsked() {
        return rows != null;
    }

    /** Which rows are explained, and by how many columns. */
    NovelRows.Limits limits() {
        return new NovelRows.Limits(
                rows == null ? 0 : rows, columns == null ? DEFAULT_COLUMNS : columns, level == null ? 1 : level);
    }

    void requireSensible() {
        if (rows == null && (columns != null || level != null)) {
            throw new UsageException((columns != null ? "--explain-columns" : "--explain-level")
                    + " has no meaning without --explain: give --explain, or leave it out");
        }
        if (rows != null && (rows < 1 || rows > MOST_ROWS)) {
            throw new UsageException("--explain must be between 1 and " + MOST_ROWS + ", not " + rows);
        }
        if (columns != null && columns < 1) {
            throw new UsageException("--explain-columns must be at least 1, not " + columns);
        }
        if (level != null && !(level > 0 && level <= 1)) {
            throw new UsageException("--explain-level must be above 0 and at most 1, not " + level);
        }
    }

    /** Refuses an output without names before all rows are read for it. */
    void requireText(String output) {
        if (RowFormat.ofName(output).orElse(RowFormat.CSV) == RowFormat.NPY) {
            throw new UsageException("--explain names columns, and NPY holds no text: write .csv or .tsv");
        }
    }

    /** Refuses to hold more numbers than memory is meant for. */
    void requireRoom(int width) {
        int most = Math.max(1, MOST_NUMBERS / width);
        int asked = limits().rows();
        if (asked > most) {
            throw new UsageException("--explain " + asked + " would hold as many rows of " + width
                    + " columns in memory: give at most " + most);
        }
    }

    void requirePValues(boolean hasPValues, Path model) {
        if (level != null && !hasPValues) {
            throw new UsageException("--explain-level needs p-values, and " + model
                    + " keeps no sample of its rows: leave it out, or fit with method skpca");
        }
    }
}
