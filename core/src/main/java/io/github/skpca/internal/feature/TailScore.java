package io.github.skpca.internal.feature;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;

import java.util.Arrays;

/**
 * How novel rows are by a model of the rows before them, computed from features that are there anyway, and the importance for {@link
 * TailRows} that follows: one over the share of rows that are as novel.
 *
 * <p>It is the score of the model with its directions, or the leading ones if features are many: what is left of the row's image outside them,
 * times one plus the squared distance from the box of the sample over 2 bandwidth^2. Not to the last bit: it only has to order rows about as
 * the model does.
 */
public final class TailScore {
    /** The products of a row with the directions cost no more than this many multiplications, unless there are few directions. */
    private static final int MOST_PRODUCTS = 8192;

    private static final int FEWEST_DIRECTIONS = 8;

    /** Rows that are wider have no box here: it would cost more than their features. */
    private static final int WIDEST_BOX = 4096;

    private static final int ROWS_APART = 128;

    /** The one that the panels are laid out for: another may become the active one while this score is in use. */
    private final Backend backend = Backend.active();

    private final State state;
    private final int features;
    private final int directions;
    private final Panels panels;
    private final double[] offset;
    private final double squaredMean;
    private float[] products = new float[0];
    private double[] scores = new double[0];
    private double[] row = new double[0];

    /**
     * What it is made of, plain data for a file.
     *
     * @param directions rows of as many numbers as there are features
     * @param mean of the features; empty if they are not centred
     * @param box the smallest and then the largest number of each column of the sample, and then what a squared distance is multiplied with; empty
     *     if distances do not count
     * @param scores of the rows that were kept, the largest first
     * @param counts how many rows of the stream score as high as each of them
     * @param rows how many there were
     */
    public record State(
            float[] directions, double[] mean, double[] box, double[] scores, double[] counts, double rows) {
        /** Checks the ranges, because it may come from a file. */
        public State {
            if (scores.length != counts.length || !(rows > 0) || !Double.isFinite(rows)) {
                throw new IllegalArgumentException("the scores of the tail are not whole");
            }
            double before = 0;
            for (int i = 0; i < scores.length; i++) {
                boolean isOrdered = scores[i] >= 0
                        && (i == 0 ? Double.isFinite(scores[0]) : scores[i] <= scores[i - 1])
                        && counts[i] >= before
                        && Double.isFinite(counts[i]);
                if (!isOrdered) {
                    throw new IllegalArgumentException("the scores of the tail are not in order");
                }
                before = counts[i];
            }
        }
    }

    /**
     * A score of rows of an embedding.
     *
     * @param state its arrays are not copied
     */
    public TailScore(Embedding embedding, State state) {
        this.state = state;
        this.features = embedding.features();
        this.directions = state.directions.length / features;
        boolean isWhole = state.directions.length == directions * features
                && (state.mean.length == 0 || state.mean.length == features)
                && (state.box.length == 0 || state.box.length == 3 * embedding.columns());
        if (!isWhole) {
            throw new IllegalArgumentException("the directions of the tail are those of another map");
        }
        int across = directions + (state.mean.length > 0 ? 1 : 0);
        float[] wide = Arrays.copyOf(state.directions, across * features);
        for (int j = 0; j < state.mean.length; j++) {
            wide[directions * features + j] = (float) state.mean[j];
        }
        this.panels = backend.products().panels(features, across);
        panels.pack(wide, 0, 1, features);
        this.offset = new double[directions];
        double sum = 0;
        for (int j = 0; j < state.mean.length; j++) {
            sum += state.mean[j] * state.mean[j];
            for (int i = 0; i < directions; i++) {
                offset[i] += state.directions[i * features + j] * state.mean[j];
            }
        }
        this.squaredMean = sum;
    }

    /** How many directions are used of so many. */
    public static int directions(int all, int features) {
        return Math.min(all, Math.max(FEWEST_DIRECTIONS, MOST_PRODUCTS / features));
    }

    /**
     * The box of a sample.
     *
     * @param sample raw rows, row-major; read only
     * @return for {@link State}; empty if rows are too wide, or there are none
     */
    public static double[] box(Embedding embedding, double[] sample) {
        int columns = embedding.columns();
        if (columns > WIDEST_BOX || sample.length == 0) {
            return new double[0];
        }
        double[] box = new double[3 * columns];
        double[] factors = embedding.standardizer().factors();
        double bandwidth = embedding.kernel().bandwidth();
        for (int j = 0; j < columns; j++) {
            box[j] = Double.POSITIVE_INFINITY;
            box[columns + j] = Double.NEGATIVE_INFINITY;
            double factor = (factors.length == 0 ? 1 : factors[j]) / bandwidth;
            box[2 * columns + j] = 0.5 * factor * factor;
        }
        for (int i = 0; i < sample.length; i++) {
            int j = i % columns;
            box[j] = Math.min(box[j], sample[i]);
            box[columns + j] = Math.max(box[columns + j], sample[i]);
        }
        return box;
    }

    /** What it is made of; not to be changed. */
    public State state() {
        return state;
    }

    /**
     * The scores of rows.
     *
     * @param embedding that of the features
     * @param block their features, from {@code at} on; read only
     * @param batch the rows, from {@code first} on
     * @return an array of at least as many numbers; overwritten by the next call
     */
    public double[] scores(
            Embedding embedding, float[] block, int at, RowBatch batch, int first, int count, Workers workers) {
        int across = panels.columns();
        if (scores.length < count) {
            scores = new double[count];
            products = new float[count * across];
        }
        boolean ofFeatures = embedding.map().residual() == ResidualKind.OF_FEATURES;
        workers.split(count, ROWS_APART, (from, to) -> {
            backend.products().multiplyRows(block, at + from * features, to - from, panels, products, from * across);
            for (int i = from; i < to; i++) {
                double length = ofFeatures ? backend.sums().sumOfSquares(block, at + i * features, features) : 1;
                scores[i] = residual(i * across, length);
            }
        });
        for (int i = 0; i < count && state.box.length > 0; i++) {
            scores[i] *= 1 + beyond(batch, first + i, embedding.columns());
        }
        return scores;
    }

    private double residual(int at, double length) {
        double left = length + squaredMean - (state.mean.length > 0 ? 2.0 * products[at + directions] : 0);
        for (int i = 0; i < directions; i++) {
            double loading = products[at + i] - offset[i];
            left -= loading * loading;
        }
        return Math.max(0, left);
    }

    private double beyond(RowBatch batch, int number, int columns) {
        double[] doubles = batch.doubles();
        if (doubles != null) {
            return beyond(doubles, number * columns, columns);
        }
        if (row.length == 0) {
            row = new double[columns];
        }
        SparseRows sparse = batch.sparse();
        float[] floats = batch.floats();
        if (sparse != null) {
            Arrays.fill(row, 0);
            sparse.scatter(number, row, 0);
        }
        for (int j = 0; floats != null && j < columns; j++) {
            row[j] = floats[number * columns + j];
        }
        return beyond(row, 0, columns);
    }

    private double beyond(double[] values, int at, int columns) {
        double[] box = state.box;
        double sum = 0;
        for (int j = 0; j < columns; j++) {
            double outside = Math.max(0, Math.max(box[j] - values[at + j], values[at + j] - box[columns + j]));
            sum += box[2 * columns + j] * outside * outside;
        }
        return sum;
    }

    /** Whether a row scores higher than all that are known. */
    public boolean isBeyond(double score) {
        return state.scores.length == 0 || score > state.scores[0];
    }

    /**
     * One over the share of rows that score as high as this, at least 1.
     *
     * @param beyond how many rows have scored higher than all that are known: where all at once are novel, each is less of a rarity
     */
    public double importance(double score, double beyond) {
        double[] known = state.scores;
        int above = 0;
        int below = known.length;
        while (above < below) {
            int middle = (above + below) >>> 1;
            if (known[middle] >= score) {
                above = middle + 1;
            } else {
                below = middle;
            }
        }
        double asHigh = above == 0 ? 0 : state.counts[above - 1];
        return Math.max(1, (state.rows + 1) / (1 + asHigh + beyond));
    }

    /**
     * The most bytes that a score holds.
     *
     * @param directions at most
     * @param blockRows the most rows that are scored at a time
     */
    public static long bytes(int columns, int features, int directions, int blockRows) {
        long across = directions(directions, features) + 1L;
        long box = columns > WIDEST_BOX ? 0 : 4L * columns;
        return 8L * across * features
                + blockRows * (4L * across + 8)
                + 8L * (features + box + 2L * TailRows.capacity(columns) + across);
    }
}
