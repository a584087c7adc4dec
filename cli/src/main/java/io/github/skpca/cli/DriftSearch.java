package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.drift.DriftDetector;
import io.github.skpca.drift.DriftEvent;
import io.github.skpca.internal.drift.RowWatch;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.io.DenseBuffer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The search for drift of a watch: a detector, and the model whose map it compares rows by.
 *
 * <p>Landmarks of the learner follow the stream, and those of a detector cannot: its sums are of features. So it keeps the map that it
 * began with until a drift, after which it begins again anyway, and takes that of the first snapshot whose rows since the one before
 * all came after the drift.
 */
final class DriftSearch {
    /** The smallest rate that a detector takes. */
    private static final double SMALLEST_RATE = 1e-12;

    /** Bytes of a model in one number of a checkpoint. */
    private static final int BYTES = 6;

    private final double rate;
    private KernelPcaModel model;
    private byte @Nullable [] modelBytes;
    private DriftDetector detector;
    private final RowWatch rows;
    private final List<DriftEvent> found = new ArrayList<>();
    private long seenRow;

    /** The row of the drift that is not over yet; 0 if there is none. */
    private long driftRow;

    /**
     * A search that has seen no rows.
     *
     * @param model the one that a watch begins with; gives the map, and the rows that the stream is compared with from its first row on
     * @param rate false alarms per row; half of them are left to each detector
     */
    DriftSearch(KernelPcaModel model, double rate) {
        this.rate = Math.max(SMALLEST_RATE, rate / 2);
        this.model = model;
        // The rate as it was given is checked first, for the message to name it.
        DriftDetector.requireRate(rate);
        this.detector = new DriftDetector(model, this.rate);
        this.rows = new RowWatch(model.columns(), this.rate);
        RowSample.State sample = FittedModel.of(model).sharedSample();
        if (sample != null && sample.count() > 0) {
            rows.refer(sample.rows(), sample.count(), true);
        }
    }

    /**
     * What a checkpoint has to hold.
     *
     * @param detector what the detector has seen
     * @param seenRow the row at which a drift was seen after which the map is still to be renewed, or 0
     * @param driftRow the row of a drift that is not over, or 0
     * @param rows what the detector by rows has seen
     * @param model the bytes of the model that gives the map, or null if it is the one that the watch began with; owned by the record
     */
    record State(DriftDetector.State detector, long seenRow, long driftRow, double[] rows, byte @Nullable [] model) {
        /** Checks the number that no other record checks. */
        State {
            if (driftRow < 0) {
                throw new IllegalArgumentException("drift.driftRow must be at least 0, not " + driftRow);
            }
            if (seenRow < 0) {
                throw new IllegalArgumentException("drift.seenRow must be at least 0, not " + seenRow);
            }
        }
    }

    State state() {
        return new State(detector.state(), seenRow, driftRow, rows.save(), modelBytes);
    }

    /**
     * Goes on from a state.
     *
     * @throws IllegalArgumentException if it is not one of a search that began with this model
     */
    void restore(State state) {
        byte[] bytes = state.model();
        if (bytes != null) {
            try {
                model = KernelPcaModel.fromBytes(bytes);
            } catch (IOException e) {
                throw new IllegalArgumentException("drift.model: " + e.getMessage(), e);
            }
            modelBytes = bytes;
        }
        detector = DriftDetector.restore(model, rate, state.detector());
        seenRow = state.seenRow();
        driftRow = state.driftRow();
        rows.restore(state.rows());
    }

    /** How many times as much means vary as those of independent rows. */
    double varianceInflation() {
        return detector.varianceInflation();
    }

    /**
     * Takes in a row: by itself, and as one of a block.
     *
     * <p>A drift that both see is one: after the first to see it, both begin again.
     *
     * @param row its index in the batch
     * @param number that of the row in the stream
     * @param pValue of its novelty
     * @return what was found, or null
     */
    @Nullable
    Found update(DenseBuffer batch, int row, long number, double pValue) {
        int offset = row * batch.columns();
        found.clear();
        detector.update(batch.values(), offset, 1, found::add);
        DriftEvent byRows = rows.add(batch.values(), offset, pValue, number);
        if (!found.isEmpty()) {
            rows.collect();
        } else if (byRows != null) {
            detector.restart();
        }
        if (driftRow > 0 || (found.isEmpty() && byRows == null)) {
            return null;
        }
        driftRow = number;
        return found.isEmpty() && byRows != null ? new Found(byRows, true) : new Found(found.get(0), false);
    }

    /** A drift, and which detector saw it. */
    record Found(DriftEvent event, boolean isByRows) {}

    /** The row of a drift that is over now, because the rows after it have become a reference; 0 if there is none. */
    long ended() {
        if (driftRow == 0 || rows.isCollecting()) {
            return 0;
        }
        long ended = driftRow;
        driftRow = 0;
        return ended;
    }

    /** Remembers the number of the row at which a drift was seen. */
    void seen(long row) {
        seenRow = row;
    }

    /**
     * Takes the map of a new snapshot if all rows since the last one came after a drift, and landmarks have changed.
     *
     * @param snapshot the new one
     * @param lastRow the row after which the last one was taken
     */
    void renew(KernelPcaModel snapshot, long lastRow) {
        if (seenRow == 0 || seenRow > lastRow) {
            return;
        }
        seenRow = 0;
        rows.useNovelty();
        if (!FittedModel.of(snapshot)
                .embedding()
                .differenceFrom(FittedModel.of(model).embedding())
                .isEmpty()) {
            model = snapshot;
            modelBytes = snapshot.toBytes();
            detector = new DriftDetector(model, rate);
        }
    }

    /** Bytes as numbers, of which attachments are made: their count, then six to a number, which a double holds exactly. */
    static double[] numbers(byte[] bytes) {
        double[] numbers = new double[1 + (bytes.length + BYTES - 1) / BYTES];
        numbers[0] = bytes.length;
        for (int i = 0; i < bytes.length; i++) {
            numbers[1 + i / BYTES] = numbers[1 + i / BYTES] * 256 + (bytes[i] & 0xff);
        }
        return numbers;
    }

    /**
     * The bytes of {@link #numbers}.
     *
     * @throws IllegalArgumentException if they are not such numbers
     */
    static byte[] bytes(double[] numbers) {
        int count = numbers.length == 0 ? -1 : (int) numbers[0];
        if (count < 0 || numbers.length - 1 != (count + BYTES - 1L) / BYTES) {
            throw new IllegalArgumentException("drift.model holds no bytes");
        }
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i += BYTES) {
            long number = (long) numbers[1 + i / BYTES];
            for (int j = Math.min(count, i + BYTES) - 1; j >= i; j--) {
                bytes[j] = (byte) number;
                number >>= 8;
            }
        }
        return bytes;
    }
}
