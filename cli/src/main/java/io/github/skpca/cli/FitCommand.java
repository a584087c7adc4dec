package io.github.skpca.cli;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.learning.MapChoice;
import io.github.skpca.internal.linalg.PlainStart;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.io.BadInputException;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongFunction;

/** Rows to a model file. */
@Command(
        name = "fit",
        description = {
            "Learn a model from rows: one pass, files of any size. Origin, scale, bandwidth and landmarks come from a sample: of plain"
                    + " files from all over them, of a pipe or a compressed file from the first rows.",
            "To find novel rows with it, learn from rows that are as they should be: others among them are learned like all,"
                    + " and rows like those then score low. Clean the rows first, or the order of scores can turn over."
        },
        footer = {"", "Example: skpca fit data.csv --exclude id -o model.skpca"})
final class FitCommand extends SkpcaCommand {
    @Parameters(
            arity = "1..*",
            paramLabel = "INPUT",
            description = "Files of rows, read in order; - is standard input.")
    List<String> inputs = List.of();

    @Option(names = "-o", required = true, paramLabel = "MODEL", description = "The model file to write.")
    Path output = Path.of("");

    @Option(
            names = "--like",
            paramLabel = "MODEL",
            description = "Take kernel, bandwidth, standardiser and map from a model, so that the two can be merged.")
    @Nullable
    Path like;

    @Option(
            names = "--checkpoint",
            paramLabel = "FILE",
            description = "Save the learner here from time to time, so that a fit that was stopped can go on.")
    @Nullable
    Path checkpoint;

    @Option(
            names = "--checkpoint-every",
            paramLabel = "ROWS",
            defaultValue = "100000",
            description = "Rows between checkpoints (default: ${DEFAULT-VALUE}).")
    long checkpointEvery = 100_000;

    @Option(
            names = "--resume",
            description = "Go on from the checkpoint if it is there; give the same inputs and options again.")
    boolean resume;

    @Option(
            names = "--in-order",
            description =
                    "Treat files as a pipe of the same bytes: the sample is the first rows, and the model is the same.")
    boolean inOrder;

    @Option(
            names = "--target-error",
            paramLabel = "E",
            description =
                    "Choose --features and --sketch, and --map if it is auto, for this kernel error ||G-G'||_2/n, by trying them on the sample.")
    @Nullable
    Double targetError;

    @Option(
            names = "--max-memory",
            paramLabel = "SIZE",
            defaultValue = "500M",
            description =
                    "With --target-error: the most that the learner may hold, such as 200M or 2G (default: ${DEFAULT-VALUE}).")
    String maxMemory = "500M";

    /** Null where the command was called without options. */
    @Spec
    @Nullable
    CommandSpec spec;

    private FitPreview head = FitPreview.NONE;
    private FitRows prepared = FitRows.PLAIN;

    /** Where the sample came from, given the rows that were learned. */
    private LongFunction<String> sampleSource = rowsLearned -> "";

    @Mixin
    RowOptions rows = new RowOptions();

    @Mixin
    PreparationOptions preparing = new PreparationOptions();

    @Mixin
    LearnerOptions learning = new LearnerOptions();

    @Mixin
    ForgettingOptions ages = new ForgettingOptions();

    @Mixin
    EstimatesOption estimates = new EstimatesOption();

    @Mixin
    ThreadOption threads = new ThreadOption();

    @Override
    void declare(CommandFiles files) {
        files.reads(inputs);
        files.reads(like);
        files.writes("-o", output);
        CheckpointLock.declare(files, checkpoint);
    }

    @Override
    @SuppressWarnings("try") // The lock is held, not used.
    void run() throws IOException {
        requireSensible();
        PlainStart.begin();
        long start = System.nanoTime();
        KernelPcaModel pattern = like == null ? null : KernelPcaModel.load(like);
        // What has to be found by reading is found once, for all who read.
        keepDrawnSeed();
        prepared = FitRows.of(preparing, pattern, like, resume ? checkpoint : null);
        ReadOptions read =
                prepared.reading(Rows.withWidth(inputs, rows.options(prepared.knownCells(), ages.timeColumns())));
        try (CheckpointLock lock = CheckpointLock.of(checkpoint);
                Workers workers = threads.workers();
                RowReader reader = prepared.open(inputs, read, sampling())) {
            StreamingKernelPca learner = learner(pattern, reader, read, workers);
            requireTimes(Learner.of(learner).settings());
            long before = learner.rows();
            head.teach(learner);
            Neighbours neighbours = new Neighbours(reader.columns());
            head.show(neighbours);
            train(learner, reader, neighbours);
            if (learner.rows() == 0) {
                throw new BadInputException(
                        String.join(", ", inputs)
                                + ": no whole row is left to learn: with --lags N the first N - 1 steps make none; give more rows or fewer lags");
            }
            learner.endWarmUp();
            KernelPcaModel model = learner.snapshot();
            model.save(output);
            double seconds = (System.nanoTime() - start) * 1e-9;
            Map<String, Object> fields = estimates.wanted ? ModelFields.withEstimates(model) : ModelFields.of(model);
            // Rows that were all in the warm-up have the bandwidth that was made of them.
            if (!estimates.wanted && (pattern != null || learner.rows() > learning.warmup)) {
                ModelFields.putBandwidthRatio(model, fields);
            }
            fields.put("backend", StreamingKernelPca.backend());
            fields.put("workingBytes", learner.workingBytes());
            fields.put("skippedRows", reader.skippedRows());
            fields.put("seconds", seconds);
            fields.put("rowsPerSecond", (learner.rows() - before) / seconds);
            if (pattern == null && learning.isAutomatic() && learning.method() == Method.SKPCA) {
                fields.put(
                        "mapReason",
                        MapChoice.of(Learner.of(learner).settings()).reason());
            }
            head.describe(fields);
            prepared.describe(fields);
            fields.put("sample", sampleSource.apply(learner.rows()));
            fields.put("model", output.toString());
            List<String> warnings = new ArrayList<>(prepared.notes());
            warnings.addAll(reader.notes());
            warnings.addAll(ModelFields.warnings(model, fields));
            warnings.addAll(new FitWarnings(model, this::isGiven).all(reader.columnNames(), reader.isSparse()));
            warnings.addAll(neighbours.describe(model, fields));
            warn(warnings, fields);
            report("Fitted " + output, fields);
        }
    }

    private void requireSensible() {
        if (resume && checkpoint == null) {
            throw new UsageException("--resume needs --checkpoint FILE, the checkpoint to go on from");
        }
        if (checkpointEvery < 1) {
            throw new UsageException("--checkpoint-every must be at least 1, not " + checkpointEvery);
        }
        requireWritable(output, "-o");
        if (checkpoint != null) {
            requireWritable(checkpoint, "--checkpoint");
        }
        if (like != null) {
            requireNoLearnerOptions();
        }
        preparing.requireSensible(this::isGiven, like == null ? null : like.toString());
        learning.applyPaper(this::isGiven);
        learning.applyPurpose(this::isGiven);
        if (like != null) {
            ages.requireNoneBeside(this::isGiven, like.toString());
        } else {
            ages.forgettingBeside(learning, this::isGiven, preparing.lags > 1);
        }
        requireSensibleTarget();
        learning.requireMeaning(this::isGiven);
    }

    /** A model that is followed decides whether rows have times; the input has to have them, or not. */
    private void requireTimes(Settings settings) {
        boolean needed =
                settings.forgetting().needsTimes() || prepared.preparation().timeStep() > 0;
        if (needed != (ages.timeColumn != null)) {
            throw new UsageException(
                    ages.timeColumn == null
                            ? like + " needs the times of rows: name the column of times with --time-column"
                            : "--time-column has no meaning: " + like + " does not look at the times of rows");
        }
    }

    private void requireSensibleTarget() {
        if (inOrder && like != null) {
            throw new UsageException("--in-order has no meaning with --like, which needs no sample: leave it out");
        }
        if (targetError == null) {
            if (isGiven("--max-memory")) {
                throw new UsageException("--max-memory needs --target-error: leave it out");
            }
            return;
        }
        if (like != null || resume) {
            throw new UsageException(
                    "--target-error chooses sizes again and cannot be given with --like or --resume: give"
                            + " --features and --sketch as the first fit printed them");
        }
        for (String option : List.of("--features", "--sketch")) {
            if (isGiven(option)) {
                throw new UsageException(option + " and --target-error cannot both be given: the target chooses it");
            }
        }
        if (learning.method() != Method.SKPCA) {
            throw new UsageException("--target-error has no meaning for --method "
                    + learning.method().label() + ": it is for skpca");
        }
        FitPreview.bytes(maxMemory);
    }

    /** Refuses at the start what would otherwise fail at the end of a long fit. */
    static void requireWritable(Path file, String option) {
        if (Files.isDirectory(file)) {
            throw new UsageException(file + " is a folder: name a file with " + option);
        }
        Path folder = file.toAbsolutePath().getParent();
        if (folder != null && !Files.isDirectory(folder)) {
            throw new UsageException(file + " cannot be written, its folder does not exist: make the folder first");
        }
    }

    /** Whether an option was given; one that has its default was not. */
    private boolean isGiven(String option) {
        return spec != null && spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    private void requireNoLearnerOptions() {
        for (OptionSpec option :
                CommandSpec.forAnnotatedObject(new LearnerOptions()).options()) {
            if (isGiven(option.longestName())) {
                throw new UsageException(
                        option.longestName() + " and --like cannot both be given: " + like + " decides");
            }
        }
    }

    /** A fit that goes on has the seed that was drawn when it began. */
    private void keepDrawnSeed() throws IOException {
        OptionSpec seed =
                spec == null ? null : spec.commandLine().getParseResult().matchedOption("--seed");
        if (resume
                && checkpoint != null
                && Files.exists(checkpoint)
                && seed != null
                && seed.originalStringValues().contains(SeedOption.RANDOM)) {
            learning.seed = ModelFile.readLearner(checkpoint, null).settings().seed();
        }
    }

    private StreamingKernelPca learner(
            @Nullable KernelPcaModel pattern, RowReader reader, ReadOptions read, Workers workers) throws IOException {
        if (pattern != null) {
            requireSameColumns(pattern, reader);
        }
        if (checkpoint == null || !resume || !Files.exists(checkpoint)) {
            sampleSource = rowsLearned -> "none: as in " + like;
            return pattern != null ? StreamingKernelPca.like(pattern, workers) : newLearner(reader, read, workers);
        }
        sampleSource = rowsLearned -> "as in " + checkpoint;
        // What was learned has its map: no rows are sampled, and no landmarks chosen, to be dropped again.
        Settings settings =
                pattern != null ? FittedModel.of(pattern).settings() : settings(builder(workers), reader.columns());
        LearnerCheckpoint saved = ResumedFit.of(checkpoint, settings, pattern, like);
        ResumedFit.skip(reader, saved.rows(), checkpoint, console().progress());
        return Learner.resume(saved, workers);
    }

    private FitRows.Sampling sampling() {
        return new FitRows.Sampling(inOrder, learning.warmup, learning.seed, ages.timeColumn != null);
    }

    private KernelPcaBuilder builder(Workers workers) {
        return learning.builder()
                .forgetting(ages.forgetting(preparing.lags > 1))
                .preparation(prepared.preparation())
                .columnNames(prepared.names())
                .workers(workers);
    }

    /** The settings of a new learner: what cannot be is refused before rows are read. */
    private Settings settings(KernelPcaBuilder builder, int columns) {
        Settings settings = UsageException.checking(() -> Learner.settings(builder, columns));
        if (targetError == null || !learning.isAutomatic()) {
            learning.requireLandmarks(settings.map(), this::isGiven);
        }
        return settings;
    }

    private StreamingKernelPca newLearner(RowReader reader, ReadOptions read, Workers workers) throws IOException {
        KernelPcaBuilder builder = builder(workers);
        int columns = reader.columns();
        settings(builder, columns);
        ProgressLine progress = console().progress();
        progress.update(() -> "taking the sample");
        try (FitSample sample = FitSample.of(inputs, read, sampling(), prepared)) {
            sampleSource = sample::describe;
            if (targetError != null) {
                chooseSizes(builder, sample, reader, workers);
            }
            StreamingKernelPca learner = sample.learner(builder, columns, head, workers);
            progress.done();
            return learner;
        }
    }

    private void chooseSizes(KernelPcaBuilder builder, FitSample sample, RowReader reader, Workers workers)
            throws IOException {
        if (ages.timeColumn != null && sample.isStream()) {
            throw new UsageException(
                    "--target-error with --time-column looks at rows before their time: give plain files,"
                            + " not compressed, without --in-order");
        }
        boolean all = !isGiven("--components");
        ProgressLine progress = console().progress();
        progress.update(() -> "trying sizes for the target error");
        double wanted = Objects.requireNonNull(targetError);
        head = sample.preview(reader).choose(builder, all, wanted, FitPreview.bytes(maxMemory), workers);
        progress.done();
        learning.requireLandmarks(Learner.settings(builder, reader.columns()).map(), this::isGiven);
    }

    private void requireSameColumns(KernelPcaModel model, RowReader reader) throws BadInputException {
        if (model.columns() != reader.columns()) {
            throw new BadInputException(
                    String.join(", ", inputs) + ": the rows have " + reader.columns() + " columns and " + like + " has "
                            + model.columns() + ": choose the same ones with --columns or --exclude");
        }
    }

    private void train(StreamingKernelPca learner, RowReader reader, Neighbours neighbours) throws IOException {
        FitProgress progress = new FitProgress(learner, reader, console().progress());
        // A batch never reaches beyond the next checkpoint by more than it has to.
        RowBatches batches = new RowBatches(reader, checkpoint == null ? Integer.MAX_VALUE : checkpointEvery);
        long next = checkpointEvery * (learner.rows() / checkpointEvery + 1);
        RowTimes times = Learner.of(learner).settings().forgetting().needsTimes() ? new RowTimes() : null;
        while (batches.read() > 0) {
            batches.addTo(neighbours);
            if (times == null) {
                batches.update(learner);
            } else {
                batches.update(learner, times);
            }
            if (checkpoint != null && learner.rows() >= next) {
                learner.checkpoint(checkpoint);
                next = checkpointEvery * (learner.rows() / checkpointEvery + 1);
            }
            progress.update();
        }
        progress.done();
    }
}
