package io.github.skpca.onnx;

import io.github.skpca.internal.model.ModelParts;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;

/**
 * Scores of a model with landmarks in double throughout, from their definition, with kernel values by {@link Kernel#similarity}: what both the
 * library and the graph are measured by.
 */
final class ExactScore {
    private final ModelParts parts;
    private final Kernel kernel;
    private final double[] landmarks;
    private final int columns;
    private final int count;

    ExactScore(ModelParts parts) {
        this.parts = parts;
        this.kernel = parts.map().kernel();
        this.columns = parts.rows().origin().length;
        float[] narrow = parts.map().tensor("landmarks");
        this.landmarks = new double[narrow.length];
        for (int i = 0; i < narrow.length; i++) {
            landmarks[i] = narrow[i];
        }
        this.count = narrow.length / columns;
    }

    /**
     * The scores of rows whose K(x, x) needs no shortening.
     *
     * @param rows standardised, row-major
     */
    double[] of(double[] rows) {
        double[] scores = new double[rows.length / columns];
        for (int i = 0; i < scores.length; i++) {
            scores[i] = ofOne(Arrays.copyOfRange(rows, i * columns, (i + 1) * columns));
        }
        return scores;
    }

    private double ofOne(double[] row) {
        double[] values = new double[count];
        for (int c = 0; c < count; c++) {
            values[c] = kernel.similarity(row, 0, landmarks, c * columns, columns);
        }
        ModelParts.DirectionPart directions = parts.directions();
        double outside = kernel.similarity(row, 0, row, 0, columns) + directions.squaredMean() - 2 * withMean(values);
        double inside = 0;
        double[] loadings = new double[directions.scored()];
        double[] weights = parts.score().weights();
        for (int i = 0; i < directions.scored(); i++) {
            double loading = product(i, values) - directions.offset()[i];
            loadings[i] = loading;
            outside -= loading * loading;
            inside += weights.length == 0 ? 0 : weights[i] * loading * loading;
        }
        return (Math.max(0, outside) + inside + apart(loadings)) * (1 + beyond(row));
    }

    /** The squared distance beyond the range of usual rows along directions of isolated ones. */
    private double apart(double[] loadings) {
        ModelParts.ApartPart apart = parts.score().apart();
        double sum = 0;
        for (int h = 0; h < apart.low().length; h++) {
            double along = 0;
            for (int j = 0; j < loadings.length; j++) {
                along += apart.directions()[h * loadings.length + j] * loadings[j];
            }
            double outside = Math.max(0, Math.max(apart.low()[h] - along, along - apart.high()[h]));
            sum += outside * outside;
        }
        return sum;
    }

    /** z'mu, by the row after the last direction; of kernel values their mean. */
    private double withMean(double[] values) {
        ModelParts.DirectionPart directions = parts.directions();
        if (directions.mean() == null) {
            return 0;
        }
        if (parts.map().tensor("landmarkFactor").length > 0) {
            return product(directions.offset().length, values);
        }
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        return sum / count;
    }

    private double product(int direction, double[] values) {
        float[] products = parts.directions().products();
        double sum = 0;
        for (int c = 0; c < count; c++) {
            sum += products[direction * count + c] * values[c];
        }
        return sum;
    }

    private double beyond(double[] row) {
        float[] low = parts.score().low();
        double sum = 0;
        for (int j = 0; j < low.length; j++) {
            double outside =
                    Math.max(0, Math.max(low[j] - row[j], row[j] - parts.score().high()[j]));
            sum += outside * outside;
        }
        return sum * parts.score().unit();
    }
}
