package io.github.skpca.io;

import java.io.IOException;
import java.util.List;

/** The cells of an input that holds numbers alone: NPY or LIBSVM. */
final class NumberCells implements Cells {
    private final RowSource source;
    private final DenseBuffer row;
    private final CellLayout layout;

    NumberCells(RowSource source, String format, boolean compressed) {
        this.source = source;
        layout = new CellLayout(format, compressed ? "gzip" : "", "", "", "", "");
        row = new DenseBuffer(1, columns());
    }

    @Override
    public List<String> names() {
        return source.choice().columnNames();
    }

    @Override
    public int columns() {
        return source.choice().columns();
    }

    @Override
    public boolean next() throws IOException {
        row.begin(0);
        row.fillFrom(source);
        return row.rows() > 0;
    }

    @Override
    public boolean isWhole() {
        return true;
    }

    @Override
    public double number(int column) {
        return row.values()[column];
    }

    @Override
    public String text(int column) {
        return ShortestDecimal.text(row.values()[column]);
    }

    @Override
    public double progress() {
        return source.progress();
    }

    @Override
    public CellLayout layout() {
        return layout;
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
