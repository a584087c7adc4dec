package io.github.skpca.internal.drift;

import io.github.skpca.internal.linalg.Backend;

/** Moments of the covariance S of features, estimated without bias from pairs of rows within blocks. */
final class FeatureMoments {
    /*
     * Two rows half a block apart make one vector u = (z - z') / sqrt(2), whose mean is zero and whose covariance is S: no mean has to
     * be known. Of N independent ones with Gram matrix G, averages over distinct indices have the expectations
     *   G_ii -> tr S,   G_ij^2 -> tr S^2,   G_ij G_jk G_ki -> tr S^3,
     * and, with k4 the fourth cumulant of z (that of u is half of it),
     *   2 (G_ii^2 - (tr S)^2 - 2 tr S^2) -> sum_ij k4_iijj,   2 (G_ii G_ij^2 - tr S tr S^2 - 2 tr S^3) -> sum_ijk k4_iijk S_jk.
     */
    private static final int PAIRS = BlockSums.ROWS / 2;

    /** How many numbers are kept. */
    static final int COUNT = 5;

    private final int features;
    private final double[] sums = new double[COUNT];
    private final double[] differences;
    private final double[] gram = new double[PAIRS * PAIRS];
    private final double[] square = new double[PAIRS * PAIRS];
    private long blocks;

    FeatureMoments(int features) {
        this.features = features;
        this.differences = new double[Math.multiplyExact(PAIRS, features)];
    }

    /** Starts again. */
    void clear() {
        java.util.Arrays.fill(sums, 0);
        blocks = 0;
    }

    /**
     * Goes on from sums.
     *
     * @param from {@link #COUNT} numbers from {@code offset} on; copied
     */
    void restore(double[] from, int offset, long blocks) {
        System.arraycopy(from, offset, sums, 0, COUNT);
        this.blocks = blocks;
    }

    /** Writes {@link #COUNT} numbers from {@code offset} on. */
    void save(double[] to, int offset) {
        System.arraycopy(sums, 0, to, offset, COUNT);
    }

    /**
     * Takes in a block.
     *
     * @param z a block of features, row-major; read only
     */
    void add(float[] z) {
        double half = Math.sqrt(0.5);
        int length = PAIRS * features;
        for (int i = 0; i < length; i++) {
            differences[i] = half * ((double) z[i] - z[i + length]);
        }
        Backend.active().doubles().gram(differences, PAIRS, features, gram);
        double first = 0;
        double fourth = 0;
        double second = 0;
        double mixed = 0;
        for (int i = 0; i < PAIRS; i++) {
            double own = gram[i * PAIRS + i];
            double others = 0;
            gram[i * PAIRS + i] = 0;
            for (int j = 0; j < PAIRS; j++) {
                double product = gram[i * PAIRS + j];
                others += product * product;
            }
            first += own;
            fourth += own * own;
            second += others;
            mixed += own * others;
        }
        double pairs = PAIRS * (PAIRS - 1.0);
        sums[0] += first / PAIRS;
        sums[1] += second / pairs;
        sums[2] += triangles() / (pairs * (PAIRS - 2));
        sums[3] += fourth / PAIRS;
        sums[4] += mixed / pairs;
        blocks++;
    }

    /** tr G^3 of the Gram matrix without its diagonal. */
    private double triangles() {
        Backend.active().doubles().gram(gram, PAIRS, PAIRS, square);
        double sum = 0;
        for (int i = 0; i < gram.length; i++) {
            sum += square[i] * gram[i];
        }
        return sum;
    }

    /** The moments; of at least one block. */
    Cumulants cumulants() {
        return Cumulants.of(
                features, sums[0] / blocks, sums[1] / blocks, sums[2] / blocks, sums[3] / blocks, sums[4] / blocks);
    }

    /** The bytes held. */
    long bytes() {
        return 8L * (sums.length + differences.length + gram.length + square.length);
    }
}
