package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The micro-kernels of the matrix product: a few rows times a few vectors, all sums in registers.
 *
 * <p>A core has two units that each start one fused multiply-add per cycle and take four cycles for it, so eight sums or more must be
 * under way at once; with 16 vector registers 3 rows x 3 vectors leave registers for their operands. Of the shapes tried on AVX2
 * this is the one that is fast on JDK 17 and on JDK 25 without packing the left-hand side (docs/decisions/0011). The bodies are
 * written out because the compiler keeps vectors in registers only where it sees each one by name.
 */
final class SimdTiles {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();
    private static final int WIDTH = 3 * LANES;

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
                if (resume) {
                    sum = FloatVector.fromArray(FLOATS, c, out + v).add(sum);
                }
                sum.intoArray(c, out + v);
            }
        }
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
        if (resume) {
            s00 = FloatVector.fromArray(FLOATS, c, cAt).add(s00);
            s01 = FloatVector.fromArray(FLOATS, c, cAt + LANES).add(s01);
            s02 = FloatVector.fromArray(FLOATS, c, cAt + 2 * LANES).add(s02);
            s10 = FloatVector.fromArray(FLOATS, c, cAt + cStride).add(s10);
            s11 = FloatVector.fromArray(FLOATS, c, cAt + cStride + LANES).add(s11);
            s12 = FloatVector.fromArray(FLOATS, c, cAt + cStride + 2 * LANES).add(s12);
            s20 = FloatVector.fromArray(FLOATS, c, cAt + 2 * cStride).add(s20);
            s21 = FloatVector.fromArray(FLOATS, c, cAt + 2 * cStride + LANES).add(s21);
            s22 = FloatVector.fromArray(FLOATS, c, cAt + 2 * cStride + 2 * LANES)
                    .add(s22);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
        s02.intoArray(c, cAt + 2 * LANES);
        s10.intoArray(c, cAt + cStride);
        s11.intoArray(c, cAt + cStride + LANES);
        s12.intoArray(c, cAt + cStride + 2 * LANES);
        s20.intoArray(c, cAt + 2 * cStride);
        s21.intoArray(c, cAt + 2 * cStride + LANES);
        s22.intoArray(c, cAt + 2 * cStride + 2 * LANES);
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
        if (resume) {
            s00 = FloatVector.fromArray(FLOATS, c, cAt).add(s00);
            s01 = FloatVector.fromArray(FLOATS, c, cAt + LANES).add(s01);
            s02 = FloatVector.fromArray(FLOATS, c, cAt + 2 * LANES).add(s02);
            s10 = FloatVector.fromArray(FLOATS, c, cAt + cStride).add(s10);
            s11 = FloatVector.fromArray(FLOATS, c, cAt + cStride + LANES).add(s11);
            s12 = FloatVector.fromArray(FLOATS, c, cAt + cStride + 2 * LANES).add(s12);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
        s02.intoArray(c, cAt + 2 * LANES);
        s10.intoArray(c, cAt + cStride);
        s11.intoArray(c, cAt + cStride + LANES);
        s12.intoArray(c, cAt + cStride + 2 * LANES);
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
        if (resume) {
            s00 = FloatVector.fromArray(FLOATS, c, cAt).add(s00);
            s01 = FloatVector.fromArray(FLOATS, c, cAt + LANES).add(s01);
            s02 = FloatVector.fromArray(FLOATS, c, cAt + 2 * LANES).add(s02);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
        s02.intoArray(c, cAt + 2 * LANES);
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
        if (resume) {
            s00 = FloatVector.fromArray(FLOATS, c, cAt).add(s00);
            s01 = FloatVector.fromArray(FLOATS, c, cAt + LANES).add(s01);
            s10 = FloatVector.fromArray(FLOATS, c, cAt + cStride).add(s10);
            s11 = FloatVector.fromArray(FLOATS, c, cAt + cStride + LANES).add(s11);
            s20 = FloatVector.fromArray(FLOATS, c, cAt + 2 * cStride).add(s20);
            s21 = FloatVector.fromArray(FLOATS, c, cAt + 2 * cStride + LANES).add(s21);
            s30 = FloatVector.fromArray(FLOATS, c, cAt + 3 * cStride).add(s30);
            s31 = FloatVector.fromArray(FLOATS, c, cAt + 3 * cStride + LANES).add(s31);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
        s10.intoArray(c, cAt + cStride);
        s11.intoArray(c, cAt + cStride + LANES);
        s20.intoArray(c, cAt + 2 * cStride);
        s21.intoArray(c, cAt + 2 * cStride + LANES);
        s30.intoArray(c, cAt + 3 * cStride);
        s31.intoArray(c, cAt + 3 * cStride + LANES);
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
        if (resume) {
            s00 = FloatVector.fromArray(FLOATS, c, cAt).add(s00);
            s01 = FloatVector.fromArray(FLOATS, c, cAt + LANES).add(s01);
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
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
        if (resume) {
            s00 = FloatVector.fromArray(FLOATS, c, cAt).add(s00);
            s10 = FloatVector.fromArray(FLOATS, c, cAt + cStride).add(s10);
            s20 = FloatVector.fromArray(FLOATS, c, cAt + 2 * cStride).add(s20);
            s30 = FloatVector.fromArray(FLOATS, c, cAt + 3 * cStride).add(s30);
            s40 = FloatVector.fromArray(FLOATS, c, cAt + 4 * cStride).add(s40);
            s50 = FloatVector.fromArray(FLOATS, c, cAt + 5 * cStride).add(s50);
            s60 = FloatVector.fromArray(FLOATS, c, cAt + 6 * cStride).add(s60);
            s70 = FloatVector.fromArray(FLOATS, c, cAt + 7 * cStride).add(s70);
            s80 = FloatVector.fromArray(FLOATS, c, cAt + 8 * cStride).add(s80);
            s90 = FloatVector.fromArray(FLOATS, c, cAt + 9 * cStride).add(s90);
            s100 = FloatVector.fromArray(FLOATS, c, cAt + 10 * cStride).add(s100);
            s110 = FloatVector.fromArray(FLOATS, c, cAt + 11 * cStride).add(s110);
        }
        s00.intoArray(c, cAt);
        s10.intoArray(c, cAt + cStride);
        s20.intoArray(c, cAt + 2 * cStride);
        s30.intoArray(c, cAt + 3 * cStride);
        s40.intoArray(c, cAt + 4 * cStride);
        s50.intoArray(c, cAt + 5 * cStride);
        s60.intoArray(c, cAt + 6 * cStride);
        s70.intoArray(c, cAt + 7 * cStride);
        s80.intoArray(c, cAt + 8 * cStride);
        s90.intoArray(c, cAt + 9 * cStride);
        s100.intoArray(c, cAt + 10 * cStride);
        s110.intoArray(c, cAt + 11 * cStride);
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
        if (resume) {
            s00 = FloatVector.fromArray(FLOATS, c, cAt).add(s00);
        }
        s00.intoArray(c, cAt);
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
