package io.github.skpca.benchmarks;

import io.github.skpca.MergeException;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What merging costs where parts of a stream are unlike: rows in an order, cut into parts, a learner with landmarks of its own for each part, all of one
 * kernel, merged in several orders; beside it one learner of all rows in the same order, and one of them shuffled.
 *
 * <p>Errors are those of {@link OrderAccuracy}, medians over seeds. Orders of merging: {@code first to last}, {@code last to first}, {@code pairs} (neighbours, then
 * pairs of them, and so on), {@code random}. A merge that is refused is reported, and the study ends with exit code 1.
 *
 * <p>Usage: MergeOrders [--data DIR] [--set forest] [--order column] [--parts 8] [--sizes 10,50] [--seeds 5], and the options on rows and learners of
 * {@link OrderAccuracy}. The set is forest with a folder, and kinds, sorted by kind, without.
 */
final class MergeOrders {
    private static final List<String> WAYS = List.of("first to last", "last to first", "pairs", "random");

    /** The most that merging may cost. */
    private static final double LIMIT = 1.2;

    private final StudyOptions options;
    private final Workers workers;
    private final int parts;
    private final int seeds;
    private int refused;
    private int above;

    private MergeOrders(StudyOptions options, Workers workers) {
        this.options = options;
        this.workers = workers;
        this.parts = options.count("parts", 8);
        this.seeds = options.count("seeds", 5);
    }

    /** Prints the table. */
    public static void main(String[] arguments) throws IOException {
        StudyOptions.run(() -> {
            StudyOptions options = StudyOptions.parse(
                    arguments,
                    List.of(
                            StudySets.OPTIONS,
                            StudyFits.Common.OPTIONS,
                            Set.of("set", "order", "parts", "sizes", "seeds")));
            int refused;
            try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                refused = new MergeOrders(options, workers).run();
            }
            if (refused > 0) {
                System.exit(1);
            }
        });
    }

    private int run() throws IOException {
        boolean hasFolder = !options.text("data", "").isEmpty();
        String set = options.list("set", List.of(hasFolder ? "forest" : "kinds"), StudySets.ALL)
                .get(0);
        String order = options.list("order", List.of(set.equals("kinds") ? "label" : "column"), RowOrders.ALL)
                .get(0);
        StudySets.Split split = StudySets.split(options, set);
        RowOrders orders = new RowOrders(split.training());
        if (!orders.has(order)) {
            throw new StudyOptions.UsageException("--order " + order + ": " + set + " has no labels; take another");
        }
        StudyFits fits =
                new StudyFits(StudyFits.Common.of(options), split.training().bandwidth(), split.heldOut(), workers);
        System.out.printf(
                Locale.ROOT,
                "%s, %d rows, order %s, %d parts%n%n| l | learned | error | to one pass | to shuffled | seconds | landmarks |%n"
                        + "|---|---|---|---|---|---|---|%n",
                set,
                split.training().count(),
                order,
                parts);
        for (int l : options.counts("sizes", "10,50")) {
            measure(l, split.training(), orders, order, fits);
        }
        System.out.printf(Locale.ROOT, "%nAbove %.1f of one pass: %d. Merges refused: %d.%n", LIMIT, above, refused);
        return refused;
    }

    private void measure(int l, StudyRows rows, RowOrders orders, String order, StudyFits fits) {
        List<StudyFits.Fitted> shuffled = new ArrayList<>();
        List<StudyFits.Fitted> whole = new ArrayList<>();
        List<List<StudyFits.Fitted>> merged = new ArrayList<>();
        WAYS.forEach(way -> merged.add(new ArrayList<>()));
        String refusal = "";
        for (int seed = 0; seed < seeds; seed++) {
            shuffled.add(fits.fit(fits.builder(l, seed), rows.inOrder(orders.order("shuffled", seed))));
            StudyRows stream = rows.inOrder(orders.order(order, seed));
            whole.add(fits.fit(fits.builder(l, seed), stream));
            List<byte[]> learned = learned(l, stream, fits, seed);
            for (int way = 0; way < WAYS.size(); way++) {
                try {
                    long start = System.nanoTime();
                    merged.get(way).add(fits.measured(merge(WAYS.get(way), learned, seed), start));
                } catch (MergeException e) {
                    refusal = e.getMessage();
                    refused++;
                }
            }
            System.err.println("l = " + l + ", seed " + seed);
        }
        StudyFits.Medians one = StudyFits.Medians.of(whole);
        StudyFits.Medians mixed = StudyFits.Medians.of(shuffled);
        line(l, "shuffled, one pass", mixed, one, mixed);
        line(l, "one pass", one, one, mixed);
        for (int way = 0; way < WAYS.size(); way++) {
            String name = "merged, " + WAYS.get(way);
            if (merged.get(way).size() < seeds) {
                System.out.println("| " + l + " | " + name + " | refused: " + refusal + " | | | | |");
            } else {
                StudyFits.Medians found = StudyFits.Medians.of(merged.get(way));
                above += found.error() > LIMIT * one.error() ? 1 : 0;
                line(l, name, found, one, mixed);
            }
        }
    }

    private static void line(
            int l, String name, StudyFits.Medians found, StudyFits.Medians one, StudyFits.Medians shuffled) {
        System.out.printf(
                Locale.ROOT,
                "| %d | %s | %.3e | %.3f | %.3f | %.2f | %d |%n",
                l,
                name,
                found.error(),
                found.error() / one.error(),
                found.error() / shuffled.error(),
                found.seconds(),
                found.landmarks());
    }

    /** A learner for each part, as bytes: merging changes a learner, and each way of merging begins with the same ones. */
    private List<byte[]> learned(int l, StudyRows stream, StudyFits fits, int seed) {
        List<byte[]> learned = new ArrayList<>();
        for (int part = 0; part < parts; part++) {
            int from = (int) ((long) stream.count() * part / parts);
            int to = (int) ((long) stream.count() * (part + 1) / parts);
            // The same seed for all: learners of different seeds do not merge.
            StreamingKernelPca learner = fits.builder(l, seed).build(stream.columns());
            StudyFits.learn(learner, stream.part(from, to));
            learner.endWarmUp();
            learned.add(learner.toBytes());
        }
        return learned;
    }

    private StreamingKernelPca merge(String way, List<byte[]> learned, int seed) {
        List<StreamingKernelPca> learners = new ArrayList<>();
        for (byte[] bytes : learned) {
            learners.add(resumed(bytes));
        }
        if (way.equals("last to first")) {
            Collections.reverse(learners);
        } else if (way.equals("random")) {
            List<StreamingKernelPca> mixed = new ArrayList<>();
            for (int number : new RandomStream(seed, Purpose.MADE_UP_ORDER).nextDistinct(parts, parts)) {
                mixed.add(learners.get(number));
            }
            learners = mixed;
        }
        // Pairs: each takes in its neighbour until one is left; else the first takes in all others.
        while (learners.size() > 1) {
            for (int i = 0; i + 1 < learners.size(); i++) {
                learners.get(i).merge(learners.remove(i + 1));
                if (!way.equals("pairs")) {
                    break;
                }
            }
        }
        return learners.get(0);
    }

    private StreamingKernelPca resumed(byte[] bytes) {
        try {
            return StreamingKernelPca.fromBytes(bytes, workers);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
