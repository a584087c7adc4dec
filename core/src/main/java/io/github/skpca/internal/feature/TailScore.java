package io.github.skpca.internal.feature;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.linalg.Sums;

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
    /** The products of a row with the directions and the mean cost no more than this many multiplications, unless there are few directions. */
    private static final int MOST_PRODUCTS = 8192;

    /** With the mean, a vector of 256 bits. */
    private static final int FEWEST_DIRECTIONS = 7;

    /** A score that at least one row in so many reaches is common: one comparison tells it. */
    private static final int COMMON = 16;

    /**
     * Where a new kind of row comes, each of its first rows is a rarity among all rows, and none in the end. So a row is no more important than so many times
     * what it is among the rows since the renewal and {@link #BEFORE} more: the first few tell nothing of rarities.
     */
    private static final int FLOOD = 2;

    private static final int BEFORE = 512;

    /** Rows that are wider have no box here: it would cost more than their features. */
    private static final int WIDEST_BOX = 4096;

    /** The one that the panels are laid out for: another may become the active one while this score is in use. */
    private final Backend backend = Backend.active();

    private final State state;
    private final int features;
    private final int directions;
    private final Panels panels;
    private final double[] offset;
    private final double squaredMean;

    /** The box of standardised rows, and what a squared distance from it is multiplied with. */
    private final float[] middle;

    private final float[] half;
    private final double factor;
    private final int common;
    private final double commonScore;
    private final double commonImportance;

    /** Images of rows with landmarks, and features in pairs, have length 1. */
    private final boolean isOfLengthOne;

    private float[] products = new float[0];
    private double[] scores = new double[0];

    /**
     * What it is made of, plain data for a file.
     *
     * @param directions rows of as many numbers as there are features
     * @param mean of the features; empty if they are not centred
     * @param box the smallest and then the largest number of each column of the sample; empty if distances do not count
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
                && (state.box.length == 0 || state.box.length == 2 * embedding.columns());
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
        int columns = state.box.length / 2;
        float[] corners = new float[2 * columns];
        embedding.standardizer().apply(state.box, 0, 2 * columns / embedding.columns(), corners, 0);
        this.middle = new float[columns];
        this.half = new float[columns];
        for (int j = 0; j < columns; j++) {
            middle[j] = 0.5f * (corners[j] + corners[columns + j]);
            half[j] = 0.5f * (corners[columns + j] - corners[j]);
        }
        double bandwidth = embedding.kernel().bandwidth();
        this.factor = 0.5 / (bandwidth * bandwidth);
        int first = 0;
        while (first < state.counts.length && COMMON * state.counts[first] < state.rows) {
            first++;
        }
        this.common = first;
        this.commonScore = first < state.scores.length ? state.scores[first] : 0;
        this.commonImportance = importance(commonScore);
        FeatureMap map = embedding.map();
        this.isOfLengthOne =
                map.residual() != ResidualKind.OF_FEATURES || map.kind().isPaired();
    }

    /** How many directions are used of so many. */
    public static int directions(int all, int features) {
        return Math.min(all, Math.max(FEWEST_DIRECTIONS, MOST_PRODUCTS / features - 1));
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
        double[] box = new double[2 * columns];
        Arrays.fill(box, 0, columns, Double.POSITIVE_INFINITY);
        Arrays.fill(box, columns, 2 * columns, Double.NEGATIVE_INFINITY);
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

    /** Begins the scores of so many rows. */
    public void begin(int count) {
        if (scores.length < count) {
            scores = new double[count];
            products = new float[count * panels.columns()];
        }
    }

    /**
     * Scores some of these rows; threads may score others meanwhile.
     *
     * @param rows standardised, from {@code rowsAt} on; read only
     * @param block their features, from {@code at} on; read only
     * @param number of the first of them
     */
    public void score(float[] rows, int rowsAt, float[] block, int at, int number, int count) {
        int across = panels.columns();
        Sums sums = backend.sums();
        backend.products().multiplyRows(block, at, count, panels, products, number * across);
        for (int i = 0; i < count; i++) {
            double length = isOfLengthOne ? 1 : sums.sumOfSquares(block, at + i * features, features);
            double score = residual((number + i) * across, length);
            if (middle.length > 0) {
                score *= 1 + factor * sums.squaredDistance(rows, rowsAt + i * middle.length, middle, half);
            }
            scores[number + i] = score;
        }
    }

    /** The scores of the rows; overwritten by the next ones. */
    public double[] scores() {
        return scores;
    }

    /** Squares in four sums, which do not wait for each other. */
    private double residual(int at, double length) {
        double left = length + squaredMean - (state.mean.length > 0 ? 2.0 * products[at + directions] : 0);
        double s0 = 0;
        double s1 = 0;
        double s2 = 0;
        double s3 = 0;
        int i = 0;
        for (; i + 4 <= directions; i += 4) {
            double l0 = products[at + i] - offset[i];
            double l1 = products[at + i + 1] - offset[i + 1];
            double l2 = products[at + i + 2] - offset[i + 2];
            double l3 = products[at + i + 3] - offset[i + 3];
            s0 += l0 * l0;
            s1 += l1 * l1;
            s2 += l2 * l2;
            s3 += l3 * l3;
        }
        for (; i < directions; i++) {
            double loading = products[at + i] - offset[i];
            s0 += loading * loading;
        }
        return Math.max(0, left - ((s0 + s1) + (s2 + s3)));
    }

    /** At least {@link #importance} of this score and all lower ones, computed by one comparison: infinite if it is not known so fast. */
    public double importanceAtMost(double score) {
        return score <= commonScore ? commonImportance : Double.POSITIVE_INFINITY;
    }

    /** How many of the known rows score as high as this. */
    public int place(double score) {
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
        return above;
    }

    /** The importance of a known row, by all of them. */
    public double importance(double score) {
        int place = place(score);
        return Math.max(1, (state.rows + 1) / (1 + (place == 0 ? 0 : state.counts[place - 1])));
    }

    /**
     * The importance of a row, at least 1: one over the share of all rows that score as high, or less where more of the rows since the renewal do.
     *
     * @param place how many of the known rows score as high
     * @param asHigh how many of the rows since the renewal do
     * @param since how many rows there are since
     */
    public double importance(int place, double asHigh, double since) {
        double known = place == 0 ? 0 : state.counts[place - 1];
        double ofAll = (state.rows + since + 1) / (1 + known + asHigh);
        double ofLatest = FLOOD * (BEFORE + since + 1) / (1 + asHigh);
        double most = place > common ? commonImportance : Double.POSITIVE_INFINITY;
        return Math.max(1, Math.min(most, Math.min(ofAll, ofLatest)));
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
