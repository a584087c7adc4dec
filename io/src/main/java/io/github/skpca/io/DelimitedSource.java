package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rows of a CSV or TSV input. */
final class DelimitedSource implements RowSource {
    private static final int LONGEST_SIGN = 16;

    private final String position;
    private final Records records;
    private final Fields fields;
    private final RowPolicy policy;
    private final int fieldCount;
    private final ColumnChoice choice;
    private final boolean header;
    private final CategoryColumns categories;
    private final CellReading cells;
    private final DecimalSearch decimals;
    private final PercentColumns percents;
    private final CellComplaints complaints;

    /** Reads the first line and decides on delimiter, header and columns. */
    DelimitedSource(Records records, String argument, ReadOptions options, RowPolicy policy) throws IOException {
        this(records, argument, options, policy, null);
    }

    /** The same for an input whose columns are to be those of the first one, if there is one. */
    DelimitedSource(
            Records records, String argument, ReadOptions options, RowPolicy policy, @Nullable ColumnChoice first)
            throws IOException {
        this.records = records;
        this.policy = policy;
        position = records.place();
        nextOrNoRows();
        byte delimiter = findDelimiter(records, argument, options);
        records.quoteFields(delimiter);
        nextOrNoRows();
        fields = new Fields(delimiter);
        fieldCount = splitRecord(ColumnChoice.MOST_COLUMNS);
        if (fieldCount > ColumnChoice.MOST_COLUMNS) {
            throw tooWide(records);
        }
        ColumnChoice unnamed = options.header() == Header.AUTO ? chooseByNumber(options) : null;
        header = unnamed == null
                ? options.header() != Header.NO
                : isHeader(unnamed, CellReading.of(options.cells(), unnamed, records.name()));
        boolean adviseByNumber = unnamed != null && hasNumber(unnamed);
        choice = unnamed != null && !header ? unnamed : choose(header ? headerNames() : null, options, first);
        cells = CellReading.of(options.cells(), choice, records.name());
        int[] numbers = cells.numeric(choice);
        categories = new CategoryColumns(numbers);
        percents = new PercentColumns(choice.numeric());
        decimals = new DecimalSearch(options.layout().decimal(), fields, new Fields(delimiter), numbers, fieldCount);
        complaints = new CellComplaints(choice, fields, decimals, adviseByNumber);
        if (!header) {
            records.pushBack();
        }
        if (!records.isInOrder()) {
            decimals.lookAhead(records);
        }
    }

    static BadInputException tooWide(Records records) {
        return new BadInputException(records.place() + records.line() + ": more than " + ColumnChoice.MOST_COLUMNS
                + " columns; is this a text file of rows?");
    }

    /** The delimiter of records that are at their first line; the next record is the first line that is more than its statement. */
    static byte findDelimiter(Records records, String argument, ReadOptions options) throws IOException {
        byte stated = Delimiters.stated(records);
        Separator wanted = options.layout().separator();
        if (stated != 0) {
            return wanted == null ? stated : wanted.symbol();
        }
        refuseOtherThanRows(records);
        byte delimiter = Delimiters.of(options, argument, records);
        records.pushBack();
        return delimiter;
    }

    private static void refuseOtherThanRows(Records records) throws BadInputException {
        for (int at = records.start(); at < records.end(); at++) {
            if (records.bytes()[at] == 0) {
                throw new BadInputException(records.place() + records.line()
                        + ": holds bytes of zero: no text, or UTF-16 without its byte order mark; convert it to UTF-8");
            }
        }
        String begin = new String(
                        records.bytes(),
                        records.start(),
                        Math.min(LONGEST_SIGN, records.end() - records.start()),
                        StandardCharsets.ISO_8859_1)
                .stripLeading()
                .toLowerCase(Locale.ROOT);
        String kind = begin.startsWith("{\"") || begin.startsWith("[{")
                ? "JSON"
                : begin.startsWith("<!doctype") || begin.startsWith("<html") || begin.startsWith("<?xml")
                        ? "HTML or XML"
                        : "";
        if (!kind.isEmpty()) {
            throw new BadInputException(
                    records.place() + records.line() + ": is " + kind + ", not lines of numbers; convert it to CSV");
        }
    }

    @Override
    public ColumnChoice choice() {
        return choice;
    }

    /** The decimal sign, auto as long as no number has shown it. */
    DecimalSign decimalSign() {
        return decimals.sign();
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

    private boolean parse(DenseBuffer batch) throws IOException {
        int count = splitRecord(fieldCount);
        if (count != fieldCount) {
            boolean first = policy.isFirstRow();
            policy.refuse(() -> CellComplaints.ofCount(position + records.line(), count, fieldCount, first));
            return false;
        }
        if (decimals.isOpen()) {
            decimals.observe(records);
        }
        if (!parseNumbers(batch.values(), batch.offset()) || hasMisfit()) {
            return false;
        }
        int[] kept = choice.kept();
        for (int i = 0; i < kept.length; i++) {
            batch.keep(i, fields.text(kept[i]));
        }
        return true;
    }

    private boolean parseNumbers(double[] values, int from) throws BadInputException {
        int at = from;
        int[] numeric = choice.numeric();
        boolean missing = false;
        for (int i = 0; i < numeric.length; i++) {
            double value = cells.isText(i) ? cells.category(fields, numeric[i], i) : fields.number(numeric[i]);
            if (!(Math.abs(value) < Decimals.BEYOND_FLOAT)) {
                if (!cells.isMissing(fields, numeric[i])) {
                    refuse(numeric[i]);
                    return false;
                }
                missing = true;
            }
            values[at++] = value;
        }
        if (missing) {
            percents.countMissing(values, from);
        }
        return true;
    }

    /** Refuses a row that has a percent sign where the column has had none, or none where it has. */
    private boolean hasMisfit() throws BadInputException {
        if (!fields.hasPercent() && !percents.any()) {
            return false;
        }
        int column = percents.misfit(fields, cells, policy.accepted());
        if (column < 0) {
            return false;
        }
        policy.refuse(() -> complaints.misfit(position + records.line(), column));
        return true;
    }

    /** Counts a row that has no number in a column, or fails; also where skipping would leave no row at all. */
    private void refuse(int column) throws BadInputException {
        if (policy.isFirstRow()) {
            categories.observe(fields, records.line());
            if (categories.isCertain()) {
                throw complaints.ofTexts(position, categories.cells(), false).failure();
            }
        }
        // Text in the first row is most likely text in every row, so all such columns are named at once.
        List<CategoryColumns.Cell> texts = policy.isFirstRow() ? categories.cells() : List.of();
        policy.refuse(() -> texts.isEmpty()
                ? complaints.ofCell(position, records.line(), column)
                : complaints.ofTexts(position, texts, texts.size() == choice.columns()));
    }

    /** The end of the input; where all rows had text in the same column it is known why none is left. */
    private void end() throws BadInputException {
        boolean all = policy.isFirstRow() && categories.rows() == policy.skipped();
        if (all && !categories.cells().isEmpty()) {
            throw complaints.ofTexts(position, categories.cells(), false).failure();
        }
        policy.end(records.name());
    }

    private void nextOrNoRows() throws IOException {
        if (!records.next()) {
            policy.end(records.name());
        }
    }

    private int splitRecord(int most) {
        return fields.split(records.bytes(), records.start(), records.end(), most);
    }

    private ColumnChoice choose(@Nullable List<String> header, ReadOptions options, @Nullable ColumnChoice first)
            throws BadInputException {
        ColumnChoice.Names names = new ColumnChoice.Names(records.name(), fieldCount, header, null);
        return first == null ? ColumnChoice.of(names, options) : ColumnChoice.like(first, names, options);
    }

    /** The columns if there is no header; null if what the user asked for then makes no sense. */
    private @Nullable ColumnChoice chooseByNumber(ReadOptions options) {
        try {
            return ColumnChoice.asksForNames(options) ? null : choose(null, options, null);
        } catch (BadInputException namesNeeded) {
            return null;
        }
    }

    private boolean isHeader(ColumnChoice unnamed, CellReading reading) {
        for (int column : reading.numeric(unnamed)) {
            if (Double.isNaN(fields.number(column))) {
                String text = fields.text(column);
                if (!Decimals.isMissing(text) && NumberForm.of(text) == NumberForm.OTHER) {
                    return true;
                }
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
