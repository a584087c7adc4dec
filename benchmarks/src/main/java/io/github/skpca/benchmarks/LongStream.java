package io.github.skpca.benchmarks;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.MatrixSketch;
import io.github.skpca.internal.sketch.SketchState;

import java.util.Locale;

/**
 * Whether a block sketch still keeps its inequalities after many millions of rows, against A'A summed in double.
 *
 * <p>Argument: millions of rows. Features of a drifting stream of 224 columns, l = 8; a line a million rows.
 */
final class LongStream {
    private static final int COLUMNS = 224;
    private static final int SIZE = 8;

    private LongStream() {}

    public static void main(String[] arguments) {
        int millions = Integer.parseInt(arguments[0]);
        boolean kept = true;
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            CenteredSketch sketch = new CenteredSketch(
                    MatrixSketch.create(ShrinkRule.BLOCK, COLUMNS, SIZE, 1, workers), false, workers);
            double[] truth = new double[COLUMNS * COLUMNS];
            RandomStream random = new RandomStream(1, Purpose.MADE_UP_ROWS);
            long rows = 0;
            for (int million = 1; million <= millions; million++) {
                while (rows < million * 1_000_000L) {
                    int count = sketch.freeRows();
                    draw(sketch.block(), sketch.blockOffset(), count, rows, random);
                    add(truth, sketch.block(), sketch.blockOffset(), count);
                    sketch.commit(count);
                    rows += count;
                }
                kept &= report(truth, sketch.state().sketch(), rows);
            }
        }
        if (!kept) {
            System.exit(1);
        }
    }

    /** Rows of a falling spectrum whose leading directions turn slowly, about a mean that is not zero. */
    private static void draw(float[] block, int offset, int count, long first, RandomStream random) {
        for (int i = 0; i < count; i++) {
            double turn = 1e-6 * (first + i);
            double leading = random.nextGaussian();
            for (int j = 0; j < COLUMNS; j++) {
                double tail = (random.nextPositive() - 0.4) / (1 + j);
                block[offset + i * COLUMNS + j] = (float) (tail + 0.3 * leading * Math.cos(turn * j));
            }
        }
    }

    private static void add(double[] truth, float[] block, int offset, int count) {
        for (int i = 0; i < count; i++) {
            int row = offset + i * COLUMNS;
            for (int p = 0; p < COLUMNS; p++) {
                double factor = block[row + p];
                for (int q = 0; q < COLUMNS; q++) {
                    truth[p * COLUMNS + q] += factor * block[row + q];
                }
            }
        }
    }

    private static boolean report(double[] truth, SketchState state, long rows) {
        double[] difference = truth.clone();
        double norm = 0;
        for (int j = 0; j < COLUMNS; j++) {
            norm += truth[j * COLUMNS + j];
        }
        for (int i = 0; i < state.count(); i++) {
            int row = i * COLUMNS;
            for (int p = 0; p < COLUMNS; p++) {
                for (int q = 0; q < COLUMNS; q++) {
                    difference[p * COLUMNS + q] -= state.rows()[row + p] * state.rows()[row + q];
                }
            }
        }
        SymmetricEigen eigen = new SymmetricEigen(COLUMNS);
        eigen.decompose(difference, COLUMNS);
        double largest = eigen.values()[0];
        double smallest = eigen.values()[COLUMNS - 1];
        // The reference is a sum of so many terms in double; its own rounding is allowed for.
        double own = 1e-12 * norm;
        boolean kept = smallest >= -state.rounding() - own
                && largest <= state.error() + own
                && state.delta() <= 2 * norm / SIZE
                && Math.abs(state.squaredNorm() - norm) <= 1e-9 * norm;
        System.out.printf(
                Locale.ROOT,
                "%,d rows: smallest %.2e, largest %.4e of A'A - B'B over ||A||^2; delta %.4e, rounding %.1e, 2/l %.3f: %s%n",
                rows,
                smallest / norm,
                largest / norm,
                state.delta() / norm,
                state.rounding() / norm,
                2.0 / SIZE,
                kept ? "kept" : "BROKEN");
        return kept;
    }
}
