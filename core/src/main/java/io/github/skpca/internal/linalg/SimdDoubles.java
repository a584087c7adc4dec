package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/** The micro-kernels whose sums are in double, written out as those of {@link SimdTiles} are. */
final class SimdDoubles {
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int LANES = DOUBLES.length();

    private static final int HIGH = SimdSpecies.SHAPES.doubles().rows();

    /** Columns of a strip of a product. */
    static final int WIDTH = SimdSpecies.SHAPES.doubles().vectors() * LANES;

    /** Rows of either side that inner products are made of at a time. */
    static final int INNER = SimdSpecies.SHAPES.inner().rows();

    /** How many doubles the sums of a tile of inner products are laid out in. */
    static final int SUMS = INNER * INNER * Lanes.DOUBLES;

    /** Columns of inner products at a time: where vectors are narrower than the lanes of a sum, rows are gone through more than once. */
    private static final int PIECE = LANES < Lanes.DOUBLES ? 512 : Integer.MAX_VALUE - Lanes.DOUBLES;

    private SimdDoubles() {}

    /**
     * c = a b for {@code rows} rows and two vectors of columns, from {@code column} on.
     *
     * @param b entry (k, j) at {@code k WIDTH + j}: {@link #packStrip} writes it
     */
    static void strip(DoubleMatrix a, int rows, int depth, double[] b, DoubleMatrix c, int column) {
        int i = 0;
        if (HIGH == 8) {
            for (; i + 8 <= rows; i += 8) {
                tile8(a, i, b, depth, c, column);
            }
        }
        for (; i + 4 <= rows; i += 4) {
            tile4(a, i, b, depth, c, column);
        }
        for (; i < rows; i++) {
            tile1(a, i, b, depth, c, column);
        }
    }

    /** Copies two vectors of columns of a matrix, so that they lie side by side and at a distance the compiler knows. */
    static void packStrip(DoubleMatrix b, int column, int depth, double[] strip) {
        int from = b.at(0, column);
        int end = depth * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            DoubleVector.fromArray(DOUBLES, b.values(), from).intoArray(strip, at);
            DoubleVector.fromArray(DOUBLES, b.values(), from + LANES).intoArray(strip, at + LANES);
            from += b.stride();
        }
    }

    private static void tile8(DoubleMatrix a, int row, double[] b, int depth, DoubleMatrix c, int column) {
        double[] left = a.values();
        int r0 = a.at(row, 0);
        int r1 = r0 + a.stride();
        int r2 = r1 + a.stride();
        int r3 = r2 + a.stride();
        int r4 = r3 + a.stride();
        int r5 = r4 + a.stride();
        int r6 = r5 + a.stride();
        int r7 = r6 + a.stride();
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        DoubleVector s10 = DoubleVector.zero(DOUBLES);
        DoubleVector s11 = DoubleVector.zero(DOUBLES);
        DoubleVector s20 = DoubleVector.zero(DOUBLES);
        DoubleVector s21 = DoubleVector.zero(DOUBLES);
        DoubleVector s30 = DoubleVector.zero(DOUBLES);
        DoubleVector s31 = DoubleVector.zero(DOUBLES);
        DoubleVector s40 = DoubleVector.zero(DOUBLES);
        DoubleVector s41 = DoubleVector.zero(DOUBLES);
        DoubleVector s50 = DoubleVector.zero(DOUBLES);
        DoubleVector s51 = DoubleVector.zero(DOUBLES);
        DoubleVector s60 = DoubleVector.zero(DOUBLES);
        DoubleVector s61 = DoubleVector.zero(DOUBLES);
        DoubleVector s70 = DoubleVector.zero(DOUBLES);
        DoubleVector s71 = DoubleVector.zero(DOUBLES);
        int k = 0;
        int end = depth * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            DoubleVector b0 = DoubleVector.fromArray(DOUBLES, b, at);
            DoubleVector b1 = DoubleVector.fromArray(DOUBLES, b, at + LANES);
            DoubleVector a0 = DoubleVector.broadcast(DOUBLES, left[r0 + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            DoubleVector a1 = DoubleVector.broadcast(DOUBLES, left[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            DoubleVector a2 = DoubleVector.broadcast(DOUBLES, left[r2 + k]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            DoubleVector a3 = DoubleVector.broadcast(DOUBLES, left[r3 + k]);
            s30 = a3.fma(b0, s30);
            s31 = a3.fma(b1, s31);
            DoubleVector a4 = DoubleVector.broadcast(DOUBLES, left[r4 + k]);
            s40 = a4.fma(b0, s40);
            s41 = a4.fma(b1, s41);
            DoubleVector a5 = DoubleVector.broadcast(DOUBLES, left[r5 + k]);
            s50 = a5.fma(b0, s50);
            s51 = a5.fma(b1, s51);
            DoubleVector a6 = DoubleVector.broadcast(DOUBLES, left[r6 + k]);
            s60 = a6.fma(b0, s60);
            s61 = a6.fma(b1, s61);
            DoubleVector a7 = DoubleVector.broadcast(DOUBLES, left[r7 + k]);
            s70 = a7.fma(b0, s70);
            s71 = a7.fma(b1, s71);
            k++;
        }
        double[] out = c.values();
        int c0 = c.at(row, column);
        int c1 = c0 + c.stride();
        int c2 = c1 + c.stride();
        int c3 = c2 + c.stride();
        int c4 = c3 + c.stride();
        int c5 = c4 + c.stride();
        int c6 = c5 + c.stride();
        int c7 = c6 + c.stride();
        s00.intoArray(out, c0);
        s01.intoArray(out, c0 + LANES);
        s10.intoArray(out, c1);
        s11.intoArray(out, c1 + LANES);
        s20.intoArray(out, c2);
        s21.intoArray(out, c2 + LANES);
        s30.intoArray(out, c3);
        s31.intoArray(out, c3 + LANES);
        s40.intoArray(out, c4);
        s41.intoArray(out, c4 + LANES);
        s50.intoArray(out, c5);
        s51.intoArray(out, c5 + LANES);
        s60.intoArray(out, c6);
        s61.intoArray(out, c6 + LANES);
        s70.intoArray(out, c7);
        s71.intoArray(out, c7 + LANES);
    }

    private static void tile4(DoubleMatrix a, int row, double[] b, int depth, DoubleMatrix c, int column) {
        double[] left = a.values();
        int r0 = a.at(row, 0);
        int r1 = r0 + a.stride();
        int r2 = r1 + a.stride();
        int r3 = r2 + a.stride();
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        DoubleVector s10 = DoubleVector.zero(DOUBLES);
        DoubleVector s11 = DoubleVector.zero(DOUBLES);
        DoubleVector s20 = DoubleVector.zero(DOUBLES);
        DoubleVector s21 = DoubleVector.zero(DOUBLES);
        DoubleVector s30 = DoubleVector.zero(DOUBLES);
        DoubleVector s31 = DoubleVector.zero(DOUBLES);
        int k = 0;
        int end = depth * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            DoubleVector b0 = DoubleVector.fromArray(DOUBLES, b, at);
            DoubleVector b1 = DoubleVector.fromArray(DOUBLES, b, at + LANES);
            DoubleVector a0 = DoubleVector.broadcast(DOUBLES, left[r0 + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            DoubleVector a1 = DoubleVector.broadcast(DOUBLES, left[r1 + k]);
            s10 = a1.fma(b0, s10);
            s11 = a1.fma(b1, s11);
            DoubleVector a2 = DoubleVector.broadcast(DOUBLES, left[r2 + k]);
            s20 = a2.fma(b0, s20);
            s21 = a2.fma(b1, s21);
            DoubleVector a3 = DoubleVector.broadcast(DOUBLES, left[r3 + k]);
            s30 = a3.fma(b0, s30);
            s31 = a3.fma(b1, s31);
            k++;
        }
        double[] out = c.values();
        int c0 = c.at(row, column);
        int c1 = c0 + c.stride();
        int c2 = c1 + c.stride();
        int c3 = c2 + c.stride();
        s00.intoArray(out, c0);
        s01.intoArray(out, c0 + LANES);
        s10.intoArray(out, c1);
        s11.intoArray(out, c1 + LANES);
        s20.intoArray(out, c2);
        s21.intoArray(out, c2 + LANES);
        s30.intoArray(out, c3);
        s31.intoArray(out, c3 + LANES);
    }

    private static void tile1(DoubleMatrix a, int row, double[] b, int depth, DoubleMatrix c, int column) {
        double[] left = a.values();
        int r0 = a.at(row, 0);
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        int k = 0;
        int end = depth * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            DoubleVector b0 = DoubleVector.fromArray(DOUBLES, b, at);
            DoubleVector b1 = DoubleVector.fromArray(DOUBLES, b, at + LANES);
            DoubleVector a0 = DoubleVector.broadcast(DOUBLES, left[r0 + k]);
            s00 = a0.fma(b0, s00);
            s01 = a0.fma(b1, s01);
            k++;
        }
        double[] out = c.values();
        int c0 = c.at(row, column);
        s00.intoArray(out, c0);
        s01.intoArray(out, c0 + LANES);
    }

    /** Inner products of three rows of a with three of b, each summed in lanes until the end. */
    static void dots3x3(
            DoubleMatrix a, int row, DoubleMatrix b, int other, int columns, DoubleMatrix c, double[] sums) {
        int whole = columns - columns % Lanes.DOUBLES;
        java.util.Arrays.fill(sums, 0, SUMS, 0.0);
        for (int start = 0; start < whole; start += PIECE) {
            int count = Math.min(PIECE, whole - start);
            for (int lane = 0; lane < Lanes.DOUBLES; lane += LANES) {
                addDots3x3(a, a.at(row, start + lane), b, b.at(other, start + lane), count, sums, lane);
            }
        }
        for (int i = 0; i < INNER; i++) {
            for (int j = 0; j < INNER; j++) {
                double tail = Lanes.tail(a.values(), a.at(row + i, 0), b.values(), b.at(other + j, 0), whole, columns);
                c.values()[c.at(row + i, other + j)] = Lanes.sum(sums, (INNER * i + j) * Lanes.DOUBLES) + tail;
            }
        }
    }

    /** Some lanes of a piece of nine inner products, added to what is there. */
    private static void addDots3x3(
            DoubleMatrix left, int leftAt, DoubleMatrix right, int rightAt, int count, double[] sums, int lane) {
        double[] a = left.values();
        double[] b = right.values();
        DoubleVector s00 = DoubleVector.fromArray(DOUBLES, sums, lane);
        DoubleVector s01 = DoubleVector.fromArray(DOUBLES, sums, Lanes.DOUBLES + lane);
        DoubleVector s02 = DoubleVector.fromArray(DOUBLES, sums, 2 * Lanes.DOUBLES + lane);
        DoubleVector s10 = DoubleVector.fromArray(DOUBLES, sums, 3 * Lanes.DOUBLES + lane);
        DoubleVector s11 = DoubleVector.fromArray(DOUBLES, sums, 4 * Lanes.DOUBLES + lane);
        DoubleVector s12 = DoubleVector.fromArray(DOUBLES, sums, 5 * Lanes.DOUBLES + lane);
        DoubleVector s20 = DoubleVector.fromArray(DOUBLES, sums, 6 * Lanes.DOUBLES + lane);
        DoubleVector s21 = DoubleVector.fromArray(DOUBLES, sums, 7 * Lanes.DOUBLES + lane);
        DoubleVector s22 = DoubleVector.fromArray(DOUBLES, sums, 8 * Lanes.DOUBLES + lane);
        // An index a row, each counted by itself: with sums of a row's start and the column JDK 17 takes half as long
        // again.
        int i0 = leftAt;
        int i1 = i0 + left.stride();
        int i2 = i1 + left.stride();
        int j1 = rightAt + right.stride();
        int j2 = j1 + right.stride();
        int end = rightAt + count;
        for (int j0 = rightAt; j0 < end; j0 += Lanes.DOUBLES) {
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
            i0 += Lanes.DOUBLES;
            i1 += Lanes.DOUBLES;
            i2 += Lanes.DOUBLES;
            j1 += Lanes.DOUBLES;
            j2 += Lanes.DOUBLES;
        }
        s00.intoArray(sums, lane);
        s01.intoArray(sums, Lanes.DOUBLES + lane);
        s02.intoArray(sums, 2 * Lanes.DOUBLES + lane);
        s10.intoArray(sums, 3 * Lanes.DOUBLES + lane);
        s11.intoArray(sums, 4 * Lanes.DOUBLES + lane);
        s12.intoArray(sums, 5 * Lanes.DOUBLES + lane);
        s20.intoArray(sums, 6 * Lanes.DOUBLES + lane);
        s21.intoArray(sums, 7 * Lanes.DOUBLES + lane);
        s22.intoArray(sums, 8 * Lanes.DOUBLES + lane);
    }

    /** One inner product, summed as in the tile. */
    static double dot(DoubleMatrix a, int row, DoubleMatrix b, int other, int columns, double[] sums) {
        int aAt = a.at(row, 0);
        int bAt = b.at(other, 0);
        int whole = columns - columns % Lanes.DOUBLES;
        for (int lane = 0; lane < Lanes.DOUBLES; lane += LANES) {
            DoubleVector s = DoubleVector.zero(DOUBLES);
            for (int k = lane; k < whole; k += Lanes.DOUBLES) {
                DoubleVector x = DoubleVector.fromArray(DOUBLES, a.values(), aAt + k);
                s = x.fma(DoubleVector.fromArray(DOUBLES, b.values(), bAt + k), s);
            }
            s.intoArray(sums, lane);
        }
        return Lanes.sum(sums, 0) + Lanes.tail(a.values(), aAt, b.values(), bAt, whole, columns);
    }

    /** Products and sums apart, as plain Java has them: a fused multiply-add would give other bits. */
    static void rotate(double[] rows, int upper, int lower, int count, double cosine, double sine) {
        DoubleVector c = DoubleVector.broadcast(DOUBLES, cosine);
        DoubleVector s = DoubleVector.broadcast(DOUBLES, sine);
        int j = 0;
        for (; j + LANES <= count; j += LANES) {
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
}
