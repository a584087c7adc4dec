package io.github.skpca.internal.feature;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.PackedRows;
import io.github.skpca.internal.linalg.TransposedProducts;

/** Random Fourier features of a tile of transposed rows: scale cos(w'x + phase), or all scale cos(w'x) followed by all scale sin(w'x). */
final class TransposedWaves implements TiledFeatures {
    /*
     * A pair has one angle but two places, m/2 features apart, and a stretch of features may end in the middle of a stretch of angles. So
     * all features of a tile are computed first, and stay in the second-level cache until they are multiplied; angles stay in the first.
     */
    private final Backend backend = Backend.active();
    private final TransposedProducts products;
    private final int columns;
    private final int frequencies;
    private final float[] phases;
    private final float scale;
    private final PackedRows[] stretches;

    /**
     * The features of these frequencies.
     *
     * @param rows frequencies, row-major; copied
     * @param phases one per frequency, or empty for pairs; kept, not to be changed
     */
    TransposedWaves(TransposedProducts products, float[] rows, int columns, float[] phases) {
        this.products = products;
        this.columns = columns;
        this.frequencies = rows.length / columns;
        this.phases = phases;
        this.scale = RandomFourierFeatures.scale(features());
        this.stretches = TransposedRows.packed(products, rows, columns);
    }

    @Override
    public TransposedProducts products() {
        return products;
    }

    @Override
    public int features() {
        return isPaired() ? 2 * frequencies : frequencies;
    }

    private boolean isPaired() {
        return phases.length == 0;
    }

    @Override
    public TiledFeatures.Tile tile() {
        return new Tile();
    }

    @Override
    public long tileBytes() {
        return TransposedRows.bytes(products, columns)
                + 4L * products.width() * (stretches[0].filledRows() + (long) TransposedRows.PANELS * features());
    }

    long bytes() {
        return TransposedRows.bytes(stretches);
    }

    private final class Tile implements TiledFeatures.Tile {
        private final TransposedRows rows = new TransposedRows(products, columns);

        /** The angle of row i of a panel and frequency j of a stretch, at {@code j width + i}. */
        private final float[] angles = new float[stretches[0].filledRows() * rows.width];

        /** Feature j of row i of a panel, at {@code j width + i}. */
        private final float[][] features = new float[TransposedRows.PANELS][Math.multiplyExact(features(), rows.width)];

        @Override
        public boolean take(float[] source, int offset) {
            rows.take(source, offset);
            for (int stretch = 0; stretch < stretches.length; stretch++) {
                for (int panel = 0; panel < features.length; panel++) {
                    fill(panel, stretch);
                }
            }
            return true;
        }

        private void fill(int panel, int stretch) {
            int first = stretch * TransposedRows.STRETCH;
            int count = TransposedRows.length(stretch, frequencies);
            products.multiply(stretches[stretch], rows.panel(panel), 0, angles, 0, false);
            if (!isPaired()) {
                products.shift(angles, count, phases, first);
            }
            float[] out = features[panel];
            int cosines = first * rows.width;
            int sines = cosines + frequencies * rows.width;
            if (isPaired()) {
                backend.functions().cosinesAndSines(angles, 0, count * rows.width, scale, out, cosines, sines);
            } else {
                backend.functions().cosines(angles, 0, count * rows.width, scale, out, cosines);
            }
        }

        @Override
        public void multiply(PackedRows matrix, int panel, int stretch, float[] sums) {
            int from = stretch * TransposedRows.STRETCH * rows.width;
            products.multiply(matrix, features[panel], from, sums, 0, stretch > 0);
        }
    }
}
