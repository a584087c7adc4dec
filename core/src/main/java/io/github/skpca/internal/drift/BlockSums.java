package io.github.skpca.internal.drift;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.linalg.Backend;

import java.util.Arrays;

/**
 * Sums over the rows of one block: m features, then the first to fourth powers of each of the d standardised columns.
 *
 * <p>Features of landmarks are linear in the kernel values, and so is their sum: it needs the product with the factor once a block, and the
 * features themselves are made only if they are asked for.
 */
public final class BlockSums {
    /** Rows of a block. */
    public static final int ROWS = 256;

    /** Powers of a column. */
    static final int POWERS = 4;

    /** So far away that it does not matter how far; its fourth power can still be summed. */
    private static final double FARTHEST = 1e18;

    private final Embedding embedding;
    private final FeatureMap summed;
    private final float[] factor;
    private final int columns;
    private final int features;
    private final float[] scratch;
    private final double[] standardized;
    private final float[] values;
    private final float[] z;
    private final double[] valueSums;
    private final double[] sums;

    public BlockSums(Embedding embedding) {
        this.embedding = embedding;
        this.columns = embedding.columns();
        this.features = embedding.features();
        this.summed = embedding.map().inner();
        this.factor = embedding.map().factor();
        this.scratch = new float[Math.multiplyExact(ROWS, columns)];
        this.standardized = new double[scratch.length];
        this.values = new float[Math.multiplyExact(ROWS, summed.features())];
        this.z = factor.length > 0 ? new float[Math.multiplyExact(ROWS, features)] : values;
        this.valueSums = new double[summed.features()];
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
    public void sum(double[] rows) {
        embedding.standardizer().apply(rows, 0, ROWS, scratch, 0);
        summed.map(scratch, 0, ROWS, values, 0, Workers.callerOnly());
        Backend.active().sums().columnSums(values, ROWS, valueSums.length, valueSums, 0, valueSums.length);
        sumFeatures();
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

    private void sumFeatures() {
        if (factor.length == 0) {
            System.arraycopy(valueSums, 0, sums, 0, features);
            return;
        }
        Arrays.fill(sums, 0, features, 0);
        for (int i = 0; i < valueSums.length; i++) {
            for (int j = 0; j < features; j++) {
                sums[j] += valueSums[i] * factor[i * features + j];
            }
        }
    }

    /** The sums; overwritten by the next block. */
    double[] sums() {
        return sums;
    }

    /** The features of the block, row-major; overwritten by the next block. */
    float[] z() {
        if (factor.length > 0) {
            embedding.map().map(scratch, 0, ROWS, z, 0, Workers.callerOnly());
        }
        return z;
    }

    /** The bytes held. */
    public long bytes() {
        int made = factor.length > 0 ? z.length + factor.length : 0;
        return 4L * (scratch.length + values.length + made)
                + 8L * (standardized.length + valueSums.length + sums.length);
    }
}
