package io.github.skpca.feature;

import io.github.skpca.linalg.PackedRows;
import io.github.skpca.linalg.TurnedProducts;
import org.jspecify.annotations.Nullable;

/**
 * Products of the kernel values of many rows with a fixed matrix: features of landmarks, or loadings.
 *
 * <p>The kernel values of a tile of rows against a stretch of landmarks are made, multiplied with the stretch of the matrix, and
 * forgotten, so that they never leave the first cache. Every number is the one that a row alone gets, bit for bit: it is the same sum in the
 * same order.
 */
public final class LandmarkProducts {
    private final GaussianLandmarks values;
    private final int columns;
    private final TurnedProducts products;
    private final PackedRows[] stretches;
    private final int outputs;
    private final int tileRows;
    private final ThreadLocal<Room> room = ThreadLocal.withInitial(Room::new);

    private LandmarkProducts(
            LandmarkMap map, GaussianLandmarks values, TurnedProducts products, float[] matrix, int outputs) {
        int m = map.features();
        this.values = values;
        this.columns = map.columns();
        this.products = products;
        this.outputs = outputs;
        this.tileRows = KernelTile.rowsOf(products);
        this.stretches = new PackedRows[KernelTile.stretches(m)];
        for (int i = 0; i < stretches.length; i++) {
            int first = i * KernelTile.LANDMARKS;
            stretches[i] = products.pack(matrix, first, m, outputs, Math.min(KernelTile.LANDMARKS, m - first));
        }
    }

    /**
     * The products of these kernel values; null if tiles serve neither their kernel nor this machine.
     *
     * @param matrix outputs x m, row-major; copied
     * @param outputs at least 1
     */
    public static @Nullable LandmarkProducts of(LandmarkMap map, float[] matrix, int outputs) {
        GaussianLandmarks values = map.gaussian();
        TurnedProducts products = values == null ? null : values.products();
        return values == null || products == null ? null : new LandmarkProducts(map, values, products, matrix, outputs);
    }

    private final class Room {
        final KernelTile tile = values.tile(products);
        final float[][] sums = new float[tileRows / products.width()][stretches[0].filledRows() * products.width()];
    }

    /** The rows of a tile. */
    public int tileRows() {
        return tileRows;
    }

    /**
     * The products of one tile.
     *
     * @param rows {@link #tileRows()} standardised rows from {@code offset} on; read only
     * @param out outputs numbers a row from {@code outOffset} on; overwritten
     * @return false if nothing was done because a row is so far out that its kernel values are not to be had by products
     */
    public boolean multiply(float[] rows, int offset, float[] out, int outOffset) {
        Room own = room.get();
        KernelTile tile = own.tile;
        if (!values.begin(rows, offset, tile)) {
            return false;
        }
        for (int stretch = 0; stretch < stretches.length; stretch++) {
            for (int panel = 0; panel < own.sums.length; panel++) {
                values.fill(rows, offset, tile, panel, stretch);
                products.multiply(stretches[stretch], tile.values, own.sums[panel], 0, stretch > 0);
            }
        }
        for (int panel = 0; panel < own.sums.length; panel++) {
            turn(own.sums[panel], tile.width, out, outOffset + panel * tile.width * outputs);
        }
        return true;
    }

    private void turn(float[] sums, int width, float[] out, int at) {
        for (int i = 0; i < width; i++) {
            int to = at + i * outputs;
            for (int j = 0; j < outputs; j++) {
                out[to + j] = sums[j * width + i];
            }
        }
    }

    /** The bytes of the matrix and of one thread's work space. */
    long bytes() {
        long packed = 0;
        for (PackedRows stretch : stretches) {
            packed += stretch.bytes();
        }
        return packed + KernelTile.bytes(products, columns) + 4L * stretches[0].filledRows() * tileRows;
    }
}
