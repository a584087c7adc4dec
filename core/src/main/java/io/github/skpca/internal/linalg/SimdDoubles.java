package io.github.skpca.internal.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/** The micro-kernels whose sums are in double, written out as those of {@link SimdTiles} are. */
final class SimdDoubles {
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
    private static final int FLOAT_LANES = FLOATS.length();
    private static final int LANES = DOUBLES.length();

    /** Columns of a strip of a product. */
    static final int WIDTH = 2 * LANES;

    /** How many doubles the sums of vectors are laid out in, before they are added lane by lane. */
    static final int SUMS = 9 * LANES;

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
        int whole = columns - columns % LANES;
        // An index a row, each counted by itself: with sums of a row's start and the column JDK 17 takes half as long
        // again.
        int i0 = aAt;
        int i1 = r1;
        int i2 = r2;
        int j1 = q1;
        int j2 = q2;
        int end = bAt + whole;
        for (int j0 = bAt; j0 < end; j0 += LANES) {
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
            i0 += LANES;
            i1 += LANES;
            i2 += LANES;
            j1 += LANES;
            j2 += LANES;
        }
        s00.intoArray(sums, 0);
        s01.intoArray(sums, LANES);
        s02.intoArray(sums, 2 * LANES);
        s10.intoArray(sums, 3 * LANES);
        s11.intoArray(sums, 4 * LANES);
        s12.intoArray(sums, 5 * LANES);
        s20.intoArray(sums, 6 * LANES);
        s21.intoArray(sums, 7 * LANES);
        s22.intoArray(sums, 8 * LANES);
        c[cAt] = sum(sums, 0) + tail(a, aAt, b, bAt, whole, columns);
        c[cAt + 1] = sum(sums, LANES) + tail(a, aAt, b, q1, whole, columns);
        c[cAt + 2] = sum(sums, 2 * LANES) + tail(a, aAt, b, q2, whole, columns);
        c[cAt + cStride] = sum(sums, 3 * LANES) + tail(a, r1, b, bAt, whole, columns);
        c[cAt + cStride + 1] = sum(sums, 4 * LANES) + tail(a, r1, b, q1, whole, columns);
        c[cAt + cStride + 2] = sum(sums, 5 * LANES) + tail(a, r1, b, q2, whole, columns);
        c[cAt + 2 * cStride] = sum(sums, 6 * LANES) + tail(a, r2, b, bAt, whole, columns);
        c[cAt + 2 * cStride + 1] = sum(sums, 7 * LANES) + tail(a, r2, b, q1, whole, columns);
        c[cAt + 2 * cStride + 2] = sum(sums, 8 * LANES) + tail(a, r2, b, q2, whole, columns);
    }

    /** One inner product, summed as in the tile. */
    static double dot(double[] a, int aAt, double[] b, int bAt, int columns, double[] sums) {
        DoubleVector s = DoubleVector.zero(DOUBLES);
        int k = 0;
        for (; k + LANES <= columns; k += LANES) {
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
        for (int i = 1; i < LANES; i++) {
            sum += sums[at + i];
        }
        return sum;
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
        DoubleVector low0 = DoubleVector.zero(DOUBLES);
        DoubleVector high0 = DoubleVector.zero(DOUBLES);
        DoubleVector low1 = DoubleVector.zero(DOUBLES);
        DoubleVector high1 = DoubleVector.zero(DOUBLES);
        int i = 0;
        // Two vectors at a time: the sums of one would wait for each other.
        for (; i + 2 * FLOAT_LANES <= count; i += 2 * FLOAT_LANES) {
            FloatVector value = FloatVector.fromArray(FLOATS, values, offset + i);
            FloatVector next = FloatVector.fromArray(FLOATS, values, offset + i + FLOAT_LANES);
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
        low0.intoArray(sums, 0);
        high0.intoArray(sums, LANES);
        low1.intoArray(sums, 2 * LANES);
        high1.intoArray(sums, 3 * LANES);
        double sum = (sum(sums, 0) + sum(sums, LANES)) + (sum(sums, 2 * LANES) + sum(sums, 3 * LANES));
        for (; i < count; i++) {
            sum += (double) values[offset + i] * values[offset + i];
        }
        return sum;
    }
}
