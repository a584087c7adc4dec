package io.github.skpca.io;

import java.util.Objects;

/**
 * What helps against a {@link BadInputException}. Its message says it in plain words; a program whose users do not call this library
 * adds what they type for it.
 *
 * @param kind what to do
 * @param value with what: names or numbers of columns with commas between, or formats; empty if there is nothing to say
 */
public record Remedy(Kind kind, String value) {
    /** What to do. */
    public enum Kind {
        /** Choose other columns: {@link ReadOptions#columns()} or {@link ReadOptions#exclude()}. */
        CHOOSE_COLUMNS,
        /** Leave out the columns of the value: {@link ReadOptions#exclude()}. */
        EXCLUDE_COLUMNS,
        /** Read the columns of the value as categories: {@link CellRules#of(boolean, java.util.List)}. */
        ENCODE_CATEGORIES,
        /** Fill missing cells when fitting: {@link CellRules#of(boolean, java.util.List)} lets them through. */
        FILL_MISSING,
        /** Keep no columns as text: {@link ReadOptions#keep()}. */
        KEEP_NO_COLUMNS,
        /** State that text inputs do not begin with column names: {@link ReadOptions#header()}. */
        NO_HEADER,
        /** Read from a pipe, by standard input, what another program unpacks or copies. */
        READ_A_PIPE,
        /** Skip rows that cannot be read: {@link ReadOptions#onBadRow()}. */
        SKIP_BAD_ROWS,
        /** Name the column of the value as that of times, where times have a meaning. */
        NAME_TIME_COLUMN,
        /** State the decimal sign of the value: {@link TextLayout#decimal()}. */
        STATE_DECIMAL_SIGN,
        /** State the format, one of the value: {@link ReadOptions#format()}. */
        STATE_FORMAT,
        /** State the separator, one of the value: {@link TextLayout#separator()}. */
        STATE_SEPARATOR,
        /** State the number of columns of LIBSVM rows: {@link ReadOptions#width()}. */
        STATE_WIDTH,
        /** Write to a file with a name instead of to a pipe. */
        WRITE_A_FILE
    }

    static final Remedy CHOOSE_COLUMNS = new Remedy(Kind.CHOOSE_COLUMNS, "");
    static final Remedy FILL_MISSING = new Remedy(Kind.FILL_MISSING, "");
    static final Remedy KEEP_NO_COLUMNS = new Remedy(Kind.KEEP_NO_COLUMNS, "");
    static final Remedy NO_HEADER = new Remedy(Kind.NO_HEADER, "");
    static final Remedy READ_A_PIPE = new Remedy(Kind.READ_A_PIPE, "");
    static final Remedy SKIP_BAD_ROWS = new Remedy(Kind.SKIP_BAD_ROWS, "");
    static final Remedy STATE_WIDTH = new Remedy(Kind.STATE_WIDTH, "");
    static final Remedy WRITE_A_FILE = new Remedy(Kind.WRITE_A_FILE, "");

    /** Checks that nothing is missing. */
    public Remedy {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(value);
    }

    static Remedy exclude(String columns) {
        return new Remedy(Kind.EXCLUDE_COLUMNS, columns);
    }

    static Remedy categories(String columns) {
        return new Remedy(Kind.ENCODE_CATEGORIES, columns);
    }

    static Remedy timeColumn(String column) {
        return new Remedy(Kind.NAME_TIME_COLUMN, column);
    }

    static Remedy decimal(DecimalSign sign) {
        return new Remedy(Kind.STATE_DECIMAL_SIGN, sign.label());
    }

    static Remedy separator(String separators) {
        return new Remedy(Kind.STATE_SEPARATOR, separators);
    }

    static Remedy format(String formats) {
        return new Remedy(Kind.STATE_FORMAT, formats);
    }
}
