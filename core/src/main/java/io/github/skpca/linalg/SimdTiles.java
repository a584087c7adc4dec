package io.github.skpca.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The micro-kernels of the matrix product: a few rows times a few vectors, all sums in registers.
 *
 * <p>A core has two units that each start a fused multiply-add a cycle and take four cycles for it, so eight sums or more must be
 * under way at once; with 16 vector registers 3 rows x 3 vectors leave room for their operands. Of the shapes tried on AVX2
 * this is the one that is fast on JDK 17 and on JDK 25 without packing the left-hand side (docs/decisions/0011). The bodies are
 * written out because the compiler keeps vectors in registers only where it sees each one by name.
 */
final class SimdTiles {
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
    private static final int LANES = FLOATS.length();
    private static final int WIDTH = 3 * LANES;
    private static final int DOUBLE_LANES = DOUBLES.length();

    /** Columns of a strip of a product in double. */
    static final int DOUBLE_WIDTH = 2 * DOUBLE_LANES;

    private SimdTiles() {}

    /**
     * c = a b for {@code rows} rows and the first {@code vectors} vectors of one panel, or c + a b if {@code resume}.
     *
     * @param a entry (i, k) at {@code aAt + i rowStride + k}
     */
    static void panel(
            float[] a,
            int aAt,
            int rowStride,
            int rows,
            int vectors,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        if (vectors == 3) {
            panel3(a, aAt, rowStride, rows, b, bAt, depth, c, cAt, cStride, resume);
        } else if (vectors == 2) {
            panel2(a, aAt, rowStride, rows, b, bAt, depth, c, cAt, cStride, resume);
        } else {
            panel1(a, aAt, rowStride, rows, b, bAt, depth, c, cAt, cStride, resume);
        }
    }

    private static void panel3(
            float[] a,
            int aAt,
            int rowStride,
            int rows,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        int i = 0;
        for (; i + 3 <= rows; i += 3) {
            tile3x3(a, aAt + i * rowStride, rowStride, b, bAt, depth, c, cAt + i * cStride, cStride, resume);
        }
        if (i + 2 <= rows) {
            tile2x3(a, aAt + i * rowStride, rowStride, b, bAt, depth, c, cAt + i * cStride, cStride, resume);
            i += 2;
        }
        for (; i < rows; i++) {
            tile1x3(a, aAt + i * rowStride, rowStride, b, bAt, depth, c, cAt + i * cStride, cStride, resume);
        }
    }

    private static void panel2(
            float[] a,
            int aAt,
            int rowStride,
            int rows,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        int i = 0;
        for (; i + 4 <= rows; i += 4) {
            tile4x2(a, aAt + i * rowStride, rowStride, b, bAt, depth, c, cAt + i * cStride, cStride, resume);
        }
        for (; i < rows; i++) {
            tile1x2(a, aAt + i * rowStride, rowStride, b, bAt, depth, c, cAt + i * cStride, cStride, resume);
        }
    }

    private static void panel1(
            float[] a,
            int aAt,
            int rowStride,
            int rows,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        int i = 0;
        for (; i + 12 <= rows; i += 12) {
            tile12x1(a, aAt + i * rowStride, rowStride, b, bAt, depth, c, cAt + i * cStride, cStride, resume);
        }
        for (; i < rows; i++) {
            tile1x1(a, aAt + i * rowStride, rowStride, b, bAt, depth, c, cAt + i * cStride, cStride, resume);
        }
    }

    /** As {@link #panel} with all vectors, for a matrix whose entries of a row are {@code depthStride} apart. */
    static void stridedPanel(
            float[] a,
            int aAt,
            int rowStride,
            int depthStride,
            int rows,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        for (int i = 0; i < rows; i++) {
            int out = cAt + i * cStride;
            for (int v = 0; v < WIDTH; v += LANES) {
                FloatVector sum = FloatVector.zero(FLOATS);
                for (int k = 0; k < depth; k++) {
                    FloatVector factor = FloatVector.broadcast(FLOATS, a[aAt + i * rowStride + k * depthStride]);
                    sum = factor.fma(FloatVector.fromArray(FLOATS, b, bAt + k * WIDTH + v), sum);
                }
                store(sum, c, out + v, resume);
            }
        }
    }

    /**
     * The same in double, for two vectors of columns.
     *
     * @param b entry (k, j) at {@code k DOUBLE_WIDTH + j}: {@link #packStrip} writes it
     */
    static void strip(
            double[] a, int aAt, int aStride, int rows, int depth, double[] b, double[] c, int cAt, int cStride) {
        int i = 0;
        for (; i + 4 <= rows; i += 4) {
            tile4(a, aAt + i * aStride, aStride, b, depth, c, cAt + i * cStride, cStride);
        }
        for (; i < rows; i++) {
            tile1(a, aAt + i * aStride, b, depth, c, cAt + i * cStride);
        }
    }

    /** Copies two vectors of columns of a row-major matrix, so that they lie side by side and at a distance the compiler knows. */
    static void packStrip(double[] b, int bAt, int bStride, int depth, double[] strip) {
        int from = bAt;
        int end = depth * DOUBLE_WIDTH;
        for (int at = 0; at < end; at += DOUBLE_WIDTH) {
            DoubleVector.fromArray(DOUBLES, b, from).intoArray(strip, at);
            DoubleVector.fromArray(DOUBLES, b, from + DOUBLE_LANES).intoArray(strip, at + DOUBLE_LANES);
            from += bStride;
        }
    }

    private static void tile4(
            double[] a, int aAt, int aStride, double[] b, int depth, double[] c, int cAt, int cStride) {
        int r1 = aAt + aStride;
        int r2 = r1 + aStride;
        int r3 = r2 + aStride;
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        DoubleVector s10 = DoubleVector.zero(DOUBLES);
        DoubleVector s11 = DoubleVector.zero(DOUBLES);
        DoubleVector s20 = DoubleVector.zero(DOUBLES);
        DoubleVector s21 = DoubleVector.zero(DOUBLES);
        DoubleVector s30 = DoubleVector.zero(DOUBLES);
        DoubleVector s31 = DoubleVector.zero(DOUBLES);
        int k = 0;
        int end = depth * DOUBLE_WIDTH;
        for (int at = 0; at < end; at += DOUBLE_WIDTH) {
            DoubleVector b0 = DoubleVector.fromArray(DOUBLES, b, at);
            DoubleVector b1 = DoubleVector.fromArray(DOUBLES, b, at + DOUBLE_LANES);
            DoubleVector a0 = DoubleVector.broadcast(DOUBLES, a[aAt + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            DoubleVector a1 = DoubleVector.broadcast(DOUBLES, a[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            DoubleVector a2 = DoubleVector.broadcast(DOUBLES, a[r2 + k]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            DoubleVector a3 = DoubleVector.broadcast(DOUBLES, a[r3 + k]);
            s30 = a3.fma(b0, s30);
            s31 = a3.fma(b1, s31);
            k++;
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + DOUBLE_LANES);
        s10.intoArray(c, cAt + cStride);
        s11.intoArray(c, cAt + cStride + DOUBLE_LANES);
        s20.intoArray(c, cAt + 2 * cStride);
        s21.intoArray(c, cAt + 2 * cStride + DOUBLE_LANES);
        s30.intoArray(c, cAt + 3 * cStride);
        s31.intoArray(c, cAt + 3 * cStride + DOUBLE_LANES);
    }

    private static void tile1(double[] a, int aAt, double[] b, int depth, double[] c, int cAt) {
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        int k = 0;
        int end = depth * DOUBLE_WIDTH;
        for (int at = 0; at < end; at += DOUBLE_WIDTH) {
            DoubleVector a0 = DoubleVector.broadcast(DOUBLES, a[aAt + k]);
            s00 = a0.fma(DoubleVector.fromArray(DOUBLES, b, at), s00);
            s01 = a0.fma(DoubleVector.fromArray(DOUBLES, b, at + DOUBLE_LANES), s01);
            k++;
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + DOUBLE_LANES);
    }

    /** Writes a sum, or adds it to that of an earlier piece of the depth. */
    static void store(FloatVector sum, float[] c, int at, boolean resume) {
        (resume ? FloatVector.fromArray(FLOATS, c, at).add(sum) : sum).intoArray(c, at);
    }

    /** 3 rows x 3 vectors. */
    private static void tile3x3(
            float[] a,
            int aAt,
            int rowStride,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        int r1 = aAt + rowStride;
        int r2 = r1 + rowStride;
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s02 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s12 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s21 = FloatVector.zero(FLOATS);
        FloatVector s22 = FloatVector.zero(FLOATS);
        int k = 0;
        int end = bAt + depth * WIDTH;
        for (int at = bAt; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, b, at + LANES);
            FloatVector b2 = FloatVector.fromArray(FLOATS, b, at + 2 * LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[aAt + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            s02 = a0.fma(b2, s02);
            FloatVector a1 = FloatVector.broadcast(FLOATS, a[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            s12 = a1.fma(b2, s12);
            FloatVector a2 = FloatVector.broadcast(FLOATS, a[r2 + k]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            s22 = a2.fma(b2, s22);
            k++;
        }
        store(s00, c, cAt, resume);
        store(s01, c, cAt + LANES, resume);
        store(s02, c, cAt + 2 * LANES, resume);
        store(s10, c, cAt + cStride, resume);
        store(s11, c, cAt + cStride + LANES, resume);
        store(s12, c, cAt + cStride + 2 * LANES, resume);
        store(s20, c, cAt + 2 * cStride, resume);
        store(s21, c, cAt + 2 * cStride + LANES, resume);
        store(s22, c, cAt + 2 * cStride + 2 * LANES, resume);
    }

    /** 2 rows x 3 vectors. */
    private static void tile2x3(
            float[] a,
            int aAt,
            int rowStride,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        int r1 = aAt + rowStride;
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s02 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s12 = FloatVector.zero(FLOATS);
        int k = 0;
        int end = bAt + depth * WIDTH;
        for (int at = bAt; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, b, at + LANES);
            FloatVector b2 = FloatVector.fromArray(FLOATS, b, at + 2 * LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[aAt + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            s02 = a0.fma(b2, s02);
            FloatVector a1 = FloatVector.broadcast(FLOATS, a[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            s12 = a1.fma(b2, s12);
            k++;
        }
        store(s00, c, cAt, resume);
        store(s01, c, cAt + LANES, resume);
        store(s02, c, cAt + 2 * LANES, resume);
        store(s10, c, cAt + cStride, resume);
        store(s11, c, cAt + cStride + LANES, resume);
        store(s12, c, cAt + cStride + 2 * LANES, resume);
    }

    /** 1 row x 3 vectors. */
    private static void tile1x3(
            float[] a,
            int aAt,
            int rowStride,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s02 = FloatVector.zero(FLOATS);
        int k = 0;
        int end = bAt + depth * WIDTH;
        for (int at = bAt; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, b, at + LANES);
            FloatVector b2 = FloatVector.fromArray(FLOATS, b, at + 2 * LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[aAt + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            s02 = a0.fma(b2, s02);
            k++;
        }
        store(s00, c, cAt, resume);
        store(s01, c, cAt + LANES, resume);
        store(s02, c, cAt + 2 * LANES, resume);
    }

    /** 4 rows x 2 vectors. */
    private static void tile4x2(
            float[] a,
            int aAt,
            int rowStride,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        int r1 = aAt + rowStride;
        int r2 = r1 + rowStride;
        int r3 = r2 + rowStride;
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s21 = FloatVector.zero(FLOATS);
        FloatVector s30 = FloatVector.zero(FLOATS);
        FloatVector s31 = FloatVector.zero(FLOATS);
        int k = 0;
        int end = bAt + depth * WIDTH;
        for (int at = bAt; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, b, at + LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[aAt + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            FloatVector a1 = FloatVector.broadcast(FLOATS, a[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            FloatVector a2 = FloatVector.broadcast(FLOATS, a[r2 + k]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            FloatVector a3 = FloatVector.broadcast(FLOATS, a[r3 + k]);
            s30 = a3.fma(b0, s30);
            s31 = a3.fma(b1, s31);
            k++;
        }
        store(s00, c, cAt, resume);
        store(s01, c, cAt + LANES, resume);
        store(s10, c, cAt + cStride, resume);
        store(s11, c, cAt + cStride + LANES, resume);
        store(s20, c, cAt + 2 * cStride, resume);
        store(s21, c, cAt + 2 * cStride + LANES, resume);
        store(s30, c, cAt + 3 * cStride, resume);
        store(s31, c, cAt + 3 * cStride + LANES, resume);
    }

    /** 1 row x 2 vectors. */
    private static void tile1x2(
            float[] a,
            int aAt,
            int rowStride,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        int k = 0;
        int end = bAt + depth * WIDTH;
        for (int at = bAt; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, at);
            FloatVector b1 = FloatVector.fromArray(FLOATS, b, at + LANES);
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[aAt + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            k++;
        }
        store(s00, c, cAt, resume);
        store(s01, c, cAt + LANES, resume);
    }

    /** 12 rows x 1 vector. */
    private static void tile12x1(
            float[] a,
            int aAt,
            int rowStride,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        int r1 = aAt + rowStride;
        int r2 = r1 + rowStride;
        int r3 = r2 + rowStride;
        int r4 = r3 + rowStride;
        int r5 = r4 + rowStride;
        int r6 = r5 + rowStride;
        int r7 = r6 + rowStride;
        int r8 = r7 + rowStride;
        int r9 = r8 + rowStride;
        int r10 = r9 + rowStride;
        int r11 = r10 + rowStride;
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s30 = FloatVector.zero(FLOATS);
        FloatVector s40 = FloatVector.zero(FLOATS);
        FloatVector s50 = FloatVector.zero(FLOATS);
        FloatVector s60 = FloatVector.zero(FLOATS);
        FloatVector s70 = FloatVector.zero(FLOATS);
        FloatVector s80 = FloatVector.zero(FLOATS);
        FloatVector s90 = FloatVector.zero(FLOATS);
        FloatVector s100 = FloatVector.zero(FLOATS);
        FloatVector s110 = FloatVector.zero(FLOATS);
        int k = 0;
        int end = bAt + depth * WIDTH;
        for (int at = bAt; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, at);
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[aAt + k]);
            s00 = a0.fma(b0, s00);
            FloatVector a1 = FloatVector.broadcast(FLOATS, a[r1 + k]);
            s10 = a1.fma(b0, s10);
            FloatVector a2 = FloatVector.broadcast(FLOATS, a[r2 + k]);
            s20 = a2.fma(b0, s20);
            FloatVector a3 = FloatVector.broadcast(FLOATS, a[r3 + k]);
            s30 = a3.fma(b0, s30);
            FloatVector a4 = FloatVector.broadcast(FLOATS, a[r4 + k]);
            s40 = a4.fma(b0, s40);
            FloatVector a5 = FloatVector.broadcast(FLOATS, a[r5 + k]);
            s50 = a5.fma(b0, s50);
            FloatVector a6 = FloatVector.broadcast(FLOATS, a[r6 + k]);
            s60 = a6.fma(b0, s60);
            FloatVector a7 = FloatVector.broadcast(FLOATS, a[r7 + k]);
            s70 = a7.fma(b0, s70);
            FloatVector a8 = FloatVector.broadcast(FLOATS, a[r8 + k]);
            s80 = a8.fma(b0, s80);
            FloatVector a9 = FloatVector.broadcast(FLOATS, a[r9 + k]);
            s90 = a9.fma(b0, s90);
            FloatVector a10 = FloatVector.broadcast(FLOATS, a[r10 + k]);
            s100 = a10.fma(b0, s100);
            FloatVector a11 = FloatVector.broadcast(FLOATS, a[r11 + k]);
            s110 = a11.fma(b0, s110);
            k++;
        }
        store(s00, c, cAt, resume);
        store(s10, c, cAt + cStride, resume);
        store(s20, c, cAt + 2 * cStride, resume);
        store(s30, c, cAt + 3 * cStride, resume);
        store(s40, c, cAt + 4 * cStride, resume);
        store(s50, c, cAt + 5 * cStride, resume);
        store(s60, c, cAt + 6 * cStride, resume);
        store(s70, c, cAt + 7 * cStride, resume);
        store(s80, c, cAt + 8 * cStride, resume);
        store(s90, c, cAt + 9 * cStride, resume);
        store(s100, c, cAt + 10 * cStride, resume);
        store(s110, c, cAt + 11 * cStride, resume);
    }

    /** 1 row x 1 vector. */
    private static void tile1x1(
            float[] a,
            int aAt,
            int rowStride,
            float[] b,
            int bAt,
            int depth,
            float[] c,
            int cAt,
            int cStride,
            boolean resume) {
        FloatVector s00 = FloatVector.zero(FLOATS);
        int k = 0;
        int end = bAt + depth * WIDTH;
        for (int at = bAt; at < end; at += WIDTH) {
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, at);
            FloatVector a0 = FloatVector.broadcast(FLOATS, a[aAt + k]);
            s00 = a0.fma(b0, s00);
            k++;
        }
        store(s00, c, cAt, resume);
    }

    /** Copies the rows of one panel. */
    static void packPanel(float[] source, int offset, int stride, int depth, float[] panel, int panelAt) {
        int from = offset;
        int end = panelAt + depth * WIDTH;
        for (int at = panelAt; at < end; at += WIDTH) {
            FloatVector.fromArray(FLOATS, source, from).intoArray(panel, at);
            FloatVector.fromArray(FLOATS, source, from + LANES).intoArray(panel, at + LANES);
            FloatVector.fromArray(FLOATS, source, from + 2 * LANES).intoArray(panel, at + 2 * LANES);
            from += stride;
        }
    }

    /** Adds two rows, {@code stride} apart, to doubles, one after another: a sum is read and written once for both. */
    static void accumulateTwo(float[] source, int offset, int stride, int count, double[] target, int targetOffset) {
        int next = offset + stride;
        int i = 0;
        for (; i + LANES <= count; i += LANES) {
            int at = targetOffset + i;
            FloatVector x0 = FloatVector.fromArray(FLOATS, source, offset + i);
            FloatVector x1 = FloatVector.fromArray(FLOATS, source, next + i);
            DoubleVector first = DoubleVector.fromArray(DOUBLES, target, at);
            DoubleVector second = DoubleVector.fromArray(DOUBLES, target, at + DOUBLE_LANES);
            first.add(SimdWidening.low(x0)).add(SimdWidening.low(x1)).intoArray(target, at);
            second.add(SimdWidening.high(x0)).add(SimdWidening.high(x1)).intoArray(target, at + DOUBLE_LANES);
        }
        for (; i < count; i++) {
            target[targetOffset + i] = target[targetOffset + i] + source[offset + i] + source[next + i];
        }
    }

    static void store(DoubleVector sum, double[] c, int at, boolean resume) {
        (resume ? DoubleVector.fromArray(DOUBLES, c, at).add(sum) : sum).intoArray(c, at);
    }

    /** How many doubles the sums of vectors below are laid out in, before they are added lane by lane. */
    static final int SUMS = 9 * DOUBLE_LANES;

    /** Inner products of three rows of a with three of b, each a vector of partial sums until the end. */
    static void dots3x3(
            double[] a,
            int aAt,
            int aStride,
            double[] b,
            int bAt,
            int columns,
            double[] c,
            int cAt,
            int cStride,
            double[] sums) {
        int r1 = aAt + aStride;
        int r2 = r1 + aStride;
        int q1 = bAt + columns;
        int q2 = q1 + columns;
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        DoubleVector s02 = DoubleVector.zero(DOUBLES);
        DoubleVector s10 = DoubleVector.zero(DOUBLES);
        DoubleVector s11 = DoubleVector.zero(DOUBLES);
        DoubleVector s12 = DoubleVector.zero(DOUBLES);
        DoubleVector s20 = DoubleVector.zero(DOUBLES);
        DoubleVector s21 = DoubleVector.zero(DOUBLES);
        DoubleVector s22 = DoubleVector.zero(DOUBLES);
        int whole = columns - columns % DOUBLE_LANES;
        // An index a row, each counted by itself: with sums of a row's start and the column JDK 17 takes half as long
        // again.
        int i0 = aAt;
        int i1 = r1;
        int i2 = r2;
        int j1 = q1;
        int j2 = q2;
        int end = bAt + whole;
        for (int j0 = bAt; j0 < end; j0 += DOUBLE_LANES) {
            DoubleVector b0 = DoubleVector.fromArray(DOUBLES, b, j0);
            DoubleVector b1 = DoubleVector.fromArray(DOUBLES, b, j1);
            DoubleVector b2 = DoubleVector.fromArray(DOUBLES, b, j2);
            DoubleVector a0 = DoubleVector.fromArray(DOUBLES, a, i0);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            s02 = a0.fma(b2, s02);
            DoubleVector a1 = DoubleVector.fromArray(DOUBLES, a, i1);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            s12 = a1.fma(b2, s12);
            DoubleVector a2 = DoubleVector.fromArray(DOUBLES, a, i2);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            s22 = a2.fma(b2, s22);
            i0 += DOUBLE_LANES;
            i1 += DOUBLE_LANES;
            i2 += DOUBLE_LANES;
            j1 += DOUBLE_LANES;
            j2 += DOUBLE_LANES;
        }
        s00.intoArray(sums, 0);
        s01.intoArray(sums, DOUBLE_LANES);
        s02.intoArray(sums, 2 * DOUBLE_LANES);
        s10.intoArray(sums, 3 * DOUBLE_LANES);
        s11.intoArray(sums, 4 * DOUBLE_LANES);
        s12.intoArray(sums, 5 * DOUBLE_LANES);
        s20.intoArray(sums, 6 * DOUBLE_LANES);
        s21.intoArray(sums, 7 * DOUBLE_LANES);
        s22.intoArray(sums, 8 * DOUBLE_LANES);
        c[cAt] = sum(sums, 0) + tail(a, aAt, b, bAt, whole, columns);
        c[cAt + 1] = sum(sums, DOUBLE_LANES) + tail(a, aAt, b, q1, whole, columns);
        c[cAt + 2] = sum(sums, 2 * DOUBLE_LANES) + tail(a, aAt, b, q2, whole, columns);
        c[cAt + cStride] = sum(sums, 3 * DOUBLE_LANES) + tail(a, r1, b, bAt, whole, columns);
        c[cAt + cStride + 1] = sum(sums, 4 * DOUBLE_LANES) + tail(a, r1, b, q1, whole, columns);
        c[cAt + cStride + 2] = sum(sums, 5 * DOUBLE_LANES) + tail(a, r1, b, q2, whole, columns);
        c[cAt + 2 * cStride] = sum(sums, 6 * DOUBLE_LANES) + tail(a, r2, b, bAt, whole, columns);
        c[cAt + 2 * cStride + 1] = sum(sums, 7 * DOUBLE_LANES) + tail(a, r2, b, q1, whole, columns);
        c[cAt + 2 * cStride + 2] = sum(sums, 8 * DOUBLE_LANES) + tail(a, r2, b, q2, whole, columns);
    }

    /** One inner product, summed as in the tile. */
    static double dot(double[] a, int aAt, double[] b, int bAt, int columns, double[] sums) {
        DoubleVector s = DoubleVector.zero(DOUBLES);
        int k = 0;
        for (; k + DOUBLE_LANES <= columns; k += DOUBLE_LANES) {
            DoubleVector x = DoubleVector.fromArray(DOUBLES, a, aAt + k);
            s = x.fma(DoubleVector.fromArray(DOUBLES, b, bAt + k), s);
        }
        s.intoArray(sums, 0);
        return sum(sums, 0) + tail(a, aAt, b, bAt, k, columns);
    }

    private static double tail(double[] a, int aAt, double[] b, int bAt, int k, int columns) {
        double sum = 0;
        for (int t = k; t < columns; t++) {
            sum += a[aAt + t] * b[bAt + t];
        }
        return sum;
    }

    /** The lanes added in order: the order of reduceLanes is not fixed, and changed with compilation on JDK 25. */
    private static double sum(double[] sums, int at) {
        double sum = sums[at];
        for (int i = 1; i < DOUBLE_LANES; i++) {
            sum += sums[at + i];
        }
        return sum;
    }

    /** Products and sums apart, as plain Java has them: a fused multiply-add would give other bits. */
    static void rotate(double[] rows, int upper, int lower, int count, double cosine, double sine) {
        DoubleVector c = DoubleVector.broadcast(DOUBLES, cosine);
        DoubleVector s = DoubleVector.broadcast(DOUBLES, sine);
        int j = 0;
        for (; j + DOUBLE_LANES <= count; j += DOUBLE_LANES) {
            DoubleVector u = DoubleVector.fromArray(DOUBLES, rows, upper + j);
            DoubleVector l = DoubleVector.fromArray(DOUBLES, rows, lower + j);
            s.mul(u).add(c.mul(l)).intoArray(rows, lower + j);
            c.mul(u).sub(s.mul(l)).intoArray(rows, upper + j);
        }
        for (; j < count; j++) {
            double u = rows[upper + j];
            double l = rows[lower + j];
            rows[lower + j] = sine * u + cosine * l;
            rows[upper + j] = cosine * u - sine * l;
        }
    }

    static double sumOfSquares(float[] values, int offset, int count, double[] sums) {
        DoubleVector low0 = DoubleVector.zero(DOUBLES);
        DoubleVector high0 = DoubleVector.zero(DOUBLES);
        DoubleVector low1 = DoubleVector.zero(DOUBLES);
        DoubleVector high1 = DoubleVector.zero(DOUBLES);
        int i = 0;
        // Two vectors at a time: the sums of one would wait for each other.
        for (; i + 2 * LANES <= count; i += 2 * LANES) {
            FloatVector value = FloatVector.fromArray(FLOATS, values, offset + i);
            FloatVector next = FloatVector.fromArray(FLOATS, values, offset + i + LANES);
            DoubleVector first = SimdWidening.low(value);
            DoubleVector second = SimdWidening.high(value);
            low0 = first.fma(first, low0);
            high0 = second.fma(second, high0);
            DoubleVector third = SimdWidening.low(next);
            DoubleVector fourth = SimdWidening.high(next);
            low1 = third.fma(third, low1);
            high1 = fourth.fma(fourth, high1);
        }
        low0.intoArray(sums, 0);
        high0.intoArray(sums, DOUBLE_LANES);
        low1.intoArray(sums, 2 * DOUBLE_LANES);
        high1.intoArray(sums, 3 * DOUBLE_LANES);
        double sum =
                (sum(sums, 0) + sum(sums, DOUBLE_LANES)) + (sum(sums, 2 * DOUBLE_LANES) + sum(sums, 3 * DOUBLE_LANES));
        for (; i < count; i++) {
            sum += (double) values[offset + i] * values[offset + i];
        }
        return sum;
    }

    /** Twelve independent sums, enough to hide the latency of a fused multiply-add; returns one of their entries. */
    static float multiplyAddLoop(int rounds) {
        FloatVector factor = FloatVector.broadcast(FLOATS, 0.999f);
        FloatVector one = FloatVector.broadcast(FLOATS, 1f);
        FloatVector s0 = FloatVector.broadcast(FLOATS, 0f);
        FloatVector s1 = FloatVector.broadcast(FLOATS, 1f);
        FloatVector s2 = FloatVector.broadcast(FLOATS, 2f);
        FloatVector s3 = FloatVector.broadcast(FLOATS, 3f);
        FloatVector s4 = FloatVector.broadcast(FLOATS, 4f);
        FloatVector s5 = FloatVector.broadcast(FLOATS, 5f);
        FloatVector s6 = FloatVector.broadcast(FLOATS, 6f);
        FloatVector s7 = FloatVector.broadcast(FLOATS, 7f);
        FloatVector s8 = FloatVector.broadcast(FLOATS, 8f);
        FloatVector s9 = FloatVector.broadcast(FLOATS, 9f);
        FloatVector s10 = FloatVector.broadcast(FLOATS, 10f);
        FloatVector s11 = FloatVector.broadcast(FLOATS, 11f);
        for (int i = 0; i < rounds; i++) {
            s0 = s0.fma(factor, one);
            s1 = s1.fma(factor, one);
            s2 = s2.fma(factor, one);
            s3 = s3.fma(factor, one);
            s4 = s4.fma(factor, one);
            s5 = s5.fma(factor, one);
            s6 = s6.fma(factor, one);
            s7 = s7.fma(factor, one);
            s8 = s8.fma(factor, one);
            s9 = s9.fma(factor, one);
            s10 = s10.fma(factor, one);
            s11 = s11.fma(factor, one);
        }
        FloatVector sum = s0.add(s1)
                .add(s2)
                .add(s3)
                .add(s4)
                .add(s5)
                .add(s6)
                .add(s7)
                .add(s8)
                .add(s9)
                .add(s10)
                .add(s11);
        return sum.lane(0);
    }
}
