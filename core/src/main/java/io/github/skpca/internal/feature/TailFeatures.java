package io.github.skpca.internal.feature;

import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * The features of the rows of a tail, kept from when the rows came: a renewal of their scores would embed them all again, as much work as so many
 * rows of the stream. They are computed again where they are not known; a row has the same ones whatever is computed beside it, so nobody can tell.
 */
public final class TailFeatures {
    /** Rows that are embedded at a time. */
    private static final int TILE = 64;

    /** Features of wider maps are not kept: they would take more memory than the rows. */
    private static final int MOST_FEATURES = 512;

    private float[] features = new float[0];
    private boolean[] isKnown = new boolean[0];

    /** By which they are made. */
    private @Nullable FeatureMap map;

    /**
     * Keeps the features of a row.
     *
     * @param place of the row in the tail
     * @param from where its features begin in {@code block}
     */
    public void keep(TailRows rows, int place, FeatureMap by, float[] block, int from) {
        if (by.features() <= MOST_FEATURES) {
            begin(rows, by);
            System.arraycopy(block, from, features, place * by.features(), by.features());
            isKnown[place] = true;
        }
    }

    /** Forgets all. */
    public void clear() {
        map = null;
    }

    private void begin(TailRows rows, FeatureMap by) {
        if (map != by) {
            map = by;
            features = new float[Math.multiplyExact(rows.capacity(), by.features())];
            isKnown = new boolean[rows.capacity()];
        }
    }

    /** The scores of all rows of a tail. */
    public double[] scores(TailRows rows, TailScore by, Embedding embedding, Workers workers) {
        int columns = embedding.columns();
        int r = embedding.features();
        boolean areKept = r <= MOST_FEATURES;
        if (areKept) {
            begin(rows, embedding.map());
        }
        float[] standardized = new float[TILE * columns];
        float[] values = areKept ? features : new float[Math.multiplyExact(TILE, r)];
        by.begin(rows.count());
        for (int first = 0; first < rows.count(); first += TILE) {
            int count = Math.min(TILE, rows.count() - first);
            int at = areKept ? first * r : 0;
            embedding.standardizer().apply(rows.rows(), first * columns, count, standardized, 0);
            if (!areKept || !areKnown(first, count)) {
                embedding.map().map(standardized, 0, count, values, at, workers);
            }
            by.score(standardized, 0, values, at, first, count);
        }
        if (areKept) {
            Arrays.fill(isKnown, 0, rows.count(), true);
        }
        return Arrays.copyOf(by.scores(), rows.count());
    }

    private boolean areKnown(int first, int count) {
        boolean all = true;
        for (int i = first; i < first + count; i++) {
            all &= isKnown[i];
        }
        return all;
    }

    /** The most bytes held, for a tail of {@code capacity} rows. */
    public static long bytes(int capacity, int features) {
        return features <= MOST_FEATURES ? capacity * (4L * features + 1) : 0;
    }
}
