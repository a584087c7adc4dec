package io.github.skpca.internal.feature;

import java.util.Arrays;

/** How many rows have come since a renewal of {@link TailScore}, by how many of the rows known to it score as high. */
public final class RowsSince {
    /** A Fenwick tree: node i has the sum of the (i & -i) counts that end with count i, counted from 1. */
    private final double[] tree;

    private RowsSince(double[] tree) {
        this.tree = tree;
    }

    /** No rows yet; {@code known} rows are known. */
    public static RowsSince none(int known) {
        return new RowsSince(new double[known + 2]);
    }

    /**
     * Rows that have come.
     *
     * @param counts of those that none of the known rows scores as high as, that one does, and so on; read only
     */
    public static RowsSince of(double[] counts) {
        RowsSince since = none(counts.length - 1);
        for (int place = 0; place < counts.length; place++) {
            since.add(place, counts[place]);
        }
        return since;
    }

    /** Counts a row that so many of the known rows score as high as. */
    public void add(int place) {
        add(place, 1);
    }

    private void add(int place, double count) {
        for (int i = place + 1; i < tree.length; i += i & -i) {
            tree[i] += count;
        }
    }

    /** How many rows at most so many of the known rows score as high as. */
    public double upTo(int place) {
        double sum = 0;
        for (int i = place + 1; i > 0; i -= i & -i) {
            sum += tree[i];
        }
        return sum;
    }

    /** The counts, as {@link #of} takes them. */
    public double[] counts() {
        double[] counts = new double[tree.length - 1];
        Arrays.setAll(counts, place -> upTo(place) - (place == 0 ? 0 : upTo(place - 1)));
        return counts;
    }
}
