package io.github.skpca.kernel;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The bandwidth whose score tells rows apart best from rows made of them by drawing every column from another row.
 *
 * <p>Such rows have the same columns as usual ones, each alone, and are novel only in how columns go together. So they say which bandwidth sees what the rows
 * have in common: a narrow one where rows lie in many small groups, the median distance where columns follow each other smoothly. Some rows are held out, and both
 * are scored by 1 - k'(K + ridge)^-1 k, what the learned rows leave of a row.
 */
final class ContrastBandwidth {
    /**
     * Multiples of the median distance that are tried. None is wider: beyond the median nearly all scatter is in the leading directions, and what tells rows
     * apart is as small as what landmarks miss.
     */
    private static final double[] MULTIPLES = {0.25, 0.5, 1};

    /**
     * Among equals the nearest to this one is taken. A wide kernel has fewer directions that count, and novel rows among those learned take fewer of them for
     * themselves.
     */
    private static final double PREFERRED = 1;

    /** Below it there are too few rows to hold some out. */
    private static final int FEWEST_ROWS = 60;

    private static final int MOST_ROWS = 600;

    /** Every so many rows one is held out. */
    private static final int HELD_OUT = 3;

    /** Keeps the matrix positive definite, and the score from depending on what only few rows have. */
    private static final double RIDGE = 0.01;

    /** Bandwidths whose areas differ by less than this many standard errors are equals. */
    private static final double ERRORS = 0.5;

    private final KernelFamily family;
    private final int columns;
    private final double[] learned;
    private final double[] heldOut;
    private final double[] mixed;

    private ContrastBandwidth(KernelFamily family, double[] rows, int count, int columns) {
        this.family = family;
        this.columns = columns;
        int taken = Math.min(count, MOST_ROWS);
        int apart = taken / HELD_OUT;
        this.learned = new double[(taken - apart) * columns];
        this.heldOut = new double[apart * columns];
        int known = 0;
        int held = 0;
        for (int i = 0; i < taken; i++) {
            // Every so many of all rows, not the first: rows may come in an order.
            int from = (int) ((long) i * count / taken) * columns;
            boolean isHeldOut = i % HELD_OUT == HELD_OUT - 1;
            System.arraycopy(
                    rows,
                    from,
                    isHeldOut ? heldOut : learned,
                    isHeldOut ? held++ * columns : known++ * columns,
                    columns);
        }
        this.mixed = mixed(rows, count, apart);
    }

    /** Rows each of whose columns comes from any row. */
    private double[] mixed(double[] rows, int count, int wanted) {
        RandomStream random = new RandomStream(count, Purpose.MIXED_ROWS);
        double[] made = new double[wanted * columns];
        for (int i = 0; i < made.length; i++) {
            made[i] = rows[(int) random.nextBelow(count) * columns + i % columns];
        }
        return made;
    }

    /**
     * The bandwidth of rows.
     *
     * @param rows count x columns, row-major, already standardised; read only
     * @param unit a typical distance of two rows
     */
    static OptionalDouble bandwidth(KernelFamily family, double[] rows, int count, int columns, double unit) {
        if (count < FEWEST_ROWS || !family.isShiftInvariant()) {
            return OptionalDouble.of(unit);
        }
        ContrastBandwidth tried = new ContrastBandwidth(family, rows, count, columns);
        double[] areas = new double[MULTIPLES.length];
        double most = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < areas.length; i++) {
            areas[i] = tried.area(MULTIPLES[i] * unit);
            most = Math.max(most, areas[i]);
        }
        double error = Math.sqrt(most * (1 - most) * columns / tried.heldOut.length);
        double best = Double.NaN;
        for (int i = 0; i < areas.length; i++) {
            boolean isNearer = Double.isNaN(best) || distance(MULTIPLES[i]) < distance(best);
            if (areas[i] >= most - ERRORS * error && isNearer) {
                best = MULTIPLES[i];
            }
        }
        return OptionalDouble.of(best * unit);
    }

    private static double distance(double multiple) {
        return Math.max(multiple / PREFERRED, PREFERRED / multiple);
    }

    /** The chance that such a row scores higher than a held-out one. */
    private double area(double bandwidth) {
        if (!KernelFamily.isBandwidth(bandwidth)) {
            return Double.NEGATIVE_INFINITY;
        }
        Kernel kernel = family.withBandwidth(bandwidth);
        int n = learned.length / columns;
        double[] factor = factor(kernel, n);
        double[] usual = scores(kernel, factor, n, heldOut);
        double[] others = scores(kernel, factor, n, mixed);
        Arrays.sort(usual);
        double higher = 0;
        for (double score : others) {
            int below = Arrays.binarySearch(usual, score);
            higher += below < 0 ? -below - 1 : below + 0.5;
        }
        return higher / ((double) usual.length * others.length);
    }

    /** The lower Cholesky factor of the kernel matrix of the learned rows, the ridge added. */
    private double[] factor(Kernel kernel, int n) {
        double[] lower = new double[n * n];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j <= i; j++) {
                double value = kernel.similarity(learned, i * columns, learned, j * columns, columns);
                double sum = i == j ? value + RIDGE : value;
                sum -= dot(lower, i * n, lower, j * n, j);
                lower[i * n + j] = i == j ? Math.sqrt(Math.max(RIDGE / 2, sum)) : sum / lower[j * n + j];
            }
        }
        return lower;
    }

    private double[] scores(Kernel kernel, double[] factor, int n, double[] rows) {
        double[] scores = new double[rows.length / columns];
        double[] solved = new double[n];
        for (int i = 0; i < scores.length; i++) {
            for (int j = 0; j < n; j++) {
                double value = kernel.similarity(rows, i * columns, learned, j * columns, columns);
                solved[j] = (value - dot(factor, j * n, solved, 0, j)) / factor[j * n + j];
            }
            scores[i] = 1 - dot(solved, 0, solved, 0, n);
        }
        return scores;
    }

    /** Four sums, so that additions do not wait for each other. */
    private static double dot(double[] x, int xAt, double[] y, int yAt, int length) {
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        int i = 0;
        for (; i + 3 < length; i += 4) {
            a += x[xAt + i] * y[yAt + i];
            b += x[xAt + i + 1] * y[yAt + i + 1];
            c += x[xAt + i + 2] * y[yAt + i + 2];
            d += x[xAt + i + 3] * y[yAt + i + 3];
        }
        for (; i < length; i++) {
            a += x[xAt + i] * y[yAt + i];
        }
        return (a + b) + (c + d);
    }
}
