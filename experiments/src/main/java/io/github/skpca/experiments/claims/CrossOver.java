package io.github.skpca.experiments.claims;

import io.github.skpca.experiments.results.Curve;

import java.util.List;
import java.util.Optional;

/**
 * Where one curve comes below another and stays there.
 *
 * @param belowAtLargest whether it is below at the largest size of both
 * @param from the smallest size from which on it is below, if it is at the largest
 * @param always whether it is below at every size, so that nothing is crossed
 */
record CrossOver(boolean belowAtLargest, int from, boolean always) {
    /** Compares medians at the sizes that both curves have; none if there are fewer than two. */
    static Optional<CrossOver> between(Curve curve, Curve other) {
        List<Integer> sizes = curve.sizes().stream()
                .filter(size -> !Double.isNaN(other.at(size)))
                .toList();
        if (sizes.size() < 2) {
            return Optional.empty();
        }
        int from = sizes.size();
        while (from > 0 && curve.at(sizes.get(from - 1)) < other.at(sizes.get(from - 1))) {
            from--;
        }
        boolean below = from < sizes.size();
        return Optional.of(new CrossOver(below, below ? sizes.get(from) : 0, from == 0));
    }

    boolean crosses() {
        return belowAtLargest && !always;
    }

    String text() {
        if (always) {
            return "below at every size";
        }
        return belowAtLargest ? "from " + from + " on" : "none";
    }
}
