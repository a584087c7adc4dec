package io.github.skpca.internal.model;

import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureProducts;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import org.jspecify.annotations.Nullable;

/**
 * Products of the features of rows with a fixed matrix, which is packed once. A row's products do not depend on the rows beside it.
 *
 * <p>Immutable except for what is computed on first use; shared by threads, each with work space of its own.
 */
final class DirectionProducts {
    private final Embedding embedding;
    private final float[] matrix;
    private final int outputs;
    private final int features;
    private final int tileRows;
    private final Backend backend = Backend.active();
    private final Panels panels;
    private volatile @Nullable FeatureProducts ofTiles;

    /**
     * The products of a fit's rows with a matrix.
     *
     * @param matrix outputs x features or longer, row-major; not to be changed
     */
    DirectionProducts(Fit fit, float[] matrix, int outputs) {
        this.embedding = fit.multiplied();
        this.matrix = matrix;
        this.outputs = outputs;
        this.features = embedding.features();
        this.tileRows = FeatureProducts.tileRows(embedding.map());
        this.panels = backend.products().panels(features, Math.max(1, outputs));
        if (outputs > 0) {
            panels.pack(matrix, 0, 1, features);
        }
    }

    int outputs() {
        return outputs;
    }

    /**
     * Products of the rows that a work space took last. Their features may or may not be in it afterwards.
     *
     * @param out count x outputs from {@code at} on; overwritten
     */
    void multiply(RowWorkspace space, int count, float[] out, int at) {
        if (!multipliedByTiles(space, count, out, at)) {
            space.embed(count);
            multiplyFeatures(space, count, out, at);
        }
    }

    /** As {@link #multiply} if the work space already has the features. */
    void multiplyFeatures(RowWorkspace space, int count, float[] out, int at) {
        if (outputs > 0) {
            backend.products().multiplyRows(space.features(), 0, count, panels, out, at);
        }
    }

    /** Computes both products tile by tile without storing features; false if that is not possible. */
    private boolean multipliedByTiles(RowWorkspace space, int count, float[] out, int at) {
        if (tileRows == 0 || outputs == 0 || count % tileRows != 0 || !space.isDense()) {
            return false;
        }
        FeatureProducts products = ofTiles;
        if (products == null) {
            products = FeatureProducts.of(embedding.map(), matrix, outputs);
            ofTiles = products;
        }
        boolean done = products != null;
        for (int first = 0; done && products != null && first < count; first += tileRows) {
            done = products.multiply(space.tile(), first * embedding.columns(), out, at + first * outputs);
        }
        return done;
    }
}
