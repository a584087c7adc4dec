package io.github.skpca.drift;

import io.github.skpca.feature.Embedding;
import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.Workers;

import java.util.Arrays;

/** Sums over the rows of one block: m features, then the first to fourth powers of each of the d standardised columns. */
final class BlockSums {
    /** Rows of a block. */
    static final int ROWS = 256;

    /** Powers of a column. */
    static final int POWERS = 4;

    /** So far away that it does not matter how far; its fourth power can still be summed. */
    private static final double FARTHEST = 1e18;

    private final Embedding embedding;
    private final int columns;
    private final int features;
    private final float[] scratch;
    private final double[] standardized;
    private final float[] z;
    private final double[] sums;

    BlockSums(Embedding embedding) {
        this.embedding = embedding;
        this.columns = embedding.columns();
        this.features = embedding.features();
        this.scratch = new float[Math.multiplyExact(ROWS, columns)];
        this.standardized = new double[scratch.length];
        this.z = new float[Math.multiplyExact(ROWS, features)];
        this.sums = new double[width(embedding)];
    }

    /** How many sums there are. */
    static int width(Embedding embedding) {
        return Math.addExact(embedding.features(), Math.multiplyExact(POWERS, embedding.columns()));
    }

    /**
     * Takes the sums of a block, in place of those before.
     *
     * @param rows {@link #ROWS} rows of d numbers; read only
     */
    void sum(double[] rows) {
        embedding.embed(rows, 0, ROWS, scratch, z, 0, Workers.callerOnly());
        Backend.active().columnSums(z, ROWS, features, sums, 0, features);
        embedding.standardizer().apply(rows, 0, ROWS, standardized, 0);
        Arrays.fill(sums, features, sums.length, 0);
        for (int i = 0; i < ROWS; i++) {
            for (int j = 0; j < columns; j++) {
                double value = Math.max(-FARTHEST, Math.min(FARTHEST, standardized[i * columns + j]));
                double power = value;
                for (int at = features + j; at < sums.length; at += columns) {
                    sums[at] += power;
                    power *= value;
                }
            }
        }
    }

    /** The sums; overwritten by the next block. */
    double[] sums() {
        return sums;
    }

    /** The features of the block, row-major; overwritten by the next block. */
    float[] z() {
        return z;
    }

    /** The bytes held. */
    long bytes() {
        return 4L * (scratch.length + z.length) + 8L * (standardized.length + sums.length);
    }
}
