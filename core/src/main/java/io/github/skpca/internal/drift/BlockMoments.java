package io.github.skpca.internal.drift;

import java.util.Arrays;

/** Moments of the long-run covariance of features, from means of blocks: what {@link FeatureMoments} are if rows are independent. */
final class BlockMoments {
    /*
     * A block of R rows makes x = sum z / sqrt(R). Independent rows give it the covariance S; rows that depend on each other give it
     * another one, which is larger and, if one column alone has a memory, nearly all in one direction. The same averages as in
     * FeatureMoments estimate its traces and cumulants, with u = (x - x') / sqrt(2) of two blocks.
     *
     * Blocks two apart make a pair, so that what reaches from a block into the next does not hide: 1 and 3, 2 and 4, 5 and 7, and so on.
     * No block is in two pairs. A slow change or one jump hardly shows in any of them. Products are taken with the last RING vectors,
     * which is all pairs while there are few of them, and enough when there are many.
     */
    private static final int RING = 8;

    private static final int SUMS = 5;

    private final int features;
    private final double[] sums = new double[SUMS];
    private final double[] last;
    private final double[] ring;
    private final double[] gram = new double[RING * RING];
    private long blocks;

    BlockMoments(int features) {
        this.features = features;
        this.last = new double[Math.multiplyExact(2, features)];
        this.ring = new double[Math.multiplyExact(RING, features)];
    }

    /** How many vectors u there are. */
    long count() {
        return 2 * (blocks / 4) + Math.max(0, blocks % 4 - 2);
    }

    /**
     * Takes in a block.
     *
     * @param blockSums sums of m features, and more that is not read
     */
    void add(double[] blockSums) {
        long before = count();
        boolean isSecond = blocks % 4 >= 2;
        int slot = (int) (blocks % 2) * features;
        int newest = (int) (before % RING);
        double scale = 1 / Math.sqrt(2.0 * BlockSums.ROWS);
        for (int i = 0; i < features; i++) {
            double value = scale * blockSums[i];
            if (isSecond) {
                ring[newest * features + i] = value - last[slot + i];
            } else {
                last[slot + i] = value;
            }
        }
        blocks++;
        if (isSecond) {
            int used = (int) Math.min(RING, before + 1);
            multiply(newest, used);
            addProducts(newest, used);
        }
    }

    /** Products of one vector of the ring with all of them. */
    private void multiply(int newest, int used) {
        for (int j = 0; j < used; j++) {
            double product = dot(newest * features, j * features);
            gram[newest * RING + j] = product;
            gram[j * RING + newest] = product;
        }
    }

    private void addProducts(int newest, int used) {
        double own = gram[newest * RING + newest];
        sums[0] += own;
        sums[3] += own * own;
        for (int j = 0; j < used; j++) {
            double product = gram[newest * RING + j];
            if (j != newest) {
                sums[1] += product * product;
                sums[4] += 0.5 * (own + gram[j * RING + j]) * product * product;
                for (int k = 0; k < j; k++) {
                    sums[2] += k == newest ? 0 : product * gram[newest * RING + k] * gram[j * RING + k];
                }
            }
        }
    }

    private double dot(int a, int b) {
        double sum = 0;
        for (int i = 0; i < features; i++) {
            sum += ring[a + i] * ring[b + i];
        }
        return sum;
    }

    /** How many products of two vectors were summed. */
    double pairs() {
        double full = Math.max(0, count() - RING);
        double growing = Math.min(RING, count());
        return growing * (growing - 1) / 2 + full * (RING - 1);
    }

    private double triples() {
        double full = Math.max(0, count() - RING);
        double growing = Math.min(RING, count());
        return growing * (growing - 1) * (growing - 2) / 6 + full * (RING - 1) * (RING - 2) / 2;
    }

    /** The moments; of at least three vectors. */
    Cumulants cumulants() {
        return Cumulants.of(
                features,
                sums[0] / count(),
                sums[1] / pairs(),
                sums[2] / triples(),
                sums[3] / count(),
                sums[4] / pairs());
    }

    /** Starts again. */
    void clear() {
        blocks = 0;
        Arrays.fill(sums, 0);
    }

    /** How many numbers {@link #save} writes. */
    static int savedLength(int features) {
        return Math.addExact(SUMS, Math.multiplyExact(RING + 2, features));
    }

    /** Writes all numbers from {@code offset} on. */
    void save(double[] to, int offset) {
        System.arraycopy(sums, 0, to, offset, SUMS);
        System.arraycopy(last, 0, to, offset + SUMS, last.length);
        System.arraycopy(ring, 0, to, offset + SUMS + last.length, ring.length);
    }

    /**
     * Goes on from saved numbers.
     *
     * @param from {@link #savedLength} numbers from {@code offset} on; copied
     */
    void restore(double[] from, int offset, long blocksSeen) {
        System.arraycopy(from, offset, sums, 0, SUMS);
        System.arraycopy(from, offset + SUMS, last, 0, last.length);
        System.arraycopy(from, offset + SUMS + last.length, ring, 0, ring.length);
        blocks = blocksSeen;
        int used = (int) Math.min(RING, count());
        for (int i = 0; i < used; i++) {
            multiply(i, used);
        }
    }

    /** The bytes held. */
    long bytes() {
        return 8L * (sums.length + last.length + ring.length + gram.length);
    }
}
