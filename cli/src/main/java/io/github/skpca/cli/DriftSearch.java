package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.drift.DriftDetector;
import io.github.skpca.drift.DriftEvent;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.io.DenseBuffer;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * The search for drift of a watch: a detector, and the model whose map it compares rows by.
 *
 * <p>Landmarks of the learner follow the stream, and those of a detector cannot: its sums are of features. So it keeps the map that it
 * began with until a drift, after which it begins again anyway, and takes that of the first snapshot whose rows since the one before
 * all came after the drift.
 */
final class DriftSearch {
    /** Bytes of a model in one number of a checkpoint. */
    private static final int BYTES = 6;

    private final double rate;
    private KernelPcaModel model;
    private byte @Nullable [] modelBytes;
    private DriftDetector detector;
    private long seenRow;

    /**
     * A search that has seen no rows.
     *
     * @param model the one that a watch begins with; gives the map
     * @param rate false alarms per row
     */
    DriftSearch(KernelPcaModel model, double rate) {
        this.rate = rate;
        this.model = model;
        this.detector = new DriftDetector(model, rate);
    }

    /**
     * What a checkpoint has to hold.
     *
     * @param detector what the detector has seen
     * @param seenRow the row at which a drift was seen after which the map is still to be renewed, or 0
     * @param model the bytes of the model that gives the map, or null if it is the one that the watch began with; owned by the record
     */
    record State(DriftDetector.State detector, long seenRow, byte @Nullable [] model) {
        /** Checks the number that no other record checks. */
        State {
            if (seenRow < 0) {
                throw new IllegalArgumentException("drift.seenRow must be at least 0, not " + seenRow);
            }
        }
    }

    State state() {
        return new State(detector.state(), seenRow, modelBytes);
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
    }

    /** How many times as much means vary as those of independent rows. */
    double varianceInflation() {
        return detector.varianceInflation();
    }

    /**
     * Takes in rows.
     *
     * @param events is given the events in their order, with the index of the row of the batch
     */
    void update(DenseBuffer batch, int count, Consumer<Found> events) {
        long before = detector.rows();
        detector.update(
                batch.values(), 0, count, event -> events.accept(new Found((int) (event.row() - before - 1), event)));
    }

    /** A drift, and the row of the batch that showed it. */
    record Found(int row, DriftEvent event) {}

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
