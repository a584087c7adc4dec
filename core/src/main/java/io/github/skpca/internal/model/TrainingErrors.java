package io.github.skpca.internal.model;

import io.github.skpca.ErrorEstimate;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.MapErrorEstimate;
import io.github.skpca.internal.feature.ResidualKind;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.sketch.CenteredSketch;
import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The error ||G - G'||_2 / n over the rows learned: G the exact kernel matrix, G' that of k loadings. What is guaranteed, and what is likely.
 *
 * @param embedding from rows to features
 * @param subspace the directions
 * @param sample a sample of the rows, or null if none is kept
 */
record TrainingErrors(Embedding embedding, Subspace subspace, RowSample.@Nullable State sample) {
    /** What float arithmetic may put between a row of features and V* phi, as a root mean square: twice the largest that was measured. */
    private static final double MAP_ROUNDING = 0x1p-12;

    /** The guarantee, proved in docs/decisions/0025. Empty for random features, kernels without K(x, x) = 1, and windows. */
    OptionalDouble bound(int k) {
        if (!(subspace instanceof Subspace.OfSketch sketched) || !isOfLandmarks(sketched.snapshot())) {
            return OptionalDouble.empty();
        }
        double weight = sketched.weight();
        double bound =
                sketched.snapshot().remainder().bound(sketched.bound(k) * weight, MAP_ROUNDING * Math.sqrt(weight));
        // No eigenvalue of G, whose diagonal is one, is beyond n.
        return OptionalDouble.of(Math.min(1, bound / weight));
    }

    /** Whether rows have images of length one of which landmarks leave a known part. */
    private boolean isOfLandmarks(CenteredSketch.Snapshot learned) {
        return embedding.map().residual() == ResidualKind.OF_LANDMARK_FEATURES
                && !UnknownKernel.isUnknown(embedding.kernel())
                && embedding.kernel().isNormalized()
                && learned.window() == null;
    }

    /** The estimate, from a sample of the rows, no larger than the bound. Empty where none is kept, or the kernel's code is not there. */
    Optional<ErrorEstimate> estimate(int k) {
        if (!(subspace instanceof Subspace.OfSketch sketched)
                || sample == null
                || sample.count() == 0
                || UnknownKernel.isUnknown(embedding.kernel())) {
            return Optional.empty();
        }
        CenteredSketch.Snapshot learned = sketched.snapshot();
        ErrorEstimate sampled = MapErrorEstimate.estimate(
                embedding,
                new MapErrorEstimate.Sample(
                        sample.rows(), sample.count(), sample.population(learned.weight()), learned.mean() != null),
                subspace.directions(k),
                remainder(k, learned),
                Workers.callerOnly());
        double most = bound(k).orElse(Double.POSITIVE_INFINITY);
        return Optional.of(new ErrorEstimate(
                Math.min(most, sampled.estimate()),
                Math.min(most, sampled.low()),
                Math.min(most, sampled.high()),
                sampled.rows()));
    }

    /** The mean of K(x,x) - ||W'z(x)||^2 over all rows, where it is known; it may be too large where landmarks have changed. */
    private double remainder(int k, CenteredSketch.Snapshot learned) {
        if (!isOfLandmarks(learned) || learned.weight() != learned.rows()) {
            return Double.NaN;
        }
        double length = 0;
        double[] squares = subspace.squares();
        for (int i = 0; i < k; i++) {
            length += squares[i] / learned.weight();
        }
        double[] mean = learned.mean();
        float[] directions = subspace.directions(k);
        for (int i = 0; mean != null && i < k; i++) {
            double part = 0;
            for (int j = 0; j < mean.length; j++) {
                part += directions[i * mean.length + j] * mean[j];
            }
            length += part * part;
        }
        return Math.max(0, 1 - length);
    }
}
