package io.github.skpca.internal.feature;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;

import java.util.Arrays;

/**
 * A sample of the rows that features miss, each with a probability proportional to what they miss of it: 1 - ||z||^2.
 *
 * <p>Priority sampling (Duffield, Lund and Thorup, J. ACM 54(6), 2007): of all rows those with the largest rho / u are kept, u uniform, and
 * sums over all rows are estimated without bias by counting a kept row max(1, t / rho) times, t the largest priority that was dropped. So
 * a few rows of a rare kind that features miss altogether are kept among millions of which they miss little.
 */
public final class MissedRows {
    /** How many rows are kept; two thirds of them find a direction and one measures it. Fewer if rows are very wide. */
    private static final int CAPACITY = 384;

    private static final int FEWEST = 32;
    private static final int MOST_NUMBERS = 1 << 21;

    private static final int ROUNDS = 12;

    /** The fewest rows that are worth a thread of their own. */
    private static final int ROWS_APART = 256;

    private final int columns;
    private final int width;
    private final int capacity;
    private final float[] rows;
    private final float[] features;
    private final double[] missed;
    private final double[] priorities;
    private int count;
    private int smallest = -1;
    private double total;
    private double dropped;

    /** ||z||^2 of the rows of a block. */
    private double[] squares = new double[0];

    /** No rows yet, of {@code columns} numbers and {@code width} features. */
    public MissedRows(int columns, int width) {
        this.columns = columns;
        this.width = width;
        this.capacity = Math.max(FEWEST, Math.min(CAPACITY, MOST_NUMBERS / columns));
        this.rows = new float[Math.multiplyExact(capacity, columns)];
        this.features = new float[capacity * width];
        this.missed = new double[capacity];
        this.priorities = new double[capacity];
    }

    /**
     * What is kept, for a file.
     *
     * @param rows standardised rows, row-major
     * @param missed what the features miss of each
     * @param priorities of each
     * @param total what the features miss of all rows, in sum
     * @param dropped the largest priority that was dropped
     */
    public record State(float[] rows, double[] missed, double[] priorities, double total, double dropped) {
        /** Checks the ranges, because it may come from a file. */
        public State {
            if (missed.length > CAPACITY || priorities.length != missed.length) {
                throw new IllegalArgumentException(missed.length + " missed rows with " + priorities.length
                        + " priorities; there are at most " + CAPACITY);
            }
            double sum = total + dropped;
            for (int i = 0; i < missed.length; i++) {
                sum += missed[i] + priorities[i];
                if (!(missed[i] >= 0) || !(priorities[i] >= 0)) {
                    throw new IllegalArgumentException("what is missed of a row must not be negative");
                }
            }
            if (!(total >= 0) || !(dropped >= 0) || !Double.isFinite(sum)) {
                throw new IllegalArgumentException("what is missed of rows must be finite and not negative");
            }
        }

        /** No rows. */
        public static State none() {
            return new State(new float[0], new double[0], new double[0], 0, 0);
        }
    }

    /** The rows kept. */
    public State state() {
        return new State(
                Arrays.copyOf(rows, count * columns),
                Arrays.copyOf(missed, count),
                Arrays.copyOf(priorities, count),
                total,
                dropped);
    }

    /** Takes the rows of a state, with their features by this map. */
    public static MissedRows restore(State state, FeatureMap map, Workers workers) {
        MissedRows restored = new MissedRows(map.columns(), map.features());
        restored.count = state.missed().length;
        if (restored.count > restored.capacity || state.rows().length != restored.count * map.columns()) {
            throw new IllegalArgumentException("the missed rows are not whole");
        }
        System.arraycopy(state.rows(), 0, restored.rows, 0, state.rows().length);
        System.arraycopy(state.missed(), 0, restored.missed, 0, restored.count);
        System.arraycopy(state.priorities(), 0, restored.priorities, 0, restored.count);
        restored.total = state.total();
        restored.dropped = state.dropped();
        map.map(restored.rows, 0, restored.count, restored.features, 0, workers);
        return restored;
    }

    /** The same rows, to be added to. */
    public MissedRows copy() {
        MissedRows copy = new MissedRows(columns, width);
        copy.count = count;
        copy.total = total;
        copy.dropped = dropped;
        System.arraycopy(rows, 0, copy.rows, 0, count * columns);
        System.arraycopy(features, 0, copy.features, 0, count * width);
        System.arraycopy(missed, 0, copy.missed, 0, count);
        System.arraycopy(priorities, 0, copy.priorities, 0, count);
        return copy;
    }

    /**
     * Adds the rows of a block.
     *
     * @param block their features, from the start of the array; read only
     * @param source the rows
     * @param random one number per row is drawn
     */
    public void add(float[] block, WarmUpRows source, RandomStream random, Workers workers) {
        int rowCount = source.count();
        if (squares.length < rowCount) {
            squares = new double[rowCount];
        }
        Backend backend = Backend.active();
        workers.split(rowCount, ROWS_APART, (from, to) -> {
            for (int i = from; i < to; i++) {
                squares[i] = backend.sums().sumOfSquares(block, i * width, width);
            }
        });
        for (int i = 0; i < rowCount; i++) {
            double left = 1 - squares[i];
            double uniform = random.nextPositive();
            if (left > 0) {
                total += left;
                add(left, left / uniform, block, i, source);
            }
        }
    }

    private void add(double left, double priority, float[] block, int row, WarmUpRows source) {
        int place = count;
        if (count == capacity) {
            place = smallest();
            if (priority <= priorities[place]) {
                dropped = Math.max(dropped, priority);
                return;
            }
            dropped = Math.max(dropped, priorities[place]);
            smallest = -1;
        } else {
            count++;
        }
        source.copy(row, rows, place * columns);
        System.arraycopy(block, row * width, features, place * width, width);
        missed[place] = left;
        priorities[place] = priority;
    }

    /** Where the smallest priority is; looked for again only after it was replaced. */
    private int smallest() {
        if (smallest < 0) {
            smallest = 0;
            for (int i = 1; i < count; i++) {
                smallest = priorities[i] < priorities[smallest] ? i : smallest;
            }
        }
        return smallest;
    }

    /** Adds the rows of another sample, of the same features. The other is not changed. */
    public void merge(MissedRows other) {
        MissedRows added = other == this ? copy() : other;
        total += added.total;
        dropped = Math.max(dropped, added.dropped);
        WarmUpRows source = added.asRows();
        for (int i = 0; i < added.count; i++) {
            add(added.missed[i], added.priorities[i], added.features, i, source);
        }
    }

    private WarmUpRows asRows() {
        return new WarmUpRows() {
            @Override
            public int count() {
                return count;
            }

            @Override
            public int columns() {
                return columns;
            }

            @Override
            public void copy(int row, float[] out, int offset) {
                System.arraycopy(rows, row * columns, out, offset, columns);
            }
        };
    }

    /** What the features miss of all rows, in sum. */
    public double total() {
        return total;
    }

    /** How many rows are kept. */
    public int count() {
        return count;
    }

    /** The rows kept, standardised, row-major; a copy. */
    public float[] rows() {
        return Arrays.copyOf(rows, count * columns);
    }

    /** How many rows a kept row stands for. */
    public double weight(int i) {
        return missed[i] > 0 ? Math.max(1, dropped / missed[i]) : 1;
    }

    /**
     * The energy of all rows along a direction that the features miss, the one in which the rows kept have most: the sum of squared parts, less one
     * standard error. Of the rows kept one third spans the direction; it is the one that it has most in common with the second third, so a row
     * that is like no other has no say; and the last third measures the energy, so it is not biased.
     */
    public double energy(Kernel kernel) {
        int part = count / 3;
        if (part < 2) {
            return 0;
        }
        float[] left = left(kernel, part);
        double[] direction = new double[part];
        for (int i = 0; i < part; i++) {
            direction[i] = left[i * part + i];
        }
        double[] image = new double[part];
        for (int round = 0; round < ROUNDS; round++) {
            multiply(left, part * part, direction, image);
            multiplyTransposed(left, part * part, image, direction);
            double norm = Math.sqrt(inner(direction, direction));
            if (!(norm > 0)) {
                return 0;
            }
            for (int i = 0; i < part; i++) {
                direction[i] /= norm;
            }
        }
        multiply(left, 0, direction, image);
        double length = inner(direction, image);
        if (!(length > 0)) {
            return 0;
        }
        multiply(left, 2 * part * part, direction, image);
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < part; i++) {
            double own = image[i] * image[i] / length;
            sum += own;
            squares += own * own;
        }
        // The rows that measure have a third of all.
        return 3 * Math.max(0, sum - Math.sqrt(Math.max(0, squares - sum * sum / part)));
    }

    /** sqrt(w(x) w(y)) (K(x, y) - z(x)'z(y)) of rows x and the first third y; the thirds of x follow each other. */
    private float[] left(Kernel kernel, int part) {
        float[] first = Arrays.copyOf(rows, part * columns);
        float[] left = new float[3 * part * part];
        new KernelValueMap(kernel, first, columns).map(rows, 0, 3 * part, left, 0, Workers.callerOnly());
        Backend backend = Backend.active();
        Panels panels = backend.products().panels(width, part);
        panels.pack(features, 0, 1, width);
        float[] products = new float[left.length];
        backend.products().multiplyRows(features, 0, 3 * part, panels, products, 0);
        float[] roots = new float[3 * part];
        for (int i = 0; i < roots.length; i++) {
            roots[i] = (float) Math.sqrt(weight(i));
        }
        for (int i = 0; i < 3 * part; i++) {
            for (int j = 0; j < part; j++) {
                int at = i * part + j;
                left[at] = (left[at] - products[at]) * roots[i] * roots[j];
            }
        }
        return left;
    }

    private static void multiply(float[] matrix, int offset, double[] vector, double[] product) {
        int n = vector.length;
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < n; j++) {
                sum += matrix[offset + i * n + j] * vector[j];
            }
            product[i] = sum;
        }
    }

    private static void multiplyTransposed(float[] matrix, int offset, double[] vector, double[] product) {
        int n = vector.length;
        Arrays.fill(product, 0);
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) {
                product[j] += matrix[offset + i * n + j] * vector[i];
            }
        }
    }

    private static double inner(double[] a, double[] b) {
        double sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] * b[i];
        }
        return sum;
    }

    /** The bytes held. */
    public long bytes() {
        return 4L * (rows.length + features.length) + 16L * missed.length + 8L * squares.length;
    }
}
