package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

import static io.github.skpca.io.BadInputException.quote;

/** The rows of a CSV or TSV input. */
final class DelimitedSource implements RowSource {
    private static final int MOST_LISTED = 20;
    private static final String CATEGORY_ADVICE = "make categories numbers first (one column of 0/1 a category)";

    private final String position;
    private final Records records;
    private final Fields fields;
    private final RowPolicy policy;
    private final int fieldCount;
    private final ColumnChoice choice;
    private final boolean header;
    private final boolean adviseByNumber;
    private final CategoryColumns categories;
    private final CellReading cells;

    /** Reads the first line and decides on delimiter, header and columns. */
    DelimitedSource(Records records, String argument, ReadOptions options, RowPolicy policy) throws IOException {
        this.records = records;
        this.policy = policy;
        position = records.place();
        nextOrNoRows();
        byte delimiter = Delimiters.of(options.format(), argument, records);
        records.pushBack();
        records.quoteFields(delimiter);
        nextOrNoRows();
        fields = new Fields(delimiter);
        fieldCount = splitRecord(ColumnChoice.MOST_COLUMNS);
        if (fieldCount > ColumnChoice.MOST_COLUMNS) {
            throw new BadInputException(position + records.line() + ": more than " + ColumnChoice.MOST_COLUMNS
                    + " columns; is this a text file of rows?");
        }
        ColumnChoice unnamed = options.header() == Header.AUTO ? chooseByNumber(options) : null;
        header = unnamed == null
                ? options.header() != Header.NO
                : isHeader(unnamed, CellReading.of(options.cells(), unnamed, records.name()));
        adviseByNumber = unnamed != null && hasNumber(unnamed);
        choice = unnamed != null && !header ? unnamed : choose(header ? headerNames() : null, options);
        cells = CellReading.of(options.cells(), choice, records.name());
        categories = new CategoryColumns(cells.numeric(choice));
        if (!header) {
            records.pushBack();
        }
    }

    @Override
    public ColumnChoice choice() {
        return choice;
    }

    /** Whether the first line names the columns. */
    boolean hasHeader() {
        return header;
    }

    @Override
    public void fill(DenseBuffer batch) throws IOException {
        while (!batch.isFull()) {
            if (!records.next()) {
                if (records.isWhole()) {
                    end();
                }
                return;
            }
            if (parse(batch)) {
                batch.accept(position, records.line(), policy.accept());
            }
        }
    }

    @Override
    public long skip(long most) throws IOException {
        long rows = 0;
        while (rows < most && records.next()) {
            rows++;
        }
        return rows;
    }

    @Override
    public long skippedRows() {
        return policy.skipped();
    }

    @Override
    public double progress() {
        return records.progress();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }

    private boolean parse(DenseBuffer batch) throws BadInputException {
        int count = splitRecord(fieldCount);
        if (count != fieldCount) {
            policy.refuse(() -> new Complaint(
                    position + records.line() + ": " + count + (count == 1 ? " field" : " fields") + " found, "
                            + fieldCount + " expected; mend the row, or " + RowPolicy.SKIP_ADVICE,
                    Remedy.SKIP_BAD_ROWS));
            return false;
        }
        double[] values = batch.values();
        int at = batch.offset();
        int[] numeric = choice.numeric();
        for (int i = 0; i < numeric.length; i++) {
            double value = cells.isText(i) ? cells.category(fields, numeric[i], i) : fields.number(numeric[i]);
            if (!(Math.abs(value) < Decimals.BEYOND_FLOAT) && !cells.isMissing(fields, numeric[i])) {
                refuse(numeric[i]);
                return false;
            }
            values[at++] = value;
        }
        int[] kept = choice.kept();
        for (int i = 0; i < kept.length; i++) {
            batch.keep(i, fields.text(kept[i]));
        }
        return true;
    }

    /** Counts a row that has no number in a column, or fails; also where skipping would leave no row at all. */
    private void refuse(int column) throws BadInputException {
        if (policy.isFirstRow()) {
            categories.observe(fields, records.line());
            if (categories.isCertain()) {
                throw noNumbers(categories.cells(), CATEGORY_ADVICE).failure();
            }
        }
        policy.refuse(() -> badField(column));
    }

    /** The end of the input; where all rows had text in the same column it is known why none is left. */
    private void end() throws BadInputException {
        boolean all = policy.isFirstRow() && categories.rows() == policy.skipped();
        if (all && !categories.cells().isEmpty()) {
            throw noNumbers(categories.cells(), CATEGORY_ADVICE).failure();
        }
        policy.end(records.name());
    }

    private Complaint badField(int column) {
        String text = fields.text(column);
        // Text in the first row is most likely text in every row, so all such columns are named at once.
        List<CategoryColumns.Cell> texts = policy.isFirstRow() ? categories.cells() : List.of();
        if (!texts.isEmpty()) {
            // Where there is nothing but text, it may be a line of names that is to be skipped.
            return noNumbers(texts, texts.size() < choice.columns() ? CATEGORY_ADVICE : RowPolicy.SKIP_ADVICE);
        }
        String complaint;
        if (fields.isBroken(column)) {
            complaint = quote(text) + " goes on after its closing quote";
        } else if (text.isBlank()) {
            complaint = "the field is empty";
        } else if (!Double.isNaN(fields.number(column))) {
            complaint = quote(text) + " is beyond the range of a float";
        } else if (Decimals.isNotFinite(text)) {
            complaint = quote(text) + " is not finite";
        } else {
            return noNumbers(List.of(new CategoryColumns.Cell(column, text, records.line())), RowPolicy.SKIP_ADVICE);
        }
        return new Complaint(
                position + records.line() + ": " + choice.describe(column) + ": " + complaint
                        + "; leave the column out, or " + RowPolicy.SKIP_ADVICE,
                Remedy.exclude(optionName(column)),
                Remedy.SKIP_BAD_ROWS);
    }

    /** What to say of text where numbers should be; all columns are named if they are few. */
    private Complaint noNumbers(List<CategoryColumns.Cell> texts, String advice) {
        CategoryColumns.Cell first = texts.get(0);
        String complaint = position + first.line() + ": " + choice.describe(first.column()) + ": " + quote(first.text())
                + " is not a number";
        if (first.text().matches("[0-9]{1,9}:[0-9.eE+-]+")) {
            return new Complaint(complaint + "; if these are LIBSVM rows, state the format", Remedy.format("libsvm"));
        }
        List<CategoryColumns.Cell> named = texts.size() <= MOST_LISTED ? texts : List.of(first);
        int more = named.size() - 1;
        String names = named.stream().map(cell -> optionName(cell.column())).collect(Collectors.joining(","));
        String text = complaint
                + (more == 0 ? "" : ", nor " + (more == 1 ? "is 1 more column" : "are " + more + " more columns"))
                + (more == 0 ? "; leave the column out" : "; leave out columns " + names) + ", or " + advice;
        return advice.equals(RowPolicy.SKIP_ADVICE)
                ? new Complaint(text, Remedy.exclude(names), Remedy.SKIP_BAD_ROWS)
                : new Complaint(text, Remedy.exclude(names));
    }

    /**
     * If the first line mixed numbers and text, it may have been a row after all; a choice by number then also corrects the
     * guess about the header, where a choice by name would confirm it.
     */
    private String optionName(int column) {
        return adviseByNumber ? Integer.toString(column + 1) : choice.optionName(column);
    }

    private void nextOrNoRows() throws IOException {
        if (!records.next()) {
            policy.end(records.name());
        }
    }

    private int splitRecord(int most) {
        return fields.split(records.bytes(), records.start(), records.end(), most);
    }

    private ColumnChoice choose(@Nullable List<String> header, ReadOptions options) throws BadInputException {
        return ColumnChoice.of(new ColumnChoice.Names(records.name(), fieldCount, header, null), options);
    }

    /** The columns if there is no header; null if what the user asked for then makes no sense. */
    private @Nullable ColumnChoice chooseByNumber(ReadOptions options) {
        try {
            return ColumnChoice.asksForNames(options) ? null : choose(null, options);
        } catch (BadInputException namesNeeded) {
            return null;
        }
    }

    private boolean isHeader(ColumnChoice unnamed, CellReading reading) {
        for (int column : reading.numeric(unnamed)) {
            if (Double.isNaN(fields.number(column)) && !Decimals.isMissing(fields.text(column))) {
                return true;
            }
        }
        return false;
    }

    private boolean hasNumber(ColumnChoice unnamed) {
        for (int column : unnamed.numeric()) {
            if (!Double.isNaN(fields.number(column))) {
                return true;
            }
        }
        return false;
    }

    private List<String> headerNames() {
        List<String> names = new ArrayList<>(fieldCount);
        for (int column = 0; column < fieldCount; column++) {
            String name = fields.text(column).strip();
            names.add(name.isEmpty() ? "x" + (column + 1) : name);
        }
        return names;
    }
}
