package io.github.skpca.drift;

import io.github.skpca.BadRowException;
import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.internal.drift.RowWatch;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.model.FittedModel;
import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * Watches a stream for change row by row, from its first rows on, against the sample of a model: bets on columns, on their spread, and on novelty,
 * each of which would grow if nothing but chance were against it.
 *
 * <pre>{@code
 * RowDriftDetector detector = new RowDriftDetector(model, 1e-6);
 * for (double[] row : stream) detector.update(row).ifPresent(event -> ...);
 * }</pre>
 *
 * <p>It stands beside {@link DriftDetector}, which compares blocks of 256 rows and more: this one is sooner where columns move or spread, that one sees
 * every kind of change. Between false alarms there are 1 / rate rows or more on average, for rows that are independent, or
 * that depend on those before like an autoregression; nothing is found in the first 64 rows, by which that is told. After an event the next 1024
 * rows become the reference.
 *
 * <p>Of an event {@code rowsCompared} is for how many rows there was evidence, an estimate of how long ago the change was; {@code strength} and
 * {@code threshold} are natural logarithms of evidence and of 1 / rate. For one thread. The same rows give the same events.
 */
public final class RowDriftDetector {
    private static final double LARGEST_RATE = 1e-2;
    private static final double SMALLEST_RATE = 1e-12;

    private final KernelPcaModel model;
    private final @Nullable Calibration calibration;
    private final RowWatch watch;
    private long rows;

    /**
     * A detector for rows like those of a model.
     *
     * @param falseAlarmRate one over the average number of rows between false alarms, at least; from 1e-12 to 0.01
     */
    public RowDriftDetector(KernelPcaModel model, double falseAlarmRate) {
        if (!(falseAlarmRate >= SMALLEST_RATE && falseAlarmRate <= LARGEST_RATE)) {
            throw new IllegalArgumentException("falseAlarmRate must be from " + SMALLEST_RATE + " to " + LARGEST_RATE
                    + " a row, not " + falseAlarmRate);
        }
        this.model = model;
        this.calibration = model.calibration().orElse(null);
        this.watch = new RowWatch(model.columns(), falseAlarmRate);
        RowSample.State sample = FittedModel.of(model).sharedSample();
        if (sample != null && sample.count() > 0) {
            watch.refer(sample.rows(), sample.count(), calibration != null);
        }
    }

    /**
     * Takes in one row.
     *
     * @param row d finite numbers; not kept
     * @return an event if this row showed that the stream has changed
     * @throws BadRowException if it is anything else; nothing is counted then
     */
    public Optional<DriftEvent> update(double[] row) {
        if (row.length != model.columns()) {
            throw new BadRowException("a row of " + row.length + " columns where " + model.columns() + " are expected");
        }
        for (int j = 0; j < row.length; j++) {
            if (!Float.isFinite((float) row[j])) {
                throw new BadRowException(0, j, row[j] + " is not a finite number");
            }
        }
        rows++;
        double pValue = calibration == null ? 1 : calibration.pValue(model.score(row));
        return Optional.ofNullable(watch.add(row, 0, pValue, rows));
    }

    /** Whether the rows after an event are becoming the new reference, so that nothing is found. */
    public boolean isCollecting() {
        return watch.isCollecting();
    }

    /** All rows seen. */
    public long rows() {
        return rows;
    }

    /** The bytes held. */
    public long workingBytes() {
        return watch.bytes();
    }
}
