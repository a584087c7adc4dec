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
    private long state;
    private double spareGaussian = Double.NaN;

    /** The stream of a seed. */
    public RandomStream(long seed) {
        this.state = mix(seed + 0x632BE59BD9B4E019L);
    }

    /** The stream of a seed for one purpose: streams of different purposes have nothing in common. */
    public RandomStream(long seed, long purpose) {
        this(mix(seed) ^ mix(~purpose * 0x9E3779B97F4A7C15L));
    }

    /** The next 64 bits. */
    @Override
    public long nextLong() {
        state += 0x9E3779B97F4A7C15L;
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
