package io.github.skpca.internal.sketch;

import java.util.Arrays;

/** The rows A that a sketch stands for, as they are (or about their mean), and every inequality a sketch owes them. */
final class Truth {
    private final double[][] rows;
    private final int columns;
    private final double[] scatter;
    private final double squaredNorm;
    private final double[] squaredSingularValues;
    private final boolean centered;

    private Truth(double[][] rows, int columns, boolean centered) {
        this.rows = rows;
        this.columns = columns;
        this.centered = centered;
        this.scatter = Dense.scatter(rows, rows.length, columns);
        this.squaredNorm = Dense.trace(scatter, columns);
        this.squaredSingularValues = Dense.spectrum(scatter, columns).values();
    }

    /** Rows [from, to), about their mean if {@code centered}. */
    static Truth of(float[][] all, int from, int to, boolean centered) {
        int columns = all[0].length;
        double[][] rows = new double[to - from][columns];
        double[] mean = mean(all, from, to);
        for (int i = from; i < to; i++) {
            for (int j = 0; j < columns; j++) {
                rows[i - from][j] = all[i][j] - (centered ? mean[j] : 0);
            }
        }
        return new Truth(rows, columns, centered);
    }

    static double[] mean(float[][] all, int from, int to) {
        double[] mean = new double[all[0].length];
        for (int i = from; i < to; i++) {
            for (int j = 0; j < mean.length; j++) {
                mean[j] += all[i][j];
            }
        }
        for (int j = 0; j < mean.length; j++) {
            mean[j] /= Math.max(1, to - from);
        }
        return mean;
    }

    double squaredNorm() {
        return squaredNorm;
    }

    double[] scatter() {
        return scatter.clone();
    }

    /** 1e-10 ||A||_F^2 and the sketch's own rounding. */
    private double tolerance(SketchState b) {
        return 1e-10 * squaredNorm + b.rounding();
    }

    /**
     * The inequalities between A and a sketch B whose shrinks take from r directions each.
     *
     * @param rank an upper bound on the rank of A
     */
    void require(SketchState b, int r, int rank, String label) {
        requireThat(
                Math.abs(b.squaredNorm() - squaredNorm) <= 1e-12 * squaredNorm, label, "squaredNorm", b.squaredNorm());
        if (Math.min(rank, Math.min(rows.length, columns)) < r) {
            requireThat(b.delta() == 0, label, "delta of rank below r", b.delta());
        }
        if (squaredNorm == 0) {
            requireThat(b.count() == 0 && b.delta() == 0, label, "sketch of nothing", b.count());
            return;
        }
        double tolerance = tolerance(b);
        double[] sketched = Dense.scatter(b);
        // The sketch says what its rounding is at most; the oracle's own is added, and that of taking off a mean.
        double oracle = (2 * rows.length + 10 * columns) * 0x1p-53 * squaredNorm;
        requireBetween(sketched, b.delta(), centered ? tolerance : b.rounding() + oracle, label);
        double lost = squaredNorm - Dense.trace(sketched, columns);
        requireThat(r * b.delta() <= lost + tolerance, label, "r delta <= ||A||^2 - ||B||^2 = " + lost, r * b.delta());
        double tail = squaredNorm;
        for (int k = 0; k < Math.min(r, columns); k++) {
            double bound = tail / (r - k);
            requireThat(b.delta() <= bound + tolerance, label, "delta <= tail/(r-" + k + ") = " + bound, b.delta());
            tail -= squaredSingularValues[k];
        }
    }

    /** 0 <= A'A - B'B <= delta I. */
    private void requireBetween(double[] sketched, double delta, double tolerance, String label) {
        double[] difference = scatter.clone();
        for (int i = 0; i < difference.length; i++) {
            difference[i] -= sketched[i];
        }
        requireThat(Dense.isAbove(difference, columns, tolerance), label, "0 <= A'A - B'B", tolerance);
        requireThat(Dense.isAbove(negated(difference), columns, delta + tolerance), label, "A'A - B'B <= delta", delta);
    }

    /** What a summary owes beside: its spectrum, its orthogonal rows, and its subspaces for every k. */
    void requireSummary(SketchSummary summary, int size, int r, int rank, String label) {
        SketchState b = summary.state();
        require(b, r, rank, label);
        if (squaredNorm == 0) {
            return;
        }
        double tolerance = tolerance(b);
        requireThat(b.count() <= size, label, "rows of a summary", b.count());
        for (int i = 1; i <= columns; i++) {
            double sketched = summary.squaredSingularValue(i);
            double exact = squaredSingularValues[i - 1];
            requireThat(sketched <= exact + tolerance, label, "sigma_" + i + "(B)^2 <= " + exact, sketched);
            requireThat(exact <= sketched + b.delta() + tolerance, label, "sigma_" + i + "(A)^2 <= " + exact, sketched);
        }
        double[][] directions = requireOrthogonalRows(summary, tolerance, label);
        requireSubspaces(summary, directions, tolerance, label);
    }

    /** Rows orthogonal, with the lengths that the spectrum says; returns W, orthonormal. */
    static double[][] requireOrthogonalRows(SketchSummary summary, double tolerance, String label) {
        SketchState b = summary.state();
        int columns = b.columns();
        double[][] directions = new double[b.count()][];
        for (int i = 0; i < b.count(); i++) {
            directions[i] = Arrays.copyOfRange(b.rows(), i * columns, (i + 1) * columns);
            double square = summary.squaredSingularValue(i + 1);
            requireThat(Math.abs(dot(directions[i], directions[i]) - square) <= tolerance, label, "length of row", i);
            requireThat(square > 0 && square >= summary.squaredSingularValue(i + 2), label, "order of spectrum", i);
        }
        for (int i = 0; i < b.count(); i++) {
            for (int j = 0; j < i; j++) {
                double product = dot(directions[i], directions[j]);
                requireThat(Math.abs(product) <= tolerance, label, "rows " + i + " and " + j, product);
            }
        }
        for (int i = 0; i < b.count(); i++) {
            for (int pass = 0; pass < 2; pass++) {
                for (int j = 0; j < i; j++) {
                    add(directions[i], -dot(directions[i], directions[j]), directions[j]);
                }
            }
            double norm = Math.sqrt(dot(directions[i], directions[i]));
            for (int j = 0; j < columns; j++) {
                directions[i][j] /= norm;
            }
        }
        return directions;
    }

    /** ||AA' - A W_k W_k' A'||_2 <= sigma_{k+1}(B)^2 + delta for every k; the left side is that of (I-P)A'A(I-P). */
    private void requireSubspaces(SketchSummary summary, double[][] directions, double tolerance, String label) {
        double[] outside = scatter.clone();
        for (int k = 0; k <= directions.length; k++) {
            double bound = summary.squaredSingularValue(k + 1) + summary.state().delta();
            requireThat(Dense.isAbove(negated(outside), columns, bound + tolerance), label, "subspace of " + k, bound);
            requireThat(Dense.isAbove(outside, columns, tolerance), label, "0 <= outside of " + k, 0);
            if (k < directions.length) {
                deflate(outside, directions[k]);
            }
        }
    }

    /** S <- (I - ww') S (I - ww'). */
    static void deflate(double[] s, double[] w) {
        int n = w.length;
        for (int side = 0; side < 2; side++) {
            int along = side == 0 ? 1 : n;
            int across = side == 0 ? n : 1;
            for (int i = 0; i < n; i++) {
                double dot = 0;
                for (int j = 0; j < n; j++) {
                    dot += s[i * across + j * along] * w[j];
                }
                for (int j = 0; j < n; j++) {
                    s[i * across + j * along] -= dot * w[j];
                }
            }
        }
    }

    /** 0 <= A W W' A' <= A A' among the rows themselves, with the directions of a summary. */
    void requireLoewnerAmongRows(SketchSummary summary, String label) {
        double[][] w = requireOrthogonalRows(summary, tolerance(summary.state()), label);
        int n = rows.length;
        double[] inside = new double[n * n];
        double[] outside = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                for (double[] direction : w) {
                    inside[i * n + j] += dot(rows[i], direction) * dot(rows[j], direction);
                }
                outside[i * n + j] = dot(rows[i], rows[j]) - inside[i * n + j];
            }
        }
        double tolerance = 1e-10 * squaredNorm + Double.MIN_NORMAL;
        requireThat(Dense.isAbove(inside, n, tolerance), label, "0 <= ZWW'Z'", 0);
        requireThat(Dense.isAbove(outside, n, tolerance), label, "ZWW'Z' <= ZZ'", 0);
    }

    static double[] negated(double[] values) {
        double[] negated = new double[values.length];
        Arrays.setAll(negated, i -> -values[i]);
        return negated;
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += x[j] * y[j];
        }
        return sum;
    }

    private static void add(double[] x, double factor, double[] y) {
        for (int j = 0; j < x.length; j++) {
            x[j] += factor * y[j];
        }
    }

    static void requireThat(boolean holds, String label, String what, double found) {
        if (!holds) {
            throw new AssertionError(label + ": " + what + " does not hold: " + found);
        }
    }
}
