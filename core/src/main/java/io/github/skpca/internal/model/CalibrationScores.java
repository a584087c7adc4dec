package io.github.skpca.internal.model;

import io.github.skpca.Calibration;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.TailRows;
import org.jspecify.annotations.Nullable;

import java.nio.DoubleBuffer;
import java.util.HashMap;
import java.util.Map;

/** The calibration of a model: left-out scores of its uniform sample and, where that is not all rows, of the rows of the tail. */
final class CalibrationScores {
    private CalibrationScores() {}

    /**
     * The calibration.
     *
     * @param scores the left-out scores of the sample
     */
    static Calibration of(
            LeadingDirections scoring, double[] scores, RowSample.State sample, TailRows.@Nullable State tail) {
        if (tail == null || tail.seen() <= sample.count()) {
            return new Calibration(scores);
        }
        double[] weights = new double[tail.count()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = tail.weight(i);
        }
        double[] tailScores = new LeaveOneOut(scoring, tail.rows(), beyond(scoring, sample, tail)).scores();
        return new Calibration(scores, tailScores, weights, tail.seen());
    }

    /** How far each row of the tail lies beyond the rows of the sample that are not this row. */
    private static LeaveOneOut.Beyond beyond(LeadingDirections scoring, RowSample.State sample, TailRows.State tail) {
        Fit fit = scoring.fit();
        int columns = fit.columns();
        LeaveOneOut.Beyond others = LeaveOneOut.Beyond.ofSample(scoring);
        Map<DoubleBuffer, Integer> inSample = new HashMap<>();
        for (int i = 0; i < sample.count(); i++) {
            inSample.put(DoubleBuffer.wrap(sample.rows(), i * columns, columns), i);
        }
        LeaveOneOut.Beyond beyond = new LeaveOneOut.Beyond(new double[tail.count()], new double[tail.count()]);
        SampleBox box = scoring.box();
        float[] standardized = new float[tail.rows().length];
        fit.embedding().standardizer().apply(tail.rows(), 0, tail.count(), standardized, 0);
        for (int i = 0; i < tail.count(); i++) {
            Integer known = inSample.get(DoubleBuffer.wrap(tail.rows(), i * columns, columns));
            beyond.box()[i] = known != null ? others.box()[known] : box.beyond(standardized, i * columns);
            // A row that is not in the sample is compared with all of it, as its own score is.
            beyond.along()[i] = known != null ? others.along()[known] : 0;
        }
        return beyond;
    }
}
