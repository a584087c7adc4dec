package io.github.skpca.cli;

import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.RowPreparation;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.internal.model.TensorFile;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.DenseBuffer;
import io.github.skpca.io.LiveRows;
import io.github.skpca.io.PartFiles;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.Rows;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A stream without end to events: rows that are novel, and drift. */
@Command(
        name = "watch",
        description = {
            "Watch a stream: judge every row as it comes, learn from it, and write an event where one is novel or the stream drifts.",
            "INPUT is a file that grows, and may be rotated or cut, or - for standard input. Stop it with Ctrl-C."
        },
        defaultValueProvider = WatchCommand.Defaults.class,
        footer = {
            "",
            "Example: skpca watch model.skpca sensors.csv --keep time --checkpoint watch.state -o events.jsonl"
        })
final class WatchCommand extends SkpcaCommand {
    @Parameters(index = "0", paramLabel = "MODEL", description = "A model file, to begin with.")
    Path modelPath = Path.of("");

    @Parameters(index = "1", paramLabel = "INPUT", description = "A file of rows that grows; - is standard input.")
    String input = "-";

    @Option(
            names = "-o",
            paramLabel = "EVENTS",
            defaultValue = "-",
            description = "Where to write events, a line of JSON each; - is standard output (default).")
    String output = "-";

    @Mixin
    WatchOptions options = new WatchOptions();

    @Mixin
    RowOptions rowOptions = new RowOptions();

    private final Set<String> said = new LinkedHashSet<>();
    private Map<String, String> identity = Map.of();
    private @Nullable PreparedRows prepared;

    /** A watch that ends at the first bad row is none. */
    static final class Defaults implements IDefaultValueProvider {
        @Override
        public @Nullable String defaultValue(ArgSpec argument) {
            return argument instanceof OptionSpec option && option.longestName().equals("--on-bad-row") ? "skip" : null;
        }
    }

    @Override
    void declare(CommandFiles files) {
        files.reads(modelPath);
        files.reads(List.of(input));
        files.writes("-o", output);
        CheckpointLock.declare(files, options.checkpoint);
        files.writes("--chart", options.chart);
    }

    @Override
    @SuppressWarnings("try") // The lock is held, not used.
    void run() throws IOException {
        options.requireSensible();
        refuseJsonWithRows(output);
        KernelPcaModel model = KernelPcaModel.load(modelPath);
        identity = identity(TensorFile.read(modelPath).metadata("sha256"));
        if (options.learn && FittedModel.of(model).settings().method() == Method.EXACT) {
            throw new UsageException(modelPath + " is of method exact, which keeps all rows: give --no-learn");
        }
        if (options.learn
                && FittedModel.of(model).settings().forgetting() instanceof Forgetting.HalfLife aging
                && aging.clock() == Forgetting.Clock.TIME) {
            throw new UsageException(modelPath + " forgets by the time of its rows, which a watch does not know:"
                    + " give --no-learn, or fit with a half-life in rows");
        }
        if (options.once && !input.equals("-") && !Files.exists(Path.of(input))) {
            throw new BadInputException(input + ": no such file");
        }
        try (CheckpointLock lock = CheckpointLock.of(options.checkpoint)) {
            watch(model);
        }
    }

    private void watch(KernelPcaModel model) throws IOException {
        try (Workers workers = UsageException.checking(() -> new Workers(options.threads));
                EventLog log = output.equals("-") ? EventLog.on(console().out()) : EventLog.in(Path.of(output))) {
            WatchCheckpoint from = checkpoint();
            if (from == null) {
                log.requireEmpty();
            } else {
                log.cutBack(from.eventBytes(), from.eventTail());
            }
            try (LiveRows rows = open(model, from);
                    StopSignal stop = new StopSignal()) {
                Watch watch = begin(model, from, workers, log);
                announce(watch, rows, from);
                follow(watch, rows, stop);
                stop.done();
            }
        }
    }

    /** What to go on from; null to begin at the beginning. */
    private @Nullable WatchCheckpoint checkpoint() throws IOException {
        Path path = options.checkpoint;
        if (path == null || !Files.exists(path)) {
            return null;
        }
        WatchCheckpoint found;
        try {
            found = WatchCheckpoint.of(ModelFile.readAttachments(path));
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw unfit(path, e);
        }
        String difference = found.differenceFrom(identity);
        if (!difference.isEmpty()) {
            throw new UsageException(path + " was made by a watch with other options (" + difference
                    + "): give the same again, or remove it to start again");
        }
        return found;
    }

    private static ModelFileException unfit(Path path, RuntimeException e) {
        return new ModelFileException(
                path.toString(),
                "is not the checkpoint of a watch (" + e.getMessage() + ")",
                "give another --checkpoint, or remove it to start again",
                e);
    }

    /** All that events depend on, but the rows. */
    private Map<String, String> identity(String modelChecksum) {
        Map<String, String> all = new TreeMap<>();
        all.put("MODEL", modelChecksum);
        all.put("INPUT", input.equals("-") ? "standard input" : "a file");
        all.put("EVENTS", output.equals("-") ? "standard output" : "a file");
        all.put("alert", Double.toString(options.alert));
        all.put("fdr", Double.toString(options.fdr));
        all.put("learn", Boolean.toString(options.learn));
        all.put("refresh", Integer.toString(options.refresh));
        all.put("drift", Double.toString(options.drift));
        all.put("format", String.valueOf(rowOptions.layout.format));
        all.put("header", rowOptions.layout.header.name());
        all.put("separator", String.valueOf(rowOptions.layout.separator));
        all.put("decimal", rowOptions.layout.decimal);
        all.put("columns", String.join(",", rowOptions.columns));
        all.put("exclude", String.join(",", rowOptions.exclude));
        all.put("keep", String.join(",", rowOptions.keep));
        all.put("on-bad-row", rowOptions.onBadRow.name());
        all.put("time-column", String.valueOf(options.timeColumn));
        all.put("width", Integer.toString(rowOptions.layout.width));
        return all;
    }

    private LiveRows open(KernelPcaModel model, @Nullable WatchCheckpoint from) throws IOException {
        RowPreparation preparation = model.preparation();
        ReadOptions reading = rowOptions
                .options(preparation.cells(), PreparedRows.timeColumns(preparation, options.timeColumn, modelPath))
                .withCells(PreparedRows.cells(preparation))
                .withNames(model.columnNames());
        LiveRows rows = Rows.follow(input, reading, preparation.cells(), from == null ? null : from.position());
        if (!preparation.isPlain()) {
            PreparedRows preparing = new PreparedRows(preparation, PreparedRows.Use.WATCH);
            rows.prepare(preparing);
            prepared = preparing;
        }
        if (options.once) {
            rows.endAtEnd();
        }
        return rows;
    }

    private Watch begin(KernelPcaModel model, @Nullable WatchCheckpoint from, Workers workers, EventLog log)
            throws IOException {
        Path checkpoint = options.checkpoint;
        Path path = from == null || checkpoint == null ? modelPath : checkpoint;
        Watch watch = new Watch(StreamingKernelPca.resume(path, workers), workers, options, log);
        watch.lookForDrift(model);
        double smallest = watch.judge().calibration().smallestPValue();
        if (smallest > options.alert
                && options.fdr == 0
                && !watch.judge().calibration().isExtrapolating()) {
            throw new UsageException("--alert " + options.alert + " cannot be reached: the smallest p-value of "
                    + modelPath + " is " + Console.number(smallest) + "; give a larger --alert, or fit with more rows");
        }
        if (from != null) {
            try {
                watch.restore(from);
                if (prepared != null) {
                    prepared.restore(from.window());
                }
            } catch (IllegalArgumentException e) {
                throw unfit(path, e);
            }
        }
        return watch;
    }

    /** Says from where it goes on. A fresh watch has its first checkpoint before its first event, so that a restart can tell the two. */
    private void announce(Watch watch, LiveRows rows, @Nullable WatchCheckpoint from) throws IOException {
        if (options.checkpoint != null && (from != null || input.equals("-"))) {
            long next = rows.rows() + 1;
            console().note("resume at row " + next);
            if (json) {
                console().out().println("{\"resumeAtRow\":" + next + "}");
                console().out().flush();
            }
        }
        String gap = rows.gap().orElse(null);
        if (gap != null) {
            console().note(gap);
            watch.gap(rows.rows(), gap);
        }
        if (from == null) {
            save(watch, rows);
        }
    }

    private void follow(Watch watch, LiveRows rows, StopSignal stop) throws IOException {
        long start = System.nanoTime();
        long before = rows.rows();
        Path picture = options.chart;
        WatchChart chart = new WatchChart(before);
        if (picture != null) {
            watch.drawOn(chart);
        }
        WatchStatus status = new WatchStatus(console(), watch, rows);
        int columns = watch.judge().model().columns();
        DenseBuffer batch = new DenseBuffer(RowOptions.batchRows(columns), columns);
        long nextCheckpoint = next(rows);
        while (!stop.isRaised()) {
            long most = Math.min(watch.rowsToSnapshot(rows.rows()), nextCheckpoint - rows.rows());
            if (rows.read(batch, (int) Math.min(batch.capacity(), most)) > 0) {
                watch.take(rows, batch);
                if (rows.rows() == nextCheckpoint) {
                    save(watch, rows);
                    nextCheckpoint = next(rows);
                }
            } else if (rows.hasEnded() || isInterrupted(rows)) {
                break;
            }
            say(rows.notes());
            status.update();
        }
        status.done();
        save(watch, rows);
        if (picture != null) {
            PartFiles.write(picture, chart.chart(options.alert).svg().getBytes(StandardCharsets.UTF_8));
        }
        summarize(watch, rows, before, (System.nanoTime() - start) * 1e-9);
    }

    /** Says of columns what has not been said yet: once the first line of a file has come. */
    private void say(List<String> notes) {
        for (String note : notes) {
            if (said.add(note)) {
                console().note("note: " + note);
            }
        }
    }

    private long next(LiveRows rows) {
        return options.checkpointEvery * (rows.rows() / options.checkpointEvery + 1);
    }

    private boolean isInterrupted(LiveRows rows) {
        try {
            rows.await(options.poll);
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    private void save(Watch watch, LiveRows rows) throws IOException {
        Path checkpoint = options.checkpoint;
        if (checkpoint != null) {
            WatchCheckpoint attached = watch.save(identity, rows, prepared == null ? new double[0] : prepared.state());
            ModelFile.writeCheckpoint(
                    watch.saved(), FittedModel.of(watch.judge().model()), attached.attachments(), checkpoint);
        }
    }

    private void summarize(Watch watch, LiveRows rows, long before, double seconds) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rows", rows.rows());
        fields.put("rowsThisTime", rows.rows() - before);
        fields.put("skippedRows", rows.skippedRows());
        if (prepared != null) {
            prepared.describe(fields);
        }
        fields.put("novelRows", watch.count(WatchEvent.NOVEL));
        fields.put("misfits", watch.count(WatchEvent.MISFIT));
        fields.put("driftEvents", watch.count(WatchEvent.DRIFT));
        fields.put("bandwidthEvents", watch.count(WatchEvent.BANDWIDTH));
        fields.put("gaps", watch.count(WatchEvent.GAP));
        fields.put("seconds", seconds);
        fields.put("rowsPerSecond", (rows.rows() - before) / seconds);
        fields.put("events", output);
        fields.put("autocorrelation", watch.runs().autocorrelation());
        fields.put("varianceInflation", watch.varianceInflation());
        List<String> warnings = new ArrayList<>(said);
        List<String> now = watch.warnings();
        warn(now, fields);
        warnings.addAll(now);
        fields.put("warnings", warnings);
        if (output.equals("-")) {
            console()
                    .note(String.format(
                            java.util.Locale.ROOT,
                            "Watched %,d rows: %,d novel, %,d skipped",
                            rows.rows(),
                            watch.count(WatchEvent.NOVEL),
                            rows.skippedRows()));
        } else {
            report("Watched " + input, fields);
        }
        console().out().flush();
    }
}
