package io.github.skpca.experiments.claims;

import io.github.skpca.experiments.results.Curve;
import io.github.skpca.experiments.results.Measure;
import io.github.skpca.experiments.results.Results;

import java.util.Map;
import java.util.Optional;

/** How many times RNCA's error is that of SKPCA, at equal space and at equal size. */
final class SpaceGain {
    private final Methods errors;
    private final Methods spaces;

    SpaceGain(Results results, String dataset, Measure measure) {
        errors = new Methods(results, dataset, measure);
        spaces = new Methods(results, dataset, Measure.SPACE);
    }

    /** Geometric means over RNCA's large sizes. */
    record Gain(double equalSpace, double equalSize) {}

    /** None unless both methods were measured at some large size. */
    Optional<Gain> measured() {
        double bySpace = 0;
        double bySize = 0;
        int count = 0;
        for (int size : errors.rnca().bySize().tailMap(Methods.LARGE).keySet()) {
            double rnca = errors.rnca().at(size);
            double sameSize = errors.bestSkpca(size);
            double sameSpace = bestWithin(spaces.rnca().at(size));
            // An error of exactly nothing has no ratio to another.
            if (rnca > 0 && sameSize > 0 && sameSpace > 0) {
                bySpace += Math.log(rnca / sameSpace);
                bySize += Math.log(rnca / sameSize);
                count++;
            }
        }
        return count == 0
                ? Optional.empty()
                : Optional.of(new Gain(Math.exp(bySpace / count), Math.exp(bySize / count)));
    }

    private double bestWithin(double space) {
        double best = Double.NaN;
        for (Map.Entry<Integer, Curve> one : errors.skpca().entrySet()) {
            Curve needed = spaces.skpca().get(one.getKey());
            if (needed == null) {
                continue;
            }
            for (int size : one.getValue().sizes()) {
                if (needed.at(size) <= space) {
                    double error = one.getValue().at(size);
                    best = Double.isNaN(best) ? error : Math.min(best, error);
                }
            }
        }
        return best;
    }
}
