package io.github.skpca.io;

/** Standard normal draws that are the same on every JDK: SplitMix64 and Marsaglia's polar method in strict arithmetic. */
final class NormalDraws {
    private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

    private long state;
    private double spare;
    private boolean hasSpare;

    /** Starts the stream that belongs to a seed and a number; streams of different numbers are unrelated. */
    void start(long seed, long number) {
        // Mixed twice: if the states of two streams were a multiple of the gamma apart, one would repeat the other.
        state = mix(mix(seed + GOLDEN_GAMMA) + number * 0xd1342543de82ef95L);
        hasSpare = false;
    }

    double next() {
        if (hasSpare) {
            hasSpare = false;
            return spare;
        }
        double u;
        double v;
        double square;
        do {
            u = symmetric();
            v = symmetric();
            square = u * u + v * v;
        } while (square >= 1 || square == 0);
        double factor = Math.sqrt(-2 * StrictMath.log(square) / square);
        spare = v * factor;
        hasSpare = true;
        return u * factor;
    }

    /** Uniform on [-1, 1) in steps of 2^-52. */
    private double symmetric() {
        state += GOLDEN_GAMMA;
        return (mix(state) >> 11) * 0x1p-52;
    }

    private static long mix(long bits) {
        long mixed = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
