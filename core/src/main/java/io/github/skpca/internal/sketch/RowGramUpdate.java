package io.github.skpca.internal.sketch;

import org.jspecify.annotations.Nullable;

/** An outer product per row, in double, as the paper's authors ran it. */
final class RowGramUpdate implements GramUpdate {
    private static final int BLOCK_ROWS = 1024;

    private final int columns;
    private final double[] row;

    RowGramUpdate(int columns) {
        this.columns = columns;
        this.row = new double[columns];
    }

    @Override
    public int blockRows() {
        return BLOCK_ROWS;
    }

    @Override
    public void add(float[] block, int count, double @Nullable [] mean, GramMatrix target) {
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < columns; j++) {
                row[j] = block[i * columns + j] - (mean == null ? 0 : mean[j]);
            }
            target.addRows(row, 1);
        }
    }

    @Override
    public GramUpdate copy() {
        return new RowGramUpdate(columns);
    }

    @Override
    public long bytes() {
        return 8L * columns;
    }
}
