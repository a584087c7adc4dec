package io.github.skpca.internal.linalg;

/**
 * Sums that are made in lanes, so that vectors can make them: term k goes to lane k modulo the number of lanes, a lane is added up in
 * order, and then the lanes are. How many lanes a sum has does not depend on how wide the machine's vectors are, and so its bits do not.
 */
final class Lanes {
    /** Of an inner product in double. Terms after the last that fills all lanes are summed apart. */
    static final int DOUBLES = 8;

    /** Of an inner product in float. Terms after the last that fills all lanes are added to the sum one by one. */
    static final int FLOATS = 16;

    /** Terms of a lane in float that are added one to another; sums of so many are then added up. */
    static final int FLOAT_TERMS = 64;

    /** Columns of a piece of inner products in float: so much of a few vectors stays in the first cache. */
    static final int FLOAT_PIECE = FLOAT_TERMS * FLOATS;

    /** Of a sum of squares. */
    static final int SQUARES = 32;

    private Lanes() {}

    /** The lanes of an inner product in double, from {@code at} on. */
    static double sum(double[] lanes, int at) {
        double sum = lanes[at];
        for (int i = 1; i < DOUBLES; i++) {
            sum += lanes[at + i];
        }
        return sum;
    }

    /** The terms [from, to) of an inner product. */
    static double tail(double[] a, int aAt, double[] b, int bAt, int from, int to) {
        double sum = 0;
        for (int k = from; k < to; k++) {
            sum += a[aAt + k] * b[bAt + k];
        }
        return sum;
    }

    /** The lanes of an inner product in float, from {@code at} on, each {@code apart} from the next: four chains at once. */
    static float sum(float[] lanes, int at, int apart) {
        float s0 = 0;
        float s1 = 0;
        float s2 = 0;
        float s3 = 0;
        for (int i = at; i < at + FLOATS * apart; i += 4 * apart) {
            s0 += lanes[i];
            s1 += lanes[i + apart];
            s2 += lanes[i + 2 * apart];
            s3 += lanes[i + 3 * apart];
        }
        return (s0 + s1) + (s2 + s3);
    }

    /** Twice what |x - middle| exceeds half by, or 0: exact but for the two subtractions, and without a branch. */
    static float twiceBeyond(float x, float middle, float half) {
        float beyond = Math.abs(x - middle) - half;
        return beyond + Math.abs(beyond);
    }

    /** The lanes of a squared distance, which are four times as large, and the columns from {@code from} on. */
    static double squaredDistance(double[] lanes, float[] point, int at, float[] middle, float[] half, int from) {
        double sum = (sum(lanes, 0) + sum(lanes, DOUBLES)) + (sum(lanes, 2 * DOUBLES) + sum(lanes, 3 * DOUBLES));
        for (int i = from; i < middle.length; i++) {
            float twice = twiceBeyond(point[at + i], middle[i], half[i]);
            sum += (double) twice * twice;
        }
        return 0.25 * sum;
    }

    /** The lanes of a sum of squares, and the squares [from, to) after them. A square of a float is exact in double, fused or not. */
    static double sumOfSquares(double[] lanes, float[] values, int from, int to) {
        double sum = (sum(lanes, 0) + sum(lanes, DOUBLES)) + (sum(lanes, 2 * DOUBLES) + sum(lanes, 3 * DOUBLES));
        for (int i = from; i < to; i++) {
            sum += (double) values[i] * values[i];
        }
        return sum;
    }

    /** How many roundings a term of an inner product in float of so many columns goes through at most. */
    static int floatRoundings(int columns) {
        return Math.min(FLOAT_TERMS, columns / FLOATS) + columns / FLOAT_PIECE + 1 + FLOATS + columns % FLOATS;
    }
}
