package io.github.skpca.internal.baseline;

import io.github.skpca.Workers;
import io.github.skpca.internal.feature.KernelValueMap;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;

/**
 * Exact kernel PCA: keeps every row, and decomposes the kernel matrix of all of them when asked.
 *
 * <p>Used by one thread, which may share the work with others.
 */
public final class AllRows {
    /** The most rows it keeps: their kernel matrix has 400 million entries, 3.2 GB. */
    public static final int MOST_ROWS = 20_000;

    /** Rows of the kernel matrix that a thread makes at a time. */
    private static final int TILE_ROWS = 16;

    private final Kernel kernel;
    private final int columns;
    private final Workers workers;
    private float[] rows;
    private int count;

    /** No rows. */
    public AllRows(Kernel kernel, int columns, Workers workers) {
        this.kernel = kernel;
        this.columns = columns;
        this.workers = workers;
        this.rows = new float[0];
    }

    /** The rows of a state. */
    public static AllRows restore(Kernel kernel, LandmarkState state, Workers workers) {
        AllRows all = new AllRows(kernel, state.columns(), workers);
        all.requireRoom(state.count());
        all.rows = state.rows().clone();
        all.count = state.count();
        return all;
    }

    /** How many more rows can be kept. */
    private int free() {
        return MOST_ROWS - count;
    }

    /**
     * Keeps rows.
     *
     * @param added {@code addedCount} standardised rows of d floats from {@code offset} on; copied
     * @throws IllegalArgumentException if they are too many
     */
    public void add(float[] added, int offset, int addedCount) {
        requireRoom(addedCount);
        int needed = Math.multiplyExact(count + addedCount, columns);
        if (needed > rows.length) {
            long grown = Math.max(needed, Math.min(2L * rows.length, (long) MOST_ROWS * columns));
            rows = Arrays.copyOf(rows, (int) Math.min(grown, Integer.MAX_VALUE - 8));
        }
        System.arraycopy(added, offset, rows, count * columns, addedCount * columns);
        count += addedCount;
    }

    private void requireRoom(int added) {
        if (added > free()) {
            throw new IllegalArgumentException(
                    count + " and " + added + " rows are more than the " + MOST_ROWS + " that can be kept");
        }
    }

    /** Keeps the other's rows after its own. The other stays as it is. */
    public void merge(AllRows other) {
        add(other.rows, 0, other.count);
    }

    /** All rows so far. */
    public int rows() {
        return count;
    }

    /** The rows as they are, a copy. */
    public LandmarkState state() {
        return new LandmarkState(columns, Arrays.copyOf(rows, count * columns), count, new long[0]);
    }

    /**
     * All rows with the leading eigenpairs of their kernel matrix, about their mean in the kernel's space if {@code centered}.
     *
     * @param most the most eigenpairs wanted
     * @throws IllegalStateException if the kernel matrix does not fit the memory of this Java
     */
    public LandmarkSummary summary(boolean centered, int most) {
        double needed = 4.0 * 8 * count * count;
        if (needed > Runtime.getRuntime().maxMemory()) {
            throw new IllegalStateException(String.format(
                    java.util.Locale.ROOT,
                    "the kernel matrix of %d rows needs %.0f MB of work space, more than this Java may use: give it more"
                            + " memory (-Xmx), or use method nystrom or skpca",
                    count,
                    needed / 1e6));
        }
        return LandmarkSummary.decompose(state(), gram(), centered, most, workers);
    }

    private double[] gram() {
        KernelValueMap map = new KernelValueMap(kernel, Arrays.copyOf(rows, count * columns), columns);
        double[] gram = new double[Math.multiplyExact(count, count)];
        workers.split(count, TILE_ROWS, (from, to) -> {
            float[] tile = new float[TILE_ROWS * count];
            for (int first = from; first < to; first += TILE_ROWS) {
                int height = Math.min(TILE_ROWS, to - first);
                map.map(rows, first * columns, height, tile, 0, Workers.callerOnly());
                for (int i = 0; i < height * count; i++) {
                    gram[first * count + i] = tile[i];
                }
            }
        });
        return gram;
    }

    /** The bytes held. */
    public long workingBytes() {
        return 4L * rows.length;
    }
}
