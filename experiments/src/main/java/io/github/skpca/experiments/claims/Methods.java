package io.github.skpca.experiments.claims;

import io.github.skpca.experiments.results.Curve;
import io.github.skpca.experiments.results.Measure;
import io.github.skpca.experiments.results.Results;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** One quantity of all the paper's methods on one data set. */
final class Methods {
    static final String SKPCA = "skpca-paper";
    static final String RNCA = "rnca";
    static final String RNCA_ROW = "rnca-row";
    static final String NYSTROM = "nystrom";

    /** The paper's sample sizes are 2 to 50 and 500 to 1500: this is where the large ones begin. */
    static final int LARGE = 500;

    private final Curve nystrom;
    private final Curve rnca;
    private final Map<Integer, Curve> skpca = new TreeMap<>();

    Methods(Results results, String dataset, Measure measure) {
        this(results, dataset, measure, RNCA);
    }

    /** With one of the two forms of RNCA. */
    Methods(Results results, String dataset, Measure measure, String rncaForm) {
        nystrom = results.curve(dataset, NYSTROM, 0, measure);
        rnca = results.curve(dataset, rncaForm, 0, measure);
        for (int l : results.sketchSizes(dataset, SKPCA)) {
            Curve curve = results.curve(dataset, SKPCA, l, measure);
            if (!curve.isEmpty()) {
                skpca.put(l, curve);
            }
        }
    }

    Curve nystrom() {
        return nystrom;
    }

    Curve rnca() {
        return rnca;
    }

    /** By l, rising; without those that were not measured. */
    Map<Integer, Curve> skpca() {
        return skpca;
    }

    /** The largest size at which each of the curves was measured. */
    static Optional<Integer> largestCommon(List<Curve> curves) {
        List<Integer> sizes = new ArrayList<>(curves.get(0).sizes());
        curves.forEach(curve -> sizes.retainAll(curve.sizes()));
        return sizes.stream().max(Integer::compare);
    }

    /** The largest size at which Nystrom, RNCA and every SKPCA were measured; none if one of the three is missing. */
    Optional<Integer> largest() {
        List<Curve> all = new ArrayList<>(skpca.values());
        all.add(nystrom);
        all.add(rnca);
        return skpca.isEmpty() ? Optional.empty() : largestCommon(all);
    }

    /** The least over l at the size, or NaN if no l was measured there. */
    double bestSkpca(int size) {
        return skpca.values().stream()
                .mapToDouble(curve -> curve.at(size))
                .filter(value -> !Double.isNaN(value))
                .min()
                .orElse(Double.NaN);
    }

    /** The greatest over l at the size, or NaN if no l was measured there. */
    double worstSkpca(int size) {
        return skpca.values().stream()
                .mapToDouble(curve -> curve.at(size))
                .filter(value -> !Double.isNaN(value))
                .max()
                .orElse(Double.NaN);
    }

    /** Three significant digits, the same in every locale. */
    static String digits(double value) {
        if (value == 0) {
            return "0";
        }
        BigDecimal rounded = new BigDecimal(value).round(new MathContext(3)).stripTrailingZeros();
        double size = Math.abs(value);
        return size >= 1e-4 && size < 1e7 ? rounded.toPlainString() : rounded.toString();
    }
}
