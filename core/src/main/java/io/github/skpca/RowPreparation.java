package io.github.skpca;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What is done with the cells of an input before they are a row of d numbers: categories become columns of zeros and ones, the last N
 * steps become one row, and missing cells are filled.
 *
 * <pre>{@code
 * RowPreparation preparation = RowPreparation.of(sensors).withLags(32).withMissing(RowPreparation.Missing.IMPUTE).fitted(first, count);
 * StreamingKernelPca learner = StreamingKernelPca.builder().preparation(preparation).build(preparation.columns());
 * RowPreparation.Stream stream = preparation.stream();
 * double[] row = new double[preparation.columns()];
 * for (double[] cells : steps) if (stream.next(cells, row) && stream.isLearned()) learner.update(preparation.filled(row));
 * }</pre>
 *
 * <p>A learner and a model take rows that are prepared already; the model remembers how, so that others can be prepared in the same way
 * ({@link KernelPcaModel#preparation()}). A missing cell is NaN. Immutable.
 */
public final class RowPreparation {
    /** The most categories of a column that have a column of their own; all others share one. */
    public static final int MOST_CATEGORIES = 64;

    /** Stands for a missing cell in a state: no cell is as large. */
    private static final double NO_CELL = Double.MAX_VALUE;

    /** In usual steps: a single one that was lost is a gap. */
    private static final double LONGEST_STEP = 1.5;

    /** The most columns of a prepared row. */
    private static final int MOST_COLUMNS = 1 << 24;

    private final CellLayout layout;
    private final Window window;
    private final int lags;
    private final int stride;
    private final Missing missing;
    private final double[] fill;
    private final @Nullable CellRegression regression;

    /** What is done about missing cells. */
    public enum Missing {
        /** They are refused. */
        FAIL("fail"),
        /** They are filled: from the other cells of the row in learning, by the model in judging. */
        IMPUTE("impute"),
        /** As {@link #IMPUTE}, and the p-value of such a row is one among learned rows that miss the same columns. */
        MASK("mask");

        private final String label;

        Missing(String label) {
            this.label = label;
        }

        /** The name in model files and commands. */
        public String label() {
            return label;
        }

        /** The one of this name. */
        public static Optional<Missing> ofLabel(String label) {
            return Arrays.stream(values())
                    .filter(one -> one.label.equals(label))
                    .findFirst();
        }
    }

    /**
     * The categories of a cell: its number i from 0 stands for value i and becomes a one in column i, any other number a one in one more
     * column.
     *
     * @param cell which cell of an input row, from 0
     * @param values the names, in the order of their columns; copied
     */
    public record Categories(int cell, List<String> values) {
        /** Checks the ranges. */
        public Categories {
            values = List.copyOf(values);
            if (cell < 0 || values.isEmpty() || values.size() > MOST_CATEGORIES) {
                throw new IllegalArgumentException("a cell must have between 1 and " + MOST_CATEGORIES
                        + " categories, and a number of at least 0: not " + values.size() + ", " + cell);
            }
        }
    }

    /** How steps become rows: {@code step} is the time between two of them, 0 if it is not looked at. */
    private record Window(int lags, int stride, double step) {}

    /** Five arguments: what the methods below change one by one. */
    private RowPreparation(
            CellLayout layout, Window window, Missing missing, double[] fill, @Nullable CellRegression regression) {
        this.regression = regression;
        this.layout = layout;
        this.window = window;
        this.lags = window.lags();
        this.stride = window.stride();
        this.missing = missing;
        this.fill = fill;
        if (lags < 1 || stride < 1 || (long) lags * layout.width() > MOST_COLUMNS) {
            throw new IllegalArgumentException("lags and stride must be at least 1, and lags times columns at most "
                    + MOST_COLUMNS + ": not " + lags + ", " + stride + " and " + lags + " x " + layout.width());
        }
        if (!(window.step() >= 0 && window.step() < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the time of a step must be at least 0, not " + window.step());
        }
        if (fill.length != 0 && fill.length != cells()) {
            throw new IllegalArgumentException(fill.length + " medians for " + cells() + " cells");
        }
        for (double value : fill) {
            if (!Float.isFinite((float) value)) {
                throw new IllegalArgumentException("a median is " + value + ": it must be a number");
            }
        }
    }

    /** Rows of so many cells, which are what is learned. */
    public static RowPreparation of(int cells) {
        return new RowPreparation(
                new CellLayout(cells, List.of()), new Window(1, 1, 0), Missing.FAIL, new double[0], null);
    }

    /** The same with windows: a row is a step with the {@code lags} - 1 steps before it, the oldest first. */
    public RowPreparation withLags(int lags) {
        return with(new Window(lags, stride, window.step()));
    }

    /** The same with every so many windows learned; all are judged. */
    public RowPreparation withStride(int stride) {
        return with(new Window(lags, stride, window.step()));
    }

    /**
     * The same for steps whose times are told ({@link Stream#at}): a window begins anew after a gap.
     *
     * @param step the usual time between two steps; 0 if times are not looked at
     */
    public RowPreparation withTimeStep(double step) {
        return with(new Window(lags, stride, step));
    }

    private RowPreparation with(Window other) {
        return new RowPreparation(layout, other, missing, fill, regression);
    }

    /** The same with another rule for missing cells. */
    public RowPreparation withMissing(Missing missing) {
        return new RowPreparation(layout, window, missing, fill, regression);
    }

    /** The same with other categories. */
    public RowPreparation withCategories(List<Categories> categories) {
        return new RowPreparation(new CellLayout(cells(), categories), window, missing, fill, regression);
    }

    /** The same with these numbers for missing cells, one per cell; none if there are none. */
    public RowPreparation withFill(double[] fill) {
        return new RowPreparation(layout, window, missing, fill.clone(), regression);
    }

    /**
     * The same with a regression of missing cells on the others, as {@link #regression()} gives it.
     *
     * @param numbers read only; none if there is no regression
     */
    public RowPreparation withRegression(double[] numbers) {
        CellRegression made = numbers.length == 0 ? null : new CellRegression(numbers, cells());
        return new RowPreparation(layout, window, missing, fill, made);
    }

    /**
     * The same with what a sample says of missing cells: a regression on the other cells of a step, and the median of each cell over those rows of a sample that have it.
     *
     * @param sample count x cells, row-major, NaN where one is missing; read only
     * @throws BadRowException if no row of the sample has some cell
     */
    public RowPreparation fitted(double[] sample, int count) {
        int cells = cells();
        double[] medians = new double[cells];
        double[] column = new double[count];
        for (int j = 0; j < cells; j++) {
            int known = 0;
            for (int i = 0; i < count; i++) {
                double value = sample[i * cells + j];
                if (!Double.isNaN(value)) {
                    column[known++] = value;
                }
            }
            if (known == 0) {
                throw new BadRowException("column " + (j + 1) + " is missing in all " + count
                        + " rows of the sample: leave the column out");
            }
            Arrays.sort(column, 0, known);
            // Of an even number the lower one, which is a number that was there; so is the median of zeros and ones.
            medians[j] = column[(known - 1) / 2];
        }
        boolean[] apart = new boolean[cells];
        categories().forEach(one -> apart[one.cell()] = true);
        CellRegression found = CellRegression.of(sample, count, cells, apart);
        return new RowPreparation(layout, window, missing, medians, found);
    }

    /** The cells of an input row. */
    public int cells() {
        return layout.cells();
    }

    /** d, the columns of a prepared row. */
    public int columns() {
        return lags * layout.width();
    }

    /** N, the steps of a window; 1 if a row is one step. */
    public int lags() {
        return lags;
    }

    /** Every how many windows one is learned. */
    public int stride() {
        return stride;
    }

    /** The usual time between two steps; 0 if times are not looked at. */
    public double timeStep() {
        return window.step();
    }

    /** What is done about missing cells. */
    public Missing missing() {
        return missing;
    }

    /** The cells that are categories. */
    public List<Categories> categories() {
        return layout.categories();
    }

    /** The numbers for missing cells in learning, one per cell; none if they are not known. */
    public double[] fill() {
        return fill.clone();
    }

    /** The regression of missing cells on the others: means, deviations and an inverse matrix; none where medians fill them. */
    public double[] regression() {
        return regression == null ? new double[0] : regression.numbers();
    }

    /** Whether a row is learned as it comes. */
    public boolean isPlain() {
        return lags == 1 && categories().isEmpty() && missing == Missing.FAIL;
    }

    /**
     * The names of the columns of a prepared row: {@code color=red}, {@code color=other}, {@code speed[t-3]}.
     *
     * @param names one per cell
     */
    public List<String> columnNames(List<String> names) {
        List<String> step = layout.names(names);
        if (lags == 1) {
            return step;
        }
        List<String> all = new ArrayList<>(columns());
        for (int back = lags - 1; back >= 0; back--) {
            for (String name : step) {
                all.add(name + (back == 0 ? "[t]" : "[t-" + back + "]"));
            }
        }
        return all;
    }

    /**
     * Fills the missing cells of a prepared row as in learning: each step from its other cells, or with medians.
     *
     * @param row d numbers; changed and returned
     */
    public double[] filled(double[] row) {
        fill(row, 0);
        return row;
    }

    /**
     * As {@link #filled}, within an array.
     *
     * @param rows the row's d numbers begin at {@code at}; changed
     * @return how many cells were filled
     */
    public int fill(double[] rows, int at) {
        int filled = 0;
        for (int step = 0; step < lags; step++) {
            filled += layout.fill(rows, at + step * layout.width(), fill, regression);
        }
        return filled;
    }

    /** The same rows from their beginning, with a window of its own; for one thread. */
    public Stream stream() {
        return new Stream();
    }

    /** What keeps two from preparing rows in the same way, in words; empty if nothing does. */
    public String differenceFrom(RowPreparation other) {
        if (window.step() != other.window.step()) {
            return "steps of time " + window.step() + " and " + other.window.step();
        }
        if (lags != other.lags || stride != other.stride) {
            return "lags " + lags + " and " + other.lags + ", stride " + stride + " and " + other.stride;
        }
        if (missing != other.missing
                || !Arrays.equals(fill, other.fill)
                || !Arrays.equals(regression(), other.regression())) {
            return "missing cells " + missing.label() + " and " + other.missing.label()
                    + (missing == other.missing ? ", filled in another way" : "");
        }
        return cells() == other.cells() && categories().equals(other.categories()) ? "" : "other cells or categories";
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowPreparation that && differenceFrom(that).isEmpty();
    }

    @Override
    public int hashCode() {
        return Objects.hash(cells(), categories(), window, missing, Arrays.hashCode(fill));
    }

    /** Input rows in their order, one after the other, with the memory of one window; for one thread. */
    public final class Stream {
        private final int width = layout.width();
        private final double[] window = new double[lags * width];
        private long steps;
        private double time;

        private Stream() {}

        /** As {@link #next(double[], int, double[], int)}, of whole arrays. */
        public boolean next(double[] input, double[] row) {
            return next(input, 0, row, 0);
        }

        /**
         * Takes the next input row.
         *
         * @param input its cells begin at {@code from}; NaN is a missing one; read only
         * @param row receives d numbers from {@code at} on, NaN where a cell is missing, if there is a row
         * @return whether there is one: not for the first N - 1
         */
        public boolean next(double[] input, int from, double[] row, int at) {
            int place = (int) (steps % lags) * width;
            layout.encode(input, from, window, place);
            steps++;
            if (steps < lags) {
                return false;
            }
            int oldest = place + width == window.length ? 0 : place + width;
            System.arraycopy(window, oldest, row, at, window.length - oldest);
            System.arraycopy(window, 0, row, at + window.length - oldest, oldest);
            return true;
        }

        /**
         * Says when the next input row is. After a gap, which is more than one and a half usual steps or no step forward, the window begins
         * anew: the next row is the first.
         *
         * @param next its time, in the unit of {@link #timeStep()}
         */
        public void at(double next) {
            double passed = next - time;
            if (steps > 0 && timeStep() > 0 && !(passed > 0 && passed <= LONGEST_STEP * timeStep())) {
                restart();
            }
            time = next;
        }

        /** Whether the last row that there was is one to learn from: the first, and every {@link #stride()} after it. */
        public boolean isLearned() {
            return steps >= lags && (steps - lags) % stride == 0;
        }

        /** The input rows so far, since the beginning or the last restart. */
        public long steps() {
            return steps;
        }

        /** Forgets the steps so far: the next row is the first. */
        public void restart() {
            steps = 0;
        }

        /** What {@link #restore} needs to go on from here: finite numbers, as many as a window has and two. */
        public double[] state() {
            double[] state = new double[2 + window.length];
            state[0] = steps;
            state[1] = time;
            for (int i = 0; i < window.length; i++) {
                state[2 + i] = Double.isNaN(window[i]) ? NO_CELL : window[i];
            }
            return state;
        }

        /**
         * Goes on from a state.
         *
         * @throws IllegalArgumentException if it is not one of such a stream
         */
        public void restore(double[] state) {
            if (state.length != 2 + window.length
                    || !(state[0] >= 0 && state[0] <= 1L << 53 && state[0] == Math.rint(state[0]))) {
                throw new IllegalArgumentException("a window of " + (state.length - 2) + " numbers, not of "
                        + window.length + ", or after no whole number of steps");
            }
            steps = (long) state[0];
            time = state[1];
            for (int i = 0; i < window.length; i++) {
                window[i] = state[2 + i] == NO_CELL ? Double.NaN : state[2 + i];
            }
        }
    }
}
