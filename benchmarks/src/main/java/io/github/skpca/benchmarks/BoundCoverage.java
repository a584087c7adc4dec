package io.github.skpca.benchmarks;

import io.github.skpca.ErrorEstimate;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Whether the bound of the kernel error holds, how far above the error it is, and how often the estimate's interval covers: over the rows
 * learned, at three prefixes of streams in every order.
 *
 * <p>Usage: BoundCoverage [--data DIR] [--sets ...] [--orders ...] [--runs 200] [--sizes 10,50] and the options of rows and learners. A run
 * takes the next order, then the next set, size and seed. Every eighth run has 10,000 rows, the others 2,000 to 4,000: measuring costs the square of
 * the rows.
 */
final class BoundCoverage {
    private static final int LONG_ROWS = 10_000;
    private static final int[] SHORT_ROWS = {2000, 3000, 4000};
    private static final int LONG_EVERY = 8;

    private final StudyOptions options;
    private final Workers workers;
    private final Map<String, List<Point>> points = new LinkedHashMap<>();

    /** A prefix: its error over the rows learned, the bound and the estimate. */
    private record Point(double measured, double bound, ErrorEstimate estimate) {
        boolean isCovered() {
            // The measured error is approached from below to a relative 1e-4.
            return estimate.low() <= measured * 1.001 && measured <= estimate.high() * 1.001;
        }
    }

    private BoundCoverage(StudyOptions options, Workers workers) {
        this.options = options;
        this.workers = workers;
    }

    /** Prints the table. */
    public static void main(String[] arguments) throws IOException {
        StudyOptions.run(() -> {
            StudyOptions options = StudyOptions.parse(
                    arguments,
                    List.of(StudySets.OPTIONS, StudyFits.Common.OPTIONS, Set.of("sets", "orders", "sizes", "runs")));
            try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
                new BoundCoverage(options, workers).run();
            }
        });
    }

    private void run() throws IOException {
        boolean hasFolder = !options.text("data", "").isEmpty();
        List<String> sets = options.list("sets", hasFolder ? StudySets.ALL : StudySets.MADE, StudySets.ALL);
        List<String> orders = options.list("orders", RowOrders.ALL, RowOrders.ALL);
        int[] sizes = options.counts("sizes", "10,50");
        int runs = options.count("runs", 200);
        List<StudyRows> rows = new ArrayList<>();
        for (String set : sets) {
            rows.add(StudySets.split(options, set).training());
        }
        for (int run = 0; run < runs; run++) {
            String order = orders.get(run % orders.size());
            StudyRows set = rows.get(run / orders.size() % rows.size());
            int size = sizes[run / orders.size() / rows.size() % sizes.length];
            int count = run % LONG_EVERY == LONG_EVERY - 1
                    ? LONG_ROWS
                    : SHORT_ROWS[run / orders.size() % SHORT_ROWS.length];
            StudyRows part = set.sample(count, run);
            RowOrders ordered = new RowOrders(part);
            if (ordered.has(order)) {
                measure(order, part.inOrder(ordered.order(order, run)), size, run);
            }
            System.err.println("run " + run + ": " + set.name() + " " + order + " l=" + size + " n=" + part.count());
        }
        print();
    }

    private void measure(String order, StudyRows stream, int size, int seed) {
        StudyFits fits = new StudyFits(StudyFits.Common.of(options), stream.bandwidth(), stream, workers);
        StreamingKernelPca learner = fits.builder(size, seed).build(stream.columns());
        int done = 0;
        for (int third = 1; third <= 3; third++) {
            int prefix = stream.count() * third / 3;
            StudyFits.learn(learner, stream.part(done, prefix));
            done = prefix;
            KernelPcaModel model = learner.snapshot();
            double measured = KernelError.measure(model, stream.part(0, prefix).values(), prefix, workers)
                    .spectral();
            points.computeIfAbsent(order, name -> new ArrayList<>())
                    .add(new Point(
                            measured,
                            model.kernelBound().orElseThrow(),
                            model.kernelError().orElseThrow()));
        }
    }

    private void print() {
        System.out.println(
                "| order | prefixes | bound below the error | bound / error: median | largest | estimate / error: median |"
                        + " interval covers |");
        System.out.println("|---|---|---|---|---|---|---|");
        List<Point> all = new ArrayList<>();
        points.forEach((order, list) -> {
            line(order, list);
            all.addAll(list);
        });
        line("all", all);
    }

    private static void line(String name, List<Point> list) {
        double[] ratios = list.stream()
                .mapToDouble(point -> point.bound() / point.measured())
                .toArray();
        double[] estimates = list.stream()
                .mapToDouble(point -> point.estimate().estimate() / point.measured())
                .toArray();
        long below =
                list.stream().filter(point -> point.bound() < point.measured()).count();
        long covered = list.stream().filter(Point::isCovered).count();
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %.2f | %.1f | %.3f | %.1f%% |%n",
                name,
                list.size(),
                below,
                StudyRows.median(ratios),
                java.util.Arrays.stream(ratios).max().orElse(0),
                StudyRows.median(estimates),
                100.0 * covered / list.size());
    }
}
