package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/** Inner products of a few vectors with rows of a block: lanes lie along the row, vectors in pairs. */
final class SimdStripDots {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();
    private static final int LOW = SimdSpecies.SHAPES.strip().rows();

    /** Vectors that lie beside each other. */
    private static final int PAIR = SimdSpecies.SHAPES.strip().vectors();

    private static final ThreadLocal<float[]> SUMS = ThreadLocal.withInitial(() -> new float[0]);

    private SimdStripDots() {}

    /** A thread's lanes of sums, kept for the next. */
    private static float[] sums(int count) {
        float[] sums = SUMS.get();
        if (sums.length < count * Lanes.FLOATS) {
            sums = new float[count * Lanes.FLOATS];
            SUMS.set(sums);
        }
        return sums;
    }

    /** Two vectors, one vector of lanes after another, and after all of those the columns that fill no lanes. */
    static void layOut(float[] x, int vectors, int columns, float[] laid) {
        int whole = columns - columns % Lanes.FLOATS;
        for (int v = 0; v < vectors; v++) {
            int across = Math.min(PAIR, vectors - v / PAIR * PAIR);
            int at = v / PAIR * PAIR * columns + v % PAIR * Lanes.FLOATS;
            for (int k = 0; k < whole; k += Lanes.FLOATS) {
                System.arraycopy(x, v * columns + k, laid, at + k * across, Lanes.FLOATS);
            }
            int rest = v / PAIR * PAIR * columns + whole * across + v % PAIR * (columns - whole);
            System.arraycopy(x, v * columns + whole, laid, rest, columns - whole);
        }
    }

    static void innerProducts(float[] laid, int vectors, FloatMatrix b, int rows, int columns, float[] c) {
        float[] sums = sums(vectors * rows);
        int whole = columns - columns % Lanes.FLOATS;
        java.util.Arrays.fill(sums, 0, vectors * rows * Lanes.FLOATS, 0f);
        for (int start = 0; start < whole; start += Lanes.FLOAT_PIECE) {
            int count = Math.min(Lanes.FLOAT_PIECE, whole - start);
            for (int i = 0; i < rows; i += LOW) {
                for (int v = 0; v < vectors; v += PAIR) {
                    int across = Math.min(PAIR, vectors - v);
                    int at = v * columns + start * across;
                    if (i + LOW <= rows && across == PAIR) {
                        int to = (v * rows + i) * Lanes.FLOATS;
                        for (int lane = 0; lane < Lanes.FLOATS; lane += LANES) {
                            dots4x2(b, b.at(i, start + lane), laid, at + lane, count, sums, to + lane, rows);
                        }
                        continue;
                    }
                    for (int t = 0; t < Math.min(LOW, rows - i) * across; t++) {
                        int row = t / across;
                        int vector = t % across;
                        int to = ((v + vector) * rows + i + row) * Lanes.FLOATS;
                        int bAt = b.at(i + row, start);
                        dot(b.values(), bAt, laid, at + vector * Lanes.FLOATS, across, count, sums, to);
                    }
                }
            }
        }
        for (int v = 0; v < vectors; v++) {
            int across = Math.min(PAIR, vectors - v / PAIR * PAIR);
            int rest = v / PAIR * PAIR * columns + whole * across + v % PAIR * (columns - whole);
            for (int i = 0; i < rows; i++) {
                int row = b.at(i, whole);
                float sum = Lanes.sum(sums, (v * rows + i) * Lanes.FLOATS, 1);
                for (int k = 0; k < columns - whole; k++) {
                    sum = Math.fma(b.values()[row + k], laid[rest + k], sum);
                }
                c[v * rows + i] = sum;
            }
        }
    }

    /** Inner products of 4 rows with a pair of vectors, some lanes of them, added to what is there; {@code rows} sums of a vector. */
    private static void dots4x2(
            FloatMatrix block, int bAt, float[] x, int xAt, int count, float[] sums, int at, int rows) {
        float[] b = block.values();
        int r0 = bAt;
        int r1 = r0 + block.stride();
        int r2 = r1 + block.stride();
        int r3 = r2 + block.stride();
        FloatVector s00 = FloatVector.zero(FLOATS);
        FloatVector s01 = FloatVector.zero(FLOATS);
        FloatVector s10 = FloatVector.zero(FLOATS);
        FloatVector s11 = FloatVector.zero(FLOATS);
        FloatVector s20 = FloatVector.zero(FLOATS);
        FloatVector s21 = FloatVector.zero(FLOATS);
        FloatVector s30 = FloatVector.zero(FLOATS);
        FloatVector s31 = FloatVector.zero(FLOATS);
        int end = xAt + PAIR * count;
        for (int k = xAt; k < end; k += PAIR * Lanes.FLOATS) {
            FloatVector x0 = FloatVector.fromArray(FLOATS, x, k);
            FloatVector x1 = FloatVector.fromArray(FLOATS, x, k + Lanes.FLOATS);
            FloatVector b0 = FloatVector.fromArray(FLOATS, b, r0);
            s00 = b0.fma(x0, s00);
            s01 = b0.fma(x1, s01);
            FloatVector b1 = FloatVector.fromArray(FLOATS, b, r1);
            s10 = b1.fma(x0, s10);
            s11 = b1.fma(x1, s11);
            FloatVector b2 = FloatVector.fromArray(FLOATS, b, r2);
            s20 = b2.fma(x0, s20);
            s21 = b2.fma(x1, s21);
            FloatVector b3 = FloatVector.fromArray(FLOATS, b, r3);
            s30 = b3.fma(x0, s30);
            s31 = b3.fma(x1, s31);
            r0 += Lanes.FLOATS;
            r1 += Lanes.FLOATS;
            r2 += Lanes.FLOATS;
            r3 += Lanes.FLOATS;
        }
        int next = at + rows * Lanes.FLOATS;
        FloatVector.fromArray(FLOATS, sums, at).add(s00).intoArray(sums, at);
        FloatVector.fromArray(FLOATS, sums, at + Lanes.FLOATS).add(s10).intoArray(sums, at + Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, at + 2 * Lanes.FLOATS).add(s20).intoArray(sums, at + 2 * Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, at + 3 * Lanes.FLOATS).add(s30).intoArray(sums, at + 3 * Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, next).add(s01).intoArray(sums, next);
        FloatVector.fromArray(FLOATS, sums, next + Lanes.FLOATS).add(s11).intoArray(sums, next + Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, next + 2 * Lanes.FLOATS).add(s21).intoArray(sums, next + 2 * Lanes.FLOATS);
        FloatVector.fromArray(FLOATS, sums, next + 3 * Lanes.FLOATS).add(s31).intoArray(sums, next + 3 * Lanes.FLOATS);
    }

    private static void dot(float[] b, int bAt, float[] x, int xAt, int across, int count, float[] sums, int at) {
        for (int lane = 0; lane < Lanes.FLOATS; lane += LANES) {
            FloatVector sum = FloatVector.zero(FLOATS);
            int from = xAt + lane;
            for (int k = bAt + lane; k < bAt + count; k += Lanes.FLOATS) {
                FloatVector row = FloatVector.fromArray(FLOATS, b, k);
                sum = row.fma(FloatVector.fromArray(FLOATS, x, from), sum);
                from += across * Lanes.FLOATS;
            }
            FloatVector.fromArray(FLOATS, sums, at + lane).add(sum).intoArray(sums, at + lane);
        }
    }
}
