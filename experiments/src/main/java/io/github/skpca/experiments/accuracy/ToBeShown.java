package io.github.skpca.experiments.accuracy;

import io.github.skpca.experiments.claims.Verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** What the maps were made for, each with a limit and a verdict that is computed from the measurements alone. */
final class ToBeShown {
    private static final List<String> DATASETS = List.of("random-noisy", "cpu", "adult", "forest");
    private static final List<Integer> SIZES = List.of(200, 500, 1000, 2000);
    private static final List<Integer> SKETCH_SIZES = List.of(10, 50);
    private static final int SIZE = 1000;
    private static final String ORTHOGONAL = "orthogonal";
    private static final String STRUCTURED = "structured";

    /** Even two samples of ten of one law have quartile ranges apart in one place of thirty or forty. */
    private static final double SHARE_OF_PLACES = 0.9;

    private static final int FEWEST_FOR_A_SPREAD = 3;
    private static final int MOST_NAMED = 6;

    private final AccuracyTable table;

    ToBeShown(AccuracyTable table) {
        this.table = table;
    }

    /** One comparison; its ratio is NaN if a side of it is missing. */
    private record Case(String where, double ratio) {}

    List<Shown> all() {
        List<Shown> shown = new ArrayList<>();
        for (String dataset : DATASETS) {
            shown.add(nearExact(dataset, dataset.equals("cpu") ? 1.5 : 1.1));
        }
        shown.add(everywhere(
                "auto: at most 1.2 times the best map's spectral error, for every data set, m and l",
                1.2,
                autoAgainst(true)));
        shown.add(everywhere(
                "auto: never worse than the paper's map, for every data set, m and l", 1, autoAgainst(false)));
        shown.add(orthogonal("adult", 1000));
        shown.add(orthogonal("random-noisy", 2000));
        shown.add(structured());
        return shown;
    }

    private Shown nearExact(String dataset, double limit) {
        List<Case> cases = new ArrayList<>();
        for (int l : SKETCH_SIZES) {
            Optional<String> best = table.best(dataset, SIZE, l);
            double exact = table.median(dataset, Task.EXACT, SIZE, l);
            cases.add(new Case(
                    "l = " + l + ": " + best.orElse("no map"),
                    best.map(map -> table.median(dataset, map, SIZE, l) / exact).orElse(Double.NaN)));
        }
        String numbers = cases.stream()
                .filter(one -> !Double.isNaN(one.ratio))
                .map(one -> one.where + " " + times(one.ratio))
                .collect(Collectors.joining("; "));
        return new Shown(
                dataset + ": the best map at m = " + SIZE + " has at most " + times(limit)
                        + " the spectral error of exact kernel PCA of the same rows",
                numbers,
                verdict(cases, limit));
    }

    /** In every place, auto's median over that of the best map, or over that of the paper's. */
    private List<Case> autoAgainst(boolean best) {
        List<Case> cases = new ArrayList<>();
        for (String dataset : DATASETS) {
            for (int m : SIZES) {
                for (int l : SKETCH_SIZES) {
                    String other = best ? table.best(dataset, m, l).orElse("") : CandidateMap.PAPER;
                    double ratio = table.median(dataset, CandidateMap.AUTO, m, l) / table.median(dataset, other, m, l);
                    cases.add(new Case(dataset + ", m = " + m + ", l = " + l + ", against " + other, ratio));
                }
            }
        }
        return cases;
    }

    private static Shown everywhere(String statement, double limit, List<Case> cases) {
        List<Case> measured =
                cases.stream().filter(one -> !Double.isNaN(one.ratio)).toList();
        String numbers = measured.stream()
                .max(java.util.Comparator.comparingDouble(Case::ratio))
                .map(worst -> "at most " + times(worst.ratio) + " (" + worst.where + "); above the limit in "
                        + measured.stream().filter(one -> one.ratio > limit).count() + " of " + measured.size()
                        + " places" + left(cases.size() - measured.size()))
                .orElse("");
        return new Shown(statement, numbers, verdict(cases, limit));
    }

    private static String left(int missing) {
        return missing == 0 ? "" : ", " + missing + " not measured";
    }

    private Shown orthogonal(String dataset, int m) {
        double ratio = table.median(dataset, ORTHOGONAL, m, 0) / table.median(dataset, CandidateMap.PAPER, m, 0);
        double limit = 1 / 3.0;
        return new Shown(
                dataset + ", m = " + m
                        + ": orthogonal, the map alone, has at most 1/3 of the spectral error of the paper's map",
                Double.isNaN(ratio) ? "" : times(ratio),
                verdict(List.of(new Case(dataset, ratio)), limit));
    }

    private Shown structured() {
        int measured = 0;
        int equal = 0;
        List<String> apart = new ArrayList<>();
        for (String dataset : DATASETS) {
            for (int m : SIZES) {
                for (int l : List.of(0, 10, 50)) {
                    Optional<Quartiles> one = quartiles(dataset, STRUCTURED, m, l);
                    Optional<Quartiles> other = quartiles(dataset, ORTHOGONAL, m, l);
                    if (one.isPresent() && other.isPresent()) {
                        measured++;
                        if (one.get().overlaps(other.get())) {
                            equal++;
                        } else {
                            apart.add(dataset + " m = " + m + (l == 0 ? " map alone " : " l = " + l + " ")
                                    + times(one.get().median() / other.get().median()));
                        }
                    }
                }
            }
        }
        int places = DATASETS.size() * SIZES.size() * 3;
        boolean holds = equal >= SHARE_OF_PLACES * measured;
        Verdict verdict = !holds ? Verdict.DOES_NOT_HOLD : measured < places ? Verdict.NOT_MEASURED : Verdict.HOLDS;
        return new Shown(
                "structured: the error of orthogonal within the spread: the quartile ranges overlap in nine places of ten",
                measured == 0
                        ? ""
                        : "in " + equal + " of " + measured + " places" + left(places - measured)
                                + (apart.isEmpty() ? "" : "; apart: " + named(apart)),
                verdict);
    }

    private Optional<Quartiles> quartiles(String dataset, String system, int m, int l) {
        return table.at(AccuracyTable.Place.sample(dataset, system, m, l), Norm.SPECTRAL)
                .filter(found -> found.count() >= FEWEST_FOR_A_SPREAD);
    }

    private static String named(List<String> places) {
        int rest = places.size() - MOST_NAMED;
        return places.stream().limit(MOST_NAMED).collect(Collectors.joining(", "))
                + (rest > 0 ? " and " + rest + " more" : "");
    }

    /** One case above the limit decides; for the other verdict all must be there. */
    private static Verdict verdict(List<Case> cases, double limit) {
        if (cases.stream().anyMatch(one -> one.ratio > limit)) {
            return Verdict.DOES_NOT_HOLD;
        }
        return cases.stream().anyMatch(one -> Double.isNaN(one.ratio)) ? Verdict.NOT_MEASURED : Verdict.HOLDS;
    }

    private static String times(double ratio) {
        // A ratio just above its limit must not be shown as the limit.
        return String.format(Locale.ROOT, "%.3f", ratio).replaceAll("\\.?0+$", "") + " times";
    }
}
