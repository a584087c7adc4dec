package io.github.skpca.spark;

import io.github.skpca.RowPreparation;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;
import org.jspecify.annotations.Nullable;

import java.util.Objects;

/** One pass over the ordered steps of a partition, with the memory of one window; a series after another. */
final class SeriesWalk {
    private final SeriesColumns columns;
    private final StepWindows windows;
    private final @Nullable VectorNames names;
    private int cells = -1;
    private RowPreparation.@Nullable Stream stream;
    private double[] window = new double[0];
    private @Nullable Object key;
    private @Nullable Object time;

    /**
     * A pass that begins.
     *
     * @param names puts vectors in the order of a model; null if they are in it
     */
    SeriesWalk(SeriesColumns columns, StepWindows windows, @Nullable VectorNames names) {
        this.columns = columns;
        this.windows = windows;
        this.names = names;
    }

    /** Takes the next step; whether a window ends there. */
    boolean next(Row step) {
        Object ofSeries = columns.key() == SeriesColumns.NO_KEY ? null : step.get(columns.key());
        Object at = step.get(columns.time());
        double seconds = step.isNullAt(columns.seconds()) ? Double.NaN : step.getDouble(columns.seconds());
        if (!Double.isFinite(seconds)) {
            throw new BadVectorException(
                    place(ofSeries, at) + ": a step without a time cannot be put in order; filter such rows out first");
        }
        Vector vector = vector(step, ofSeries, at);
        RowPreparation.Stream steps = stream(vector);
        boolean goesOn = steps.steps() > 0 && Objects.equals(ofSeries, key);
        if (goesOn && at.equals(time)) {
            throw new BadVectorException(place(ofSeries, at)
                    + ": two steps at one time; name the column that tells series apart (keyCol), or drop one of them");
        }
        if (!goesOn) {
            steps.restart();
        }
        key = ofSeries;
        time = at;
        steps.at(seconds);
        return steps.next(vector.toArray(), window);
    }

    private Vector vector(Row step, @Nullable Object ofSeries, Object at) {
        Vector found = (Vector) step.get(columns.vector());
        try {
            return VectorCheck.require(
                    names == null ? found : names.inOrder(found), cells, VectorCheck.NO_PARTITION, 0);
        } catch (BadVectorException e) {
            throw new BadVectorException(place(ofSeries, at) + ": " + e.getMessage(), e);
        }
    }

    private RowPreparation.Stream stream(Vector first) {
        RowPreparation.Stream steps = stream;
        if (steps == null) {
            cells = first.size();
            RowPreparation preparation = windows.preparation(cells);
            window = new double[preparation.columns()];
            steps = preparation.stream();
            stream = steps;
        }
        return steps;
    }

    private static String place(@Nullable Object series, @Nullable Object time) {
        return (series == null ? "" : "series " + series + ", ") + "time " + time;
    }

    /** Whether the last window is one to learn from. */
    boolean isLearned() {
        return stream != null && stream.isLearned();
    }

    /** The last window, the oldest step first. */
    Vector window() {
        return Vectors.dense(window.clone());
    }
}
