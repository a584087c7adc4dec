package io.github.skpca.internal.linalg;

import io.github.skpca.Workers;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Has the compiler make the loops of plain Java ready while a command reads its first rows, on a core that has nothing else to do.
 *
 * <p>It compiles what it has seen run. Without this it begins with the first product, and begins again with the first one of another shape:
 * branches that no product has taken are left out, and a loop that takes one after all runs uncompiled until it is compiled again.
 */
public final class PlainStart {
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(150);
    private static final int ROUNDS = 8;

    private static final int ROWS = 96;
    private static final int COLUMNS = 500;

    /** One, two and three terms are left after the last three, and one depth is summed in two pieces. */
    private static final int[] DEPTHS = {31, 32, 33, 160};

    private static final int EIGEN = 64;

    private PlainStart() {}

    /** Begins, where plain Java is what the process begins with, and there is a second core. */
    public static void begin() {
        if (BackendChoice.isWaiting() && Runtime.getRuntime().availableProcessors() > 1) {
            Thread thread = new Thread(PlainStart::run, "skpca-plain");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void run() {
        long end = System.nanoTime() + LONGEST;
        try {
            for (int round = 0; round < ROUNDS && System.nanoTime() < end; round++) {
                round();
            }
        } catch (OutOfMemoryError goesOnWithout) {
            // Nobody waits for this.
        }
    }

    static void round() {
        floats();
        doubles();
        new SymmetricEigen(EIGEN).decompose(positive(), EIGEN);
    }

    private static void floats() {
        Backend backend = Backend.active();
        float[] values = new float[ROWS * COLUMNS];
        float[] terms = new float[COLUMNS];
        for (int depth : DEPTHS) {
            float[] rows = new float[COLUMNS * depth];
            Arrays.fill(rows, 0.01f);
            Panels panels = backend.products().panels(depth, COLUMNS);
            panels.pack(rows, 0, 1, depth);
            backend.products().multiplyRows(rows, 0, ROWS, panels, values, 0);
            for (int i = 0; i < ROWS; i++) {
                backend.sums().sumOfSquares(rows, i * depth, depth);
                backend.functions().gaussians(values, i * COLUMNS, COLUMNS, 0, terms, -1);
            }
        }
    }

    private static void doubles() {
        Backend backend = Backend.active();
        double[] result = new double[COLUMNS * COLUMNS];
        for (int depth : DEPTHS) {
            double[] left = new double[ROWS * depth];
            double[] right = new double[depth * COLUMNS];
            Arrays.fill(left, 0.01);
            Arrays.fill(right, 0.01);
            BlockedProduct.subtract(left, right, result, ROWS, depth, COLUMNS, Workers.callerOnly());
            DoubleMatrix columns = DoubleMatrix.of(right, COLUMNS);
            backend.doubles()
                    .innerProducts(
                            columns,
                            0,
                            Math.min(depth, ROWS / 4),
                            columns,
                            depth,
                            COLUMNS,
                            DoubleMatrix.of(result, depth));
        }
    }

    private static double[] positive() {
        double[] matrix = new double[EIGEN * EIGEN];
        for (int i = 0; i < EIGEN; i++) {
            for (int j = 0; j < EIGEN; j++) {
                matrix[i * EIGEN + j] = i == j ? 1 + i : 1.0 / (1 + i + j);
            }
        }
        return matrix;
    }
}
