package io.github.skpca.io;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The cells of a CSV or TSV input. */
final class TextCells implements Cells {
    private final Input input;
    private final InputRecords records;
    private final byte delimiter;
    private final Fields fields;
    private final DecimalSearch decimals;
    private final int columns;
    private boolean first = true;
    private boolean whole;

    TextCells(Input input, String argument, ReadOptions options) throws IOException {
        this.input = input;
        records = new InputRecords(input);
        if (!records.next()) {
            throw new BadInputException(input.name() + ": no rows");
        }
        delimiter = DelimitedSource.findDelimiter(records, argument, options);
        records.quoteFields(delimiter);
        if (!records.next()) {
            throw new BadInputException(input.name() + ": no rows");
        }
        fields = new Fields(delimiter);
        columns = split(ColumnChoice.MOST_COLUMNS);
        if (columns > ColumnChoice.MOST_COLUMNS) {
            throw DelimitedSource.tooWide(records);
        }
        int[] all = new int[columns];
        for (int column = 0; column < columns; column++) {
            all[column] = column;
        }
        decimals = new DecimalSearch(options.layout().decimal(), fields, new Fields(delimiter), all, columns);
    }

    private int split(int most) {
        return fields.split(records.bytes(), records.start(), records.end(), most);
    }

    @Override
    public List<String> names() {
        return List.of();
    }

    @Override
    public int columns() {
        return columns;
    }

    @Override
    public boolean next() throws IOException {
        if (!first && !records.next()) {
            return false;
        }
        whole = split(columns) == columns;
        if (whole && decimals.isOpen()) {
            decimals.observe(records);
        }
        first = false;
        return true;
    }

    @Override
    public boolean isWhole() {
        return whole;
    }

    @Override
    public double number(int column) {
        return fields.number(column);
    }

    @Override
    public String text(int column) {
        return fields.text(column);
    }

    @Override
    public double progress() {
        return records.progress();
    }

    @Override
    public CellLayout layout() {
        return new CellLayout(
                delimiter == '\t' ? "tsv" : "csv",
                input.isCompressed() ? "gzip" : "",
                input.isEncoded() ? "UTF-16" : "UTF-8",
                Separator.ofSymbol(delimiter).map(Separator::label).orElse(""),
                decimals.sign() == DecimalSign.AUTO
                        ? DecimalSign.POINT.label()
                        : decimals.sign().label(),
                lineEnds());
    }

    private String lineEnds() {
        List<String> kinds = new ArrayList<>();
        if ((records.lineEnds() & InputRecords.NEWLINE) != 0) {
            kinds.add("LF");
        }
        if ((records.lineEnds() & InputRecords.RETURN_AND_NEWLINE) != 0) {
            kinds.add("CRLF");
        }
        if ((records.lineEnds() & InputRecords.RETURN) != 0) {
            kinds.add("CR");
        }
        return String.join(" and ", kinds);
    }

    @Override
    public void close() throws IOException {
        records.close();
    }
}
