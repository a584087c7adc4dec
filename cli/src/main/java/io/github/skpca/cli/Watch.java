package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowPreparation;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.io.BadRow;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.LiveRows;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
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
    private static final int MOST_EXPLAINED = 100;
    private static final String EXPLAINED = "explained";

    private final WatchOptions options;
    private final Workers workers;
    private final EventLog log;
    private final Map<String, Long> counts = new LinkedHashMap<>();
    private final List<WatchEvent> events = new ArrayList<>();
    private final int columns;
    private final int interval;
    private final StreamingKernelPca learner;
    private LearnerCheckpoint saved;
    private NoveltyJudge judge;
    private @Nullable DriftSearch drift;
    private double[] rowsSince = new double[0];
    private int rowsSinceCount;
    private long snapshotRow;
    private long explainedPeriod = -1;
    private double bandwidthRatio;
    private double[] scores = new double[0];
    /** Null where rows are taken as they come. */
    private final @Nullable MissingCells missing;

    private final int stride;
    private final PValueRuns runs;
    private final Alarms alarms;
    private @Nullable WatchEvent last;
    private @Nullable WatchChart chart;

    /** A watch that has seen no rows. */
    Watch(StreamingKernelPca learner, Workers workers, WatchOptions options, EventLog log) {
        this.learner = learner;
        this.workers = workers;
        this.options = options;
        this.log = log;
        this.runs = new PValueRuns(options.alert);
        this.alarms = new Alarms(options.alert, options.fdr);
        this.columns = Learner.of(learner).settings().columns();
        this.interval = Math.min(options.refresh, Math.max(FEWEST_ROWS, MOST_KEPT_NUMBERS / columns));
        this.saved = Learner.of(learner).save();
        this.judge = new NoveltyJudge(learner.snapshot(), workers);
        this.bandwidthRatio = BandwidthChange.reference(judge.model());
        RowPreparation preparation = judge.model().preparation();
        this.missing = preparation.isPlain() ? null : new MissingCells(judge.model(), workers);
        this.stride = preparation.stride();
        for (String kind : WatchEvent.KINDS) {
            counts.put(kind, 0L);
        }
    }

    /** Looks for drift in the rows that come, if that is asked for, by the map of the model that the watch began with. */
    void lookForDrift(KernelPcaModel model) {
        drift = options.drift == 0 ? null : UsageException.checking(() -> new DriftSearch(model, options.drift));
    }

    /** Goes on from a checkpoint, whose learner is the one this watch was made with. */
    void restore(WatchCheckpoint checkpoint) {
        double[] rows = checkpoint.rowsSince();
        if (rows.length % columns != 0 || rows.length > (long) interval * columns) {
            throw new IllegalArgumentException("rowsSince holds " + rows.length + " numbers for rows of " + columns);
        }
        counts.putAll(checkpoint.counts());
        snapshotRow = checkpoint.snapshotRow();
        explainedPeriod = checkpoint.explainedPeriod();
        bandwidthRatio = checkpoint.bandwidthRatio();
        alarms.restore(checkpoint.alarms());
        if (drift != null && checkpoint.drift() != null) {
            drift.restore(checkpoint.drift());
        }
        learn(rows, rows.length / columns);
    }

    /** What a checkpoint has to hold beside {@link #saved()}. */
    WatchCheckpoint save(Map<String, String> identity, LiveRows rows, double[] window) throws IOException {
        long bytes = log.force();
        return new WatchCheckpoint(
                identity,
                rows.position(),
                Map.copyOf(counts),
                bytes,
                log.fingerprint(bytes),
                snapshotRow,
                explainedPeriod,
                bandwidthRatio,
                Arrays.copyOf(rowsSince, rowsSinceCount * columns),
                alarms.save(),
                drift == null ? null : drift.state(),
                window);
    }

    /** The learner as it was when the last snapshot was taken. */
    LearnerCheckpoint saved() {
        return saved;
    }

    NoveltyJudge judge() {
        return judge;
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

    /** The p-values of this run, one after the other. */
    PValueRuns runs() {
        return runs;
    }

    /** How many times as much means vary as those of independent rows, as the search for drift has seen it; 1 if it has not. */
    double varianceInflation() {
        return drift == null ? 1 : drift.varianceInflation();
    }

    /** What a person should know of the rows of this run. */
    List<String> warnings() {
        List<String> warnings = runs.warnings();
        if (varianceInflation() > 1) {
            warnings.add(String.format(
                    Locale.ROOT,
                    "rows depend on their neighbours: means of 256 rows and more vary up to %.1f times as much as those of independent"
                            + " rows; --drift allows for that, but takes a dependence over thousands of rows for drift",
                    varianceInflation()));
        }
        return warnings;
    }

    /** Draws the rows that come from here on. */
    void drawOn(WatchChart given) {
        chart = given;
    }

    /** Writes down that rows are missing. */
    void gap(long row, String reason) throws IOException {
        emit(WatchEvent.gap(row, reason));
        log.flush();
    }

    /** Judges the rows of the last read, writes down what stands out, and learns. */
    void take(LiveRows rows, DenseBuffer batch) throws IOException {
        int count = batch.rows();
        if (scores.length < count) {
            scores = new double[batch.capacity()];
        }
        if (missing != null) {
            missing.fill(batch.values(), 0, count);
        }
        judge.score(batch, scores);
        events.clear();
        for (BadRow bad : rows.badRows()) {
            events.add(WatchEvent.badRow(bad));
        }
        for (int i = 0; i < count; i++) {
            judge(rows, batch, i);
        }
        draw(rows, count);
        events.sort(Comparator.comparingLong(WatchEvent::row));
        for (WatchEvent event : events) {
            emit(event);
        }
        log.flush();
        if (options.learn) {
            learn(batch.values(), stride == 1 ? count : chosen(rows, batch.values(), count));
            if (rowsToSnapshot(rows.rows()) == 0) {
                renew(rows.rows());
            }
        }
    }

    private double pValue(int i) {
        MissingCells cells = missing;
        return cells == null ? judge.calibration().pValue(scores[i]) : cells.pValue(i, scores[i], judge.calibration());
    }

    /** The rows of a batch that are learned: with a stride those whose numbers are multiples of it, moved to its beginning. */
    private int chosen(LiveRows rows, double[] values, int count) {
        int chosen = 0;
        for (int i = 0; i < count; i++) {
            if (rows.number(i) % stride == 0) {
                System.arraycopy(values, i * columns, values, chosen++ * columns, columns);
            }
        }
        return chosen;
    }

    private void judge(LiveRows rows, DenseBuffer batch, int row) {
        long number = rows.number(row);
        double counted = pValue(row);
        // A row with missing cells is compared with rows that lack the same cells; the tail knows nothing of those.
        boolean isWhole = counted == judge.calibration().pValue(scores[row]);
        Calibration.Estimate p =
                isWhole ? alarms.pValue(judge.calibration(), scores[row]) : new Calibration.Estimate(counted, 0, false);
        runs.add(counted);
        switch (alarms.add(number, p.pValue())) {
            case ALARM -> {
                double[] shares = contributions(number, batch, row);
                events.add(WatchEvent.novel(
                        rows,
                        batch,
                        row,
                        new WatchEvent.Novelty(scores[row], p, alarms.level(), alarms.burstRow(), shares)));
            }
            case FLOOD -> events.add(WatchEvent.misfit(number, alarms));
            case CALM -> {
                events.add(WatchEvent.misfitEnd(number, alarms));
                alarms.calm();
            }
            default -> {
                // Nothing to say of a usual row, nor of one more of a flood.
            }
        }
        DriftSearch search = drift;
        if (search == null) {
            return;
        }
        DriftSearch.Found found = search.update(batch, row, number, counted);
        if (found != null) {
            events.add(WatchEvent.drift(number, rows.columnNames(), found));
            search.seen(number);
        }
        long ended = search.ended();
        if (ended > 0) {
            events.add(WatchEvent.driftEnd(number, ended));
        }
    }

    /**
     * Who is to blame, for the first novel rows of every so many: it takes a thousand times as long as a score, and when all rows are novel
     * at once the first say enough. None for the others.
     */
    private double[] contributions(long number, DenseBuffer batch, int row) {
        long period = (number - 1) / interval;
        if (period != explainedPeriod) {
            explainedPeriod = period;
            counts.put(EXPLAINED, 0L);
        }
        if (counts.merge(EXPLAINED, 1L, Long::sum) > MOST_EXPLAINED) {
            return new double[0];
        }
        return judge.contributions(Arrays.copyOfRange(batch.values(), row * columns, (row + 1) * columns));
    }

    /** Adds the rows of a batch to the chart, if there is one. */
    private void draw(LiveRows rows, int count) {
        WatchChart drawn = chart;
        if (drawn == null) {
            return;
        }
        double threshold = judge.calibration().scoreAt(options.alert);
        for (int i = 0; i < count; i++) {
            drawn.add(rows.number(i), scores[i], threshold);
        }
        for (WatchEvent event : events) {
            if (event.kind().equals(WatchEvent.DRIFT)) {
                drawn.drift(event.row());
            }
        }
    }

    private void emit(WatchEvent event) throws IOException {
        log.write(event.fields());
        counts.merge(event.kind(), 1L, Long::sum);
        last = event;
    }

    private void learn(double[] rows, int count) {
        learner.update(rows, count);
        if (options.checkpoint == null) {
            return;
        }
        int needed = (rowsSinceCount + count) * columns;
        if (rowsSince.length < needed) {
            rowsSince = Arrays.copyOf(rowsSince, Math.max(needed, Math.min(2 * needed, interval * columns)));
        }
        System.arraycopy(rows, 0, rowsSince, rowsSinceCount * columns, count * columns);
        rowsSinceCount += count;
    }

    /** Says that rows have outgrown the bandwidth, and again only when the ratio has changed by as much once more. */
    private void checkBandwidth(long row) throws IOException {
        double ratio = judge.model().bandwidthRatio().orElse(bandwidthRatio);
        if (BandwidthChange.isWorthAWord(ratio, bandwidthRatio)) {
            bandwidthRatio = ratio;
            emit(WatchEvent.bandwidth(row, BandwidthChange.bandwidth(judge.model()), ratio));
            log.flush();
        }
    }

    private void renew(long row) throws IOException {
        if (options.checkpoint != null) {
            saved = Learner.of(learner).save();
        }
        judge = new NoveltyJudge(learner.snapshot(), workers);
        if (missing != null) {
            missing.renew(judge.model());
        }
        if (drift != null) {
            drift.renew(judge.model(), snapshotRow);
        }
        checkBandwidth(row);
        snapshotRow = row;
        rowsSinceCount = 0;
    }
}
