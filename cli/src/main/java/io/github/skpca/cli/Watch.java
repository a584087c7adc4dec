package io.github.skpca.cli;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.io.BadRow;
import io.github.skpca.io.LiveRows;
import io.github.skpca.io.RowBatch;
import io.github.skpca.linalg.Workers;
import io.github.skpca.model.Learned;
import io.github.skpca.model.SavedLearner;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Rows as they come: judged by the last snapshot, then learned from; what stands out becomes an event.
 *
 * <p>Snapshots are taken by the number of rows, never by the clock, and rows are judged one by one, so events are a function of the rows:
 * the same for every batch and, through {@link #save} and {@link #restore}, for every stop on the way.
 */
final class Watch {
    /** Numbers of rows that are kept for a checkpoint between two snapshots, at most. */
    private static final int MOST_KEPT_NUMBERS = 1 << 22;

    private static final int FEWEST_ROWS = 16;

    private final WatchOptions options;
    private final Workers workers;
    private final EventLog log;
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final List<WatchEvent> events = new ArrayList<>();
    private final int interval;
    private final StreamingKernelPca learner;
    private SavedLearner saved;
    private NoveltyJudge judge;
    private double[] rowsSince = new double[0];
    private int rowsSinceCount;
    private long snapshotRow;
    private double[] scores = new double[0];
    private @Nullable WatchEvent last;

    /** A watch that has seen no rows. */
    Watch(StreamingKernelPca learner, Workers workers, WatchOptions options, EventLog log) {
        this.learner = learner;
        this.workers = workers;
        this.options = options;
        this.log = log;
        int columns = learner.settings().columns();
        this.interval = Math.min(options.refresh, Math.max(FEWEST_ROWS, MOST_KEPT_NUMBERS / columns));
        this.saved = learner.save();
        this.judge = judgeNow();
        for (String kind : WatchEvent.KINDS) {
            counts.put(kind, 0L);
        }
    }

    /** Goes on from a checkpoint, whose learner is the one this watch was made with. */
    void restore(WatchCheckpoint checkpoint) {
        int columns = learner.settings().columns();
        double[] rows = checkpoint.rowsSince();
        if (rows.length % columns != 0 || rows.length > (long) interval * columns) {
            throw new IllegalArgumentException("rowsSince holds " + rows.length + " numbers for rows of " + columns);
        }
        counts.putAll(checkpoint.counts());
        snapshotRow = checkpoint.snapshotRow();
        learn(rows, rows.length / columns);
    }

    /** What a checkpoint has to hold beside {@link #saved()}. */
    WatchCheckpoint save(Map<String, String> identity, LiveRows rows) throws IOException {
        long bytes = log.force();
        return new WatchCheckpoint(
                identity,
                rows.position(),
                Map.copyOf(counts),
                bytes,
                log.fingerprint(bytes),
                snapshotRow,
                Arrays.copyOf(rowsSince, rowsSinceCount * judge.model().columns()),
                null);
    }

    /** The learner as it was when the last snapshot was taken. */
    SavedLearner saved() {
        return saved;
    }

    NoveltyJudge judge() {
        return judge;
    }

    private NoveltyJudge judgeNow() {
        double[] sample = new double[0];
        if (saved.learned() instanceof Learned.Sketched sketched && sketched.sample() != null) {
            sample = Arrays.copyOf(
                    sketched.sample().rows(),
                    sketched.sample().count() * learner.settings().columns());
        }
        return new NoveltyJudge(learner.snapshot(), workers, sample);
    }

    /** How many rows may be taken before the next snapshot is due. */
    long rowsToSnapshot(long row) {
        return options.learn ? snapshotRow + interval - row : Long.MAX_VALUE;
    }

    /** Rows since the last snapshot. */
    long snapshotAge(long row) {
        return row - snapshotRow;
    }

    long count(String kind) {
        return counts.getOrDefault(kind, 0L);
    }

    @Nullable
    WatchEvent lastEvent() {
        return last;
    }

    /** Writes down that rows are missing. */
    void gap(long row, String reason) throws IOException {
        emit(WatchEvent.gap(row, reason));
        log.flush();
    }

    /** Judges the rows of the last read, writes down what stands out, and learns. */
    void take(LiveRows rows, RowBatch batch) throws IOException {
        int count = batch.rows();
        if (scores.length < count) {
            scores = new double[batch.capacity()];
        }
        judge.score(batch, scores);
        events.clear();
        for (BadRow bad : rows.badRows()) {
            events.add(WatchEvent.badRow(bad));
        }
        for (int i = 0; i < count; i++) {
            double p = judge.pValue(scores[i]);
            if (p <= options.alert) {
                events.add(WatchEvent.novel(
                        rows, batch, i, new WatchEvent.Novelty(scores[i], p, contributions(batch, i))));
            }
        }
        events.sort(Comparator.comparingLong(WatchEvent::row));
        for (WatchEvent event : events) {
            emit(event);
        }
        log.flush();
        if (options.learn) {
            learn(batch.values(), count);
            if (rowsToSnapshot(rows.rows()) == 0) {
                renew(rows.rows());
            }
        }
    }

    private double[] contributions(RowBatch batch, int row) {
        int columns = batch.columns();
        return judge.contributions(Arrays.copyOfRange(batch.values(), row * columns, (row + 1) * columns));
    }

    private void emit(WatchEvent event) throws IOException {
        log.write(event.fields());
        counts.merge(event.kind(), 1L, Long::sum);
        last = event;
    }

    private void learn(double[] rows, int count) {
        learner.update(rows, count);
        int columns = learner.settings().columns();
        int needed = (rowsSinceCount + count) * columns;
        if (rowsSince.length < needed) {
            rowsSince = Arrays.copyOf(rowsSince, Math.max(needed, Math.min(2 * needed, interval * columns)));
        }
        System.arraycopy(rows, 0, rowsSince, rowsSinceCount * columns, count * columns);
        rowsSinceCount += count;
    }

    private void renew(long row) {
        saved = learner.save();
        judge = judgeNow();
        snapshotRow = row;
        rowsSinceCount = 0;
    }
}
