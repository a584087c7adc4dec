package io.github.skpca.internal.linalg;

/** Products in float in plain Java: of several rows by {@link PlainProduct}, of one row and of sparse rows where they are. */
final class PlainFloatProducts implements FloatProducts {
    private static final ThreadLocal<float[]> PIECE = ThreadLocal.withInitial(() -> new float[0]);

    /** A row of sums per thread, kept so that mapping a row allocates nothing. */
    private static float[] piece(int columns) {
        float[] piece = PIECE.get();
        if (piece.length < columns) {
            piece = new float[columns];
            PIECE.set(piece);
        }
        return piece;
    }

    /** One panel of all columns: long inner loops are what the compiler vectorises. */
    @Override
    public int panelWidth(int columns) {
        return columns;
    }

    @Override
    public void multiply(FloatMatrix a, int rows, Panels b, FloatMatrix c) {
        if (rows == 1 && a.step() == 1) {
            multiplyRow(a.values(), a.offset(), b, c.values(), c.offset());
        } else {
            FloatMatrix right = FloatMatrix.of(b.values, b.columns);
            PlainProduct.ofThread().multiply(a, rows, right, b.depth, b.columns, c, /* add= */ false);
        }
    }

    /** One row is done where it is: to copy b would take longer than the product. */
    @Override
    public void multiplyRow(float[] a, int aAt, Panels b, float[] c, int cAt) {
        int columns = b.columns;
        float[] piece = b.depth > SUM_DEPTH ? piece(columns) : c;
        for (int start = 0; start < b.depth; start += SUM_DEPTH) {
            int end = Math.min(b.depth, start + SUM_DEPTH);
            if (start == 0) {
                sum(a, aAt, b, start, end, c, cAt);
            } else {
                sum(a, aAt, b, start, end, piece, 0);
                for (int j = 0; j < columns; j++) {
                    c[cAt + j] += piece[j];
                }
            }
        }
    }

    @Override
    public void multiplySparse(SparseMatrix a, int from, int rows, Panels b, float[] c, int cOffset, int cStride) {
        int columns = b.columns;
        float[] piece = b.depth > SUM_DEPTH ? piece(columns) : c;
        for (int i = 0; i < rows; i++) {
            int out = cOffset + i * cStride;
            int entry = a.starts[from + i];
            int end = a.starts[from + i + 1];
            java.util.Arrays.fill(c, out, out + columns, 0f);
            for (boolean first = true; entry < end; first = false) {
                int pieceEnd = a.pieceEnd(entry, end);
                if (first) {
                    addEntries(a, entry, pieceEnd, b, c, out);
                } else {
                    java.util.Arrays.fill(piece, 0, columns, 0f);
                    addEntries(a, entry, pieceEnd, b, piece, 0);
                    for (int j = 0; j < columns; j++) {
                        c[out + j] += piece[j];
                    }
                }
                entry = pieceEnd;
            }
        }
    }

    private static void addEntries(SparseMatrix a, int entry, int end, Panels b, float[] c, int out) {
        int columns = b.columns;
        int e = entry;
        for (; e + 2 <= end; e += 2) {
            float a0 = a.values[e];
            float a1 = a.values[e + 1];
            int b0 = a.columns[e] * columns;
            int b1 = a.columns[e + 1] * columns;
            for (int j = 0; j < columns; j++) {
                c[out + j] = MultiplyAdd.of(b.values[b1 + j], a1, MultiplyAdd.of(b.values[b0 + j], a0, c[out + j]));
            }
        }
        if (e < end) {
            addOne(a.values[e], b.values, a.columns[e] * columns, columns, c, out);
        }
    }

    private static void sum(float[] a, int row, Panels b, int start, int end, float[] c, int out) {
        int columns = b.columns;
        java.util.Arrays.fill(c, out, out + columns, 0f);
        int k = start;
        for (; k + 4 <= end; k += 4) {
            addFour(a, row + k, b.values, k * columns, columns, c, out);
        }
        for (; k < end; k++) {
            addOne(a[row + k], b.values, k * columns, columns, c, out);
        }
    }

    private static void addFour(float[] a, int at, float[] b, int from, int columns, float[] c, int out) {
        float a0 = a[at];
        float a1 = a[at + 1];
        float a2 = a[at + 2];
        float a3 = a[at + 3];
        int b1 = from + columns;
        int b2 = b1 + columns;
        int b3 = b2 + columns;
        for (int j = 0; j < columns; j++) {
            float first = MultiplyAdd.of(b[b1 + j], a1, MultiplyAdd.of(b[from + j], a0, c[out + j]));
            c[out + j] = MultiplyAdd.of(b[b3 + j], a3, MultiplyAdd.of(b[b2 + j], a2, first));
        }
    }

    private static void addOne(float a, float[] b, int from, int columns, float[] c, int out) {
        for (int j = 0; j < columns; j++) {
            c[out + j] = MultiplyAdd.of(b[from + j], a, c[out + j]);
        }
    }
}
