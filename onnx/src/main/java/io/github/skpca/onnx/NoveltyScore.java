package io.github.skpca.onnx;

import io.github.skpca.internal.model.ModelParts;
import org.jspecify.annotations.Nullable;

/** The score of rows: their residual outside the scored directions, weighed in a model for novelty, growing beyond the box of the sample. */
final class NoveltyScore {
    private final Graph graph;
    private final ModelParts parts;
    private final StandardizedRows rows;

    NoveltyScore(Graph graph, ModelParts parts, StandardizedRows rows) {
        this.graph = graph;
        this.parts = parts;
        this.rows = rows;
    }

    /** Scores of landmarks, whose residuals lie in the kernel's own space: K(x, x) - 2 z'mu + mu'mu - sum of squared loadings. */
    Value ofLandmarks(KernelValues kernel, Value values, Loadings loadings) {
        Value about = graph.add(kernel.self(), graph.constant(parts.directions().squaredMean()));
        Value withMean = withMean(kernel, values, loadings);
        if (withMean != null) {
            about = graph.subtract(about, graph.multiply(withMean, graph.constant(2)));
        }
        Value squares = squares(loadings);
        Value residual = graph.node(
                "Max",
                graph.subtract(about, graph.sum(squares, parts.directions().scored())),
                graph.constant(0));
        return grown(apart(weighed(residual, squares), loadings));
    }

    /** z'mu; of kernel values, whose landmarks are all rows, the mean of K(x, c) over them. Null without a mean. */
    private @Nullable Value withMean(KernelValues kernel, Value values, Loadings loadings) {
        boolean isOfRows = parts.map().tensor("landmarkFactor").length == 0;
        return isOfRows && parts.directions().mean() != null
                ? graph.sum(values, kernel.count(), 1.0 / kernel.count())
                : loadings.withMean();
    }

    /** Scores of random features, whose residuals are summed among the features. */
    Value ofFeatures(Value features, Loadings loadings) {
        ModelParts.DirectionPart directions = parts.directions();
        double[] mean = directions.mean();
        Value about = mean == null ? features : graph.subtract(features, graph.constant(mean, mean.length));
        Value matrix = loadings.matrix();
        if (directions.scored() < directions.offset().length) {
            matrix = graph.node("Slice", matrix, graph.places(0), graph.places(directions.scored()), graph.places(0));
        }
        Value rest = graph.subtract(about, graph.product(scored(loadings), matrix));
        return grown(
                apart(weighed(graph.sum(graph.square(rest), parts.map().features()), squares(loadings)), loadings));
    }

    private Value scored(Loadings loadings) {
        int scored = parts.directions().scored();
        return scored < parts.directions().offset().length
                ? graph.columns(loadings.loadings(), 0, scored)
                : loadings.loadings();
    }

    private Value squares(Loadings loadings) {
        return graph.square(scored(loadings));
    }

    private Value weighed(Value residual, Value squares) {
        double[] weights = parts.score().weights();
        return weights.length == 0
                ? residual
                : graph.add(residual, graph.product(squares, graph.constant(weights, weights.length, 1)));
    }

    /** With the squared distance beyond the range of usual rows along directions of isolated ones. */
    private Value apart(Value score, Loadings loadings) {
        ModelParts.ApartPart apart = parts.score().apart();
        int count = apart.low().length;
        if (count == 0) {
            return score;
        }
        Value directions = graph.constant(
                widened(apart.directions()), count, parts.directions().scored());
        Value along = graph.product(scored(loadings), graph.transpose(directions));
        Value outside = beyond(along, widened(apart.low()), widened(apart.high()));
        return graph.add(score, graph.sum(graph.square(outside), count));
    }

    private static double[] widened(float[] numbers) {
        double[] wide = new double[numbers.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = numbers[i];
        }
        return wide;
    }

    /** How far numbers lie beyond a range, column by column; 0 inside. */
    private Value beyond(Value values, double[] low, double[] high) {
        Value below = graph.subtract(graph.constant(low, low.length), values);
        Value above = graph.subtract(values, graph.constant(high, high.length));
        return graph.node("Max", below, above, graph.constant(0));
    }

    /** Times 1 + b, b the squared distance from the box of the sample in its unit. */
    private Value grown(Value score) {
        float[] low = parts.score().low();
        if (low.length == 0) {
            return score;
        }
        Value below = graph.subtract(graph.constant(low, low.length), rows.rows());
        Value above = graph.subtract(rows.rows(), graph.constant(parts.score().high(), low.length));
        Value outside = graph.node("Max", below, above, graph.constant(0));
        Value beyond =
                graph.sum(graph.square(outside), low.length, parts.score().unit());
        return graph.multiply(score, graph.add(beyond, graph.constant(1)));
    }
}
