package io.github.skpca.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

import java.nio.file.Path;

/** What a watch is asked to do with the rows that come. */
final class WatchOptions {
    @Option(
            names = "--alert",
            paramLabel = "P",
            defaultValue = "0.001",
            description =
                    "Rows with a p-value of at most P are events: one in 1/P rows of a stream that does not change and whose rows are independent (default: ${DEFAULT-VALUE}).")
    double alert;

    @Option(
            names = "--fdr",
            paramLabel = "RATE",
            defaultValue = "0",
            description =
                    "In place of --alert: of the bursts of rows that are events, at most this share is false in expectation, for rows that are"
                            + " independent; levels follow from what was found before. 0 to go by --alert (default: ${DEFAULT-VALUE}).")
    double fdr;

    @Option(
            names = "--learn",
            negatable = true,
            defaultValue = "true",
            fallbackValue = "true",
            description = "Learn from every row after it was judged (default); --no-learn leaves the model as it is.")
    boolean learn = true;

    @Option(
            names = "--refresh",
            paramLabel = "ROWS",
            defaultValue = "20000",
            description =
                    "Rows between two snapshots of what was learned, by which rows are judged (default: ${DEFAULT-VALUE}).")
    int refresh;

    @Option(
            names = "--drift",
            paramLabel = "RATE",
            defaultValue = "1e-6",
            description =
                    "False alarms per row that are allowed in looking for drift, of rows that are independent or depend on each other over less"
                            + " than a few hundred rows; 0 to not look for it (default: ${DEFAULT-VALUE}).")
    double drift;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description =
                    "Save everything here from time to time and at the end. If the file is there, the watch goes on from it.")
    @Nullable
    Path checkpoint;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "ROWS",
            defaultValue = "10000",
            description = "Rows between checkpoints (default: ${DEFAULT-VALUE}).")
    long checkpointEvery;

    @Option(
            names = "--time-column",
            paramLabel = "COLUMN",
            description =
                    "Of a model of windows that was fitted with it: the column of times, in which gaps are looked for.")
    @Nullable
    String timeColumn;

    @Option(
            names = "--chart",
            paramLabel = "FILE",
            description = "At the end, draw the scores of this run with its events as an SVG picture.")
    @Nullable
    Path chart;

    @Option(
            names = "--once",
            description = "Stop at the present end of the file; a last line without its end is a row then.")
    boolean once;

    @Option(
            names = "--poll",
            paramLabel = "MS",
            defaultValue = "200",
            description = "Milliseconds between two looks at a file that has nothing new (default: ${DEFAULT-VALUE}).")
    int poll;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Threads (default: ${DEFAULT-VALUE}). They do not change the result.")
    int threads;

    void requireSensible() {
        if (!(alert > 0 && alert <= 1)) {
            throw new UsageException("--alert must be above 0 and at most 1, not " + alert);
        }
        if (!(fdr >= 0 && fdr < 1)) {
            throw new UsageException("--fdr must be at least 0 and below 1, not " + fdr);
        }
        requireAtLeastOne("--refresh", refresh);
        requireAtLeastOne("--checkpoint-every", checkpointEvery);
        requireAtLeastOne("--poll", poll);
        requireAtLeastOne("--threads", threads);
        if (!(drift >= 0)) {
            throw new UsageException("--drift must be 0 or a rate, not " + drift);
        }
    }

    private static void requireAtLeastOne(String option, long value) {
        if (value < 1) {
            throw new UsageException(option + " must be at least 1, not " + value);
        }
    }
}
