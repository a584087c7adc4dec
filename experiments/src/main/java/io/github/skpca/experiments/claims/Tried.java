package io.github.skpca.experiments.claims;

import io.github.skpca.experiments.results.MeasuredPoint;
import io.github.skpca.experiments.results.Results;
import io.github.skpca.experiments.results.ScalingPoint;
import io.github.skpca.experiments.results.TheoryTrial;

import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.ToIntFunction;

/** At which sizes a claim was tried, from the result files: a verdict speaks of those and of no others. */
final class Tried {
    private static final String TABLE_TEST_TIME = "table-test-time-";

    private final Results results;
    private final String points;

    Tried(Results results) {
        this.results = results;
        this.points = points();
    }

    /** The claim with its sizes, unless nothing was measured. */
    Claim add(Claim claim) {
        if (claim.verdict() == Verdict.NOT_MEASURED) {
            return claim;
        }
        List<String> trials = trials(claim.id());
        if (!trials.isEmpty()) {
            return claim.triedAt(String.join("\n", trials));
        }
        boolean scaled = claim.id().startsWith("table-") && !claim.id().startsWith(TABLE_TEST_TIME);
        return claim.triedAt(scaled ? scaling(claim.id()) : points);
    }

    private List<String> trials(String statement) {
        List<String> sizes = new ArrayList<>();
        for (TheoryTrial trial : results.theory()) {
            if (trial.statement().equals(statement)) {
                String delta = trial.delta() > 0 ? " (delta=" + Methods.digits(trial.delta()) + ")" : "";
                sizes.add(trial.parameters() + delta);
            }
        }
        return sizes;
    }

    private String points() {
        List<String> lines = new ArrayList<>();
        for (String dataset : results.datasets()) {
            List<MeasuredPoint> here = results.points().stream()
                    .filter(point -> point.dataset().equals(dataset))
                    .toList();
            MeasuredPoint first = here.get(0);
            lines.add(dataset + ": n=" + first.trainRows() + ", held out " + first.testRows() + ", d=" + first.columns()
                    + ", m=" + range(here, MeasuredPoint::size) + ", l=" + range(here, MeasuredPoint::l) + ", repeats "
                    + (1 + here.stream().mapToInt(MeasuredPoint::repeat).max().orElse(0))
                    + " at most");
        }
        return String.join("\n", lines) + "\nthe seeds are in points.tsv";
    }

    /** The smallest and the largest; 0 stands for a method without it, and the size of exact kernel PCA is a number of rows. */
    private static String range(List<MeasuredPoint> points, ToIntFunction<MeasuredPoint> value) {
        IntSummaryStatistics sizes = points.stream()
                .filter(point -> !point.method().equals("exact"))
                .mapToInt(value)
                .filter(size -> size > 0)
                .summaryStatistics();
        return sizes.getCount() == 0 ? "none" : sizes.getMin() + ".." + sizes.getMax();
    }

    private String scaling(String id) {
        Map<String, TreeSet<Long>> groups = new LinkedHashMap<>();
        int repeats = 0;
        for (ScalingPoint point : results.scaling()) {
            if (id.endsWith("-time-" + point.method()) || id.endsWith("-space-" + point.method())) {
                groups.computeIfAbsent(point.variable() + " at " + point.fixed(), key -> new TreeSet<>())
                        .add(Math.round(point.value()));
                repeats = Math.max(repeats, point.repeat() + 1);
            }
        }
        List<String> lines = new ArrayList<>();
        groups.forEach((key, values) -> {
            String variable = key.substring(0, key.indexOf(' '));
            lines.add(variable + "=" + values.first() + ".." + values.last() + key.substring(variable.length()));
        });
        return String.join("\n", lines) + "; normal rows, " + repeats + (repeats == 1 ? " repeat" : " repeats");
    }
}
