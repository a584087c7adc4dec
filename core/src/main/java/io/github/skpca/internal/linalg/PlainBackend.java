package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

/** The arithmetic in plain Java, in loops that the just-in-time compiler turns into vector code by itself. */
final class PlainBackend implements Backend {
    /** Rows whose angles stay in the second cache until the cosines are made of them. */
    private static final int CHUNK_ROWS = 96;

    private static final int LIMIT_BITS = Float.floatToRawIntBits(FAST_PHASE_LIMIT);

    /** Gaussians from which on it pays to copy them. */
    private static final int LONG_ROW = 32;

    private static final ColumnPanelProducts STRIPS = new PlainColumnPanels();

    @Override
    public String name() {
        return MultiplyAdd.FUSED ? "plain-fma" : "plain";
    }

    /** None: the loops over a right-hand side want it wide. */
    @Override
    public @Nullable TransposedProducts transposedProducts() {
        return null;
    }

    @Override
    public ColumnPanelProducts strips() {
        return STRIPS;
    }

    /** One panel of all columns: long inner loops are what the compiler vectorises. */
    @Override
    public int panelWidth(int columns) {
        return columns;
    }

    @Override
    public void multiply(
            float[] a,
            int aOffset,
            int aRowStride,
            int aDepthStride,
            int rows,
            Panels b,
            float[] c,
            int cOffset,
            int cStride) {
        if (rows == 1) {
            multiplyRow(a, aOffset, aDepthStride, b, c, cOffset);
        } else {
            PlainProduct.ofThread()
                    .multiply(a, aOffset, aRowStride, aDepthStride, rows, b, c, cOffset, cStride, /* add= */ false);
        }
    }

    /** One row is done where it is: to copy b would take longer than the product. */
    private static void multiplyRow(float[] a, int row, int aDepthStride, Panels b, float[] c, int out) {
        int columns = b.columns;
        float[] piece = b.depth > SUM_DEPTH ? piece(columns) : c;
        for (int start = 0; start < b.depth; start += SUM_DEPTH) {
            int end = Math.min(b.depth, start + SUM_DEPTH);
            if (start == 0) {
                sum(a, row, aDepthStride, b, start, end, c, out);
            } else {
                sum(a, row, aDepthStride, b, start, end, piece, 0);
                for (int j = 0; j < columns; j++) {
                    c[out + j] += piece[j];
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

    private static void sum(float[] a, int row, int aDepthStride, Panels b, int start, int end, float[] c, int out) {
        int columns = b.columns;
        java.util.Arrays.fill(c, out, out + columns, 0f);
        int k = start;
        for (; k + 4 <= end; k += 4) {
            addFour(a, row + k * aDepthStride, aDepthStride, b.values, k * columns, columns, c, out);
        }
        for (; k < end; k++) {
            addOne(a[row + k * aDepthStride], b.values, k * columns, columns, c, out);
        }
    }

    private static void addFour(float[] a, int at, int stride, float[] b, int from, int columns, float[] c, int out) {
        float a0 = a[at];
        float a1 = a[at + stride];
        float a2 = a[at + 2 * stride];
        float a3 = a[at + 3 * stride];
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

    @Override
    public void fourierPairs(float[] x, int xOffset, int rows, Panels w, float scale, float[] z, int zOffset) {
        int frequencies = w.columns;
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - first);
            int at = zOffset + first * 2 * frequencies;
            multiply(x, xOffset + first * w.depth, w.depth, 1, chunk, w, z, at, 2 * frequencies);
            for (int i = 0; i < chunk; i++, at += 2 * frequencies) {
                cosines(z, at, frequencies, scale, z, at, true, z, at + frequencies);
            }
        }
    }

    @Override
    public void fourierPhases(
            float[] x, int xOffset, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset) {
        int frequencies = w.columns;
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - first);
            int at = zOffset + first * frequencies;
            multiply(x, xOffset + first * w.depth, w.depth, 1, chunk, w, z, at, frequencies);
            for (int i = 0; i < chunk; i++, at += frequencies) {
                for (int j = 0; j < frequencies; j++) {
                    z[at + j] += phases[j];
                }
                cosines(z, at, frequencies, scale, z, at, false, z, at);
            }
        }
    }

    @Override
    public void cosines(
            float[] x,
            int offset,
            int count,
            float scale,
            float[] cosines,
            int cosineOffset,
            boolean withSines,
            float[] sines,
            int sineOffset) {
        if (anyBeyondLimit(x, offset, count)) {
            PlainTrigonometry.mixed(x, offset, count, scale, cosines, cosineOffset, withSines, sines, sineOffset);
        } else {
            PlainWaves.ofThread().run(x, offset, count, scale, cosines, cosineOffset, withSines, sines, sineOffset);
        }
    }

    /** By the sign of differences of bits, which are ordered as sizes are: an early exit would prevent vectorisation. */
    private static boolean anyBeyondLimit(float[] x, int offset, int count) {
        int differences = 0;
        for (int j = offset; j < offset + count; j++) {
            differences |= LIMIT_BITS - (Float.floatToRawIntBits(x[j]) & Integer.MAX_VALUE);
        }
        return differences < 0;
    }

    @Override
    public int hadamardAcross() {
        return 1;
    }

    @Override
    public void hadamard(
            float[] factors,
            int factorOffset,
            float[] values,
            int from,
            int[] places,
            int to,
            int count,
            int across,
            boolean back) {
        PlainHadamard.run(factors, factorOffset, values, from, places, to, count, across, back);
    }

    @Override
    public void transpose(float[] rows, int offset, int stride, int length, float[] turned, int at, int across) {
        PlainTranspose.transpose(rows, offset, stride, length, turned, at, across);
    }

    @Override
    public void transposeBack(
            float[] turned,
            int at,
            float[] factors,
            int factorOffset,
            int length,
            float[] rows,
            int offset,
            int stride,
            int across) {
        PlainTranspose.transposeBack(turned, at, factors, factorOffset, 0, length, rows, offset, stride, across);
    }

    @Override
    public void gaussians(float[] values, int offset, int count, float rowTerm, float[] terms, float factor) {
        if (count >= LONG_ROW) {
            PlainGaussians.ofThread().run(values, offset, count, rowTerm, terms, factor);
        } else {
            PlainExponential.gaussians(values, offset, 0, count, rowTerm, terms, factor);
        }
    }

    @Override
    public void multiply(
            double[] a,
            int aOffset,
            int aStride,
            int rows,
            int depth,
            double[] b,
            int bOffset,
            int bStride,
            int columns,
            double[] c,
            int cOffset,
            int cStride) {
        PlainDoubleProduct product = PlainDoubleProduct.ofThread();
        for (int left = 0; left < columns; left += PlainDoubleProduct.COLUMNS) {
            int width = Math.min(PlainDoubleProduct.COLUMNS, columns - left);
            int first = 0;
            do {
                int terms = Math.min(PlainDoubleProduct.DEPTH, depth - first);
                product.take(b, bOffset + first * bStride + left, bStride, terms, width);
                product.add(a, aOffset + first, aStride, rows, terms, width, c, cOffset + left, cStride, first > 0);
                first += PlainDoubleProduct.DEPTH;
            } while (first < depth);
        }
    }

    @Override
    public void innerProducts(
            double[] a,
            int aOffset,
            int aStride,
            int from,
            int to,
            double[] b,
            int bRows,
            int columns,
            double[] c,
            int cStride) {
        PlainInnerProducts.ofThread()
                .run(a, aOffset, aStride, from, to, b, bRows, columns, c, cStride, /* lower= */ false);
    }

    @Override
    public void gram(double[] a, int rows, int columns, double[] c, int from, int to) {
        PlainInnerProducts.ofThread().run(a, 0, columns, from, to, a, to, columns, c, rows, /* lower= */ true);
    }

    @Override
    public void moments(float[] block, int offset, int rows, int columns, double @Nullable [] mean, double[] c) {
        PlainDoubleProduct product = PlainDoubleProduct.ofThread();
        double[] turned = product.turn(block, offset, rows, columns, mean);
        for (int left = 0; left < columns; left += PlainDoubleProduct.COLUMNS) {
            int width = Math.min(PlainDoubleProduct.COLUMNS, columns - left);
            int out = left * columns + left;
            int first = 0;
            do {
                int terms = Math.min(PlainDoubleProduct.DEPTH, rows - first);
                product.takeTurned(turned, left * rows + first, rows, terms, width);
                int at = left * rows + first;
                product.addLower(
                        turned, at, rows, columns - left, terms, width, c, out, columns, first > 0, left, left);
                first += PlainDoubleProduct.DEPTH;
            } while (first < rows);
        }
    }

    @Override
    public boolean areFinite(double[] values, int from, int to) {
        return PlainNarrowing.areFinite(values, from, to);
    }

    @Override
    public boolean areFinite(float[] values, int from, int to) {
        return PlainNarrowing.areFinite(values, from, to);
    }

    @Override
    public void accumulate(float[] source, int offset, int count, double[] target, int targetOffset) {
        for (int i = 0; i < count; i++) {
            target[targetOffset + i] += source[offset + i];
        }
    }

    @Override
    public void columnSums(float[] block, int rows, int columns, double[] sums, int from, int to) {
        java.util.Arrays.fill(sums, from, to, 0.0);
        for (int i = 0; i < rows; i++) {
            accumulate(block, i * columns + from, to - from, sums, from);
        }
    }

    private static final ThreadLocal<double[]> SQUARES = ThreadLocal.withInitial(() -> new double[Lanes.SQUARES]);

    @Override
    public double sumOfSquares(float[] values, int offset, int count) {
        double[] lanes = SQUARES.get();
        java.util.Arrays.fill(lanes, 0.0);
        int whole = count - count % Lanes.SQUARES;
        for (int i = offset; i < offset + whole; i += Lanes.SQUARES) {
            for (int lane = 0; lane < Lanes.SQUARES; lane++) {
                lanes[lane] += (double) values[i + lane] * values[i + lane];
            }
        }
        return Lanes.sumOfSquares(lanes, values, offset + whole, offset + count);
    }

    /** A scalar loop is all that plain Java can keep in registers; its limit is the product's, where that is higher. */
    @Override
    public double multiplyAddLoop(int rounds) {
        float a = 0;
        float b = 1;
        float c = 2;
        float d = 3;
        for (int i = 0; i < rounds; i++) {
            a = a * 0.999f + 1f;
            b = b * 0.999f + 1f;
            c = c * 0.999f + 1f;
            d = d * 0.999f + 1f;
        }
        // The result decides nothing, but a loop without one would be removed.
        return a + b + c + d == 0 ? 0 : 8.0 * rounds;
    }
}
