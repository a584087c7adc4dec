package io.github.skpca.experiments.accuracy;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.experiments.data.DataFolder;
import io.github.skpca.experiments.data.PaperDataSet;
import io.github.skpca.experiments.data.PaperRows;
import io.github.skpca.experiments.results.AccuracyPoint;
import io.github.skpca.experiments.results.ResultFileException;
import io.github.skpca.experiments.run.ResultFile;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Measures what accuracy.tsv does not have yet, and makes the page of all of it.
 *
 * <p>Measurements are added task by task, so that a run can be stopped at any moment and resumed. What a task
 * measures depends on the plan's seed and on the task alone: a run in pieces gives the same lines as a run at once.
 */
public final class AccuracyRun {
    /*
     * The order of work: three seeds of every data set, then the rest of them in reverse, so that the largest is not read
     * twice in a row, then more seeds of two maps. If the budget ends a run early, every data set has a median.
     */
    private static final int FIRST_REPEATS = 3;

    /** So many times the seeds of others for the two maps whose errors are to be the same. */
    private static final int EQUAL_REPEATS = 4;


    private final AccuracyPlan plan;
    private final AccuracyFiles files;
    private final PaperRows source;
    private final Workers workers;
    private final List<CandidateMap> maps = CandidateMap.all();
    private final ResultFile measurements;
    private Consumer<String> progress = text -> {};
    private final Set<Task> done = new HashSet<>();
    private final Map<String, Double> lastSeconds = new HashMap<>();
    private @Nullable Loaded loaded;

    /** The data set in memory: only one at a time. */
    private record Loaded(PaperDataSet set, SystemMeasuring measuring) {}

    /**
     * A run of a plan into files.
     *
     * @param data where published files are, or null if only generated rows are wanted
     */
    public AccuracyRun(AccuracyPlan plan, AccuracyFiles files, @Nullable DataFolder data, Workers workers) {
        this.plan = plan;
        this.files = files;
        this.source = new PaperRows(data, plan.seed(), plan.mostRows());
        this.workers = workers;
        this.measurements = new ResultFile(files.measurements(), AccuracyPoint.COLUMNS);
    }

    /** Who is told, in a few words, what is being done. */
    public AccuracyRun onProgress(Consumer<String> listener) {
        progress = listener;
        return this;
    }

    /**
     * Does what is not done yet, and writes the page.
     *
     * @param budgetMinutes no task is begun that would probably end later; 0 for no limit
     * @param commit of the sources, for the page
     * @param command as it was typed, for the page
     * @return sentences that say what is missing
     * @throws ResultFileException if the measurements that are there are of another plan
     */
    public List<String> run(double budgetMinutes, String commit, String command) throws IOException {
        long end = budgetMinutes > 0 ? System.nanoTime() + (long) (budgetMinutes * 60e9) : Long.MAX_VALUE;
        Path folder = files.page().toAbsolutePath().getParent();
        if (folder != null) {
            Files.createDirectories(folder);
        }
        List<Task> tasks = inOrder();
        keepWholeTasks(tasks);
        int before = done.size();
        RunFacts facts = new RunFacts(files, plan, command, commit, workers.threads());
        for (int i = 0; i < tasks.size(); i++) {
            Task task = tasks.get(i);
            if (!done.contains(task) && fits(task, end)) {
                if (done.size() == before) {
                    // A run that is killed leaves its facts too.
                    facts.write(List.of("The run was stopped before its end."));
                }
                measure(task, i + 1, tasks.size());
            }
        }
        List<String> missing = missing(tasks);
        if (done.size() > before || !Files.exists(files.facts())) {
            facts.write(missing);
        }
        AccuracyPage.write(files);
        return missing;
    }

    private boolean fits(Task task, long end) {
        double expected = lastSeconds.getOrDefault(task.work(), 0.0);
        return end == Long.MAX_VALUE || System.nanoTime() + (long) (expected * 1e9) <= end;
    }

    private List<Task> inOrder() {
        List<Task> tasks = new ArrayList<>();
        int first = Math.min(FIRST_REPEATS, plan.repeats());
        for (PaperDataSet set : plan.sets()) {
            tasks.add(new Task(set, AccuracyPoint.SAMPLE, Task.EXACT, 0, 0));
            addRepeats(tasks, set, 0, first);
        }
        for (int i = plan.sets().size() - 1; i >= 0; i--) {
            addRepeats(tasks, plan.sets().get(i), first, plan.repeats());
        }
        for (PaperDataSet set : plan.sets()) {
            addPairs(tasks, set, plan.repeats(), EQUAL_REPEATS * plan.repeats());
        }
        return tasks;
    }

    /** Equality needs more seeds than an order of magnitude. */
    private void addPairs(List<Task> tasks, PaperDataSet set, int from, int to) {
        for (int repeat = from; repeat < to; repeat++) {
            for (int size : plan.sizes()) {
                tasks.add(new Task(set, AccuracyPoint.SAMPLE, MapKind.ORTHOGONAL.label(), size, repeat));
                tasks.add(new Task(set, AccuracyPoint.SAMPLE, MapKind.STRUCTURED.label(), size, repeat));
            }
        }
    }

    private void addRepeats(List<Task> tasks, PaperDataSet set, int from, int to) {
        for (int repeat = from; repeat < to; repeat++) {
            for (int size : plan.sizes()) {
                for (CandidateMap map : maps) {
                    tasks.add(new Task(set, AccuracyPoint.SAMPLE, map.label(), size, repeat));
                }
                tasks.add(new Task(set, AccuracyPoint.SAMPLE, Task.NYSTROM, size, repeat));
                tasks.add(new Task(set, AccuracyPoint.SAMPLE, Task.RNCA, size, repeat));
            }
            tasks.add(new Task(set, AccuracyPoint.STREAM, CandidateMap.AUTO, plan.streamSize(), repeat));
        }
    }

    private void measure(Task task, int number, int count) throws IOException {
        SystemMeasuring measuring = load(task.set());
        progress.accept(task.work() + ", seed " + (task.repeat() + 1) + " (" + number + " of " + count + ")");
        long start = System.nanoTime();
        List<AccuracyPoint> points = measuring.measure(task, seed(task.repeat()));
        measurements.append(points.stream().map(AccuracyPoint::values).toList());
        done.add(task);
        lastSeconds.put(task.work(), (System.nanoTime() - start) * 1e-9);
    }

    private SystemMeasuring load(PaperDataSet set) throws IOException {
        Loaded now = loaded;
        if (now == null || now.set != set) {
            // Let go of the last before the next is read: two of them need not fit the memory.
            loaded = null;
            progress.accept("reading " + set.label());
            now = new Loaded(set, new SystemMeasuring(plan, source.load(set), maps, workers));
            loaded = now;
        }
        return now.measuring;
    }

    /** The same for every system, so that the automatic choice gives the very numbers of what it chose. */
    private long seed(int repeat) {
        // Positive, so that nobody has to wonder about a minus sign.
        return new RandomStream(plan.seed(), Purpose.EXPERIMENT_REPEAT, repeat).nextLong() >>> 1;
    }

    /** Drops a torn end, and the lines of a task whose others are not there. */
    private void keepWholeTasks(List<Task> tasks) throws IOException {
        Path file = files.measurements();
        if (!Files.exists(file)) {
            measurements.start();
            return;
        }
        if (!measurements.hasHeader()) {
            throw new ResultFileException(
                    file, 1, "not the header that this version writes: remove the file, or write elsewhere");
        }
        measurements.keep(line -> true);
        Map<Task, Set<Integer>> found = new HashMap<>();
        for (AccuracyPoint point : AccuracyPoint.read(file)) {
            requireSamePlan(point);
            PaperDataSet.ofLabel(point.dataset())
                    .ifPresent(set -> found.computeIfAbsent(
                                    new Task(set, point.part(), point.system(), point.m(), point.repeat()),
                                    task -> new HashSet<>())
                            .add(point.l()));
        }
        Set<List<String>> torn = new HashSet<>();
        for (Task task : tasks) {
            Set<Integer> sizes = found.getOrDefault(task, Set.of());
            if (sizes.containsAll(task.sketchSizes(plan))) {
                done.add(task);
            } else {
                torn.add(key(task));
            }
        }
        measurements.keep(line -> !torn.contains(key(line)));
    }

    private static List<String> key(Task task) {
        return List.of(
                task.set().label(),
                task.part(),
                task.system(),
                Integer.toString(task.size()),
                Integer.toString(task.repeat()));
    }

    private List<String> key(String[] line) {
        List<String> key = new ArrayList<>();
        for (String column : List.of("dataset", "part", "system", "m", "repeat")) {
            key.add(line[measurements.column(column)]);
        }
        return key;
    }

    private void requireSamePlan(AccuracyPoint point) throws IOException {
        PaperDataSet set = PaperDataSet.ofLabel(point.dataset()).orElse(null);
        boolean same = set != null
                && point.seed() == seed(point.repeat())
                && point.testRows() == source.testRows(set)
                && point.trainRows() == trainRows(set, point.part());
        if (!same) {
            throw new ResultFileException(
                    files.measurements(),
                    2,
                    "measurements of another run (other rows or another seed): remove it, or write elsewhere");
        }
    }

    private int trainRows(PaperDataSet set, String part) {
        int all = source.trainRows(set);
        return part.equals(AccuracyPoint.SAMPLE) ? Math.min(all, plan.sampleRows()) : all;
    }

    private List<String> missing(List<Task> tasks) {
        List<String> sentences = new ArrayList<>();
        for (PaperDataSet set : PaperDataSet.values()) {
            if (!plan.sets().contains(set)) {
                sentences.add(set.label() + " was left out.");
            }
        }
        Map<String, Integer> counts = new LinkedHashMap<>();
        for (Task task : tasks) {
            if (!done.contains(task)) {
                counts.merge(task.set().label() + ", " + task.part(), 1, Integer::sum);
            }
        }
        counts.forEach((where, count) ->
                sentences.add(where + ": " + count + " measurements were not begun within the budget."));
        return sentences;
    }
}
