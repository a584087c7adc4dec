package io.github.skpca.experiments;

import io.github.skpca.Workers;
import io.github.skpca.experiments.data.DataFolder;
import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.experiments.data.PaperDataSet;
import io.github.skpca.experiments.data.PaperRows;
import io.github.skpca.experiments.results.Manifest;
import io.github.skpca.experiments.results.ResultFileException;
import io.github.skpca.experiments.run.ExactTraining;
import io.github.skpca.experiments.run.Machine;
import io.github.skpca.experiments.run.MethodGroup;
import io.github.skpca.experiments.run.Point;
import io.github.skpca.experiments.run.ResultFile;
import io.github.skpca.experiments.run.Scaling;
import io.github.skpca.experiments.theory.TrialResult;
import io.github.skpca.experiments.theory.Trials;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The paper's experiments, from rows to result files: points.tsv, theory.tsv, scaling.tsv and manifest.json in one folder.
 *
 * <p>Points are added group by group, so that a run can be stopped at any moment and resumed. What a group measures
 * depends on the seed and the group alone, never on when it ran; times aside, two runs give the same bytes.
 */
public final class Reproduction {
    /*
     * The order of work: every data set once, the largest only at the small sizes and at 500, 1000 and 1500; the repeats of all
     * but the largest; those of the largest; and last its other sizes. If the budget ends a run early, what is missing is what
     * costs most and tells least.
     */
    private static final int COARSE_STEP = 500;

    /** Bandwidths of the same rows differ by the rounding of different versions. */
    private static final double SAME_BANDWIDTH = 1e-6;

    private static final int EXACT_REPEATS = 3;

    private final Plan plan;
    private final Path folder;
    private final @Nullable DataFolder data;
    private final Workers workers;
    private Consumer<String> progress = text -> {};
    private final ResultFile points;
    private final Set<Group> done = new HashSet<>();
    private final Map<String, Double> lastSeconds = new HashMap<>();
    private @Nullable Loaded loaded;

    /** What is measured at once; the size 0 stands for exact kernel PCA. */
    private record Group(PaperDataSet set, int size, int repeat) {
        String work() {
            return set.label() + " " + size;
        }
    }

    /** The data set in memory: only one at a time. */
    private record Loaded(PaperDataSet set, HeldOut rows, Measuring measuring) {}

    /**
     * Experiments into a folder.
     *
     * @param data where published files are, or null if only generated rows are wanted
     */
    public Reproduction(Plan plan, Path folder, @Nullable DataFolder data, Workers workers) {
        this.plan = plan;
        this.folder = folder;
        this.data = data;
        this.workers = workers;
        this.points = new ResultFile(folder.resolve("points.tsv"), Point.COLUMNS);
    }

    /** Who is told, in a few words, what is being done. */
    public Reproduction onProgress(Consumer<String> listener) {
        progress = listener;
        return this;
    }

    /**
     * Does what is not done yet.
     *
     * @param resume keep the whole groups that are in the folder; else begin again
     * @param budgetMinutes no group is begun that would probably end later; 0 for no limit
     * @param commit of the sources, for the manifest
     * @param command as it was typed, for the manifest
     * @return sentences that say what was cut
     */
    public List<String> run(boolean resume, double budgetMinutes, String commit, String command) throws IOException {
        long end = budgetMinutes > 0 ? System.nanoTime() + (long) (budgetMinutes * 60e9) : Long.MAX_VALUE;
        Files.createDirectories(folder);
        RunManifest manifest =
                new RunManifest(plan, new RunManifest.Origin(commit, command), workers.threads(), budgetMinutes);
        if (resume) {
            keepWholeGroups();
        } else {
            points.start();
            Files.deleteIfExists(folder.resolve("theory.tsv"));
            Files.deleteIfExists(folder.resolve("scaling.tsv"));
        }
        manifest.write(folder, false);
        if (plan.trialShare() > 0) {
            statements(resume);
            scaling(resume);
        }
        for (Group group : inOrder()) {
            if (!done.contains(group) && fits(group, end)) {
                measure(group, manifest);
            }
        }
        List<String> cut = cut();
        manifest.cut(cut);
        manifest.write(folder, true);
        return cut;
    }

    /**
     * Measures this project's default again in the groups that the folder has; the rivals' points and all else are kept.
     *
     * @param repeats how many repeats of each; the points of further ones are dropped
     * @param commit of the sources, for a manifest of its own
     * @param command as it was typed
     * @return sentences that say what was done
     * @throws IOException also if other rows are held out now than when the folder was measured
     */
    public List<String> renew(int repeats, String commit, String command) throws IOException {
        RunManifest manifest = new RunManifest(plan, new RunManifest.Origin(commit, command), workers.threads(), 0);
        // Before anything is dropped: groups of other rows have other seeds, too, and would be taken for broken ones.
        for (PaperDataSet set : plan.sets()) {
            requireSameRows(set, manifest);
        }
        keepWholeGroups();
        points.keep(line -> !line[points.column("method")].equals(MethodGroup.SKPCA));
        List<String> before = Manifest.read(folder).fields().getOrDefault("machine.cpu", List.of());
        String times = before.equals(List.of(Machine.cpu()))
                ? ", on the same machine; their times are to be compared with care."
                : ", on another machine (" + Machine.cpu() + "); their times are not to be compared.";
        List<String> sentences = List.of("The points of " + MethodGroup.SKPCA
                + " are of a later run than all others, with at most " + repeats + " repeats" + times);
        for (Group group : inOrder()) {
            if (done.contains(group) && group.size > 0 && group.repeat < repeats) {
                progress.accept(group.work() + ", repeat " + (group.repeat + 1));
                List<Point> measured = load(group.set, manifest)
                        .measuring
                        .own(group.size, plan.sketchSizes(), group.repeat, seed(group));
                points.append(measured.stream().map(Point::values).toList());
            }
        }
        manifest.cut(sentences);
        manifest.write(folder, Manifest.RENEWED, true);
        return sentences;
    }

    /** The bandwidth tells: rows that were drawn in another way have another. */
    private void requireSameRows(PaperDataSet set, RunManifest now) throws IOException {
        List<String> then = Manifest.read(folder).fields().getOrDefault("bandwidths." + set.label(), List.of());
        if (then.isEmpty()) {
            return;
        }
        load(set, now);
        if (Math.abs(Double.parseDouble(then.get(0)) / now.bandwidth(set.label()) - 1) > SAME_BANDWIDTH) {
            throw new ResultFileException(
                    folder.resolve(RunManifest.FILE),
                    1,
                    "other rows of " + set.label() + " were held out then; measure all again, in a new folder");
        }
    }

    /**
     * Tries the paper's statements again; points and scaling are kept.
     *
     * @param commit of the sources, for a manifest of its own
     * @param command as it was typed
     * @return sentences that say what was done
     */
    public List<String> renewTheory(String commit, String command) throws IOException {
        RunManifest manifest = new RunManifest(plan, new RunManifest.Origin(commit, command), workers.threads(), 0);
        statements(false);
        List<String> sentences = List.of("theory.tsv is of a later run than all else; nothing in it is a time.");
        manifest.cut(sentences);
        manifest.write(folder, Manifest.THEORY, true);
        return sentences;
    }

    private boolean fits(Group group, long end) {
        double expected = lastSeconds.getOrDefault(group.work(), 0.0);
        return end == Long.MAX_VALUE || System.nanoTime() + (long) (expected * 1e9) <= end;
    }

    private List<Group> inOrder() {
        List<Group> groups = new ArrayList<>();
        for (PaperDataSet set : plan.sets()) {
            addRepeat(groups, set, 0, set == PaperDataSet.FOREST ? coarseSizes() : plan.sizes());
        }
        for (PaperDataSet set : plan.sets()) {
            // A data set's repeats one after another: it is read once for all of them.
            for (int repeat = 1; repeat < plan.repeats(set) && set != PaperDataSet.FOREST; repeat++) {
                addRepeat(groups, set, repeat, plan.sizes());
            }
        }
        if (plan.sets().contains(PaperDataSet.FOREST)) {
            for (List<Integer> sizes : List.of(coarseSizes(), plan.sizes())) {
                for (int repeat = 0; repeat < plan.repeats(PaperDataSet.FOREST); repeat++) {
                    addRepeat(groups, PaperDataSet.FOREST, repeat, sizes);
                }
            }
        }
        return groups.stream().distinct().toList();
    }

    private List<Integer> coarseSizes() {
        return plan.sizes().stream()
                .filter(size -> size < COARSE_STEP || size % COARSE_STEP == 0)
                .toList();
    }

    private void addRepeat(List<Group> groups, PaperDataSet set, int repeat, List<Integer> sizes) {
        sizes.forEach(size -> groups.add(new Group(set, size, repeat)));
        // A line to compare with: its spread is small, and a few repeats show it.
        if (plan.exactRows() > 0 && repeat < EXACT_REPEATS) {
            groups.add(new Group(set, 0, repeat));
        }
    }

    private void measure(Group group, RunManifest manifest) throws IOException {
        long start = System.nanoTime();
        String what = group.set.label() + ", " + (group.size == 0 ? "exact" : "size " + group.size) + ", repeat "
                + (group.repeat + 1) + " of " + plan.repeats(group.set);
        progress.accept(what);
        Loaded now = load(group.set, manifest);
        List<Point> measured = group.size == 0
                ? now.measuring.exact(plan.exactRows(), group.repeat, seed(group))
                : now.measuring.group(group.size, plan.sketchSizes(), group.repeat, seed(group));
        points.append(measured.stream().map(Point::values).toList());
        done.add(group);
        lastSeconds.put(group.work(), (System.nanoTime() - start) * 1e-9);
    }

    private Loaded load(PaperDataSet set, RunManifest manifest) throws IOException {
        Loaded now = loaded;
        if (now == null || now.set != set) {
            boolean first = now == null;
            // Let go of the last before the next is read: two of them need not fit the memory.
            loaded = null;
            now = null;
            progress.accept("reading " + set.label());
            HeldOut rows = new PaperRows(data, plan.seed(), plan.mostRows()).load(set);
            Measuring measuring = new Measuring(set.label(), rows, workers);
            if (first) {
                measuring.warmUp(plan.sketchSizes());
            }
            manifest.bandwidth(set.label(), rows.kernel().bandwidth());
            now = new Loaded(set, rows, measuring);
            loaded = now;
        }
        return now;
    }

    private long seed(Group group) {
        long ofSet = RandomStream.seedOf(plan.seed(), group.set.label().hashCode());
        long number = group.size * 10_000L + group.repeat;
        // Positive, so that nobody has to wonder about a minus sign.
        return new RandomStream(ofSet, Purpose.EXPERIMENT_GROUP, number).nextLong() >>> 1;
    }

    /** A group is whole if its last line is there: Nystrom's, or the one line of exact kernel PCA. */
    private void keepWholeGroups() throws IOException {
        Set<Long> whole = new HashSet<>();
        Map<Long, Group> bySeed = new HashMap<>();
        inOrder().forEach(group -> bySeed.put(seed(group), group));
        for (String[] line : points.lines()) {
            String method = line[points.column("method")];
            if (method.equals(MethodGroup.NYSTROM) || method.equals(ExactTraining.EXACT)) {
                whole.add(Long.valueOf(line[points.column("seed")]));
            }
        }
        points.keep(line -> {
            long seed = Long.parseLong(line[points.column("seed")]);
            Group group = bySeed.get(seed);
            boolean kept = group != null && whole.contains(seed);
            if (kept) {
                done.add(group);
            }
            return kept;
        });
    }

    private void statements(boolean resume) throws IOException {
        ResultFile file = new ResultFile(folder.resolve("theory.tsv"), TrialResult.COLUMNS);
        if (resume && !file.lines().isEmpty()) {
            return;
        }
        List<TrialResult> results = new Trials(plan.seed(), plan.trialShare(), workers).run(progress);
        file.write(results.stream().map(TrialResult::values).toList());
    }

    private void scaling(boolean resume) throws IOException {
        ResultFile file = new ResultFile(folder.resolve("scaling.tsv"), Scaling.COLUMNS);
        if (resume && !file.lines().isEmpty()) {
            return;
        }
        boolean quick = plan.trialShare() < 1;
        file.write(new Scaling(plan.seed(), quick ? 1 : 3, quick, workers).run(progress));
    }

    private List<String> cut() {
        List<String> sentences = new ArrayList<>();
        for (PaperDataSet set : PaperDataSet.values()) {
            if (!plan.sets().contains(set)) {
                sentences.add(set.label() + " was left out.");
                continue;
            }
            Map<Integer, List<String>> sizesByRepeats = new java.util.TreeMap<>();
            for (Group group : inOrder()) {
                if (group.set == set && group.repeat == 0) {
                    int repeats = 0;
                    for (int repeat = 0; repeat < plan.repeats(set); repeat++) {
                        repeats += done.contains(new Group(set, group.size, repeat)) ? 1 : 0;
                    }
                    String size = group.size == 0 ? "exact" : Integer.toString(group.size);
                    sizesByRepeats
                            .computeIfAbsent(repeats, count -> new ArrayList<>())
                            .add(size);
                }
            }
            sizesByRepeats.forEach((repeats, sizes) -> {
                if (repeats < plan.repeats(set)) {
                    sentences.add(set.label() + ": " + repeats + " of " + plan.repeats(set)
                            + " repeats within the budget for sizes " + String.join(", ", sizes) + ".");
                }
            });
        }
        if (plan.sets().contains(PaperDataSet.FOREST) && plan.repeats(PaperDataSet.FOREST) < plan.repeats()) {
            sentences.add("forest has at most " + plan.repeats(PaperDataSet.FOREST) + " repeats where the others have "
                    + plan.repeats() + ".");
        }
        if (plan.mostRows() > 0) {
            sentences.add("At most " + plan.mostRows() + " rows of each data set were used.");
        }
        sentences.add("rnca-row was timed on a prefix of the rows (lines with extrapolated = 1).");
        return sentences;
    }
}
