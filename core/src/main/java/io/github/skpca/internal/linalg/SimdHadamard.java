package io.github.skpca.internal.linalg;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The Walsh-Hadamard transform of vectors through the Vector API, in the order of stages of {@link PlainHadamard}.
 *
 * <p>As many vectors as there are lanes, lying across each other, are transformed with sums and differences of whole SIMD registers,
 * three stages per pass: eight registers hold eight entries, and sixteen entries would leave no register for their sums. In a vector
 * alone, strides below the number of lanes are left to plain Java, and take most of the time: by shuffles they are done in less, but JDK
 * 17 boxes them.
 */
final class SimdHadamard implements HadamardTransform {
    /*
     * The three forms of three stages (factors and from places; in place; back to places) are written out: if a
     * shared method is not inlined, vectors are boxed.
     */
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int LANES = FLOATS.length();

    /** Entries from which on at least two stages follow the first three. */
    private static final int SHORTEST = 32;

    /** The stride of the fourth stage. */
    private static final int SECOND = 8 * LANES;

    @Override
    public int across() {
        return LANES;
    }

    @Override
    public void transform(
            float[] factors, int factorAt, HadamardLayout layout, float[] values, int from, int to, boolean back) {
        int[] places = layout.places();
        int count = layout.count();
        int across = layout.across();
        if (across != LANES || count < SHORTEST) {
            PlainHadamard.gather(factors, factorAt, values, from, places, to, count, across);
            runAny(values, to, count, across);
            if (back) {
                PlainHadamard.scatter(values, to, places, from, count, across);
            }
            return;
        }
        firstThree(factors, factorAt, values, from, places, to, count);
        int length = count * LANES;
        int stride = 8 * LANES;
        int left = Integer.numberOfTrailingZeros(count) - 3;
        if (left > 4) {
            secondThree(values, to, count);
            left -= 3;
            stride *= 8;
        }
        for (; left > 4; left -= 3) {
            threeStages(values, to, length, stride);
            stride *= 8;
        }
        if (left == 4) {
            twoStages(values, to, length, stride);
            stride *= 4;
        }
        boolean three = 8 * stride == length;
        if (back && three) {
            lastThree(values, to, places, from, count / 8);
        } else if (back) {
            lastTwo(values, to, places, from, count / 4);
        } else if (three) {
            threeStages(values, to, length, stride);
        } else {
            twoStages(values, to, length, stride);
        }
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

    private static void runAny(float[] values, int at, int count, int across) {
        int length = count * across;
        int stride = PlainHadamard.begin(values, at, count, across, LANES);
        for (; 4 * stride <= length; stride *= 4) {
            twoStages(values, at, length, stride);
        }
        if (stride < length) {
            lastStage(values, at, stride);
        }
    }

    private static void firstThree(float[] factors, int by, float[] values, int from, int[] places, int to, int count) {
        for (int i = 0; i < count; i += 8) {
            FloatVector a =
                    FloatVector.fromArray(FLOATS, values, from + places[i]).mul(factors[by + i]);
            FloatVector b =
                    FloatVector.fromArray(FLOATS, values, from + places[i + 1]).mul(factors[by + i + 1]);
            FloatVector c =
                    FloatVector.fromArray(FLOATS, values, from + places[i + 2]).mul(factors[by + i + 2]);
            FloatVector d =
                    FloatVector.fromArray(FLOATS, values, from + places[i + 3]).mul(factors[by + i + 3]);
            FloatVector e =
                    FloatVector.fromArray(FLOATS, values, from + places[i + 4]).mul(factors[by + i + 4]);
            FloatVector f =
                    FloatVector.fromArray(FLOATS, values, from + places[i + 5]).mul(factors[by + i + 5]);
            FloatVector g =
                    FloatVector.fromArray(FLOATS, values, from + places[i + 6]).mul(factors[by + i + 6]);
            FloatVector h =
                    FloatVector.fromArray(FLOATS, values, from + places[i + 7]).mul(factors[by + i + 7]);
            FloatVector ab = a.add(b);
            FloatVector aMinusB = a.sub(b);
            FloatVector cd = c.add(d);
            FloatVector cMinusD = c.sub(d);
            FloatVector ef = e.add(f);
            FloatVector eMinusF = e.sub(f);
            FloatVector gh = g.add(h);
            FloatVector gMinusH = g.sub(h);
            int at = to + i * LANES;
            FloatVector near = ab.add(cd);
            FloatVector far = ef.add(gh);
            near.add(far).intoArray(values, at);
            near.sub(far).intoArray(values, at + 4 * LANES);
            near = aMinusB.add(cMinusD);
            far = eMinusF.add(gMinusH);
            near.add(far).intoArray(values, at + LANES);
            near.sub(far).intoArray(values, at + 5 * LANES);
            near = ab.sub(cd);
            far = ef.sub(gh);
            near.add(far).intoArray(values, at + 2 * LANES);
            near.sub(far).intoArray(values, at + 6 * LANES);
            near = aMinusB.sub(cMinusD);
            far = eMinusF.sub(gMinusH);
            near.add(far).intoArray(values, at + 3 * LANES);
            near.sub(far).intoArray(values, at + 7 * LANES);
        }
    }

    /** Three stages whose stride is a constant, which leaves the addresses to the processor: loops of eight steps are all overhead. */
    private static void secondThree(float[] values, int at, int count) {
        for (int group = 0; group < count / 8; group++) {
            int i = at + (group / 8 * 64 + group % 8) * LANES;
            FloatVector a = FloatVector.fromArray(FLOATS, values, i);
            FloatVector b = FloatVector.fromArray(FLOATS, values, i + SECOND);
            FloatVector c = FloatVector.fromArray(FLOATS, values, i + 2 * SECOND);
            FloatVector d = FloatVector.fromArray(FLOATS, values, i + 3 * SECOND);
            FloatVector e = FloatVector.fromArray(FLOATS, values, i + 4 * SECOND);
            FloatVector f = FloatVector.fromArray(FLOATS, values, i + 5 * SECOND);
            FloatVector g = FloatVector.fromArray(FLOATS, values, i + 6 * SECOND);
            FloatVector h = FloatVector.fromArray(FLOATS, values, i + 7 * SECOND);
            FloatVector ab = a.add(b);
            FloatVector aMinusB = a.sub(b);
            FloatVector cd = c.add(d);
            FloatVector cMinusD = c.sub(d);
            FloatVector ef = e.add(f);
            FloatVector eMinusF = e.sub(f);
            FloatVector gh = g.add(h);
            FloatVector gMinusH = g.sub(h);
            FloatVector near = ab.add(cd);
            FloatVector far = ef.add(gh);
            near.add(far).intoArray(values, i);
            near.sub(far).intoArray(values, i + 4 * SECOND);
            near = aMinusB.add(cMinusD);
            far = eMinusF.add(gMinusH);
            near.add(far).intoArray(values, i + SECOND);
            near.sub(far).intoArray(values, i + 5 * SECOND);
            near = ab.sub(cd);
            far = ef.sub(gh);
            near.add(far).intoArray(values, i + 2 * SECOND);
            near.sub(far).intoArray(values, i + 6 * SECOND);
            near = aMinusB.sub(cMinusD);
            far = eMinusF.sub(gMinusH);
            near.add(far).intoArray(values, i + 3 * SECOND);
            near.sub(far).intoArray(values, i + 7 * SECOND);
        }
    }

    private static void threeStages(float[] values, int at, int length, int stride) {
        for (int group = at; group < at + length; group += 8 * stride) {
            for (int i = group; i < group + stride; i += LANES) {
                FloatVector a = FloatVector.fromArray(FLOATS, values, i);
                FloatVector b = FloatVector.fromArray(FLOATS, values, i + stride);
                FloatVector c = FloatVector.fromArray(FLOATS, values, i + 2 * stride);
                FloatVector d = FloatVector.fromArray(FLOATS, values, i + 3 * stride);
                FloatVector e = FloatVector.fromArray(FLOATS, values, i + 4 * stride);
                FloatVector f = FloatVector.fromArray(FLOATS, values, i + 5 * stride);
                FloatVector g = FloatVector.fromArray(FLOATS, values, i + 6 * stride);
                FloatVector h = FloatVector.fromArray(FLOATS, values, i + 7 * stride);
                FloatVector ab = a.add(b);
                FloatVector aMinusB = a.sub(b);
                FloatVector cd = c.add(d);
                FloatVector cMinusD = c.sub(d);
                FloatVector ef = e.add(f);
                FloatVector eMinusF = e.sub(f);
                FloatVector gh = g.add(h);
                FloatVector gMinusH = g.sub(h);
                FloatVector near = ab.add(cd);
                FloatVector far = ef.add(gh);
                near.add(far).intoArray(values, i);
                near.sub(far).intoArray(values, i + 4 * stride);
                near = aMinusB.add(cMinusD);
                far = eMinusF.add(gMinusH);
                near.add(far).intoArray(values, i + stride);
                near.sub(far).intoArray(values, i + 5 * stride);
                near = ab.sub(cd);
                far = ef.sub(gh);
                near.add(far).intoArray(values, i + 2 * stride);
                near.sub(far).intoArray(values, i + 6 * stride);
                near = aMinusB.sub(cMinusD);
                far = eMinusF.sub(gMinusH);
                near.add(far).intoArray(values, i + 3 * stride);
                near.sub(far).intoArray(values, i + 7 * stride);
            }
        }
    }

    /** The last three stages; {@code apart} entries lie between two that are added. */
    private static void lastThree(float[] values, int from, int[] places, int to, int apart) {
        int stride = apart * LANES;
        for (int i = 0; i < apart; i++) {
            int at = from + i * LANES;
            FloatVector a = FloatVector.fromArray(FLOATS, values, at);
            FloatVector b = FloatVector.fromArray(FLOATS, values, at + stride);
            FloatVector c = FloatVector.fromArray(FLOATS, values, at + 2 * stride);
            FloatVector d = FloatVector.fromArray(FLOATS, values, at + 3 * stride);
            FloatVector e = FloatVector.fromArray(FLOATS, values, at + 4 * stride);
            FloatVector f = FloatVector.fromArray(FLOATS, values, at + 5 * stride);
            FloatVector g = FloatVector.fromArray(FLOATS, values, at + 6 * stride);
            FloatVector h = FloatVector.fromArray(FLOATS, values, at + 7 * stride);
            FloatVector ab = a.add(b);
            FloatVector aMinusB = a.sub(b);
            FloatVector cd = c.add(d);
            FloatVector cMinusD = c.sub(d);
            FloatVector ef = e.add(f);
            FloatVector eMinusF = e.sub(f);
            FloatVector gh = g.add(h);
            FloatVector gMinusH = g.sub(h);
            FloatVector near = ab.add(cd);
            FloatVector far = ef.add(gh);
            near.add(far).intoArray(values, to + places[i]);
            near.sub(far).intoArray(values, to + places[i + 4 * apart]);
            near = aMinusB.add(cMinusD);
            far = eMinusF.add(gMinusH);
            near.add(far).intoArray(values, to + places[i + apart]);
            near.sub(far).intoArray(values, to + places[i + 5 * apart]);
            near = ab.sub(cd);
            far = ef.sub(gh);
            near.add(far).intoArray(values, to + places[i + 2 * apart]);
            near.sub(far).intoArray(values, to + places[i + 6 * apart]);
            near = aMinusB.sub(cMinusD);
            far = eMinusF.sub(gMinusH);
            near.add(far).intoArray(values, to + places[i + 3 * apart]);
            near.sub(far).intoArray(values, to + places[i + 7 * apart]);
        }
    }

    private static void twoStages(float[] values, int at, int length, int stride) {
        for (int group = at; group < at + length; group += 4 * stride) {
            for (int i = group; i < group + stride; i += LANES) {
                FloatVector a = FloatVector.fromArray(FLOATS, values, i);
                FloatVector b = FloatVector.fromArray(FLOATS, values, i + stride);
                FloatVector c = FloatVector.fromArray(FLOATS, values, i + 2 * stride);
                FloatVector d = FloatVector.fromArray(FLOATS, values, i + 3 * stride);
                FloatVector sum = a.add(b);
                FloatVector difference = a.sub(b);
                FloatVector farSum = c.add(d);
                FloatVector farDifference = c.sub(d);
                sum.add(farSum).intoArray(values, i);
                difference.add(farDifference).intoArray(values, i + stride);
                sum.sub(farSum).intoArray(values, i + 2 * stride);
                difference.sub(farDifference).intoArray(values, i + 3 * stride);
            }
        }
    }

    private static void lastTwo(float[] values, int from, int[] places, int to, int apart) {
        int stride = apart * LANES;
        for (int i = 0; i < apart; i++) {
            int at = from + i * LANES;
            FloatVector a = FloatVector.fromArray(FLOATS, values, at);
            FloatVector b = FloatVector.fromArray(FLOATS, values, at + stride);
            FloatVector c = FloatVector.fromArray(FLOATS, values, at + 2 * stride);
            FloatVector d = FloatVector.fromArray(FLOATS, values, at + 3 * stride);
            FloatVector sum = a.add(b);
            FloatVector difference = a.sub(b);
            FloatVector farSum = c.add(d);
            FloatVector farDifference = c.sub(d);
            sum.add(farSum).intoArray(values, to + places[i]);
            difference.add(farDifference).intoArray(values, to + places[i + apart]);
            sum.sub(farSum).intoArray(values, to + places[i + 2 * apart]);
            difference.sub(farDifference).intoArray(values, to + places[i + 3 * apart]);
        }
    }

    private static void lastStage(float[] values, int at, int stride) {
        if (stride % LANES != 0) {
            PlainHadamard.lastStage(values, at, stride);
            return;
        }
        for (int i = at; i < at + stride; i += LANES) {
            FloatVector a = FloatVector.fromArray(FLOATS, values, i);
            FloatVector b = FloatVector.fromArray(FLOATS, values, i + stride);
            a.add(b).intoArray(values, i);
            a.sub(b).intoArray(values, i + stride);
        }
    }
}
