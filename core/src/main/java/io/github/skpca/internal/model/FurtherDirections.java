package io.github.skpca.internal.model;

import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.Workers;
import io.github.skpca.internal.sketch.SketchSummary;
import org.jspecify.annotations.Nullable;

/**
 * The directions after those of a sketch that was cut from a whole Gram matrix, and the scatter of all rows along them. Scores do not use them. What a row
 * would score if it had not been learned does: without it the last directions of the sketch turn towards these.
 *
 * @param directions rows over the features
 * @param squares the scatter along each, descending, and last the most that there is along any other
 */
public record FurtherDirections(float[] directions, double[] squares) {
    private static final String DIRECTIONS = "furtherDirections";
    private static final String SQUARES = "furtherSquares";

    /** Checks that the parts fit. */
    public FurtherDirections {
        if (squares.length < 2 || directions.length % (squares.length - 1) != 0) {
            throw new IllegalArgumentException("the further directions are not whole");
        }
        ModelFileChecks.requireDescending(squares);
        ModelFileChecks.requireFinite(DIRECTIONS, directions);
    }

    int count() {
        return squares.length - 1;
    }

    /** The directions after those that a snapshot is cut to; null if it does not know them, or its method does not use them. */
    public static @Nullable FurtherDirections of(Settings settings, SketchSummary summary) {
        SketchSummary.Next next = summary.next();
        if (settings.method() != Method.SKPCA || next == null) {
            return null;
        }
        float[] directions = new float[next.directions().length];
        for (int i = 0; i < directions.length; i++) {
            directions[i] = (float) next.directions()[i];
        }
        return new FurtherDirections(directions, next.squares());
    }

    /**
     * The loadings of rows along these directions.
     *
     * @param rows count x d, raw and row-major; read only
     * @return count x {@link #count()}
     */
    float[] loadings(Fit fit, double[] rows, int rowCount) {
        int columns = fit.columns();
        int r = fit.embedding().features();
        double[] mean = fit.mean();
        float[] scratch = new float[columns];
        float[] z = new float[r];
        float[] loadings = new float[Math.multiplyExact(rowCount, count())];
        for (int i = 0; i < rowCount; i++) {
            fit.embedding().embed(rows, i * columns, 1, scratch, z, 0, Workers.callerOnly());
            for (int k = 0; k < count(); k++) {
                double sum = 0;
                for (int j = 0; j < r; j++) {
                    sum += directions[k * r + j] * (z[j] - (mean == null ? 0 : mean[j]));
                }
                loadings[i * count() + k] = (float) sum;
            }
        }
        return loadings;
    }

    /**
     * Writes them.
     *
     * @param prefix of the names: none for a model, that of a state for what a learner began with
     */
    void write(TensorFile.Builder file, String prefix) {
        file.tensor(prefix + DIRECTIONS, directions, count(), directions.length / count())
                .tensor(prefix + SQUARES, squares, squares.length);
    }

    /** Those of a file, or null if it has none. */
    static @Nullable FurtherDirections read(TensorFile file, String prefix, int features) throws ModelFileException {
        if (!file.has(prefix + DIRECTIONS)) {
            return null;
        }
        float[] directions = file.floats(prefix + DIRECTIONS, -1, features);
        return new FurtherDirections(directions, file.doubles(prefix + SQUARES, directions.length / features + 1));
    }
}
