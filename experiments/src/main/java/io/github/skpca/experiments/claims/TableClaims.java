package io.github.skpca.experiments.claims;

import io.github.skpca.experiments.results.Curve;
import io.github.skpca.experiments.results.Measure;
import io.github.skpca.experiments.results.Results;
import io.github.skpca.experiments.results.ScalingPoint;
import io.github.skpca.experiments.results.Spread;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Table 1 and the sums behind it: how time and space grow with n, d, m and l. The paper states upper bounds that are sums,
 * so that a measured exponent may be anything up to the largest of the sum's terms.
 */
final class TableClaims {
    private static final String TABLE = "Table 1, and the sums of section Our Result vs. Previous Streaming behind it";
    private static final double SLACK = 0.15;

    private final Results results;

    TableClaims(Results results) {
        this.results = results;
    }

    /** A method, its stated sum, and the largest exponent of each variable in it. */
    private record Stated(String method, String name, String sum, Map<String, Integer> exponents) {}

    List<Claim> all() {
        List<Claim> claims = new ArrayList<>();
        for (Stated stated : List.of(
                new Stated(Methods.SKPCA, "SKPCA", "n d m + n m l", exponents(1, 1, 1, 1)),
                new Stated(Methods.RNCA, "RNCA in blocks of rows", "n d m + n m^2", exponents(1, 1, 2, 0)),
                new Stated(
                        Methods.RNCA_ROW, "RNCA with an outer product a row", "n d m + n m^2", exponents(1, 1, 2, 0)),
                new Stated(Methods.NYSTROM, "Nystrom, m = c,", "n c + d c^2 log n", exponents(1, 1, 2, 0)),
                new Stated("exact", "Exact KPCA", "n^2 d + n^3", exponents(3, 1, 0, 0)))) {
            // A row costs the n-th part of the whole, so that the whole has one more power of n.
            claims.add(judge(
                    stated,
                    "train time",
                    point -> point.trainMicrosPerRow() * (point.variable().equals("n") ? point.value() : 1)));
        }
        for (Stated stated : List.of(
                new Stated(Methods.SKPCA, "SKPCA", "d m + m l", exponents(0, 1, 1, 1)),
                new Stated(Methods.RNCA, "RNCA", "d m + m^2", exponents(0, 1, 2, 0)),
                new Stated(Methods.NYSTROM, "Nystrom, m = c,", "d c + c^2", exponents(0, 1, 2, 0)),
                new Stated("exact", "Exact KPCA", "n d + n^2", exponents(2, 1, 0, 0)))) {
            claims.add(judge(stated, "space", ScalingPoint::space));
        }
        claims.add(testTime(Methods.NYSTROM, "Nystrom", "c d + c^2", 2));
        claims.add(testTime(Methods.RNCA, "RNCA", "d m + m k", 1));
        claims.add(testTime(Methods.SKPCA, "SKPCA", "d m + m l", 1));
        return claims;
    }

    private static Map<String, Integer> exponents(int n, int d, int m, int l) {
        Map<String, Integer> exponents = new LinkedHashMap<>();
        exponents.put("n", n);
        exponents.put("d", d);
        exponents.put("m", m);
        exponents.put("l", l);
        return exponents;
    }

    private Claim judge(Stated stated, String quantity, ToDoubleFunction<ScalingPoint> value) {
        Sentence sentence = new Sentence(
                "table-" + quantity.replace(' ', '-') + "-" + stated.method(),
                stated.name() + " has a " + quantity + " of order " + stated.sum(),
                TABLE,
                "holds if no exponent, fitted by least squares in log-log to medians of repeats, is above the largest of"
                        + " that variable in the stated sum by more than " + SLACK
                        + "; depends on the variable if some are; does not hold if all are");
        List<String> numbers = new ArrayList<>();
        List<String> above = new ArrayList<>();
        stated.exponents().forEach((variable, most) -> {
            OptionalDouble fitted = exponent(stated.method(), variable, value);
            if (fitted.isPresent()) {
                numbers.add(variable + "^" + hundredths(fitted.getAsDouble()) + " (stated at most " + variable + "^"
                        + most + ")");
                if (fitted.getAsDouble() > most + SLACK) {
                    above.add(variable);
                }
            }
        });
        if (numbers.isEmpty()) {
            return sentence.notMeasured();
        }
        String all = String.join(", ", numbers);
        if (above.isEmpty()) {
            return sentence.holds(all);
        }
        return above.size() == numbers.size()
                ? sentence.doesNotHold(all)
                : sentence.dependsOn("the variable (steeper in " + String.join(", ", above) + ")", all);
    }

    /** The largest exponent over all values at which the other variables were held. */
    private OptionalDouble exponent(String method, String variable, ToDoubleFunction<ScalingPoint> value) {
        Map<String, Map<Double, List<Double>>> groups = new TreeMap<>();
        for (ScalingPoint point : results.scaling()) {
            double measured = value.applyAsDouble(point);
            if (point.method().equals(method) && point.variable().equals(variable) && !Double.isNaN(measured)) {
                groups.computeIfAbsent(point.fixed(), fixed -> new TreeMap<>())
                        .computeIfAbsent(point.value(), at -> new ArrayList<>())
                        .add(measured);
            }
        }
        return groups.values().stream()
                .map(TableClaims::medians)
                .map(PowerLaw::exponent)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .max();
    }

    private static Map<Double, Double> medians(Map<Double, List<Double>> values) {
        Map<Double, Double> medians = new TreeMap<>();
        values.forEach((at, all) -> medians.put(
                at,
                Spread.of(all.stream().mapToDouble(Double::doubleValue).toArray())
                        .median()));
        return medians;
    }

    private Claim testTime(String method, String name, String sum, int most) {
        Sentence sentence = new Sentence(
                "table-test-time-" + method,
                name + " has a test time of order " + sum,
                TABLE,
                "on a data set, the exponent of the median test time in the sizes from 500 on, fitted by least squares in"
                        + " log-log, at the largest l, is at most " + most + " + " + SLACK + DataSetCases.RULE);
        return DataSetCases.judge(sentence, results.datasets(), dataset -> testExponent(dataset, method, most));
    }

    private Optional<DataSetCases.Case> testExponent(String dataset, String method, int most) {
        int l = results.sketchSizes(dataset, method).stream()
                .max(Integer::compare)
                .orElse(0);
        Curve curve = results.curve(dataset, method, l, Measure.TEST_MICROS);
        Map<Double, Double> points = new TreeMap<>();
        curve.bySize().tailMap(Methods.LARGE).forEach((size, spread) -> points.put((double) size, spread.median()));
        OptionalDouble fitted = PowerLaw.exponent(points);
        return fitted.isEmpty()
                ? Optional.empty()
                : Optional.of(new DataSetCases.Case(
                        fitted.getAsDouble() <= most + SLACK, "size^" + hundredths(fitted.getAsDouble())));
    }

    private static String hundredths(double value) {
        // Adding nothing turns a rounded minus zero into zero.
        return String.format(Locale.ROOT, "%.2f", Math.rint(value * 100) / 100 + 0.0);
    }
}
