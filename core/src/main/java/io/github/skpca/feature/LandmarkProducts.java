package io.github.skpca.feature;

import io.github.skpca.linalg.Backend;

/**
 * Products of the kernel values of many rows with a fixed matrix: features of landmarks, or loadings.
 *
 * <p>The kernel values of a tile of rows against a stretch of landmarks are made, multiplied with the stretch of the matrix, and
 * forgotten, so that they never leave the first cache. Every number is the one that a row alone gets, bit for bit: it is the same sum in the
 * same order.
 */
public final class LandmarkProducts {
    private final LandmarkMap map;
    private final float[] stretches;
    private final int outputs;
    private final int tileRows;
    private final Backend backend = Backend.active();
    private final ThreadLocal<Room> room = ThreadLocal.withInitial(Room::new);

    /**
     * The products of these kernel values.
     *
     * @param matrix outputs x m, row-major; copied
     */
    public LandmarkProducts(LandmarkMap map, float[] matrix, int outputs) {
        this.map = map;
        this.outputs = outputs;
        this.tileRows = outputs == 0 ? 0 : map.tileRows();
        this.stretches = new float[tileRows == 0 ? 0 : matrix.length];
        int m = map.features();
        for (int first = 0; first < m && tileRows > 0; first += KernelTile.LANDMARKS) {
            int length = Math.min(KernelTile.LANDMARKS, m - first);
            for (int i = 0; i < outputs; i++) {
                System.arraycopy(matrix, i * m + first, stretches, outputs * first + i * length, length);
            }
        }
    }

    private final class Room {
        final KernelTile tile = new KernelTile(backend, map.columns(), map.features());
        final float[] sums = new float[Math.multiplyExact(outputs, tileRows)];
    }

    /** The rows of a tile; 0 if tiles serve neither this kernel nor this machine. */
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
        if (!map.begin(rows, offset, tile)) {
            return false;
        }
        int m = map.features();
        for (int first = 0; first < m; first += KernelTile.LANDMARKS) {
            int length = Math.min(KernelTile.LANDMARKS, m - first);
            for (int p = 0; p < tile.rows.length; p++) {
                map.fill(rows, offset, tile, p, first, length);
                backend.multiplyAdd(
                        stretches,
                        outputs * first,
                        length,
                        outputs,
                        tile.values(length),
                        own.sums,
                        p * tile.width,
                        tileRows,
                        first > 0);
            }
        }
        turn(own.sums, out, outOffset);
        return true;
    }

    private void turn(float[] sums, float[] out, int at) {
        for (int i = 0; i < tileRows; i++) {
            int to = at + i * outputs;
            for (int j = 0; j < outputs; j++) {
                out[to + j] = sums[j * tileRows + i];
            }
        }
    }

    /** The bytes of the matrix and of one thread's work space. */
    long bytes() {
        return tileRows == 0
                ? 0
                : 4L * stretches.length + KernelTile.bytes(backend, map.columns()) + 4L * outputs * tileRows;
    }
}
