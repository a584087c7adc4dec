package io.github.skpca.internal.model;

import io.github.skpca.MapKind;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.jspecify.annotations.Nullable;

/**
 * What the leading directions of a fit leave of rows, ||(I - W W')(z - mu)||^2, and the scores made of it. Immutable; used by many threads
 * at once.
 *
 * <p>Among features it is summed directly, so that it is never negative. For landmarks the residual lies in the kernel's own space, which has
 * no coordinates to sum: there it is K(x,x) - ||loadings||^2, and centred K(x,x) - 2 mean_j K(x,c_j) + mean_ij K(c_i,c_j) - ||loadings||^2, or
 * K(x,x) - 2 z'mu + ||mu||^2 - ||loadings||^2 for features of landmarks.
 */
final class Residuals {
    private final int k;
    private final int features;
    private final float[] directions;
    private final double @Nullable [] mean;
    private final float[] offset;
    private final double[] wideOffset;
    private final Kind kind;
    private final boolean isUnbounded;
    private final double meanOfMeans;
    private final SampleBox box;
    private final DirectionProducts products;

    /** Where the residual of a row lies. */
    private enum Kind {
        /** Among the features, which have coordinates to sum. */
        OF_FEATURES,
        /** In the kernel's own space; what is projected are kernel values against landmarks. */
        OF_KERNEL_VALUES,
        /** In the kernel's own space; what is projected are features made of kernel values, by the folded product. */
        OF_LANDMARK_FEATURES
    }

    Residuals(LeadingDirections leading) {
        Fit fit = leading.fit();
        this.k = leading.count();
        this.features = fit.multiplied().features();
        this.directions = leading.folded();
        this.mean = fit.mean();
        this.offset = leading.offset();
        this.wideOffset = leading.wideOffset();
        this.kind = kind(fit.embedding().map());
        this.isUnbounded = kind != Kind.OF_FEATURES && !(fit.embedding().kernel() instanceof ShiftInvariantKernel);
        this.meanOfMeans = kind == Kind.OF_LANDMARK_FEATURES ? squaredLength(mean) : average(mean);
        this.box = fit.box();
        this.products = new DirectionProducts(fit, directions, hasProductWithMean() ? k + 1 : k);
    }

    private static Kind kind(FeatureMap map) {
        if (map instanceof NystromMap) {
            return Kind.OF_LANDMARK_FEATURES;
        }
        return map.kind() == MapKind.LANDMARKS ? Kind.OF_KERNEL_VALUES : Kind.OF_FEATURES;
    }

    private boolean hasProductWithMean() {
        return kind == Kind.OF_LANDMARK_FEATURES && mean != null;
    }

    private static double squaredLength(double @Nullable [] mean) {
        double sum = 0;
        for (int j = 0; mean != null && j < mean.length; j++) {
            sum += mean[j] * mean[j];
        }
        return sum;
    }

    private static double average(double @Nullable [] mean) {
        double sum = 0;
        for (int j = 0; mean != null && j < mean.length; j++) {
            sum += mean[j] / mean.length;
        }
        return sum;
    }

    /**
     * Scores of the next rows of a work space: their residuals, for rows beyond the box of the learned ones times 1 + b, b their squared
     * distance from it over 2 bandwidth^2 ({@link SampleBox}). A row is the more novel the farther it lies beyond that box.
     *
     * @param out count numbers from {@code at} on; overwritten
     */
    void score(RowWorkspace space, int count, double[] out, int at) {
        int done = 0;
        while (done < count) {
            int tile = space.take(count - done);
            ofTile(space, tile, out, at + done);
            for (int i = 0; i < tile && !box.isEmpty(); i++) {
                out[at + done + i] *= 1 + space.beyond(box, i);
            }
            done += tile;
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
            return;
        }
        if (kind == Kind.OF_LANDMARK_FEATURES) {
            products.multiply(space, tile, loadings, 0);
        } else {
            space.embed(tile);
            products.multiplyFeatures(space, tile, loadings, 0);
        }
        for (int i = 0; i < tile; i++) {
            for (int j = 0; j < k && mean != null; j++) {
                loadings[i * k + j] -= offset[j];
            }
            out[at + i] = kind == Kind.OF_FEATURES
                    ? residualOfFeatures(space, i, loadings)
                    : residualOfKernelValues(space, i, loadings);
        }
    }

    /** Features of landmarks about their mean: one product has given the loadings and z'mu. */
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
        if (mean != null && kind == Kind.OF_KERNEL_VALUES) {
            norm += meanOfMeans - 2 * sum(space.features(), tileRow * features) / features;
        }
        for (int i = tileRow * k; i < (tileRow + 1) * k; i++) {
            norm -= (double) loadings[i] * loadings[i];
        }
        // A projection is no longer than what is projected, so what is below zero is rounding.
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
     * The residual in the kernel's space with sums in double. A kernel without a bound has K(x, x) of any size, and what is left
     * of it may be as small as the rounding of a float loading's square; the rounding of single kernel values averages out.
     */
    private double wideResidual(RowWorkspace space, int tileRow) {
        double norm = space.selfSimilarity(tileRow) + meanOfMeans;
        float[] values = space.features();
        int row = tileRow * features;
        if (kind == Kind.OF_KERNEL_VALUES && mean != null) {
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

    /** Features of a tile's row times a direction. */
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
