package io.github.skpca.onnx;

import io.github.skpca.internal.model.ModelParts;
import org.jspecify.annotations.Nullable;

/**
 * The products of what a map gives with the leading directions of a model, about the mean.
 *
 * @param loadings batch x directions, W'(z - mu)
 * @param withMean batch x 1, z'mu of landmark features about their mean; null for others
 * @param matrix W', directions x features
 */
record Loadings(Value loadings, @Nullable Value withMean, Value matrix) {
    static Loadings of(Graph graph, Value features, int featureCount, ModelParts.DirectionPart part) {
        int directions = part.offset().length;
        int outputs = part.products().length / featureCount;
        Value matrix = graph.constant(part.products(), outputs, featureCount);
        Value products = graph.product(features, graph.transpose(matrix));
        Value own = outputs > directions ? graph.columns(products, 0, directions) : products;
        Value loadings = part.mean() == null ? own : graph.subtract(own, graph.constant(part.offset(), directions));
        Value withMean = outputs > directions ? graph.columns(products, directions, outputs) : null;
        return new Loadings(loadings, withMean, matrix);
    }
}
