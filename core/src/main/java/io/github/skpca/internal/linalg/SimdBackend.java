package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;
import org.jspecify.annotations.Nullable;

/** The arithmetic through the Vector API, with vectors as wide as the machine's. Loaded by name, see BackendChoice. */
final class SimdBackend implements Backend {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int LANES = FLOATS.length();
    private static final int VECTORS = 3;
    private static final int WIDTH = VECTORS * LANES;
    private static final int DOUBLE_WIDTH = SimdDoubles.WIDTH;

    /** Rows that go through all panels together: they and one panel stay in the second cache. */
    private static final int CHUNK_ROWS = 48;

    private static final TransposedProducts TURNED = new SimdTransposed();
    private static final ColumnPanelProducts STRIPS = new SimdColumnPanels();

    @Override
    public String name() {
        return "simd-" + FLOATS.vectorBitSize();
    }

    @Override
    public int panelWidth(int columns) {
        return WIDTH;
    }

    @Override
    public TransposedProducts transposedProducts() {
        return TURNED;
    }

    @Override
    public ColumnPanelProducts strips() {
        return STRIPS;
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
        float[] edge = b.columns % WIDTH == 0 ? c : TILE.get();
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - first);
            for (int start = 0; start < b.depth; start += SUM_DEPTH) {
                int depth = Math.min(SUM_DEPTH, b.depth - start);
                int aAt = aOffset + first * aRowStride + start * aDepthStride;
                boolean resume = start > 0;
                for (int p = 0; p < b.panels(); p++) {
                    int bAt = (p * b.depth + start) * WIDTH;
                    int used = Math.min(WIDTH, b.columns - p * WIDTH);
                    boolean direct = used == WIDTH;
                    float[] out = direct ? c : edge;
                    int at = direct ? cOffset + first * cStride + p * WIDTH : 0;
                    int stride = direct ? cStride : WIDTH;
                    if (aDepthStride == 1) {
                        int vectors = (used + LANES - 1) / LANES;
                        SimdTiles.panel(
                                a, aAt, aRowStride, chunk, vectors, b.values, bAt, depth, out, at, stride, resume);
                    } else {
                        SimdTiles.stridedPanel(
                                a, aAt, aRowStride, aDepthStride, chunk, b.values, bAt, depth, out, at, stride, resume);
                    }
                }
            }
            int rest = b.columns % WIDTH;
            if (rest != 0) {
                copyEdge(edge, rest, chunk, c, cOffset + first * cStride + b.columns - rest, cStride);
            }
        }
    }

    @Override
    public void multiplySparse(SparseMatrix a, int from, int rows, Panels b, float[] c, int cOffset, int cStride) {
        int whole = b.columns / WIDTH;
        int rest = b.columns % WIDTH;
        int panel = b.depth * WIDTH;
        float[] edge = TILE.get();
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int last = Math.min(rows, first + CHUNK_ROWS);
            int p = 0;
            // Two panels at a time: three sums are too few to keep the multiply-add units busy.
            for (; p + 2 <= whole; p += 2) {
                for (int i = first; i < last; i++) {
                    SimdSparse.twoPanels(a, from + i, b.values, p * panel, panel, c, cOffset + i * cStride + p * WIDTH);
                }
            }
            for (; p < whole; p++) {
                for (int i = first; i < last; i++) {
                    SimdSparse.panel(a, from + i, b.values, p * panel, c, cOffset + i * cStride + p * WIDTH);
                }
            }
            for (int i = first; rest > 0 && i < last; i++) {
                SimdSparse.panel(a, from + i, b.values, p * panel, edge, 0);
                System.arraycopy(edge, 0, c, cOffset + i * cStride + p * WIDTH, rest);
            }
        }
    }

    private static void copyEdge(float[] edge, int used, int rows, float[] c, int at, int stride) {
        for (int i = 0; i < rows; i++) {
            System.arraycopy(edge, i * WIDTH, c, at + i * stride, used);
        }
    }

    @Override
    public void fourierPairs(float[] x, int xOffset, int rows, Panels w, float scale, float[] z, int zOffset) {
        fourier(x, xOffset, rows, w, null, scale, z, zOffset);
    }

    @Override
    public void fourierPhases(
            float[] x, int xOffset, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset) {
        fourier(x, xOffset, rows, w, phases, scale, z, zOffset);
    }

    /** Products of a tile, then their cosines (and sines, without phases) while the tile is in the first cache. */
    private void fourier(
            float[] x, int xOffset, int rows, Panels w, float[] phases, float scale, float[] z, int zOffset) {
        boolean pairs = phases == null;
        int stride = pairs ? 2 * w.columns : w.columns;
        float[] tile = TILE.get();
        for (int first = 0; first < rows; first += CHUNK_ROWS) {
            int chunk = Math.min(CHUNK_ROWS, rows - first);
            for (int p = 0; p < w.panels(); p++) {
                int column = p * WIDTH;
                int used = Math.min(WIDTH, w.columns - column);
                for (int start = 0; start < w.depth; start += SUM_DEPTH) {
                    int depth = Math.min(SUM_DEPTH, w.depth - start);
                    SimdTiles.panel(
                            x,
                            xOffset + first * w.depth + start,
                            w.depth,
                            chunk,
                            (used + LANES - 1) / LANES,
                            w.values,
                            (p * w.depth + start) * WIDTH,
                            depth,
                            tile,
                            0,
                            WIDTH,
                            start > 0);
                }
                if (!pairs) {
                    addPhases(tile, chunk, phases, column, used);
                }
                int at = zOffset + first * stride + column;
                SimdTrigonometry.tile(tile, chunk, WIDTH, used, scale, z, at, stride, pairs ? w.columns : 0);
            }
        }
    }

    /** A tile of products per thread, so that mapping a row allocates nothing. */
    private static final ThreadLocal<float[]> TILE = ThreadLocal.withInitial(() -> new float[CHUNK_ROWS * WIDTH]);

    private static void addPhases(float[] tile, int rows, float[] phases, int column, int used) {
        int j = 0;
        for (; j + LANES <= used; j += LANES) {
            FloatVector phase = FloatVector.fromArray(FLOATS, phases, column + j);
            for (int at = j; at < rows * WIDTH; at += WIDTH) {
                FloatVector.fromArray(FLOATS, tile, at).add(phase).intoArray(tile, at);
            }
        }
        for (; j < used; j++) {
            for (int at = j; at < rows * WIDTH; at += WIDTH) {
                tile[at] += phases[column + j];
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
        SimdTrigonometry.run(x, offset, count, scale, cosines, cosineOffset, withSines, sines, sineOffset);
    }

    @Override
    public int hadamardAcross() {
        return LANES;
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
        SimdHadamard.run(factors, factorOffset, values, from, places, to, count, across, back);
    }

    @Override
    public void transpose(float[] rows, int offset, int stride, int length, float[] turned, int at, int across) {
        SimdTranspose.transpose(rows, offset, stride, length, turned, at, across);
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
        SimdTranspose.transposeBack(turned, at, factors, factorOffset, length, rows, offset, stride, across);
    }

    @Override
    public void gaussians(float[] values, int offset, int count, float rowTerm, float[] terms, float factor) {
        SimdExponential.gaussians(values, offset, count, rowTerm, terms, factor);
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
        int j = 0;
        double[] strip = columns < DOUBLE_WIDTH ? b : strip(depth);
        for (; j + DOUBLE_WIDTH <= columns; j += DOUBLE_WIDTH) {
            SimdDoubles.packStrip(b, bOffset + j, bStride, depth, strip);
            SimdDoubles.strip(a, aOffset, aStride, rows, depth, strip, c, cOffset + j, cStride);
        }
        for (int i = 0; i < rows; i++) {
            for (int column = j; column < columns; column++) {
                double sum = 0;
                for (int k = 0; k < depth; k++) {
                    sum = Math.fma(a[aOffset + i * aStride + k], b[bOffset + k * bStride + column], sum);
                }
                c[cOffset + i * cStride + column] = sum;
            }
        }
    }

    /** Vectors of sums whose lanes are to be added: reading lanes one by one would box the vector. */
    private static final ThreadLocal<double[]> SUMS = ThreadLocal.withInitial(() -> new double[SimdDoubles.SUMS]);

    private static final ThreadLocal<double[]> STRIP = ThreadLocal.withInitial(() -> new double[0]);

    /** Scratch for two vectors of columns of a right-hand side, kept for the next product. */
    private static double[] strip(int depth) {
        double[] strip = STRIP.get();
        if (strip.length < depth * DOUBLE_WIDTH) {
            strip = new double[depth * DOUBLE_WIDTH];
            STRIP.set(strip);
        }
        return strip;
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
        double[] sums = SUMS.get();
        if (to - from < 3 || bRows < 3) {
            for (int i = from; i < to; i++) {
                for (int j = 0; j < bRows; j++) {
                    c[i * cStride + j] = SimdDoubles.dot(a, aOffset + i * aStride, b, j * columns, columns, sums);
                }
            }
            return;
        }
        // The last tile may lie over the one before: what is done twice has the same bits, and is sooner done than one
        // by one.
        for (int i = from; i < to; i += 3) {
            int row = Math.min(i, to - 3);
            for (int j = 0; j < bRows; j += 3) {
                int other = Math.min(j, bRows - 3);
                SimdDoubles.dots3x3(
                        a,
                        aOffset + row * aStride,
                        aStride,
                        b,
                        other * columns,
                        columns,
                        c,
                        row * cStride + other,
                        cStride,
                        sums);
            }
        }
    }

    @Override
    public void gram(double[] a, int rows, int columns, double[] c, int from, int to) {
        for (int i = from; i < to; i += 3) {
            int high = Math.min(to, i + 3);
            innerProducts(a, 0, columns, i, high, a, high, columns, c, rows);
        }
    }

    @Override
    public void moments(float[] block, int offset, int rows, int columns, double @Nullable [] mean, double[] c) {
        SimdMoments.ofThread().run(block, offset, rows, columns, mean, c);
    }

    @Override
    public void packRows(float[] source, int offset, int stride, Panels panels) {
        int whole = panels.columns / WIDTH;
        for (int p = 0; p < whole; p++) {
            int to = p * panels.depth * WIDTH;
            SimdTiles.packPanel(source, offset + p * WIDTH, stride, panels.depth, panels.values, to);
        }
        panels.pack(source, offset, stride, 1, whole, panels.panels());
    }

    @Override
    public boolean areFinite(double[] values, int from, int to) {
        return SimdNarrowing.areFinite(values, from, to);
    }

    @Override
    public boolean areFinite(float[] values, int from, int to) {
        return SimdNarrowing.areFinite(values, from, to);
    }

    @Override
    public void accumulate(float[] source, int offset, int count, double[] target, int targetOffset) {
        int half = DOUBLES.length();
        int i = 0;
        for (; i + LANES <= count; i += LANES) {
            FloatVector narrow = FloatVector.fromArray(FLOATS, source, offset + i);
            int at = targetOffset + i;
            DoubleVector low = (DoubleVector) narrow.convertShape(VectorOperators.F2D, DOUBLES, 0);
            DoubleVector high = (DoubleVector)
                    narrow.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
            low.add(DoubleVector.fromArray(DOUBLES, target, at)).intoArray(target, at);
            high.add(DoubleVector.fromArray(DOUBLES, target, at + half)).intoArray(target, at + half);
        }
        for (; i < count; i++) {
            target[targetOffset + i] += source[offset + i];
        }
    }

    @Override
    public void columnSums(float[] block, int rows, int columns, double[] sums, int from, int to) {
        java.util.Arrays.fill(sums, from, to, 0.0);
        int i = 0;
        for (; i + 2 <= rows; i += 2) {
            SimdDoubles.accumulateTwo(block, i * columns + from, columns, to - from, sums, from);
        }
        for (; i < rows; i++) {
            accumulate(block, i * columns + from, to - from, sums, from);
        }
    }

    @Override
    public void rotate(double[] rows, int upper, int lower, int count, double cosine, double sine) {
        SimdDoubles.rotate(rows, upper, lower, count, cosine, sine);
    }

    @Override
    public double sumOfSquares(float[] values, int offset, int count) {
        return SimdDoubles.sumOfSquares(values, offset, count, SUMS.get());
    }

    @Override
    public double multiplyAddLoop(int rounds) {
        return SimdTiles.multiplyAddLoop(rounds) == 0 ? 0 : 2.0 * 12 * LANES * rounds;
    }
}
