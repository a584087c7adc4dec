package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Writes CSV or TSV: a line of names, then kept text and numbers, each number as its shortest text. */
final class DelimitedWriter implements RowWriter {
    private final PendingOutput output;
    private final byte delimiter;
    private final int keptCount;
    private final int columns;
    /** The column of row numbers; -1 if there is none. */
    private final int rowNumber;

    private final byte[] buffer = new byte[1 << 16];
    private int length;

    DelimitedWriter(PendingOutput output, byte delimiter, List<String> keptNames, List<String> valueNames)
            throws IOException {
        this.output = output;
        this.delimiter = delimiter;
        keptCount = keptNames.size();
        columns = valueNames.size();
        rowNumber = valueNames.indexOf(ROW_NUMBER);
        List<String> names = new ArrayList<>(keptNames);
        names.addAll(valueNames);
        for (int i = 0; i < names.size(); i++) {
            putText(names.get(i));
            put(i + 1 < names.size() ? delimiter : (byte) '\n');
        }
    }

    @Override
    public void write(double[] values, int rows, @Nullable RowBuffer kept) throws IOException {
        if (values.length < (long) rows * columns) {
            throw new IllegalArgumentException(
                    "values must hold " + rows + " rows of " + columns + " numbers, not " + values.length);
        }
        if (keptCount > 0 && (kept == null || kept.rows() < rows || kept.keptCount() != keptCount)) {
            throw new IllegalArgumentException("kept must hold " + rows + " rows of " + keptCount + " texts");
        }
        for (int row = 0; row < rows; row++) {
            for (int i = 0; kept != null && i < keptCount; i++) {
                putText(kept.kept(row, i));
                put(delimiter);
            }
            for (int column = 0; column < columns; column++) {
                makeRoom(ShortestDecimal.LONGEST + 1);
                length = ShortestDecimal.write(values[row * columns + column], buffer, length);
                if (column == rowNumber && buffer[length - 1] == '0' && buffer[length - 2] == '.') {
                    length -= 2;
                }
                buffer[length++] = column + 1 < columns ? delimiter : (byte) '\n';
            }
        }
        if (output.isLive()) {
            drain();
        }
    }

    @Override
    public void commit() throws IOException {
        drain();
        output.commit();
    }

    @Override
    public void close() throws IOException {
        output.close();
    }

    private void putText(String text) throws IOException {
        boolean quoted = needsQuotes(text);
        byte[] bytes = (quoted ? '"' + text.replace("\"", "\"\"") + '"' : text).getBytes(StandardCharsets.UTF_8);
        for (byte b : bytes) {
            put(b);
        }
    }

    private boolean needsQuotes(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == delimiter || c == '"' || c == '\n' || c == '\r') {
                return true;
            }
        }
        return !text.equals(text.strip());
    }

    private void put(byte b) throws IOException {
        makeRoom(1);
        buffer[length++] = b;
    }

    private void makeRoom(int bytes) throws IOException {
        if (buffer.length - length < bytes) {
            drain();
        }
    }

    private void drain() throws IOException {
        output.write(buffer, 0, length);
        length = 0;
    }
}
