package io.github.skpca.internal.linalg;

/** Products in float through the Vector API: panels of three vectors of columns, which {@link SimdTiles} multiplies. */
final class SimdFloatProducts implements FloatProducts {
    /** Rows that go through all panels together: they and one panel stay in the second cache. */
    static final int CHUNK_ROWS = 48;

    private static final int WIDTH = SimdTiles.WIDTH;

    private static final ThreadLocal<FloatMatrix> TILE =
            ThreadLocal.withInitial(() -> FloatMatrix.of(new float[CHUNK_ROWS * WIDTH], WIDTH));

    /** A panel of products per thread, kept so that mapping a row allocates nothing. */
    static FloatMatrix tileOfThread() {
        return TILE.get();
    }

    @Override
    public int panelWidth(int columns) {
        return WIDTH;
    }

    @Override
    public void multiply(FloatMatrix a, int rows, Panels b, FloatMatrix c) {
        int rest = b.columns % WIDTH;
        FloatMatrix edge = rest == 0 ? c : TILE.get();
        for (int top = 0; top < rows; top += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - top);
            FloatMatrix left = a.from(top, 0);
            FloatMatrix out = c.from(top, 0);
            for (int first = 0; first < b.depth; first += SUM_DEPTH) {
                for (int p = 0; p < b.panels(); p++) {
                    boolean direct = (p + 1) * WIDTH <= b.columns;
                    SimdTiles.panel(left, chunk, b, p, first, direct ? out : edge, direct ? p * WIDTH : 0);
                }
            }
            for (int i = 0; rest > 0 && i < chunk; i++) {
                System.arraycopy(edge.values(), i * WIDTH, out.values(), out.at(i, b.columns - rest), rest);
            }
        }
    }

    @Override
    public void multiplyRow(float[] a, int aAt, Panels b, float[] c, int cAt) {
        int rest = b.columns % WIDTH;
        float[] edge = rest == 0 ? c : TILE.get().values();
        for (int first = 0; first < b.depth; first += SUM_DEPTH) {
            for (int p = 0; p < b.panels(); p++) {
                boolean direct = (p + 1) * WIDTH <= b.columns;
                SimdTiles.row(a, aAt + first, b, p, first, direct ? c : edge, direct ? cAt + p * WIDTH : 0);
            }
        }
        if (rest > 0) {
            System.arraycopy(edge, 0, c, cAt + b.columns - rest, rest);
        }
    }

    @Override
    public void multiplySparse(SparseMatrix a, int from, int rows, Panels b, float[] c, int cOffset, int cStride) {
        int whole = b.columns / WIDTH;
        int rest = b.columns % WIDTH;
        float[] edge = TILE.get().values();
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int last = Math.min(rows, first + CHUNK_ROWS);
            int p = 0;
            // Two panels at a time: three sums are too few to keep the multiply-add units busy.
            for (; p + 2 <= whole; p += 2) {
                for (int i = first; i < last; i++) {
                    SimdSparse.twoPanels(a, from + i, b, p, c, cOffset + i * cStride + p * WIDTH);
                }
            }
            for (; p < whole; p++) {
                for (int i = first; i < last; i++) {
                    SimdSparse.panel(a, from + i, b, p, c, cOffset + i * cStride + p * WIDTH);
                }
            }
            for (int i = first; rest > 0 && i < last; i++) {
                SimdSparse.panel(a, from + i, b, p, edge, 0);
                System.arraycopy(edge, 0, c, cOffset + i * cStride + p * WIDTH, rest);
            }
        }
    }

    @Override
    public void packRows(FloatMatrix source, Panels panels) {
        int whole = panels.columns / WIDTH;
        for (int p = 0; p < whole; p++) {
            SimdTiles.packPanel(source, panels, p);
        }
        panels.pack(source.values(), source.offset(), source.stride(), 1, whole, panels.panels());
    }
}
