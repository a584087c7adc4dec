package io.github.skpca.internal.model;

import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.linalg.SymmetricEigen;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * The directions that isolated rows of a sample ({@link IsolatedRows}) have for themselves, and how far the other rows go along them.
 *
 * <p>A model learns such rows like all others, so rows like them lie inside its subspace. Here they do not: how far a row goes beyond the other rows along these directions is
 * added to its score. A row that stays within their range scores as before. Immutable.
 */
final class IsolatedDirections {
    /*
     * The loadings of the isolated rows about the mean of the others have singular directions e_h. One that isolated rows hold more than half of, of the
     * whole sample's scatter along it, is theirs. A direction of the model itself is rarely theirs alone: where two directions have about the same scatter,
     * an isolated group and usual rows share both.
     */
    private static final int MOST = 32;

    /** Relative to the largest: a smaller scatter is rounding. */
    private static final double ROUNDING = 1e-9;

    private final int k;
    private final int count;
    private final float[] directions;
    private final SampleBox range;
    private final double[] beyondOthers;

    private IsolatedDirections(float[] directions, int k, SampleBox range, double[] beyondOthers) {
        this.k = k;
        this.count = k == 0 ? 0 : directions.length / k;
        this.directions = directions;
        this.range = range;
        this.beyondOthers = beyondOthers;
    }

    /** Those of the leading directions of a fit. */
    static IsolatedDirections of(LeadingDirections leading, RowSample.State sample, boolean[] isolated) {
        int k = leading.count();
        int rows = sample.count();
        if (k == 0 || IntStream.range(0, rows).noneMatch(i -> isolated[i])) {
            return none(rows);
        }
        float[] loadings = new float[rows * k];
        leading.transform(sample.rows(), rows, loadings);
        float[] directions = directions(loadings, k, isolated);
        int count = directions.length / k;
        float[] along = new float[rows * count];
        for (int i = 0; i < rows; i++) {
            for (int h = 0; h < count; h++) {
                along[i * count + h] = (float) product(directions, h * k, loadings, i * k, k);
            }
        }
        return new IsolatedDirections(
                directions,
                k,
                SampleBox.ofRange(along, count, isolated),
                SampleBox.beyondOthers(along, count, isolated, 1));
    }

    /** No row of a sample is isolated. */
    static IsolatedDirections none(int rows) {
        return new IsolatedDirections(
                new float[0], 0, SampleBox.ofRange(new float[0], 0, new boolean[0]), new double[rows]);
    }

    private static float[] directions(float[] loadings, int k, boolean[] isolated) {
        int[] which =
                IntStream.range(0, isolated.length).filter(i -> isolated[i]).toArray();
        double[] apart = aboutOthers(loadings, k, isolated, isolated.length - which.length);
        SymmetricEigen eigen = new SymmetricEigen(which.length);
        eigen.decompose(gram(apart, k, which), which.length);
        int most = Math.min(MOST, which.length);
        float[] found = new float[most * k];
        int count = 0;
        for (int h = 0; h < most && eigen.values()[h] > ROUNDING * eigen.values()[0]; h++) {
            double scatter = eigen.values()[h];
            double[] direction = new double[k];
            for (int i = 0; i < which.length; i++) {
                double part = eigen.vectors()[h * which.length + i] / Math.sqrt(scatter);
                for (int j = 0; j < k; j++) {
                    direction[j] += part * apart[which[i] * k + j];
                }
            }
            if (scatter > 0.5 * scatter(direction, apart)) {
                for (int j = 0; j < k; j++) {
                    found[count * k + j] = (float) direction[j];
                }
                count++;
            }
        }
        return Arrays.copyOf(found, count * k);
    }

    /** Loadings about the mean of those of the rows that are not isolated. */
    private static double[] aboutOthers(float[] loadings, int k, boolean[] isolated, int others) {
        double[] mean = new double[k];
        for (int i = 0; i < isolated.length; i++) {
            for (int j = 0; j < k && !isolated[i]; j++) {
                mean[j] += (double) loadings[i * k + j] / others;
            }
        }
        double[] apart = new double[isolated.length * k];
        for (int i = 0; i < apart.length; i++) {
            apart[i] = loadings[i] - mean[i % k];
        }
        return apart;
    }

    private static double[] gram(double[] rows, int k, int[] which) {
        double[] gram = new double[which.length * which.length];
        for (int i = 0; i < gram.length; i++) {
            int one = which[i / which.length];
            int other = which[i % which.length];
            for (int j = 0; j < k; j++) {
                gram[i] += rows[one * k + j] * rows[other * k + j];
            }
        }
        return gram;
    }

    private static double scatter(double[] direction, double[] rows) {
        double sum = 0;
        for (int at = 0; at < rows.length; at += direction.length) {
            double along = 0;
            for (int j = 0; j < direction.length; j++) {
                along += direction[j] * rows[at + j];
            }
            sum += along * along;
        }
        return sum;
    }

    private static double product(float[] directions, int at, float[] loadings, int row, int k) {
        double sum = 0;
        for (int j = 0; j < k; j++) {
            sum += (double) directions[at + j] * loadings[row + j];
        }
        return sum;
    }

    /** How many there are. */
    int count() {
        return count;
    }

    /** Rows over the leading directions, orthonormal; not to be changed. */
    float[] directions() {
        return directions;
    }

    /** How far the other rows of the sample go along each. */
    SampleBox range() {
        return range;
    }

    /** For each row of the sample its squared distance beyond the range of the others; not to be changed. */
    double[] beyondOthers() {
        return beyondOthers;
    }

    /**
     * The squared distance of a row beyond the range of rows that are not isolated.
     *
     * @param loadings k from {@code at} on, less {@code offset}
     */
    double beyond(float[] loadings, int at, float[] offset) {
        double sum = 0;
        for (int h = 0; h < count; h++) {
            double along = 0;
            for (int j = 0; j < k; j++) {
                along += directions[h * k + j] * ((double) loadings[at + j] - offset[j]);
            }
            double excess = range.excess(h, along);
            sum += excess * excess;
        }
        return sum;
    }

    /**
     * Takes off loadings what lies beyond the range.
     *
     * @param loadings k numbers, those of a row; read only
     * @param expected k numbers, what the model takes the row for; changed
     * @return the squared distance
     */
    double clip(double[] loadings, double[] expected) {
        double sum = 0;
        for (int h = 0; h < count; h++) {
            double along = 0;
            for (int j = 0; j < k; j++) {
                along += directions[h * k + j] * loadings[j];
            }
            double excess = range.excess(h, along);
            for (int j = 0; j < k; j++) {
                expected[j] -= excess * directions[h * k + j];
            }
            sum += excess * excess;
        }
        return sum;
    }
}
