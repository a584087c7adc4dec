package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The micro-kernels whose sums are in double, written out as those of {@link SimdTiles} are. */
final class SimdDoubles {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final VectorSpecies<Double> DOUBLES = SimdSpecies.DOUBLES;
    private static final int FLOAT_LANES = FLOATS.length();
    private static final int LANES = DOUBLES.length();

    /** Columns of a strip of a product. */
    static final int WIDTH = 2 * LANES;

    /** How many doubles the sums of nine inner products, or of squares, are laid out in. */
    static final int SUMS = 9 * Lanes.DOUBLES;

    /** Columns of inner products at a time: where vectors are narrower than the lanes of a sum, rows are gone through more than once. */
    private static final int PIECE = LANES < Lanes.DOUBLES ? 512 : Integer.MAX_VALUE - Lanes.DOUBLES;

    private SimdDoubles() {}

    /**
     * c = a b for {@code rows} rows and two vectors of columns.
     *
     * @param b entry (k, j) at {@code k WIDTH + j}: {@link #packStrip} writes it
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
        int end = depth * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            DoubleVector.fromArray(DOUBLES, b, from).intoArray(strip, at);
            DoubleVector.fromArray(DOUBLES, b, from + LANES).intoArray(strip, at + LANES);
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
        int end = depth * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            DoubleVector b0 = DoubleVector.fromArray(DOUBLES, b, at);
            DoubleVector b1 = DoubleVector.fromArray(DOUBLES, b, at + LANES);
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
        s01.intoArray(c, cAt + LANES);
        s10.intoArray(c, cAt + cStride);
        s11.intoArray(c, cAt + cStride + LANES);
        s20.intoArray(c, cAt + 2 * cStride);
        s21.intoArray(c, cAt + 2 * cStride + LANES);
        s30.intoArray(c, cAt + 3 * cStride);
        s31.intoArray(c, cAt + 3 * cStride + LANES);
    }

    private static void tile1(double[] a, int aAt, double[] b, int depth, double[] c, int cAt) {
        DoubleVector s00 = DoubleVector.zero(DOUBLES);
        DoubleVector s01 = DoubleVector.zero(DOUBLES);
        int k = 0;
        int end = depth * WIDTH;
        for (int at = 0; at < end; at += WIDTH) {
            DoubleVector a0 = DoubleVector.broadcast(DOUBLES, a[aAt + k]);
            s00 = a0.fma(DoubleVector.fromArray(DOUBLES, b, at), s00);
            s01 = a0.fma(DoubleVector.fromArray(DOUBLES, b, at + LANES), s01);
            k++;
        }
        s00.intoArray(c, cAt);
        s01.intoArray(c, cAt + LANES);
    }

    /** Adds two rows, {@code stride} apart, to doubles, one after another: a sum is read and written once for both. */
    static void accumulateTwo(float[] source, int offset, int stride, int count, double[] target, int targetOffset) {
        int next = offset + stride;
        int i = 0;
        for (; i + FLOAT_LANES <= count; i += FLOAT_LANES) {
            int at = targetOffset + i;
            FloatVector x0 = FloatVector.fromArray(FLOATS, source, offset + i);
            FloatVector x1 = FloatVector.fromArray(FLOATS, source, next + i);
            DoubleVector first = DoubleVector.fromArray(DOUBLES, target, at);
            DoubleVector second = DoubleVector.fromArray(DOUBLES, target, at + LANES);
            FloatVector y0 = x0.rearrange(SimdWidening.UPPER_FIRST);
            FloatVector y1 = x1.rearrange(SimdWidening.UPPER_FIRST);
            first.add(x0.convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .add(x1.convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .intoArray(target, at);
            second.add(y0.convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .add(y1.convertShape(VectorOperators.F2D, DOUBLES, 0))
                    .intoArray(target, at + LANES);
        }
        for (; i < count; i++) {
            target[targetOffset + i] = target[targetOffset + i] + source[offset + i] + source[next + i];
        }
    }

    /** Inner products of three rows of a with three of b, each summed in lanes until the end. */
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
        int whole = columns - columns % Lanes.DOUBLES;
        java.util.Arrays.fill(sums, 0, SUMS, 0.0);
        for (int start = 0; start < whole; start += PIECE) {
            int count = Math.min(PIECE, whole - start);
            for (int lane = 0; lane < Lanes.DOUBLES; lane += LANES) {
                addDots3x3(a, aAt + start + lane, aStride, b, bAt + start + lane, columns, count, sums, lane);
            }
        }
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                double tail = Lanes.tail(a, aAt + i * aStride, b, bAt + j * columns, whole, columns);
                c[cAt + i * cStride + j] = Lanes.sum(sums, (3 * i + j) * Lanes.DOUBLES) + tail;
            }
        }
    }

    /** Some lanes of a piece of nine inner products, added to what is there. */
    private static void addDots3x3(
            double[] a, int aAt, int aStride, double[] b, int bAt, int bStride, int count, double[] sums, int lane) {
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
        int i0 = aAt;
        int i1 = i0 + aStride;
        int i2 = i1 + aStride;
        int j1 = bAt + bStride;
        int j2 = j1 + bStride;
        int end = bAt + count;
        for (int j0 = bAt; j0 < end; j0 += Lanes.DOUBLES) {
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
    static double dot(double[] a, int aAt, double[] b, int bAt, int columns, double[] sums) {
        int whole = columns - columns % Lanes.DOUBLES;
        for (int lane = 0; lane < Lanes.DOUBLES; lane += LANES) {
            DoubleVector s = DoubleVector.zero(DOUBLES);
            for (int k = lane; k < whole; k += Lanes.DOUBLES) {
                DoubleVector x = DoubleVector.fromArray(DOUBLES, a, aAt + k);
                s = x.fma(DoubleVector.fromArray(DOUBLES, b, bAt + k), s);
            }
            s.intoArray(sums, lane);
        }
        return Lanes.sum(sums, 0) + Lanes.tail(a, aAt, b, bAt, whole, columns);
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

    static double sumOfSquares(float[] values, int offset, int count, double[] sums) {
        int whole = count - count % Lanes.SQUARES;
        // Two vectors at a time: the sums of one would wait for each other.
        for (int lane = 0; lane < Lanes.SQUARES; lane += 2 * FLOAT_LANES) {
            DoubleVector low0 = DoubleVector.zero(DOUBLES);
            DoubleVector high0 = DoubleVector.zero(DOUBLES);
            DoubleVector low1 = DoubleVector.zero(DOUBLES);
            DoubleVector high1 = DoubleVector.zero(DOUBLES);
            for (int i = offset + lane; i < offset + whole; i += Lanes.SQUARES) {
                FloatVector value = FloatVector.fromArray(FLOATS, values, i);
                FloatVector next = FloatVector.fromArray(FLOATS, values, i + FLOAT_LANES);
                DoubleVector first = (DoubleVector) value.convertShape(VectorOperators.F2D, DOUBLES, 0);
                DoubleVector second = (DoubleVector)
                        value.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
                low0 = first.fma(first, low0);
                high0 = second.fma(second, high0);
                DoubleVector third = (DoubleVector) next.convertShape(VectorOperators.F2D, DOUBLES, 0);
                DoubleVector fourth = (DoubleVector)
                        next.rearrange(SimdWidening.UPPER_FIRST).convertShape(VectorOperators.F2D, DOUBLES, 0);
                low1 = third.fma(third, low1);
                high1 = fourth.fma(fourth, high1);
            }
            low0.intoArray(sums, lane);
            high0.intoArray(sums, lane + LANES);
            low1.intoArray(sums, lane + 2 * LANES);
            high1.intoArray(sums, lane + 3 * LANES);
        }
        return Lanes.sumOfSquares(sums, values, offset + whole, offset + count);
    }
}
