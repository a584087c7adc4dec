package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.MapTensor;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The numbers that the loadings and scores of a model are computed from, for writers of other formats.
 *
 * <p>It speaks of arrays and of public types alone, so that such a writer depends on nothing else that is internal. Arrays are not to be
 * changed.
 *
 * @param rows from a raw row to a standardised one
 * @param map from a standardised row to what directions are multiplied with
 * @param directions from there to loadings
 * @param score from loadings to the score
 */
public record ModelParts(RowPart rows, MapPart map, DirectionPart directions, ScorePart score) {
    /**
     * How rows are standardised.
     *
     * @param isPlain whether rows are learned as they come, without windows, categories or missing cells
     * @param origin d numbers that are subtracted
     * @param factors d numbers to multiply by afterwards; empty if columns are not scaled
     */
    public record RowPart(boolean isPlain, double[] origin, double[] factors) {}

    /**
     * How standardised rows are mapped.
     *
     * @param tensors by the names of the model file
     * @param features m, what a direction is a direction of
     */
    public record MapPart(Kernel kernel, MapKind kind, Map<String, float[]> tensors, int features) {
        /** A tensor of the map; empty if the map has none of that name. */
        public float[] tensor(String name) {
            return tensors.getOrDefault(name, new float[0]);
        }
    }

    /**
     * The leading directions W, as many as are used for loadings or scores.
     *
     * @param components k, how many of the first give loadings
     * @param scored how many of the first are scored with
     * @param products W', one row per direction, over what the map gives: features, or the kernel values of landmarks, with M folded in. For
     *     landmark features about a mean mu there is one more row, for z'mu
     * @param offset W'mu, one number per direction; zeros without a mean
     * @param mean mu of the features; null if not centred
     * @param squaredMean the squared length of the mean of the images; 0 if not centred
     */
    public record DirectionPart(
            int components,
            int scored,
            float[] products,
            double[] offset,
            double @Nullable [] mean,
            double squaredMean) {}

    /**
     * What makes a residual a score: what is added for each squared loading, and how it grows beyond the box of the sample.
     *
     * @param weights of squared loadings, one per scored direction; empty if the score is the residual alone
     * @param low d numbers, the least of the box in standardised columns; empty if there is no box
     * @param high the largest
     * @param unit what the squared distance from the box is multiplied with
     * @param apart directions of isolated rows over the scored ones, row-major, and how far usual rows go along each
     */
    public record ScorePart(double[] weights, float[] low, float[] high, double unit, ApartPart apart) {}

    /**
     * Directions of isolated rows: the squared distance of a row beyond the range is added to its score.
     *
     * @param directions over the scored directions, row-major; empty if there are none
     * @param low the least that usual rows have along each
     * @param high the largest
     */
    public record ApartPart(float[] directions, float[] low, float[] high) {}

    /** The parts of a model. */
    public static ModelParts of(KernelPcaModel model) {
        FittedModel fitted = FittedModel.of(model);
        Embedding embedding = fitted.embedding();
        Standardizer standardizer = embedding.standardizer();
        FeatureMap map = embedding.map();
        Map<String, float[]> tensors = new LinkedHashMap<>();
        for (MapTensor tensor : map.tensors()) {
            tensors.put(tensor.name(), tensor.values());
        }
        LeadingDirections scoring = fitted.scoring();
        // All are leading directions of the same subspace: the shorter list is the beginning of the longer one.
        LeadingDirections longer = fitted.own().count() > scoring.count() ? fitted.own() : scoring;
        double[] mean = fitted.mean();
        SampleBox box = scoring.box();
        return new ModelParts(
                new RowPart(
                        fitted.settings().rowSettings().preparation().isPlain(),
                        standardizer.origin(),
                        standardizer.factors()),
                new MapPart(embedding.kernel(), map.kind(), tensors, map.features()),
                new DirectionPart(
                        fitted.components(),
                        scoring.count(),
                        longer.folded(),
                        longer.wideOffset(),
                        mean,
                        mean == null ? 0 : map.squaredMean(mean)),
                new ScorePart(
                        weights(scoring), box.low(), box.high(), box.unit(), apart(scoring.isolatedDirections())));
    }

    private static ApartPart apart(IsolatedDirections isolated) {
        return new ApartPart(
                isolated.directions(), isolated.range().low(), isolated.range().high());
    }

    private static double[] weights(LeadingDirections scoring) {
        ScoreWeights counted = scoring.weights();
        double[] weights = new double[counted == null ? 0 : scoring.count()];
        for (int i = 0; i < weights.length && counted != null; i++) {
            weights[i] = counted.unit() * counted.inverse(i);
        }
        return weights;
    }
}
