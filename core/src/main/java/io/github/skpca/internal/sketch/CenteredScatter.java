package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;

import java.util.Arrays;

/**
 * The scatter of rows about their mean, block by block, in a sketch; optionally about zero.
 *
 * <p>Used by one thread.
 */
final class CenteredScatter {
    /*
     * For a block of b rows with mean c, after n rows with mean mu, the centred scatter of all n + b rows is the scatter before, plus that
     * of the block about c, plus n b / (n + b) (mu - c)(mu - c)'. So the sketch absorbs the rows z - c and a jump row,
     * sqrt(n b / (n + b)) (mu - c). The absorbed rows have exactly the centred scatter, and every bound carries over. A merge
     * adds the same kind of row for the two means.
     *
     * With a half-life h row i weighs v_i = 2^(-(T - t_i)/h), T being the latest time seen. A block moves T to T', which multiplies
     * everything so far by g = 2^(-(T' - T)/h): B'B, and with it delta, rounding and ||A||_F^2, and the sum of weights w; the
     * mean does not change. With w_b the sum of the block's own weights and c its weighted mean, the sketch absorbs
     * sqrt(v_i) (z_i - c) and sqrt(g w w_b / (g w + w_b)) (mu - c), whose scatter is the weighted one about the weighted mean.
     * Rounding sqrt(v_i) (z_i - c) to float, u = 2^-24, moves the block's scatter by at most (2u + u^2) times its trace. The rounding
     * of means and of jump rows is bounded in MeanRounding.
     */
    private static final int SLICE = 64;

    private static final int SLICE_ROWS = 16;

    private static final double FLOAT_ROUNDOFF = 0x1p-24;

    private final boolean centered;
    private final MatrixSketch sketch;
    private final Workers workers;
    private final int columns;
    private final double[] mean;
    private final double[] blockMean;
    private final double[] jump;
    private Remainder remainder = Remainder.NONE;
    private long rows;
    private double weight;
    private double jumpLength;

    /** An empty scatter; {@code sketch} is owned by this from now on. */
    CenteredScatter(MatrixSketch sketch, boolean centered, Workers workers) {
        this.sketch = sketch;
        this.centered = centered;
        this.workers = workers;
        this.columns = sketch.columns();
        this.mean = new double[centered ? columns : 0];
        this.blockMean = new double[mean.length];
        this.jump = new double[mean.length];
    }

    boolean isCentered() {
        return centered;
    }

    MatrixSketch sketch() {
        return sketch;
    }

    /** The mean, empty if not centred; not to be changed. */
    double[] mean() {
        return mean;
    }

    /** How many rows have been absorbed. */
    long rows() {
        return rows;
    }

    /** The sum of their weights; their number if none are forgotten. */
    double weight() {
        return weight;
    }

    /** What the rows' features leave of them. */
    Remainder remainder() {
        return remainder;
    }

    /** Sets the mean, number and weight of the rows that the sketch holds, and what their features leave of them. */
    void set(double[] newMean, long newRows, double newWeight, Remainder newRemainder) {
        System.arraycopy(newMean, 0, mean, 0, mean.length);
        rows = newRows;
        weight = newWeight;
        remainder = newRemainder;
    }

    CenteredScatter copy() {
        CenteredScatter copy = new CenteredScatter(sketch.copy(), centered, workers);
        copy.set(mean, rows, weight, remainder);
        return copy;
    }

    /**
     * Absorbs rows that all have weight one.
     *
     * @param block count x m, row-major, from the start of the array; read only
     */
    void absorb(float[] block, int count) {
        double squares = squares(block, count);
        remainder = remainder.plus(count, squares);
        if (!centered) {
            sketch.absorb(block, count, null, null);
            weight += count;
        } else {
            average(block, count);
            double ofBlock = MeanRounding.ofBlock(count, squares, count);
            double ofMeans = ofBlock + ofMean();
            double before = sketch.squaredNorm();
            boolean jumped = addToMean(blockMean, count);
            // A single row is its own mean: only the jump row is left.
            int own = count == 1 ? 0 : count;
            sketch.absorb(block, own, blockMean, jumped ? jump : null);
            sketch.addRounding(MeanRounding.ofScatter(count, ofBlock, sketch.squaredNorm() - before)
                    + (jumped ? MeanRounding.ofJump(jumpLength, ofMeans, jump) : 0));
        }
        rows += count;
    }

    /** Summed row by row, so that it does not depend on the number of threads. */
    private double squares(float[] block, int count) {
        double[] ofRows = new double[count];
        workers.split(count, SLICE_ROWS, (from, to) -> {
            for (int i = from; i < to; i++) {
                ofRows[i] = Backend.active().sums().sumOfSquares(block, i * columns, columns);
            }
        });
        double sum = 0;
        for (double square : ofRows) {
            sum += square;
        }
        return sum;
    }

    /** A bound on the rounding error of the mean. */
    private double ofMean() {
        return weight > 0 ? MeanRounding.ofMean(rows, sketch.blockRows(), sketch.squaredNorm(), weight, mean) : 0;
    }

    /**
     * Absorbs weighted rows.
     *
     * @param block count x m, row-major, from the start of the array; overwritten with the rows that the sketch absorbs
     * @param weights one per row; read only
     */
    void absorbWeighted(float[] block, int count, double[] weights) {
        double added = 0;
        for (int i = 0; i < count; i++) {
            added += weights[i];
        }
        if (added > 0) {
            absorbWeighted(block, count, weights, added);
        }
        rows += count;
    }

    private void absorbWeighted(float[] block, int count, double[] weights, double added) {
        boolean jumped = false;
        double ofMeans = 0;
        double squares = weightedSquares(block, count, weights);
        remainder = remainder.plus(added, squares);
        if (centered) {
            averageWeighted(block, count, weights, added);
            double ofBlock = MeanRounding.ofBlock(count, squares, added);
            ofMeans = ofBlock + ofMean();
            sketch.addRounding(MeanRounding.ofScatter(added, ofBlock, 0));
            jumped = addToMean(blockMean, added);
        } else {
            weight += added;
        }
        int own = centered && count == 1 ? 0 : count;
        workers.split(own, SLICE_ROWS, (from, to) -> weigh(block, weights, from, to));
        double scatter = Backend.active().sums().sumOfSquares(block, 0, own * columns);
        sketch.absorb(block, own, null, jumped ? jump : null);
        sketch.addRounding(
                3 * FLOAT_ROUNDOFF * scatter + (jumped ? MeanRounding.ofJump(jumpLength, ofMeans, jump) : 0));
    }

    private double weightedSquares(float[] block, int count, double[] weights) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            sum += weights[i] * Backend.active().sums().sumOfSquares(block, i * columns, columns);
        }
        return sum;
    }

    private void averageWeighted(float[] block, int count, double[] weights, double sum) {
        workers.split(columns, SLICE, (from, to) -> {
            Arrays.fill(blockMean, from, to, 0.0);
            for (int i = 0; i < count; i++) {
                double share = weights[i] / sum;
                for (int j = from; j < to; j++) {
                    blockMean[j] += share * block[i * columns + j];
                }
            }
        });
    }

    private void weigh(float[] block, double[] weights, int from, int to) {
        for (int i = from; i < to; i++) {
            double root = Math.sqrt(weights[i]);
            int at = i * columns;
            for (int j = 0; j < columns; j++) {
                block[at + j] = (float) (root * (block[at + j] - (centered ? blockMean[j] : 0)));
            }
        }
    }

    private void average(float[] block, int count) {
        // As wide as can be shared: rows are read in pieces of memory that follow each other.
        int share = SLICE * Math.max(1, (columns + SLICE * workers.threads() - 1) / (SLICE * workers.threads()));
        workers.split(
                columns,
                share,
                (from, to) -> Backend.active().sums().columnSums(block, count, columns, blockMean, from, to));
        for (int j = 0; j < columns; j++) {
            blockMean[j] /= count;
        }
    }

    /** Moves the mean by rows with another mean and writes the jump row; false if there was no mean before. */
    private boolean addToMean(double[] otherMean, double otherWeight) {
        double before = weight;
        double total = before + otherWeight;
        double length = Math.sqrt(before * (otherWeight / total));
        // Step from the heavier side: a step as long as the distance of the old mean would leave rounding of that size.
        boolean isHeavier = before >= otherWeight;
        double share = (isHeavier ? otherWeight : before) / total;
        for (int j = 0; j < columns; j++) {
            double difference = otherMean[j] - mean[j];
            jump[j] = length * difference;
            mean[j] = isHeavier ? mean[j] + share * difference : otherMean[j] - share * difference;
        }
        jumpLength = length;
        weight = total;
        return before > 0;
    }

    /** Reduces the weight of all rows so far. */
    void decay(double factor) {
        if (factor < 1) {
            sketch.decay(factor);
            weight *= factor;
            remainder = remainder.times(factor);
        }
    }

    /** Merges another scatter: afterwards this stands for the rows of both. The other is not changed. */
    void merge(CenteredScatter other) {
        boolean jumped = false;
        double ofMeans = 0;
        if (centered) {
            ofMeans = ofMean() + other.ofMean();
            jumped = addToMean(other.mean, other.weight);
        } else {
            weight += other.weight;
        }
        sketch.merge(other.sketch.state(), jumped ? jump : null);
        if (jumped) {
            sketch.addRounding(MeanRounding.ofJump(jumpLength, ofMeans, jump));
        }
        rows += other.rows;
        remainder = remainder.plus(other.remainder);
    }

    long bytes() {
        return sketch.workingBytes() + 8L * (mean.length + blockMean.length + jump.length);
    }
}
