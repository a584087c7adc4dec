package io.github.skpca.internal.sketch;

/**
 * A'A in double, added up as a stream goes, and every inequality that a block shrink owes it.
 *
 * <p>Unlike {@link Truth} it keeps no rows, so that a stream may be long.
 */
final class RunningTruth {
    private final int columns;
    private final boolean centered;
    private final double[] origin;
    private final double[] sum;
    private final double[] scatter;
    private final double[] shifted;
    private double plainNorm;
    private long count;

    /** About zero, or about the mean of the rows if {@code centered}. */
    RunningTruth(int columns, boolean centered) {
        this.columns = columns;
        this.centered = centered;
        this.origin = new double[columns];
        this.sum = new double[columns];
        this.scatter = new double[columns * columns];
        this.shifted = new double[columns];
    }

    /**
     * What was promised.
     *
     * @param size l, the rows of a sketch
     * @param rank how many directions every shrink takes from: l, or less if a sketch of another rule went in
     * @param sketches how many were merged: each may fail with the chance of one
     */
    record Promise(int size, int rank, int sketches) {
        static Promise of(int size) {
            return new Promise(size, size, 1);
        }

        Promise merged(int count) {
            return new Promise(size, rank, count);
        }
    }

    /** The truth about rows [from, to). */
    static RunningTruth of(float[][] rows, int from, int to, boolean centered) {
        RunningTruth truth = new RunningTruth(rows[0].length, centered);
        truth.add(rows, from, to);
        return truth;
    }

    void add(float[][] rows, int from, int to) {
        for (int i = from; i < to; i++) {
            add(rows[i], 0);
        }
    }

    /** Adds the row that begins at {@code offset}; about the first one if centred, so that no common mean drowns the rest. */
    void add(float[] rows, int offset) {
        for (int j = 0; j < columns; j++) {
            if (centered && count == 0) {
                origin[j] = rows[offset + j];
            }
            shifted[j] = rows[offset + j] - origin[j];
            sum[j] += shifted[j];
            plainNorm += (double) rows[offset + j] * rows[offset + j];
        }
        for (int i = 0; i < columns; i++) {
            double factor = shifted[i];
            for (int j = 0; j <= i; j++) {
                scatter[i * columns + j] += factor * shifted[j];
            }
        }
        count++;
    }

    long count() {
        return count;
    }

    /** ||A||_F^2. */
    double squaredNorm() {
        return Dense.trace(scatter(), columns);
    }

    /** A'A, about the mean if centred. */
    double[] scatter() {
        double[] whole = new double[columns * columns];
        for (int i = 0; i < columns; i++) {
            for (int j = 0; j <= i; j++) {
                double entry = scatter[i * columns + j] - (centered ? sum[i] * sum[j] / Math.max(1, count) : 0);
                whole[i * columns + j] = entry;
                whole[j * columns + i] = entry;
            }
        }
        return whole;
    }

    private double[] mean() {
        double[] mean = new double[columns];
        for (int j = 0; j < columns; j++) {
            mean[j] = origin[j] + sum[j] / count;
        }
        return mean;
    }

    /** What rounding may have done to the sums here; a mean that was taken off in double leaves a trace of what it was. */
    private double ownRounding() {
        double sums = 2.0 * (count + 10.0 * columns) * 0x1p-53 * Dense.trace(scatter, columns);
        return sums + (centered ? 0x1p-50 * plainNorm : 0) + Double.MIN_NORMAL;
    }

    /** The inequalities between A and a sketch. */
    void require(SketchState b, Promise promise, String label) {
        double[] exact = scatter();
        double norm = Dense.trace(exact, columns);
        double own = ownRounding();
        double off = Math.abs(b.squaredNorm() - norm);
        Truth.requireThat(off <= 1e-9 * norm + own, label, "||A||^2 = " + norm, b.squaredNorm());
        double largest = norm / promise.size() * (1 + 1e-9) + own;
        SketchState.Certificate certificate = b.certificate();
        // The shrinks take from rank directions at once; what the blocks left out has a budget of its own.
        double most = norm / promise.rank() * (1 + 1e-9) + own + largest;
        Truth.requireThat(b.delta() <= most, label, "delta <= ||A||^2/r + ||A||^2/l = " + most, b.delta());
        Truth.requireThat(
                certificate.residual() <= largest, label, "residual <= ||A||^2/l = " + largest, certificate.residual());
        Truth.requireThat(
                certificate.failureProbability() <= promise.sketches() * ResidualBound.FAILURE,
                label,
                "failure probability",
                certificate.failureProbability());
        double[] sketched = Dense.scatter(b);
        double shrinks = promise.rank() * (b.delta() - certificate.residual());
        double lost = norm - Dense.trace(sketched, columns);
        double tolerance = b.rounding() + own;
        // Rounding is a bound in the spectral norm, of a matrix of as many rows as the range has.
        Truth.requireThat(shrinks <= lost + (promise.size() + 22) * tolerance, label, "r shrinks <= " + lost, shrinks);
        requireBetween(exact, sketched, b.delta(), tolerance, label);
    }

    /** 0 <= A'A - B'B <= delta I, both within the tolerance. */
    private void requireBetween(double[] exact, double[] sketched, double delta, double tolerance, String label) {
        double[] difference = exact.clone();
        for (int i = 0; i < difference.length; i++) {
            difference[i] -= sketched[i];
        }
        Truth.requireThat(Dense.isAbove(difference, columns, tolerance), label, "0 <= A'A - B'B", tolerance);
        Truth.requireThat(
                Dense.isAbove(Truth.negated(difference), columns, delta + tolerance),
                label,
                "A'A - B'B <= delta",
                delta);
    }

    /** What a snapshot owes beside: its rows and their mean, its spectrum, and its subspaces of some sizes. */
    void requireSnapshot(CenteredSketch.Snapshot snapshot, Promise promise, String label) {
        SketchSummary summary = snapshot.summary();
        SketchState b = summary.state();
        Truth.requireThat(snapshot.rows() == count, label, "rows " + count, snapshot.rows());
        Truth.requireThat(b.count() <= promise.size(), label, "rows of a summary", b.count());
        require(b, promise, label);
        requireMean(snapshot.mean(), label);
        double tolerance = b.rounding() + ownRounding();
        double[][] directions = Truth.requireOrthogonalRows(summary, tolerance, label);
        double[] outside = scatter();
        for (int k = 0; k <= directions.length; k++) {
            if (k <= 1 || k == directions.length / 2 || k == directions.length) {
                double bound = summary.squaredSingularValue(k + 1) + b.delta();
                Truth.requireThat(
                        Dense.isAbove(Truth.negated(outside), columns, bound + tolerance),
                        label,
                        "||ZZ' - ZWW'Z'|| <= sigma^2 + delta for k = " + k,
                        bound);
            }
            if (k < directions.length) {
                Truth.deflate(outside, directions[k]);
            }
        }
    }

    private void requireMean(double[] found, String label) {
        if (!centered) {
            Truth.requireThat(found == null, label, "no mean", 0);
            return;
        }
        double[] expected = mean();
        double tolerance = 1e-12 * Math.sqrt(plainNorm / count) + Double.MIN_NORMAL;
        for (int j = 0; j < columns; j++) {
            double difference = Math.abs(found[j] - expected[j]);
            Truth.requireThat(difference <= tolerance, label, "mean of column " + j, difference);
        }
    }
}
