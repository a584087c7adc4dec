package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static io.github.skpca.io.BadInputException.quote;

/** What to say of cells of a text that are no numbers, with what helps against each. */
final class CellComplaints {
    private static final int MOST_LISTED = 20;
    private static final Pattern LIBSVM = Pattern.compile("([0-9.eE+-]{1,24} )?[0-9]{1,9}:[0-9.eE+-]+( .*)?");
    private static final Pattern SEVERAL = Pattern.compile("[^,;\\t| ]+([,;\\t| ][^,;\\t|]*)+");

    private final ColumnChoice choice;
    private final Fields fields;
    private final DecimalSearch decimals;
    private final boolean byNumber;

    /**
     * Complaints of one text.
     *
     * @param byNumber whether columns are named by number: if the first line mixed numbers and text, it may have been a row after all, and a
     *     choice by number then also corrects the guess about the header, where a choice by name would confirm it
     */
    CellComplaints(ColumnChoice choice, Fields fields, DecimalSearch decimals, boolean byNumber) {
        this.choice = choice;
        this.fields = fields;
        this.decimals = decimals;
        this.byNumber = byNumber;
    }

    /** A cell of the current record. */
    Complaint ofCell(String position, long line, int column) {
        String text = fields.text(column);
        String complaint;
        if (fields.isBroken(column)) {
            complaint = quote(text) + " goes on after its closing quote";
        } else if (text.isBlank()) {
            complaint = "the field is empty";
        } else if (!Double.isNaN(fields.number(column))) {
            complaint = quote(text) + " is beyond the range of a float";
        } else if (isNotFinite(text)) {
            complaint = quote(text) + " is not finite";
        } else if (NumberForm.of(text) == NumberForm.OTHER && Decimals.isMissing(text)) {
            complaint = quote(text) + " is not a number";
        } else {
            return ofText(position, new CategoryColumns.Cell(column, text, line));
        }
        List<Remedy> remedies = new ArrayList<>();
        if (Cells.isMissing(text) && !fields.isBroken(column)) {
            remedies.add(Remedy.FILL_MISSING);
        }
        remedies.add(Remedy.exclude(name(column)));
        remedies.add(Remedy.SKIP_BAD_ROWS);
        return new Complaint(
                position + line + ": " + choice.describe(column) + ": " + complaint + "; leave the column out, or "
                        + RowPolicy.SKIP_ADVICE,
                remedies);
    }

    /**
     * A row of another number of fields.
     *
     * @param found the fields it has
     * @param expected those of the first line
     * @param first whether no row was good before it, so that the first line may be the odd one
     */
    static Complaint ofCount(String place, int found, int expected, boolean first) {
        String text =
                place + ": " + found + (found == 1 ? " field" : " fields") + " found, " + expected + " expected; ";
        return new Complaint(
                text
                        + (first && expected == 1
                                ? "if the first line is a title, pass the lines behind it by a pipe, or "
                                : "mend the row, or ")
                        + RowPolicy.SKIP_ADVICE,
                Remedy.SKIP_BAD_ROWS);
    }

    private boolean isNotFinite(String text) {
        boolean comma = decimals.sign() == DecimalSign.COMMA;
        return !(comma && text.indexOf('.') >= 0) && Decimals.isNotFinite(comma ? text.replace(',', '.') : text);
    }

    /** Text in one cell, in a column that has had numbers. */
    private Complaint ofText(String position, CategoryColumns.Cell cell) {
        Complaint form = ofForm(position, cell);
        return form != null
                ? form
                : new Complaint(
                        begin(position, cell) + " is not a number; leave the column out, or " + RowPolicy.SKIP_ADVICE,
                        Remedy.exclude(name(cell.column())),
                        Remedy.SKIP_BAD_ROWS);
    }

    /**
     * Columns that have held nothing but text.
     *
     * @param cells the first text of each
     * @param mayBeNames whether it may be a line of names that is to be skipped
     */
    Complaint ofTexts(String position, List<CategoryColumns.Cell> cells, boolean mayBeNames) {
        CategoryColumns.Cell first = cells.get(0);
        Complaint form = ofForm(position, first);
        if (form != null) {
            return form;
        }
        List<CategoryColumns.Cell> texts = cells.stream()
                .filter(cell -> NumberForm.of(cell.text()) == NumberForm.OTHER)
                .toList();
        List<CategoryColumns.Cell> named = texts.size() <= MOST_LISTED ? texts : List.of(first);
        int more = named.size() - 1;
        String names = named.stream().map(cell -> name(cell.column())).collect(Collectors.joining(","));
        String complaint = begin(position, first) + " is not a number"
                + (more == 0 ? "" : ", nor " + (more == 1 ? "is 1 more column" : "are " + more + " more columns"));
        if (mayBeNames) {
            return new Complaint(
                    complaint + (more == 0 ? "; leave the column out" : "; leave out columns " + names) + ", or "
                            + RowPolicy.SKIP_ADVICE,
                    Remedy.exclude(names),
                    Remedy.SKIP_BAD_ROWS);
        }
        String which = more == 0 ? "the column" : "columns " + names;
        return new Complaint(
                complaint + "; read " + which + " as categories, or leave " + (more == 0 ? "it" : "them") + " out",
                Remedy.categories(names),
                Remedy.exclude(names));
    }

    /** A cell whose column has percent signs where it has none, or the other way round. */
    Complaint misfit(String place, int column) {
        String text = quote(fields.text(column));
        return new Complaint(
                place + ": " + choice.describe(column) + ": "
                        + (fields.isPercent(column)
                                ? text + " has a percent sign and cells before it have none"
                                : text + " has no percent sign and cells before it have one")
                        + "; write the column in one way, leave it out, or " + RowPolicy.SKIP_ADVICE,
                Remedy.exclude(name(column)),
                Remedy.SKIP_BAD_ROWS);
    }

    /** What to say of text that a person would read as a number or a time; null if it is neither. */
    private @Nullable Complaint ofForm(String position, CategoryColumns.Cell cell) {
        String begin = begin(position, cell);
        String name = name(cell.column());
        if (LIBSVM.matcher(cell.text()).matches()) {
            return new Complaint(
                    begin + " is not a number; if these are LIBSVM rows, state the format", Remedy.format("libsvm"));
        }
        if (choice.columns() == 1
                && choice.kept().length == 0
                && SEVERAL.matcher(cell.text()).matches()) {
            return new Complaint(
                    begin + " is not a number; if these are several fields, state the separator",
                    Remedy.separator("comma, semicolon, tab, pipe or blank"));
        }
        return switch (NumberForm.of(cell.text())) {
            case POINT ->
                decimals.sign() != DecimalSign.COMMA
                        ? null
                        : new Complaint(
                                begin + " has a decimal point, but the decimal sign of the text is a comma; state the"
                                        + " sign, or leave the column out",
                                Remedy.decimal(DecimalSign.POINT),
                                Remedy.exclude(name));
            case COMMA ->
                new Complaint(
                        begin + " has a decimal comma, but the decimal sign of the text is a point; state the sign, or"
                                + " leave the column out",
                        Remedy.decimal(DecimalSign.COMMA),
                        Remedy.exclude(name));
            case COMMA_OR_THOUSANDS -> ofTwoReadings(begin, cell);
            case THOUSANDS ->
                new Complaint(
                        begin + " has marks of thousands; write numbers without them, or leave the column out",
                        Remedy.exclude(name));
            case TIME ->
                new Complaint(
                        begin + " is a time and not a number; leave the column out, or name it as the column of times",
                        Remedy.exclude(name),
                        Remedy.timeColumn(name));
            case OTHER -> null;
        };
    }

    private Complaint ofTwoReadings(String begin, CategoryColumns.Cell cell) {
        return new Complaint(
                begin + " may be " + cell.text().strip().replace(',', '.') + " or "
                        + cell.text().strip().replace(",", "")
                        + "; state that the decimal sign is a comma, or write numbers without marks of thousands",
                Remedy.decimal(DecimalSign.COMMA));
    }

    private String begin(String position, CategoryColumns.Cell cell) {
        return position + cell.line() + ": " + choice.describe(cell.column()) + ": " + quote(cell.text());
    }

    private String name(int column) {
        return byNumber ? Integer.toString(column + 1) : choice.optionName(column);
    }
}
