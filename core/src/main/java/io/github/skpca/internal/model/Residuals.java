package io.github.skpca.internal.model;

import io.github.skpca.internal.feature.ResidualKind;
import org.jspecify.annotations.Nullable;

/**
 * The residuals of rows outside the leading directions of a fit, ||(I - W W')(z - mu)||^2, and the scores computed from them.
 * Immutable; safe for any number of threads.
 *
 * <p>For features the residual is summed directly, so it is never negative. For landmarks it lies in the kernel's own space, which has
 * no coordinates to sum: there it is K(x,x) - ||loadings||^2, and centred K(x,x) - 2 mean_j K(x,c_j) + mean_ij K(c_i,c_j) - ||loadings||^2,
 * or K(x,x) - 2 z'mu + ||mu||^2 - ||loadings||^2 for landmark features.
 */
final class Residuals {
    private final int k;
    private final int features;
    private final float[] directions;
    private final double @Nullable [] mean;
    private final float[] offset;
    private final double[] wideOffset;
    private final ResidualKind kind;
    private final boolean isUnbounded;
    private final double meanOfMeans;
    private final SampleBox box;
    private final DirectionProducts products;
    private final @Nullable ScoreWeights weights;
    private final IsolatedDirections isolated;
    private final float[] noOffset;

    Residuals(LeadingDirections leading) {
        Fit fit = leading.fit();
        this.k = leading.count();
        this.features = fit.multiplied().features();
        this.directions = leading.folded();
        this.mean = fit.mean();
        this.offset = leading.offset();
        this.wideOffset = leading.wideOffset();
        this.kind = fit.embedding().map().residual();
        this.isUnbounded =
                kind != ResidualKind.OF_FEATURES && !fit.embedding().kernel().isNormalized();
        this.meanOfMeans = mean == null ? 0 : fit.embedding().map().squaredMean(mean);
        this.box = leading.box();
        this.products = new DirectionProducts(fit, directions, hasProductWithMean() ? k + 1 : k);
        this.weights = leading.weights();
        this.isolated = leading.isolatedDirections();
        this.noOffset = new float[k];
    }

    private boolean hasProductWithMean() {
        return kind == ResidualKind.OF_LANDMARK_FEATURES && mean != null;
    }

    /**
     * Scores of the next rows of a work space: their residuals, times 1 + b for rows beyond the box of the sample, b being their squared
     * distance from it over 2 bandwidth^2 ({@link SampleBox}). The farther a row lies beyond that box, the more novel it is.
     *
     * @param out count numbers from {@code at} on; overwritten
     */
    void score(RowWorkspace space, int count, double[] out, int at) {
        int done = 0;
        while (done < count) {
            int tile = space.take(count - done);
            scoreTile(space, tile, out, at + done);
            done += tile;
        }
    }

    /** Scores of the rows that a work space took last. */
    void scoreTile(RowWorkspace space, int tile, double[] out, int at) {
        ofTile(space, tile, out, at);
        ScoreWeights counted = weights;
        if (counted != null) {
            double[] inside = space.inside();
            for (int i = 0; i < tile; i++) {
                out[at + i] += counted.unit() * inside[i];
            }
        }
        for (int i = 0; i < tile && !box.isEmpty(); i++) {
            out[at + i] *= 1 + space.beyond(box, i);
        }
    }

    /**
     * The residuals of the next rows of a work space.
     *
     * @param out count numbers from {@code at} on; overwritten
     */
    void measure(RowWorkspace space, int count, double[] out, int at) {
        int done = 0;
        while (done < count) {
            int tile = space.take(count - done);
            ofTile(space, tile, out, at + done);
            done += tile;
        }
    }

    /**
     * Both parts of the scores of the next rows of a work space, before they grow beyond the box: Q, what lies outside the directions, and T^2,
     * how far a row lies inside ({@link ScoreWeights}).
     *
     * @param outside count numbers; overwritten
     * @param inside count numbers; overwritten
     */
    void parts(RowWorkspace space, int count, double[] outside, double[] inside) {
        parts(space, count, outside, inside, /* grows= */ false);
    }

    /** As {@link #parts}, but Q grows beyond the box as the score does. */
    void grownParts(RowWorkspace space, int count, double[] outside, double[] inside) {
        parts(space, count, outside, inside, !box.isEmpty());
    }

    private void parts(RowWorkspace space, int count, double[] outside, double[] inside, boolean grows) {
        int done = 0;
        while (done < count) {
            int tile = space.take(count - done);
            ofTile(space, tile, outside, done);
            System.arraycopy(space.inside(), 0, inside, done, tile);
            for (int i = 0; i < tile && grows; i++) {
                outside[done + i] *= 1 + space.beyond(box, i);
            }
            done += tile;
        }
    }

    /** Q of each row; with weights, T^2 too, into {@link RowWorkspace#inside()}. */
    private void ofTile(RowWorkspace space, int tile, double[] out, int at) {
        if (isUnbounded) {
            space.embed(tile);
            for (int i = 0; i < tile; i++) {
                out[at + i] = wideResidual(space, i);
            }
            return;
        }
        float[] loadings = space.products(tile * Math.max(1, products.outputs()));
        if (hasProductWithMean()) {
            products.multiply(space, tile, loadings, 0);
            aboutMean(space, tile, loadings, out, at);
            addInside(space, tile, loadings, k + 1);
            return;
        }
        if (kind == ResidualKind.OF_LANDMARK_FEATURES) {
            products.multiply(space, tile, loadings, 0);
        } else {
            space.embed(tile);
            products.multiplyFeatures(space, tile, loadings, 0);
        }
        for (int i = 0; i < tile; i++) {
            for (int j = 0; j < k && mean != null; j++) {
                loadings[i * k + j] -= offset[j];
            }
            out[at + i] = kind == ResidualKind.OF_FEATURES
                    ? residualOfFeatures(space, i, loadings)
                    : residualOfKernelValues(space, i, loadings);
        }
        addInside(space, tile, loadings, k);
    }

    /** T^2 of each row of a tile from its loadings, which are about the mean if there is one. */
    private void addInside(RowWorkspace space, int tile, float[] loadings, int across) {
        ScoreWeights counted = weights;
        if (counted == null) {
            return;
        }
        double[] inside = space.inside();
        for (int i = 0; i < tile; i++) {
            double sum = 0;
            for (int j = 0; j < k; j++) {
                double loading = across == k ? loadings[i * across + j] : (double) loadings[i * across + j] - offset[j];
                sum += counted.inverse(j) * (loading * loading);
            }
            double beyond =
                    isolated.count() == 0 ? 0 : isolated.beyond(loadings, i * across, across == k ? noOffset : offset);
            inside[i] = sum + beyond / counted.unit();
        }
    }

    /** Landmark features about their mean: one product has given both the loadings and z'mu. */
    private void aboutMean(RowWorkspace space, int tile, float[] loadings, double[] out, int at) {
        int across = k + 1;
        for (int i = 0; i < tile; i++) {
            double norm = space.selfSimilarity(i) + meanOfMeans - 2.0 * loadings[i * across + k];
            for (int j = 0; j < k; j++) {
                double loading = (double) loadings[i * across + j] - offset[j];
                norm -= loading * loading;
            }
            out[at + i] = Math.max(0, norm);
        }
    }

    private double residualOfKernelValues(RowWorkspace space, int tileRow, float[] loadings) {
        double norm = space.selfSimilarity(tileRow);
        if (mean != null && kind == ResidualKind.OF_KERNEL_VALUES) {
            norm += meanOfMeans - 2 * sum(space.features(), tileRow * features) / features;
        }
        for (int i = tileRow * k; i < (tileRow + 1) * k; i++) {
            norm -= (double) loadings[i] * loadings[i];
        }
        // A projection is no longer than the projected vector, so a negative value is rounding.
        return Math.max(0, norm);
    }

    private double sum(float[] values, int from) {
        double sum = 0;
        for (int j = from; j < from + features; j++) {
            sum += values[j];
        }
        return sum;
    }

    /**
     * The residual in the kernel's space with sums in double. An unbounded kernel has K(x, x) of any size, and the residual
     * may be as small as the rounding of a float loading's square; the rounding of single kernel values averages out.
     */
    private double wideResidual(RowWorkspace space, int tileRow) {
        double norm = space.selfSimilarity(tileRow) + meanOfMeans;
        float[] values = space.features();
        int row = tileRow * features;
        if (kind == ResidualKind.OF_KERNEL_VALUES && mean != null) {
            norm -= 2 * sum(values, row) / features;
        } else if (mean != null) {
            norm -= 2 * dot(values, row, k * features);
        }
        for (int i = 0; i < k; i++) {
            double loading = dot(values, row, i * features) - wideOffset[i];
            norm -= loading * loading;
        }
        return Math.max(0, norm);
    }

    /** The product of the features of a tile's row with a direction. */
    private double dot(float[] values, int row, int direction) {
        double even = 0;
        double odd = 0;
        int j = 0;
        for (; j + 1 < features; j += 2) {
            even += (double) values[row + j] * directions[direction + j];
            odd += (double) values[row + j + 1] * directions[direction + j + 1];
        }
        return even + odd + (j < features ? (double) values[row + j] * directions[direction + j] : 0);
    }

    private double residualOfFeatures(RowWorkspace space, int tileRow, float[] loadings) {
        float[] values = space.features();
        double[] residual = space.wide(features);
        int z = tileRow * features;
        for (int j = 0; j < features; j++) {
            residual[j] = values[z + j] - (mean == null ? 0 : mean[j]);
        }
        for (int i = 0; i < k; i++) {
            double loading = loadings[tileRow * k + i];
            int direction = i * features;
            for (int j = 0; j < features; j++) {
                residual[j] -= loading * directions[direction + j];
            }
        }
        double sum = 0;
        for (int j = 0; j < features; j++) {
            sum += residual[j] * residual[j];
        }
        return sum;
    }
}
