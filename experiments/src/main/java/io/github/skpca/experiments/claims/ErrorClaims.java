package io.github.skpca.experiments.claims;

import io.github.skpca.experiments.claims.DataSetCases.Case;
import io.github.skpca.experiments.results.Curve;
import io.github.skpca.experiments.results.Measure;
import io.github.skpca.experiments.results.Results;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** What the paper's Results and Summary say of one of the two errors. */
final class ErrorClaims {
    private static final String RESULTS = "Experiments, Results";
    private static final String SUMMARY = "Experiments, Summary";
    private static final double SMALL_ERROR = 0.01;

    /** Two medians of ten noisy values within a twentieth of each other are taken to be as good as each other. */
    private static final double AS_GOOD = 1.05;

    private final Results results;
    private final Measure measure;
    private final String norm;

    ErrorClaims(Results results, Measure measure) {
        this.results = results;
        this.measure = measure;
        this.norm = measure == Measure.SPECTRAL_ERROR ? "spectral" : "frobenius";
    }

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        claims.add(judge(
                "nystrom-best-small",
                "At small sample sizes Nystrom has the smallest error",
                RESULTS,
                "on a data set, Nystrom's median error is at most that of RNCA and of every SKPCA at more than half of the"
                        + " sizes below 500",
                this::nystromBest));
        claims.add(belowOneHundredth());
        claims.add(rncaCrossOver());
        claims.add(skpcaCrossOver());
        claims.add(asGoodAsRnca());
        claims.add(judge(
                "size-needed-grows-with-l",
                "SKPCA needs a smaller sample size to be as good as RNCA if l is smaller",
                RESULTS,
                "on a data set, the smallest l is within 5 % of RNCA's median error from no larger a size on than the"
                        + " largest l, both being so at the largest size",
                this::sizeNeeded));
        claims.add(judge(
                "skpca-better-per-space",
                "SKPCA's advantage over RNCA is larger at equal space than at equal sample size",
                RESULTS,
                "on a data set, over RNCA's sizes from 500 on, the geometric mean of RNCA's median error over that of the"
                        + " best SKPCA with no more space is above 1 and above the same at equal size",
                this::perSpace));
        claims.add(judge(
                "skpca-error-superior-to-rnca",
                "SKPCA has smaller errors than RNCA",
                SUMMARY,
                "on a data set, at the largest size, the best SKPCA has a smaller median error than RNCA",
                this::superiorToRnca));
        claims.add(judge(
                "skpca-a-bit-worse-than-nystrom",
                "SKPCA's error is a bit worse than Nystrom's, by a small difference",
                SUMMARY,
                "on a data set, at more than half of the sizes, the best SKPCA's median error is above Nystrom's by at most"
                        + " 0.01",
                this::bitWorse));
        return claims;
    }

    private Claim judge(String id, String text, String where, String rule, Function<String, Optional<Case>> look) {
        return DataSetCases.judge(sentence(id, text, where, rule + DataSetCases.RULE), results.datasets(), look);
    }

    private Sentence sentence(String id, String text, String where, String rule) {
        return new Sentence(id + "-" + norm, text + " (" + measure.title() + ")", where, rule);
    }

    private Methods methods(String dataset) {
        return new Methods(results, dataset, measure);
    }

    private Optional<Case> nystromBest(String dataset) {
        Methods methods = methods(dataset);
        int best = 0;
        int all = 0;
        for (int size : methods.nystrom().bySize().headMap(Methods.LARGE).keySet()) {
            double others = Math.min(methods.rnca().at(size), methods.bestSkpca(size));
            if (!Double.isNaN(others)) {
                all++;
                best += methods.nystrom().at(size) <= others ? 1 : 0;
            }
        }
        return all == 0
                ? Optional.empty()
                : Optional.of(new Case(2 * best > all, "best at " + best + " of " + all + " sizes below 500"));
    }

    private Claim belowOneHundredth() {
        Sentence sentence = sentence(
                "errors-below-one-hundredth",
                "Errors of all methods are typically below 0.01",
                RESULTS,
                "holds if at least 3/4 of the median errors of all methods, sizes and data sets are below 0.01, depends on"
                        + " the sample size if that is so for sizes from 500 on only, does not otherwise");
        int[] small = new int[2];
        int[] large = new int[2];
        for (String dataset : results.datasets()) {
            Methods methods = methods(dataset);
            List<Curve> curves = new ArrayList<>(methods.skpca().values());
            curves.add(methods.rnca());
            curves.add(methods.nystrom());
            for (Curve curve : curves) {
                curve.bySize().forEach((size, spread) -> {
                    int[] count = size < Methods.LARGE ? small : large;
                    count[0] += spread.median() < SMALL_ERROR ? 1 : 0;
                    count[1]++;
                });
            }
        }
        int below = small[0] + large[0];
        int all = small[1] + large[1];
        if (all == 0) {
            return sentence.notMeasured();
        }
        String numbers = small[0] + " of " + small[1] + " medians at sizes below 500 and " + large[0] + " of "
                + large[1] + " from 500 on are below 0.01";
        if (4 * below >= 3 * all) {
            return sentence.holds(numbers);
        }
        return large[1] > 0 && 4 * large[0] >= 3 * large[1]
                ? sentence.dependsOn("the sample size (holds from 500 on)", numbers)
                : sentence.doesNotHold(numbers);
    }

    private Claim rncaCrossOver() {
        if (measure == Measure.FROBENIUS_ERROR) {
            return judge(
                    "cross-over-rnca",
                    "There is a size from which on RNCA has a smaller error than Nystrom",
                    RESULTS,
                    "on a data set, RNCA's median error is below Nystrom's from some size on up to the largest, and is not"
                            + " at a smaller size",
                    dataset -> rncaCrossing(dataset, true));
        }
        return judge(
                "no-cross-over-rnca",
                "There is no size from which on RNCA has a smaller error than Nystrom",
                RESULTS,
                "on a data set, RNCA's median error is not below Nystrom's at the largest size",
                dataset -> rncaCrossing(dataset, false));
    }

    private Optional<Case> rncaCrossing(String dataset, boolean wanted) {
        Methods methods = methods(dataset);
        return CrossOver.between(methods.rnca(), methods.nystrom())
                .map(one -> new Case(wanted ? one.crosses() : !one.belowAtLargest(), one.text()));
    }

    private Claim skpcaCrossOver() {
        boolean most = measure == Measure.FROBENIUS_ERROR;
        return judge(
                "cross-over-skpca",
                "There is a size from which on " + (most ? "most versions of " : "")
                        + "SKPCA have a smaller error than Nystrom",
                RESULTS,
                "on a data set, for " + (most ? "more than half of the" : "at least one")
                        + " l the median error is below"
                        + " Nystrom's from some size on up to the largest",
                dataset -> skpcaCrossing(dataset, most));
    }

    private Optional<Case> skpcaCrossing(String dataset, boolean most) {
        Methods methods = methods(dataset);
        int crossing = 0;
        int all = 0;
        List<String> numbers = new ArrayList<>();
        for (Map.Entry<Integer, Curve> one : methods.skpca().entrySet()) {
            Optional<CrossOver> cross = CrossOver.between(one.getValue(), methods.nystrom());
            if (cross.isPresent()) {
                all++;
                crossing += cross.get().belowAtLargest() ? 1 : 0;
                numbers.add("l=" + one.getKey() + " " + cross.get().text());
            }
        }
        boolean holds = most ? 2 * crossing > all : crossing > 0;
        return all == 0 ? Optional.empty() : Optional.of(new Case(holds, String.join(", ", numbers)));
    }

    private Claim asGoodAsRnca() {
        Sentence sentence = sentence(
                "skpca-as-good-as-rnca",
                "SKPCA has as good or better an error than RNCA of the same size",
                RESULTS,
                "SKPCA's median error is at most 1.05 times RNCA's in at least 3/4 of all pairs of l and size"
                        + DataSetCases.RULE + "; depends on l if only the largest l does so");
        Claim all = DataSetCases.judge(sentence, results.datasets(), dataset -> asGood(dataset, false));
        if (all.verdict() == Verdict.DOES_NOT_HOLD) {
            Claim largest = DataSetCases.judge(sentence, results.datasets(), dataset -> asGood(dataset, true));
            if (largest.verdict() == Verdict.HOLDS) {
                return sentence.dependsOn("l (holds for the largest alone)", all.numbers() + "\n" + largest.numbers());
            }
        }
        return all;
    }

    private Optional<Case> asGood(String dataset, boolean largestAlone) {
        Methods methods = methods(dataset);
        int largest = methods.skpca().keySet().stream().max(Integer::compare).orElse(0);
        int good = 0;
        int all = 0;
        for (Map.Entry<Integer, Curve> one : methods.skpca().entrySet()) {
            if (largestAlone && one.getKey() != largest) {
                continue;
            }
            for (int size : one.getValue().sizes()) {
                double rnca = methods.rnca().at(size);
                if (!Double.isNaN(rnca)) {
                    all++;
                    good += one.getValue().at(size) <= AS_GOOD * rnca ? 1 : 0;
                }
            }
        }
        String pairs = good + " of " + all + (largestAlone ? " sizes with l=" + largest : " pairs of l and size");
        return all == 0 ? Optional.empty() : Optional.of(new Case(4 * good >= 3 * all, pairs));
    }

    private Optional<Case> sizeNeeded(String dataset) {
        Methods methods = methods(dataset);
        if (methods.skpca().size() < 2 || methods.rnca().isEmpty()) {
            return Optional.empty();
        }
        List<Map.Entry<Integer, Curve>> sketches = List.copyOf(methods.skpca().entrySet());
        Map.Entry<Integer, Curve> smallest = sketches.get(0);
        Map.Entry<Integer, Curve> largest = sketches.get(sketches.size() - 1);
        Optional<Integer> forSmallest = sizeFrom(smallest.getValue(), methods.rnca());
        Optional<Integer> forLargest = sizeFrom(largest.getValue(), methods.rnca());
        boolean holds = forSmallest.isPresent() && forLargest.isPresent() && forSmallest.get() <= forLargest.get();
        return Optional.of(new Case(
                holds,
                "l=" + smallest.getKey() + " " + from(forSmallest) + ", l=" + largest.getKey() + " "
                        + from(forLargest)));
    }

    private static String from(Optional<Integer> size) {
        return size.map(at -> "from " + at + " on").orElse("never");
    }

    /** The smallest size from which on the curve is as good as the other, up to the largest size of both. */
    private static Optional<Integer> sizeFrom(Curve curve, Curve other) {
        Optional<Integer> from = Optional.empty();
        for (int size : curve.bySize().descendingKeySet()) {
            if (Double.isNaN(other.at(size))) {
                continue;
            }
            if (curve.at(size) > AS_GOOD * other.at(size)) {
                break;
            }
            from = Optional.of(size);
        }
        return from;
    }

    private Optional<Case> perSpace(String dataset) {
        return new SpaceGain(results, dataset, measure)
                .measured()
                .map(gain -> new Case(
                        gain.equalSpace() > 1 && gain.equalSpace() > gain.equalSize(),
                        "RNCA's error is " + Methods.digits(gain.equalSpace()) + " times SKPCA's at equal space, "
                                + Methods.digits(gain.equalSize()) + " times at equal size"));
    }

    private Optional<Case> superiorToRnca(String dataset) {
        Methods methods = methods(dataset);
        return methods.largest()
                .map(size -> new Case(
                        methods.bestSkpca(size) < methods.rnca().at(size),
                        Methods.digits(methods.bestSkpca(size)) + " against "
                                + Methods.digits(methods.rnca().at(size)) + " at " + size));
    }

    private Optional<Case> bitWorse(String dataset) {
        Methods methods = methods(dataset);
        int bit = 0;
        int better = 0;
        int all = 0;
        for (int size : methods.nystrom().sizes()) {
            double difference = methods.bestSkpca(size) - methods.nystrom().at(size);
            if (!Double.isNaN(difference)) {
                all++;
                better += difference <= 0 ? 1 : 0;
                bit += difference > 0 && difference <= SMALL_ERROR ? 1 : 0;
            }
        }
        String numbers = "of " + all + " sizes a bit worse at " + bit + ", as good or better at " + better
                + ", worse by more than 0.01 at " + (all - bit - better);
        return all == 0 ? Optional.empty() : Optional.of(new Case(2 * bit > all, numbers));
    }
}
