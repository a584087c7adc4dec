package io.github.skpca.internal.feature;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.PackedRows;
import io.github.skpca.internal.linalg.TransposedProducts;
import org.jspecify.annotations.Nullable;

/** Gaussian kernel values of a tile of transposed rows against landmarks; the values never leave the first-level cache. */
final class TransposedLandmarks implements TiledFeatures {
    private final Backend backend = Backend.active();
    private final TransposedProducts products;
    private final GaussianLandmarks values;
    private final PackedRows[] stretches;
    private final @Nullable RowSubspace subspace;

    /** Numbers of a row that its products are made of. */
    private final int width;

    /**
     * The values of these landmarks.
     *
     * @param values for single rows; complete except for its tiles
     * @param coordinates of the same landmarks in the subspace, or all their columns, row-major; copied
     */
    TransposedLandmarks(
            TransposedProducts products,
            GaussianLandmarks values,
            float[] coordinates,
            @Nullable RowSubspace subspace) {
        this.products = products;
        this.values = values;
        this.subspace = subspace;
        this.width = subspace == null ? values.columns() : subspace.dimensions();
        this.stretches = TransposedRows.packed(products, coordinates, width);
    }

    @Override
    public TransposedProducts products() {
        return products;
    }

    @Override
    public int features() {
        return values.count();
    }

    @Override
    public TiledFeatures.Tile tile() {
        return new Tile();
    }

    @Override
    public long tileBytes() {
        int rows = TransposedRows.countOf(products);
        return TransposedRows.bytes(products, width)
                + (subspace == null ? 0 : 4L * rows * width)
                + 12L * rows
                + 4L * stretches[0].filledRows() * products.width();
    }

    long bytes() {
        return TransposedRows.bytes(stretches);
    }

    private final class Tile implements TiledFeatures.Tile {
        private final TransposedRows transposed = new TransposedRows(products, width);

        /** Rows in the subspace, if there is one. */
        private final float[] projected = new float[subspace == null ? 0 : transposed.count * width];

        /** Squared lengths of the tile's rows. */
        private final double[] squares = new double[transposed.count];

        /** What these squares add to the exponents of a panel. */
        private final float[][] terms = new float[TransposedRows.PANELS][transposed.width];

        /** Kernel values of row i of a panel against landmark j of a stretch, at {@code j width + i}. */
        private final float[] stretchValues = new float[stretches[0].filledRows() * transposed.width];

        private float[] rows = new float[0];
        private int offset;

        @Override
        public boolean take(float[] source, int from) {
            int columns = values.columns();
            for (int i = 0; i < transposed.count; i++) {
                double square = backend.sums().sumOfSquares(source, from + i * columns, columns);
                if (!values.isNear(square)) {
                    return false;
                }
                squares[i] = square;
                terms[i / transposed.width][i % transposed.width] = values.term(square);
            }
            if (subspace == null) {
                transposed.take(source, from);
            } else {
                subspace.project(source, from, transposed.count, projected);
                transposed.take(projected, 0);
            }
            rows = source;
            offset = from;
            return true;
        }

        @Override
        public void multiply(PackedRows matrix, int panel, int stretch, float[] sums) {
            fill(panel, stretch);
            products.multiply(matrix, stretchValues, 0, sums, 0, stretch > 0);
        }

        private void fill(int panel, int stretch) {
            int first = stretch * TransposedRows.STRETCH;
            int count = TransposedRows.length(stretch, features());
            products.multiply(stretches[stretch], transposed.panel(panel), 0, stretchValues, 0, false);
            products.gaussians(stretchValues, count, values.terms(), first, terms[panel], values.productFactor());
            for (int i = 0; i < transposed.width; i++) {
                int row = panel * transposed.width + i;
                int at = offset + row * values.columns();
                values.compareFar(rows, at, squares[row], first, stretchValues, i, transposed.width);
            }
        }
    }
}
