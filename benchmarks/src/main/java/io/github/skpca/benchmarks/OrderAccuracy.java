package io.github.skpca.benchmarks;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What the order of rows costs: the error of the default on streams that come in an order, beside its error on the same rows shuffled, that of exact
 * kernel PCA of a uniform sample, and that of orthogonal random features.
 *
 * <p>Errors are ||G - G'||_2 / n on rows that were held out uniformly before the others were ordered, with all l components; medians over seeds. A seed
 * decides the learner's choices, the order of rows that an order does not tell apart, and the sample of exact kernel PCA. Held-out rows and bandwidth, that
 * of a uniform sample, are the same for all. Columns of published sets are standardised over all rows beforehand, or left as they are.
 *
 * <p>Usage: OrderAccuracy [--data DIR] [--sets noisy,kinds,cpu,adult,forest] [--orders shuffled,column,label,groups,late,drift,blocks,far] [--sizes 10,50]
 * [--seeds 5] [--rows 60000] [--held-out 2000] [--exact 4000] [--scale columns|none] [--warmup 1000] [--features 1000] [--centered yes|no]. These are the
 * defaults; without a folder the sets are those that need none. The orders are those of {@link RowOrders}.
 */
final class OrderAccuracy {
    /** The most that an order may cost. */
    private static final double LIMIT = 1.1;

    private final StudyOptions options;
    private final Workers workers;
    private final List<String> orders;
    private final int[] sizes;
    private final int seeds;
    private final int exactRows;
    private final List<Cell> cells = new ArrayList<>();

    /** A line of the table, as far as the summary needs it. */
    private record Cell(String name, double toShuffled, double toExact, double toOrthogonal) {
        boolean isAbove(double limit) {
            return toShuffled > limit || toExact > limit;
        }
    }

    private OrderAccuracy(StudyOptions options, Workers workers) {
        this.options = options;
        this.workers = workers;
        this.orders = options.list("orders", RowOrders.ALL, RowOrders.ALL);
        this.sizes = options.counts("sizes", "10,50");
        this.seeds = options.count("seeds", 5);
        this.exactRows = options.count("exact", 4000);
    }

    /** Prints the table. */
    public static void main(String[] arguments) throws IOException {
        StudyOptions.run(() -> {
            StudyOptions options = StudyOptions.parse(
                    arguments,
                    List.of(
                            StudySets.OPTIONS,
                            StudyFits.Common.OPTIONS,
                            Set.of("sets", "orders", "sizes", "seeds", "exact")));
            try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                new OrderAccuracy(options, workers).run();
            }
        });
    }

    private void run() throws IOException {
        List<String> usual = options.text("data", "").isEmpty() ? StudySets.MADE : StudySets.ALL;
        List<String> sets = options.list("sets", usual, StudySets.ALL);
        for (String name : sets) {
            measure(StudySets.split(options, name));
        }
        StudyFits.Common common = StudyFits.Common.of(options);
        System.out.printf(
                Locale.ROOT,
                "%nMedians of %d seeds; warm-up %d rows, m = %d, %s; at most %d rows learned, exact of %d; published columns: %s.%n%n",
                seeds,
                common.warmUpRows(),
                common.features(),
                common.centered() ? "centred" : "not centred",
                options.count("rows", StudySets.ROWS),
                exactRows,
                StudySets.isStandardized(options) ? "standardised over all rows" : "as they are");
        System.out.println(summary());
    }

    private void measure(StudySets.Split split) {
        StudyRows rows = split.training();
        double bandwidth = rows.bandwidth();
        progress(
                "%s: %d rows of %d columns, %d held out, bandwidth %.4g",
                rows.name(), rows.count(), rows.columns(), split.heldOut().count(), bandwidth);
        StudyFits fits = new StudyFits(StudyFits.Common.of(options), bandwidth, split.heldOut(), workers);
        RowOrders ordered = new RowOrders(rows);
        double[] exact = exact(fits, rows);
        for (int i = 0; i < sizes.length; i++) {
            int l = sizes[i];
            StudyFits.Medians orthogonal =
                    medians(seed -> fits.fit(fits.orthogonal(l, seed), rows.inOrder(ordered.order("shuffled", seed))));
            progress("%s, orthogonal, l = %d: %.3e", rows.name(), l, orthogonal.error());
            StudyFits.Medians shuffled = null;
            for (String order : withShuffledFirst()) {
                if (ordered.has(order)) {
                    StudyFits.Medians found =
                            medians(seed -> fits.fit(fits.builder(l, seed), rows.inOrder(ordered.order(order, seed))));
                    shuffled = shuffled == null ? found : shuffled;
                    progress("%s, %s, l = %d: %.3e", rows.name(), order, l, found.error());
                    if (orders.contains(order)) {
                        line(new String[] {rows.name(), order, Integer.toString(l)}, found, new double[] {
                            shuffled.error(), exact[i], orthogonal.error()
                        });
                    }
                }
            }
        }
    }

    /** What the others are compared with is measured whether it was asked for or not. */
    private List<String> withShuffledFirst() {
        List<String> all = new ArrayList<>(List.of("shuffled"));
        orders.stream().filter(order -> !order.equals("shuffled")).forEach(all::add);
        return all;
    }

    /** For each l the median error of exact kernel PCA; fewer components are the leading ones of more. */
    private double[] exact(StudyFits fits, StudyRows rows) {
        int most = Arrays.stream(sizes).max().orElseThrow();
        double[][] errors = new double[sizes.length][seeds];
        for (int seed = 0; seed < seeds; seed++) {
            KernelPcaModel model = fits.fit(fits.exact(most, seed), rows.sample(exactRows, seed))
                    .model();
            for (int i = 0; i < sizes.length; i++) {
                errors[i][seed] = fits.error(model.withComponents(ComponentCount.of(sizes[i])));
            }
            progress("%s, exact, seed %d", rows.name(), seed);
        }
        return Arrays.stream(errors).mapToDouble(StudyRows::median).toArray();
    }

    private StudyFits.Medians medians(LongFunction<StudyFits.Fitted> fit) {
        return StudyFits.Medians.of(LongStream.range(0, seeds).mapToObj(fit).collect(Collectors.toList()));
    }

    private void line(String[] names, StudyFits.Medians found, double[] references) {
        if (cells.isEmpty()) {
            System.out.println(
                    "| set | order | l | error | shuffled | ratio | exact | ratio | orthogonal | seconds | landmarks |");
            System.out.println("|---|---|---|---|---|---|---|---|---|---|---|");
        }
        double toShuffled = found.error() / references[0];
        double toExact = found.error() / references[1];
        cells.add(new Cell(
                names[0] + " " + names[1] + " l=" + names[2], toShuffled, toExact, found.error() / references[2]));
        System.out.printf(
                Locale.ROOT,
                "| %s | %.3e | %.3e | %.3f | %.3e | %.3f | %.3e | %.2f | %d |%n",
                String.join(" | ", names),
                found.error(),
                references[0],
                toShuffled,
                references[1],
                toExact,
                references[2],
                found.seconds(),
                found.landmarks());
    }

    private String summary() {
        if (cells.isEmpty()) {
            return "No rows of these sets come in these orders.";
        }
        List<String> above = cells.stream()
                .filter(cell -> cell.isAbove(LIMIT))
                .map(cell -> String.format(Locale.ROOT, "%s (%.2f, %.2f)", cell.name, cell.toShuffled, cell.toExact))
                .toList();
        List<String> aboveRandom = cells.stream()
                .filter(cell -> cell.toOrthogonal > 1)
                .map(cell -> String.format(Locale.ROOT, "%s (%.2f)", cell.name, cell.toOrthogonal))
                .toList();
        return "Largest ratio to shuffled: " + largest(Cell::toShuffled) + "; to exact: " + largest(Cell::toExact)
                + ". Above " + LIMIT + " (to shuffled, to exact): " + above.size() + " of " + cells.size()
                + (above.isEmpty() ? "" : ": " + String.join("; ", above))
                + ". Above orthogonal: " + (aboveRandom.isEmpty() ? "none" : String.join("; ", aboveRandom)) + ".";
    }

    private String largest(ToDoubleFunction<Cell> ratio) {
        Cell cell = cells.stream().max(Comparator.comparingDouble(ratio)).orElseThrow();
        return String.format(Locale.ROOT, "%.3f (%s)", ratio.applyAsDouble(cell), cell.name);
    }

    private static void progress(String format, Object... values) {
        System.err.println(String.format(Locale.ROOT, format, values));
    }
}
