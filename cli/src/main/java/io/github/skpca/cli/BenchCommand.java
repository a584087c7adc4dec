package io.github.skpca.cli;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.MapKind;
import io.github.skpca.ShrinkRule;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BackendStart;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowFormat;
import io.github.skpca.io.RowReader;
import io.github.skpca.io.Rows;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Speed on this machine, beside this machine's limit, all in one run. */
@Command(
        name = "bench",
        description =
                "Rows a second of training and transforming, beside the machine's own limit measured in the same run.")
final class BenchCommand extends SkpcaCommand {
    private static final int MOST_SECONDS = 3600;

    @Parameters(
            arity = "0..1",
            paramLabel = "INPUT",
            description = "Rows to measure with, 20,480 of them at random; made up by default.")
    @Nullable
    String input;

    @Option(
            names = "--columns",
            split = ",",
            paramLabel = "D",
            defaultValue = "21,54,123,1000",
            description = "Columns to try (default: ${DEFAULT-VALUE}).")
    int[] columns = {};

    @Option(
            names = "--features",
            split = ",",
            paramLabel = "M",
            defaultValue = "1000,4000",
            description = "Features to try (default: ${DEFAULT-VALUE}).")
    int[] features = {};

    @Option(
            names = "--sketch",
            split = ",",
            paramLabel = "L",
            defaultValue = "10,50",
            description = "Sketch sizes to try (default: ${DEFAULT-VALUE}).")
    int[] sketches = {};

    @Option(
            names = "--seconds",
            paramLabel = "S",
            defaultValue = "1",
            description = "How long each figure is measured; the best of three is taken, once the rate no longer rises"
                    + " (default: ${DEFAULT-VALUE}).")
    double seconds;

    @Option(
            names = "--shrink",
            paramLabel = "RULE",
            defaultValue = "block",
            description = "block (default), fast or paper.")
    String shrink = "block";

    @Option(
            names = "--map",
            paramLabel = "MAP",
            split = ",",
            defaultValue = "landmarks",
            description = "Maps to try: landmarks (default), orthogonal, structured, paired, fourier.")
    String[] maps = {};

    @Option(
            names = "--rank",
            split = ",",
            paramLabel = "R",
            description = "Features that landmarks give a row, to try (default: 3 times L, at least 96).")
    int[] ranks = {};

    @Option(names = "--sparse", description = "Measure also with the same rows without their zeros.")
    boolean sparse;

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = "csv, libsvm or npy, if INPUT's name does not tell.")
    @Nullable
    RowFormat format;

    @Mixin
    ThreadOption threads = new ThreadOption();

    @Override
    void declare(CommandFiles files) {
        // It reads and writes no files.
    }

    @Override
    void run() throws IOException {
        // Speed is measured, and not while SIMD gets ready.
        BackendStart.changeNow();
        if (!(seconds > 0 && seconds <= MOST_SECONDS)) {
            throw new UsageException("--seconds must be above 0 and at most " + MOST_SECONDS + ", not " + seconds);
        }
        List<Choice> choices = choices();
        ProgressLine progress = console().progress();
        try (Workers workers = threads.workers()) {
            progress.update(() -> "measuring the machine's limits");
            MachineLimits limits = MachineLimits.measure(workers, seconds);
            List<SpeedCase> cases = new ArrayList<>();
            List<double[]> given = rows();
            for (double[] rows : given) {
                int d = rows.length / SpeedCase.ROWS;
                for (int m : features) {
                    for (int l : sketches) {
                        for (Choice choice : choices) {
                            progress.update(() -> "measuring " + choice.map + " d=" + d + " m=" + m + " l=" + l);
                            for (boolean without : sparse ? new boolean[] {false, true} : new boolean[] {false}) {
                                cases.add(UsageException.checking(() -> SpeedCase.measure(
                                        rows,
                                        new int[] {d, m, l},
                                        choice.builder.copy(),
                                        workers,
                                        limits,
                                        seconds,
                                        without)));
                            }
                        }
                    }
                }
            }
            progress.update(() -> "measuring the latency of a row");
            Latency latency = Latency.measure();
            progress.done();
            print(workers, limits, cases, latency);
        }
    }

    private record Choice(String map, KernelPcaBuilder builder) {}

    /** Every map, and landmarks with every rank. */
    private List<Choice> choices() {
        List<Choice> choices = new ArrayList<>();
        for (String label : maps) {
            MapKind map = LearnerOptions.choice("--map", label, MapKind::ofLabel, MapKind.labels());
            KernelPcaBuilder builder = StreamingKernelPca.builder()
                    .map(map)
                    .shrink(LearnerOptions.choice("--shrink", shrink, ShrinkRule::ofLabel, ShrinkRule.labels()));
            if (map != MapKind.LANDMARKS || ranks.length == 0) {
                choices.add(new Choice(label, builder));
                continue;
            }
            for (int rank : ranks) {
                choices.add(new Choice(
                        label, UsageException.checking(() -> builder.copy().rank(rank))));
            }
        }
        return choices;
    }

    /** What is measured with: as many rows of a file as of those made up, again and again if it has fewer. */
    private List<double[]> rows() throws IOException {
        List<double[]> given = new ArrayList<>();
        if (input == null) {
            for (int d : columns) {
                given.add(UsageException.checking(() -> SpeedCase.rows(SpeedCase.ROWS, d)));
            }
            return given;
        }
        try (RowReader reader = Rows.open(List.of(input), ReadOptions.defaults().withFormat(format))) {
            RowSample sample = RowSample.of(reader, SpeedCase.ROWS, 0);
            int d = reader.columns();
            double[] rows = new double[SpeedCase.ROWS * d];
            for (int i = 0; i < SpeedCase.ROWS; i++) {
                System.arraycopy(sample.rows(), i % sample.count() * d, rows, i * d, d);
            }
            given.add(rows);
        }
        return given;
    }

    private void print(Workers workers, MachineLimits limits, List<SpeedCase> cases, Latency latency)
            throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("backend", Backend.active().name());
        fields.put("threads", workers.threads());
        fields.put("java", System.getProperty("java.version"));
        fields.put("shrink", shrink);
        fields.put("productFlops", limits.productFlops());
        fields.put("registerFlops", limits.registerFlops());
        fields.put("cosinesPerSecond", limits.cosines());
        fields.put("latencyMicrosP50", latency.p50());
        fields.put("latencyMicrosP99", latency.p99());
        if (json) {
            fields.put("cases", cases.stream().map(SpeedCase::fields).toList());
            console().json(fields);
            return;
        }
        console().table(fields);
        console()
                .out()
                .println("map              d      m    l    r    train rows/s  of limit    transform rows/s  of limit");
        for (SpeedCase one : cases) {
            console()
                    .out()
                    .println(String.format(
                            Locale.ROOT,
                            "%-11s%7d%7d%5d%5s%,16.0f%9.0f%%%,20.0f%9.0f%%",
                            one.map().label() + (one.isSparse() ? "*" : ""),
                            one.columns(),
                            one.features(),
                            one.sketch(),
                            one.map() == MapKind.LANDMARKS ? one.rank() : "",
                            one.trainRowsPerSecond(),
                            100 * one.rooflineShare(),
                            one.transformRowsPerSecond(),
                            100 * one.transformRooflineShare()));
        }
        console()
                .out()
                .println(
                        "limit: 2dm + 4ml flop and m cosines a trained row, 2dm + 2mk and m a transformed one (k = 10),");
        if (cases.stream().anyMatch(one -> one.map() == MapKind.STRUCTURED)) {
            SpeedCase.STRUCTURED_LIMIT.forEach(console().out()::println);
        }
        console().out().println("at the higher of our product's and a register loop's flop/s, all threads, this run.");
        if (cases.stream().anyMatch(one -> one.map() == MapKind.LANDMARKS)) {
            console().out().println("r: the features that landmarks give a row (--rank).");
        }
        if (sparse) {
            console().out().println("* rows without their zeros; the limit is that of rows with them.");
        }
    }
}
