package io.github.skpca.internal.model;

import io.github.skpca.Reconstruction;
import io.github.skpca.internal.feature.RowSample;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * The way back from a model's subspace to rows: approximate pre-images, searched for from a row and from training rows.
 *
 * <p>Immutable except for what is computed on first use; safe for any number of threads.
 */
final class PreImages {
    /** Training rows to begin at; more of them find the same row again. */
    private static final int STARTS_OF_LOADINGS = 3;

    private static final int MOST_LEARNED = 1024;
    private static final int MOST_LOOKS = 150;

    /** Shares of columns need only a rough pre-image. */
    private static final int LOOKS_FOR_SHARES = 40;

    private final LeadingDirections directions;
    private final ResidualSpace space;
    private volatile @Nullable Images images;

    /** Training rows, count x d, with their loadings, count x k, and residuals. */
    private record Images(double[] rows, float[] loadings, double[] residuals) {}

    PreImages(LeadingDirections directions) {
        this.directions = directions;
        this.space = new ResidualSpace(directions);
    }

    ResidualSpace space() {
        return space;
    }

    /** The row nearest to the projection of a row. The search begins at the row, so the error is at most the row's residual. */
    Reconstruction ofRow(double[] row) {
        double[] standardized = space.standardized(row);
        double[] loadings = space.loadings(standardized);
        ResidualSpace.Point point = space.point(loadings);
        PreImageSearch best = searched(point, standardized, MOST_LOOKS);
        for (int start : nearest(loadings, 1)) {
            best = better(best, searched(point, standardizedLearned(start), MOST_LOOKS));
        }
        boolean moved = !Arrays.equals(best.row(), standardized);
        return new Reconstruction(moved ? space.raw(best.row()) : row.clone(), Math.max(0, best.value()));
    }

    /** The row nearest to the point with these loadings. The search begins at the training rows whose images are nearest. */
    Reconstruction ofLoadings(float[] given) {
        if (given.length != directions.count()) {
            throw new IllegalArgumentException(
                    given.length + " loadings for a model of " + directions.count() + " components");
        }
        double[] loadings = new double[given.length];
        for (int i = 0; i < given.length; i++) {
            if (!Float.isFinite(given[i])) {
                throw new IllegalArgumentException("loading " + (i + 1) + " is " + given[i] + ": give a number");
            }
            loadings[i] = given[i];
        }
        ResidualSpace.Point point = space.point(loadings);
        PreImageSearch best = null;
        for (int start : nearest(loadings, STARTS_OF_LOADINGS)) {
            best = better(best, searched(point, standardizedLearned(start), MOST_LOOKS));
        }
        if (best == null) {
            best = searched(point, new double[space.columns()], MOST_LOOKS);
        }
        return new Reconstruction(space.raw(best.row()), Math.max(0, best.value()));
    }

    /** The share of each column in the novelty of a row: d non-negative numbers that sum to 1. */
    double[] contributions(double[] row) {
        double[] expected = expected(row);
        return ColumnShares.of(directions::score, row, expected, distances(row, expected));
    }

    /** The squares of the differences of two rows, in standardised columns. */
    double[] distances(double[] row, double[] other) {
        double[] one = space.standardized(row);
        double[] two = space.standardized(other);
        double[] distances = new double[row.length];
        for (int j = 0; j < distances.length; j++) {
            distances[j] = (one[j] - two[j]) * (one[j] - two[j]);
        }
        return distances;
    }

    /** The row that the model takes a row for, in the units of the data, found from the nearest training row. */
    double[] expected(double[] row) {
        double[] standardized = space.standardized(row);
        double[] loadings = space.loadings(standardized);
        // Far away, random features of different rows are alike. Starting at a training row finds a row like those
        // seen.
        int[] starts = nearest(loadings, 1);
        double[] start = starts.length == 0 ? standardized : standardizedLearned(starts[0]);
        return space.raw(searched(space.point(space.expected(loadings)), start, LOOKS_FOR_SHARES)
                .row());
    }

    private PreImageSearch searched(ResidualSpace.Point point, double[] start, int mostLooks) {
        PreImageSearch search = new PreImageSearch(
                point::squaredDistance, directions.fit().embedding().kernel().bandwidth(), start);
        search.run(mostLooks, Math.max(1, space.selfSimilarity(start)));
        return search;
    }

    private static PreImageSearch better(@Nullable PreImageSearch one, PreImageSearch other) {
        return one == null || other.value() < one.value() ? other : one;
    }

    private double[] standardizedLearned(int i) {
        int columns = space.columns();
        return space.standardized(Arrays.copyOfRange(images().rows(), i * columns, (i + 1) * columns));
    }

    /**
     * The training rows whose images are nearest to a point, nearest first. The residual of a row is orthogonal to the subspace, so its
     * squared distance from the point is its residual plus the squared differences of loadings.
     */
    int[] nearest(double[] loadings, int most) {
        Images among = images();
        int k = loadings.length;
        int[] nearest = new int[Math.min(most, among.residuals().length)];
        double[] distances = new double[nearest.length];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        for (int i = 0; i < among.residuals().length; i++) {
            double distance = among.residuals()[i];
            for (int j = 0; j < k; j++) {
                double difference = loadings[j] - among.loadings()[i * k + j];
                distance += difference * difference;
            }
            int at = nearest.length - 1;
            if (at < 0 || !(distance < distances[at])) {
                continue;
            }
            for (; at > 0 && distance < distances[at - 1]; at--) {
                distances[at] = distances[at - 1];
                nearest[at] = nearest[at - 1];
            }
            distances[at] = distance;
            nearest[at] = i;
        }
        return nearest;
    }

    private Images images() {
        Images made = images;
        if (made == null) {
            double[] rows = learnedRows();
            int count = rows.length / space.columns();
            made = new Images(rows, new float[Math.multiplyExact(count, directions.count())], new double[count]);
            directions.transform(rows, count, made.loadings());
            directions.measure(rows, count, made.residuals());
            images = made;
        }
        return made;
    }

    /** The sample of raw rows, or the landmarks if there is none, or nothing. */
    private double[] learnedRows() {
        RowSample.State sample = directions.fit().sample();
        int columns = space.columns();
        if (sample != null && sample.count() > 0) {
            return Arrays.copyOf(sample.rows(), sample.count() * columns);
        }
        return raw(directions.fit().embedding().map().landmarks());
    }

    private double[] raw(float[] landmarks) {
        int columns = space.columns();
        int count = landmarks.length / columns;
        int kept = Math.min(count, MOST_LEARNED);
        double[] rows = new double[kept * columns];
        double[] row = new double[columns];
        for (int i = 0; i < kept; i++) {
            int from = (int) ((long) i * count / kept) * columns;
            for (int j = 0; j < columns; j++) {
                row[j] = landmarks[from + j];
            }
            System.arraycopy(space.raw(row), 0, rows, i * columns, columns);
        }
        return rows;
    }
}
