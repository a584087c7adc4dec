package io.github.skpca.experiments.claims;

import io.github.skpca.experiments.claims.DataSetCases.Case;
import io.github.skpca.experiments.results.Curve;
import io.github.skpca.experiments.results.Measure;
import io.github.skpca.experiments.results.MeasuredPoint;
import io.github.skpca.experiments.results.Results;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** What the paper's Results and Summary say of times, at the largest size at which all methods were measured. */
final class TimeClaims {
    private static final String RESULTS = "Experiments, Results";
    private static final String SUMMARY = "Experiments, Summary";
    private static final double LARGE_ADVANTAGE = 10;
    private static final double ORDERS = 100;
    private static final double AMONG_THE_FASTEST = 2;

    private final Results results;

    TimeClaims(Results results) {
        this.results = results;
    }

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        for (String form : List.of(Methods.RNCA, Methods.RNCA_ROW)) {
            addTraining(claims, form);
        }
        claims.add(judge(
                "skpca-among-fastest-train",
                "All versions of SKPCA are among the fastest to train",
                RESULTS,
                "on a data set, at the largest size, the slowest SKPCA's median train time is at most twice that of the"
                        + " faster of RNCA (blocked) and Nystrom",
                dataset -> amongFastest(dataset, Measure.TRAIN_SECONDS)));
        claims.add(judge(
                "skpca-among-fastest-test",
                "All versions of SKPCA are among the fastest to test",
                RESULTS,
                "on a data set, at the largest size, the slowest SKPCA's median test time is at most twice that of the"
                        + " faster of RNCA and Nystrom",
                dataset -> amongFastest(dataset, Measure.TEST_MICROS)));
        claims.add(judge(
                "nystrom-slowest-test",
                "Nystrom is the slowest to test",
                RESULTS,
                "on a data set, at the largest size, Nystrom's median test time is above that of RNCA and of every SKPCA",
                dataset -> nystromOver(dataset, 1)));
        claims.add(judge(
                "nystrom-slowest-test-by-orders",
                "Nystrom is the slowest to test by several orders of magnitude",
                RESULTS,
                "on a data set, at the largest size, Nystrom's median test time is at least 100 times that of RNCA and of"
                        + " every SKPCA",
                dataset -> nystromOver(dataset, ORDERS)));
        claims.add(judge(
                "skpca-test-far-superior-to-nystrom",
                "SKPCA is far superior to Nystrom in test time",
                SUMMARY,
                "on a data set, at the largest size, Nystrom's median test time is at least 10 times that of every SKPCA",
                this::superiorTest));
        return claims;
    }

    private void addTraining(List<Claim> claims, String form) {
        String name = form.equals(Methods.RNCA) ? "RNCA in blocks of rows" : "RNCA with an outer product a row";
        claims.add(judge(
                "slowest-train-" + form,
                name + " is the slowest to train",
                RESULTS,
                "on a data set, at the largest size, its median train time is above that of Nystrom and of every SKPCA",
                dataset -> training(
                        dataset,
                        form,
                        (methods, size) -> methods.rnca().at(size)
                                > Math.max(methods.nystrom().at(size), methods.worstSkpca(size)))));
        claims.add(judge(
                "skpca-train-advantage-over-" + form,
                "SKPCA has a very large advantage in train time over " + name,
                RESULTS,
                "on a data set, at the largest size, its median train time is at least 10 times that of every SKPCA",
                dataset -> training(
                        dataset,
                        form,
                        (methods, size) -> methods.rnca().at(size) >= LARGE_ADVANTAGE * methods.worstSkpca(size))));
        claims.add(judge(
                "outer-products-dominate-" + form,
                "The train time of " + name + " is dominated by the outer products",
                RESULTS,
                "on a data set, at the largest size, the feature map takes less than half of its median train time",
                dataset -> mapShare(dataset, form)));
    }

    private Claim judge(String id, String text, String where, String rule, Function<String, Optional<Case>> look) {
        return DataSetCases.judge(new Sentence(id, text, where, rule + DataSetCases.RULE), results.datasets(), look);
    }

    private Optional<Case> training(String dataset, String form, BiFunction<Methods, Integer, Boolean> rule) {
        Methods methods = new Methods(results, dataset, Measure.TRAIN_SECONDS, form);
        return methods.largest()
                .map(size ->
                        new Case(rule.apply(methods, size), times(methods, size, "s") + guessed(dataset, form, size)));
    }

    private String guessed(String dataset, String form, int size) {
        boolean any =
                results.of(dataset, form, 0).stream().anyMatch(point -> point.size() == size && point.extrapolated());
        return any ? " (RNCA extrapolated)" : "";
    }

    private Optional<Case> mapShare(String dataset, String form) {
        List<MeasuredPoint> points = results.of(dataset, form, 0);
        Curve train = Curve.of(points, Measure.TRAIN_SECONDS);
        Curve map = Curve.of(points, Measure.MAP_SECONDS);
        return Methods.largestCommon(List.of(train, map)).map(size -> {
            double share = map.at(size) / train.at(size);
            return new Case(
                    share < 0.5,
                    "map " + Methods.digits(map.at(size)) + " of " + Methods.digits(train.at(size)) + " s at " + size);
        });
    }

    private Optional<Case> amongFastest(String dataset, Measure measure) {
        Methods methods = new Methods(results, dataset, measure);
        String unit = measure == Measure.TRAIN_SECONDS ? "s" : "us";
        return methods.largest()
                .map(size -> new Case(
                        methods.worstSkpca(size)
                                <= AMONG_THE_FASTEST
                                        * Math.min(
                                                methods.rnca().at(size),
                                                methods.nystrom().at(size)),
                        times(methods, size, unit)));
    }

    private Optional<Case> nystromOver(String dataset, double times) {
        Methods methods = new Methods(results, dataset, Measure.TEST_MICROS);
        return methods.largest().map(size -> {
            double others = Math.max(methods.rnca().at(size), methods.worstSkpca(size));
            double nystrom = methods.nystrom().at(size);
            boolean holds = times > 1 ? nystrom >= times * others : nystrom > others;
            return new Case(holds, times(methods, size, "us"));
        });
    }

    private Optional<Case> superiorTest(String dataset) {
        Methods methods = new Methods(results, dataset, Measure.TEST_MICROS);
        return methods.largest()
                .map(size -> new Case(
                        methods.nystrom().at(size) >= LARGE_ADVANTAGE * methods.worstSkpca(size),
                        times(methods, size, "us")));
    }

    private static String times(Methods methods, int size, String unit) {
        return "at " + size + " Nystrom " + Methods.digits(methods.nystrom().at(size)) + ", RNCA "
                + Methods.digits(methods.rnca().at(size)) + ", SKPCA " + Methods.digits(methods.bestSkpca(size))
                + " to "
                + Methods.digits(methods.worstSkpca(size)) + " " + unit;
    }
}
