package io.github.skpca.internal.drift;

import io.github.skpca.drift.DriftEvent;
import io.github.skpca.internal.feature.Embedding;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The rows since the stream last changed: sums of the reference, and of the recent rows of every length that is compared with it. */
public final class ReferencePeriod {
    /*
     * Recent rows are the last 2^j blocks, j = 0 ... 5, compared whenever the number of blocks is a multiple of 2^j. The reference is all
     * rows before them, up to its full length; then it stays, so that a change too slow for any two neighbours is still seen.
     */
    static final int LEVELS = 6;

    private static final int FULL_BLOCKS = 256;
    private static final int LEAST_BLOCKS = 16;

    /** Moments are taken of so many blocks, then of every fourth: they need the features of each row, sums do not. */
    private static final int MEASURED_BLOCKS = 64;

    private static final int MEASURED_EVERY = 4;

    /** So many rows of a block may be of a kind never seen before: a few odd rows are novel, but no drift. */
    private static final double ODD_ROWS = 3;

    private final int features;
    private final int width;
    private final double ratePerLevel;
    private final double largestSquaredDistance;
    private final ColumnComparison comparison;
    private final FeatureMoments moments;
    private final BlockMoments blockMoments;
    private final double[] total;
    private final double[] recent;
    private final double[] previous;
    private final double[] squaredJumps = new double[LEVELS];
    private final double[] reference;
    private long blocks;

    public ReferencePeriod(Embedding embedding, double falseAlarmRate) {
        this.features = embedding.features();
        this.width = BlockSums.width(embedding);
        this.ratePerLevel = falseAlarmRate / LEVELS;
        double norm = embedding.map().largestSquaredNorm();
        this.largestSquaredDistance = Double.isFinite(norm) ? 2 * norm : 0;
        this.comparison = new ColumnComparison(embedding.columns(), features);
        this.moments = new FeatureMoments(features);
        this.blockMoments = new BlockMoments(features);
        this.total = new double[width];
        this.reference = new double[width];
        this.recent = new double[Math.multiplyExact(LEVELS, width)];
        this.previous = new double[Math.multiplyExact(LEVELS, features)];
    }

    /** Takes in a block of which {@code row} is the last row; an event if rows have changed, with which the period is over. */
    @Nullable
    public DriftEvent add(BlockSums block, long row) {
        double[] sums = block.sums();
        boolean growing = blocks < FULL_BLOCKS;
        for (int level = 0; level < LEVELS; level++) {
            accumulate(sums, recent, level * width);
        }
        if (growing) {
            accumulate(sums, total, 0);
        }
        blocks++;
        DriftEvent event = strongest(row, growing);
        if (event != null) {
            clear();
            return event;
        }
        if (growing && isMeasured(blocks)) {
            moments.add(block.z());
        }
        if (growing) {
            blockMoments.add(sums);
        }
        for (int level = 0; level < LEVELS && ends(level); level++) {
            endLevel(level, growing);
        }
        return null;
    }

    private static boolean isMeasured(long number) {
        return number <= MEASURED_BLOCKS || number % MEASURED_EVERY == 0;
    }

    private static long measured(long blocks) {
        long growing = Math.min(FULL_BLOCKS, blocks);
        return Math.min(MEASURED_BLOCKS, growing) + Math.max(0, growing - MEASURED_BLOCKS) / MEASURED_EVERY;
    }

    private static void accumulate(double[] from, double[] to, int offset) {
        for (int i = 0; i < from.length; i++) {
            to[offset + i] += from[i];
        }
    }

    private boolean ends(int level) {
        return blocks % (1L << level) == 0;
    }

    private @Nullable DriftEvent strongest(long row, boolean growing) {
        if (blocks <= LEAST_BLOCKS) {
            return null;
        }
        int strongest = -1;
        double strength = 0;
        double threshold = 0;
        // The block just added was not yet paired with the one before it.
        BlockNoise noise = noise(blocks - 1);
        for (int level = 0; level < LEVELS && ends(level); level++) {
            long length = 1L << level;
            long before = growing ? blocks - length : FULL_BLOCKS;
            if (before < LEAST_BLOCKS) {
                continue;
            }
            double distance = distance(level, before, growing);
            double limit = threshold(noise, level, before);
            // Products and not ratios: a limit may be zero.
            if (distance > limit && (strongest < 0 || distance * threshold > strength * limit)) {
                strongest = level;
                strength = distance;
                threshold = limit;
            }
        }
        if (strongest < 0) {
            return null;
        }
        long length = 1L << strongest;
        long before = growing ? blocks - length : FULL_BLOCKS;
        double rows = (double) length * BlockSums.ROWS;
        fillReference(strongest, growing);
        double[] compared = Arrays.copyOfRange(recent, strongest * width, (strongest + 1) * width);
        return new DriftEvent(
                row,
                length * BlockSums.ROWS,
                strength,
                threshold,
                noise.inflation(),
                comparison.largest(compared, rows, reference, (double) before * BlockSums.ROWS));
    }

    private void fillReference(int level, boolean growing) {
        for (int i = 0; i < width; i++) {
            reference[i] = growing ? total[i] - recent[level * width + i] : total[i];
        }
    }

    /** ||mean of the recent rows - mean of the reference||^2. */
    private double distance(int level, long before, boolean growing) {
        fillReference(level, growing);
        double recentRows = (double) (1L << level) * BlockSums.ROWS;
        double rows = (double) before * BlockSums.ROWS;
        double sum = 0;
        for (int i = 0; i < features; i++) {
            double difference = recent[level * width + i] / recentRows - reference[i] / rows;
            sum += difference * difference;
        }
        return sum;
    }

    private double threshold(BlockNoise noise, int level, long before) {
        double rows = (double) (1L << level) * BlockSums.ROWS;
        double odd = ODD_ROWS / rows;
        return Math.max(
                largestSquaredDistance * odd * odd, noise.threshold(level, before, Math.min(0.5, ratePerLevel * rows)));
    }

    /** What is known by now of how much means of blocks vary; of at least {@link #LEAST_BLOCKS} blocks. */
    private BlockNoise noise(long paired) {
        double[] variances = new double[LEVELS];
        long[] pairs = new long[LEVELS];
        long known = Math.min(FULL_BLOCKS, paired);
        for (int level = 0; level < LEVELS; level++) {
            pairs[level] = Math.max(0, (known >> level) - 1);
            double rows = (double) (1L << level) * BlockSums.ROWS;
            variances[level] = pairs[level] == 0 ? 0 : squaredJumps[level] / pairs[level] * rows / 2;
        }
        return new BlockNoise(moments.cumulants(), blockMoments, variances, pairs);
    }

    private void endLevel(int level, boolean growing) {
        int from = level * width;
        if (growing) {
            double rows = (double) (1L << level) * BlockSums.ROWS;
            boolean first = blocks == 1L << level;
            double sum = 0;
            for (int i = 0; i < features; i++) {
                double mean = recent[from + i] / rows;
                double difference = mean - previous[level * features + i];
                sum += difference * difference;
                previous[level * features + i] = mean;
            }
            squaredJumps[level] += first ? 0 : sum;
        }
        Arrays.fill(recent, from, from + width, 0);
    }

    /** Forgets all rows. */
    public void clear() {
        blocks = 0;
        Arrays.fill(total, 0);
        Arrays.fill(recent, 0);
        Arrays.fill(previous, 0);
        Arrays.fill(squaredJumps, 0);
        moments.clear();
        blockMoments.clear();
    }

    /** How many times as much means of blocks vary as those of independent rows; 1 as long as it is not clear that they do. */
    public double inflation() {
        return blocks > LEAST_BLOCKS ? noise(blocks).inflation() : 1;
    }

    /** Blocks since the period began. */
    public long blocks() {
        return blocks;
    }

    /** How many numbers {@link #save()} gives for an embedding. */
    public static int savedLength(Embedding embedding) {
        int sums = Math.multiplyExact(LEVELS + 1, BlockSums.width(embedding));
        int means = Math.multiplyExact(LEVELS, embedding.features());
        return Math.addExact(
                Math.addExact(sums, means),
                LEVELS + FeatureMoments.COUNT + BlockMoments.savedLength(embedding.features()));
    }

    /** All sums. */
    public double[] save() {
        int moment = total.length + recent.length + previous.length + LEVELS;
        double[] saved = new double[moment + FeatureMoments.COUNT + BlockMoments.savedLength(features)];
        int at = 0;
        for (double[] part : new double[][] {total, recent, previous, squaredJumps}) {
            System.arraycopy(part, 0, saved, at, part.length);
            at += part.length;
        }
        moments.save(saved, at);
        blockMoments.save(saved, at + FeatureMoments.COUNT);
        return saved;
    }

    /**
     * Goes on from sums.
     *
     * @param saved of {@link #savedLength}; copied
     */
    public void restore(double[] saved, long blocks) {
        int at = 0;
        for (double[] part : new double[][] {total, recent, previous, squaredJumps}) {
            System.arraycopy(saved, at, part, 0, part.length);
            at += part.length;
        }
        moments.restore(saved, at, measured(blocks));
        blockMoments.restore(saved, at + FeatureMoments.COUNT, Math.min(FULL_BLOCKS, blocks));
        this.blocks = blocks;
    }

    /** The bytes held. */
    public long bytes() {
        return 8L * (total.length + recent.length + previous.length + reference.length + LEVELS)
                + moments.bytes()
                + blockMoments.bytes();
    }
}
