package io.github.skpca.cli;

import io.github.skpca.io.LiveRows;

import java.util.Locale;

/** What a person sees while a watch goes on: a line in place on a terminal, elsewhere a line a minute. */
final class WatchStatus {
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final Console console;
    private final ProgressLine line;
    private final Watch watch;
    private final LiveRows rows;
    private long saidAt = System.nanoTime();
    private final RecentRate rate;

    WatchStatus(Console console, Watch watch, LiveRows rows) {
        this.console = console;
        this.line = console.progress();
        this.watch = watch;
        this.rows = rows;
        this.rate = new RecentRate(System.nanoTime(), rows.rows());
    }

    void update() {
        line.update(this::text);
        long now = System.nanoTime();
        if (now - saidAt > MINUTE_NANOS) {
            saidAt = now;
            if (!console.isWatched()) {
                console.note(text());
            }
        }
    }

    void done() {
        line.done();
    }

    private static String runs(PValueRuns runs) {
        return (runs.areBursts() ? " in bursts" : "") + (runs.areAlike() ? ", neighbours alike" : "");
    }

    private String text() {
        WatchEvent last = watch.lastEvent();
        return String.format(
                Locale.ROOT,
                "%,d rows, %,.0f rows/s, %,d novel%s%s, snapshot %,d rows old",
                rows.rows(),
                rate.at(System.nanoTime(), (double) rows.rows()),
                watch.count(WatchEvent.NOVEL),
                runs(watch.runs()),
                last == null ? "" : ", last event: " + last.kind() + " at row " + Console.text(last.row()),
                watch.snapshotAge(rows.rows()));
    }
}
