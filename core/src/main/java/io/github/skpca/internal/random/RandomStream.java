package io.github.skpca.internal.random;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * A stream of random numbers that is the same for the same seed on every JVM, now and later.
 *
 * <p>The generator is SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). The distributions are made here, with StrictMath,
 * because those of the JDK may change from one release to the next, and a model must not.
 */
public final class RandomStream implements RandomGenerator {
    /*
     * Purpose and index make one word, the code in its upper 8 bits and the index in the lower 56. What starts a stream is, for a
     * given seed, a bijection of that word, because mixing, adding a constant and exclusive or with one are bijections. So two streams
     * of one seed never start alike. From index 2^56 on, which no stream of rows reaches, the upper bits of the index go to the seed.
     */
    private static final int INDEX_BITS = 56;

    private static final long LARGEST_SHORT_INDEX = (1L << INDEX_BITS) - 1;
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long SEED_OFFSET = 0x632BE59BD9B4E019L;

    private long state;
    private double spareGaussian = Double.NaN;

    /** The one stream of a purpose without an index: that of index 0. */
    public RandomStream(long seed, Purpose purpose) {
        this(seed, purpose, 0);
    }

    /**
     * One of the streams of a purpose. Streams of other purposes, other indices or other seeds are unrelated.
     *
     * @param index what the purpose counts, at least 0
     */
    public RandomStream(long seed, Purpose purpose, long index) {
        if (index < 0) {
            throw new IllegalArgumentException("index must be at least 0, not " + index);
        }
        long mixed = mix(seed + SEED_OFFSET + (index >>> INDEX_BITS) * GAMMA);
        long word = ((long) purpose.code() << INDEX_BITS) | (index & LARGEST_SHORT_INDEX);
        // Mixed twice: with one round, two seeds whose mixtures are close would share streams of neighbouring indices.
        this.state = mix(mix(mixed ^ word) + mixed);
    }

    /** A seed made of a seed and of data: different for different data, and unrelated to the streams of the seed. */
    public static long seedOf(long seed, long data) {
        return mix(mix(seed + SEED_OFFSET) + mix(data + GAMMA) * GAMMA);
    }

    /** The next 64 bits. */
    @Override
    public long nextLong() {
        state += GAMMA;
        return mix(state);
    }

    private static long mix(long z) {
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Uniform on [0, 1). */
    @Override
    public double nextDouble() {
        return (nextLong() >>> 11) * 0x1p-53;
    }

    /** Uniform on (0, 1], so that its logarithm is finite. */
    public double nextPositive() {
        return nextPositive(this);
    }

    /** Uniform on (0, 1] by any generator. */
    public static double nextPositive(RandomGenerator random) {
        return ((random.nextLong() >>> 11) + 1) * 0x1p-53;
    }

    /** Uniform on {0, ..., bound - 1}, without bias. */
    public long nextBelow(long bound) {
        if (bound < 1) {
            throw new IllegalArgumentException("bound must be at least 1, not " + bound);
        }
        long limit = Long.MAX_VALUE - Long.MAX_VALUE % bound;
        long bits = nextLong() >>> 1;
        while (bits >= limit) {
            bits = nextLong() >>> 1;
        }
        return bits % bound;
    }

    /**
     * Numbers drawn without putting them back, in the order in which they are drawn.
     *
     * @param count how many there are to draw from, 0 ... count - 1
     * @param wanted how many are drawn, at most all
     * @return the {@code wanted} first numbers of a random order of all; the caller's own
     */
    public int[] nextDistinct(int count, int wanted) {
        if (wanted < 0 || wanted > count) {
            throw new IllegalArgumentException("wanted must be between 0 and " + count + ", not " + wanted);
        }
        int[] order = new int[count];
        Arrays.setAll(order, i -> i);
        for (int i = 0; i < wanted; i++) {
            int other = i + (int) nextBelow(count - i);
            int drawn = order[other];
            order[other] = order[i];
            order[i] = drawn;
        }
        return Arrays.copyOf(order, wanted);
    }

    /** Standard normal, by Marsaglia's polar method. */
    @Override
    public double nextGaussian() {
        if (!Double.isNaN(spareGaussian)) {
            double spare = spareGaussian;
            spareGaussian = Double.NaN;
            return spare;
        }
        while (true) {
            double u = 2 * nextDouble() - 1;
            double v = 2 * nextDouble() - 1;
            double s = u * u + v * v;
            if (s < 1 && s > 0) {
                double factor = Math.sqrt(-2 * StrictMath.log(s) / s);
                spareGaussian = v * factor;
                return u * factor;
            }
        }
    }

    /** Gamma with the given shape and scale 1. */
    public double nextGamma(double shape) {
        return nextGamma(this, shape);
    }

    /** Gamma with the given shape and scale 1, by any generator (Marsaglia and Tsang, ACM TOMS 26(3), 2000). */
    public static double nextGamma(RandomGenerator random, double shape) {
        if (!(shape > 0)) {
            throw new IllegalArgumentException("shape must be positive, not " + shape);
        }
        if (shape < 1) {
            // A gamma of shape a is one of shape a + 1 times U^(1/a).
            return nextGamma(random, shape + 1) * StrictMath.pow(nextPositive(random), 1 / shape);
        }
        double d = shape - 1.0 / 3;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = 1 + c * x;
            if (v > 0) {
                v = v * v * v;
                if (StrictMath.log(nextPositive(random)) < 0.5 * x * x + d - d * v + d * StrictMath.log(v)) {
                    return d * v;
                }
            }
        }
    }
}
