package io.github.skpca.cli;

import io.github.skpca.Scale;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.io.OnBadRow;
import io.github.skpca.io.PartFiles;
import io.github.skpca.io.RowReader;
import io.github.skpca.kernel.KernelFamily;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Rows to the settings of fit that suit them best. */
@Command(
        name = "tune",
        description = "Try bandwidths, components and scales on a sample of your rows, and say which command to run.",
        footer = {
            "",
            "Without labels the choice goes by recovered, the share of the variance of held-out rows that the rows nearest by loadings tell, among",
            "settings that two halves of the rows agree on. With --label it goes by the accuracy of the five nearest, with --novel by the AUC.",
            "Example: skpca tune rows.csv -o tune.html",
            "         skpca tune rows.csv --label species"
        })
final class TuneCommand extends SkpcaCommand {
    private static final int FEWEST_ROWS = 50;
    private static final int MOST_NUMBERS = 1 << 25;
    private static final int SHOWN = 12;

    @Parameters(paramLabel = "ROWS", arity = "1..*", description = "Files of rows; - is standard input.")
    List<String> inputs = List.of();

    @Option(
            names = "--label",
            paramLabel = "COLUMN",
            description =
                    "A column of classes, which is not learned: settings are judged by how well neighbours tell it.")
    @Nullable
    String label;

    @Option(
            names = "--novel",
            paramLabel = "VALUE",
            description =
                    "With --label: the label of novel rows. All others are learned with --for novelty, and settings are judged by the AUC.")
    @Nullable
    String novel;

    @Option(
            names = "--bandwidth",
            split = ",",
            paramLabel = "LIST",
            defaultValue = "0.25median,0.5median,1median,2median,4median,16median",
            description =
                    "Bandwidths to try, as fit takes them (default: ${DEFAULT-VALUE}); the last is nearly linear PCA.")
    List<String> bandwidths = List.of();

    @Option(
            names = "--components",
            split = ",",
            paramLabel = "LIST",
            defaultValue = "2,5,10,20,40",
            description = "Numbers of components to try (default: ${DEFAULT-VALUE}).")
    List<Integer> components = List.of();

    @Option(
            names = "--scale",
            split = ",",
            paramLabel = "LIST",
            defaultValue = "columns,none",
            description = "Scales to try (default: ${DEFAULT-VALUE}).")
    List<String> scales = List.of();

    @Option(
            names = "--sample",
            paramLabel = "ROWS",
            defaultValue = "20000",
            description =
                    "Rows that are drawn and held in memory, from all over the input (default: ${DEFAULT-VALUE}).")
    int sample;

    @Option(
            names = "--seed",
            paramLabel = "N|random",
            defaultValue = "0",
            converter = SeedOption.class,
            description = "Which rows are drawn and held out (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(names = "-o", paramLabel = "PAGE", description = "Write a page with pictures: name.html.")
    @Nullable
    Path page;

    @Mixin
    RowOptions rows = new RowOptions();

    @Mixin
    ThreadOption threads = new ThreadOption();

    @Override
    void declare(CommandFiles files) {
        files.reads(inputs);
        files.writes("-o", page);
    }

    @Override
    void run() throws IOException {
        requireSensible();
        Path wanted = page;
        if (wanted != null) {
            FitCommand.requireWritable(wanted, "-o");
        }
        long start = System.nanoTime();
        TuneRows drawn;
        long skipped;
        List<String> notes;
        try (RowReader reader = rows.open(inputs, rows.options(0, label == null ? List.of() : List.of(label)))) {
            int most = Math.max(FEWEST_ROWS, Math.min(sample, MOST_NUMBERS / reader.columns()));
            drawn = TuneRows.draw(reader, most, seed, console().progress());
            skipped = reader.skippedRows();
            notes = reader.notes();
        }
        List<TuneCandidate> found;
        try (Workers workers = threads.workers()) {
            found = swept(drawn, workers);
        }
        TuneCandidate best = TuneSweep.best(found);
        Map<String, Object> fields = fields(drawn, found, best);
        fields.put("skippedRows", skipped);
        fields.put("seconds", (System.nanoTime() - start) * 1e-9);
        warn(notes, fields);
        if (wanted != null) {
            String html = new TunePage(found, best, judge(), fields).html();
            PartFiles.write(wanted, html.getBytes(StandardCharsets.UTF_8));
            fields.put("page", wanted.toString());
        }
        if (json) {
            console().json(fields);
        } else {
            print(found, best, fields);
        }
    }

    private Map<String, Object> fields(TuneRows drawn, List<TuneCandidate> found, TuneCandidate best) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rows", drawn.total());
        fields.put("sampledRows", drawn.count());
        fields.put("columns", drawn.columns());
        fields.put("seed", seed);
        fields.put("judgedBy", judge().label());
        if (label != null) {
            fields.put("mostFrequentLabel", largestShare(drawn.labels()));
        }
        fields.put("candidates", found.stream().map(one -> one.fields(judge())).toList());
        fields.put("best", best.fields(judge()));
        fields.put("command", command(best));
        fields.put("tuneCommand", tuneCommand());
        return fields;
    }

    private void requireSensible() {
        if (novel != null && label == null) {
            throw new UsageException("--novel needs --label: name the column that says which rows are novel");
        }
        if (sample < FEWEST_ROWS) {
            throw new UsageException("--sample must be at least " + FEWEST_ROWS + ", not " + sample);
        }
        if (components.stream().anyMatch(k -> k < 1 || k > 200)) {
            throw new UsageException("--components must be between 1 and 200 each, not " + components);
        }
        for (String bandwidth : bandwidths) {
            UsageException.checking(() -> StreamingKernelPca.builder().kernel(KernelFamily.GAUSSIAN, bandwidth));
        }
        scales.forEach(TuneCommand::scale);
    }

    private static Scale scale(String text) {
        return LearnerOptions.choice("--scale", text, Scale::ofLabel, Scale.labels());
    }

    private TuneCandidate.Judge judge() {
        if (novel != null) {
            return TuneCandidate.Judge.AUC;
        }
        return label == null ? TuneCandidate.Judge.RECOVERED : TuneCandidate.Judge.ACCURACY;
    }

    private List<TuneCandidate> swept(TuneRows drawn, Workers workers) {
        String strange = novel;
        TuneRows learned = strange == null ? drawn : drawn.labelled(strange, /* isThat= */ false);
        TuneRows others = strange == null ? learned : drawn.labelled(strange, /* isThat= */ true);
        if (learned.count() < FEWEST_ROWS) {
            throw new UsageException(learned.count() + (strange == null ? " rows" : " usual rows")
                    + " are too few to hold some out: give at least " + FEWEST_ROWS);
        }
        if (others.count() == 0) {
            throw new UsageException("no row of the sample has the label " + strange + " in column " + label
                    + ": name one that is there with --novel, or draw more rows with --sample");
        }
        if (label != null && strange == null && largestShare(drawn.labels()) == 1) {
            throw new UsageException("all rows have the same label in column " + label + ": leave --label out");
        }
        TuneSweep sweep = new TuneSweep(learned, components.stream().sorted().toList(), seed, workers);
        ProgressLine progress = console().progress();
        List<TuneCandidate> found = new ArrayList<>();
        int done = 0;
        int all = scales.size() * bandwidths.size();
        for (String scale : scales) {
            for (String bandwidth : bandwidths) {
                int number = ++done;
                progress.update(
                        () -> "trying " + number + " of " + all + ": --scale " + scale + " --bandwidth " + bandwidth);
                if (strange != null) {
                    found.add(sweep.tryOut(bandwidth, scale(scale), others));
                } else {
                    found.addAll(sweep.tryOut(bandwidth, scale(scale), judge()));
                }
            }
        }
        progress.done();
        if (found.isEmpty()) {
            throw new UsageException("all rows are alike: there is nothing to tune");
        }
        return found;
    }

    private static double largestShare(List<String> labels) {
        Map<String, Integer> counts = new TreeMap<>();
        labels.forEach(one -> counts.merge(one, 1, Integer::sum));
        return (double) counts.values().stream()
                        .mapToInt(Integer::intValue)
                        .max()
                        .orElse(0)
                / labels.size();
    }

    /** The command to copy, with what was said of the rows. */
    private String command(TuneCandidate best) {
        List<String> words = new ArrayList<>(List.of("skpca", "fit"));
        words.addAll(inputs);
        option(words, "--columns", rows.columns);
        List<String> excluded = new ArrayList<>(rows.exclude);
        excluded.addAll(rows.keep);
        if (label != null) {
            excluded.add(label);
        }
        option(words, "--exclude", excluded);
        if (rows.onBadRow == OnBadRow.SKIP) {
            words.addAll(List.of("--on-bad-row", "skip"));
        }
        if (novel != null) {
            words.addAll(List.of("--for", "novelty"));
        }
        words.addAll(
                List.of("--bandwidth", best.bandwidth(), "--scale", best.scale().label()));
        if (novel == null) {
            words.addAll(List.of("--components", Integer.toString(best.components())));
        }
        words.addAll(List.of("-o", "model.skpca"));
        return line(words);
    }

    /** The command that made the sweep. */
    private String tuneCommand() {
        List<String> words = new ArrayList<>(List.of("skpca", "tune"));
        words.addAll(inputs);
        option(words, "--columns", rows.columns);
        option(words, "--exclude", rows.exclude);
        option(words, "--keep", rows.keep);
        option(words, "--label", label == null ? List.of() : List.of(label));
        option(words, "--novel", novel == null ? List.of() : List.of(novel));
        option(words, "--bandwidth", bandwidths);
        option(words, "--components", components.stream().map(String::valueOf).toList());
        option(words, "--scale", scales);
        words.addAll(List.of("--sample", Integer.toString(sample), "--seed", Long.toString(seed)));
        return line(words);
    }

    private static String line(List<String> words) {
        return String.join(" ", words.stream().map(TuneCommand::quoted).toList());
    }

    private static void option(List<String> words, String name, List<String> values) {
        if (!values.isEmpty()) {
            words.add(name);
            words.add(String.join(",", values));
        }
    }

    /** As a shell takes it for one word. */
    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./,:=+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    private void print(List<TuneCandidate> found, TuneCandidate best, Map<String, Object> fields) {
        PrintStream out = console().out();
        out.println("Tried " + found.size() + " settings on " + TunePage.tried(fields) + "; the best by "
                + judge().label() + ":");
        out.println(line("bandwidth", "scale", "components", "heldOutError", "stability", judge().label()));
        List<TuneCandidate> shown = new ArrayList<>(found.stream()
                .sorted(Comparator.comparingDouble(TuneCandidate::quality).reversed())
                .limit(SHOWN)
                .toList());
        if (!shown.contains(best)) {
            shown.add(best);
        }
        for (TuneCandidate one : shown) {
            String quality = Console.number(one.quality());
            boolean hasComponents = one.components() > 0;
            out.println(line(
                            one.bandwidth(),
                            one.scale().label(),
                            hasComponents ? Integer.toString(one.components()) : "",
                            hasComponents ? Console.number(one.heldOutError()) : "",
                            hasComponents ? Console.number(one.stability()) : "",
                            quality)
                    + (one.equals(best) ? "  <- taken" : ""));
        }
        if (judge() == TuneCandidate.Judge.ACCURACY) {
            out.println("The most frequent label alone is right on a share of "
                    + Console.text(fields.get("mostFrequentLabel")) + ".");
        }
        if (best.isNearlyLinear()) {
            out.println(TuneCandidate.NEARLY_LINEAR);
        }
        out.println(String.valueOf(fields.get("command")));
        if (page != null) {
            out.println("The page is " + page);
        }
    }

    private static String line(String... cells) {
        return String.format(Locale.ROOT, "  %-12s %-8s %10s %13s %10s %10s", (Object[]) cells);
    }
}
