package io.github.skpca.sketch;

import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.SymmetricEigen;
import io.github.skpca.linalg.Workers;
import org.jspecify.annotations.Nullable;

/**
 * The shrink of a block with few columns: A'A itself is small, so that one exact eigenproblem does for all rows of the block.
 *
 * <p>Rows are summed in double; an entry of A'A is off by at most (rows + 2) 2^-53 times the sum of sizes of its terms, so A'A by at
 * most that times ||A||_F^2 in norm.
 */
final class NarrowShrink {
    private static final int SLICE_ROWS = 256;
    private static final double UNIT_ROUNDOFF = 0x1p-53;

    private final int columns;
    private final int size;
    private final Workers workers;
    private final Backend backend = Backend.active();

    NarrowShrink(int columns, int size, Workers workers) {
        this.columns = columns;
        this.size = size;
        this.workers = workers;
    }

    /** The sketch of B over the rows (block_i - mean) and {@code jump}. */
    SketchState absorb(SketchState b, float[] block, int count, double @Nullable [] mean, double @Nullable [] jump) {
        double[] moments = new double[columns * columns];
        double added = addBlock(block, count, mean, moments);
        if (jump != null) {
            added += addRow(jump, 0, moments);
        }
        double kept = added;
        for (int i = 0; i < b.count(); i++) {
            kept += addRow(b.rows(), i * columns, moments);
        }
        SymmetricEigen eigen = new SymmetricEigen(columns);
        eigen.decompose(moments, columns);
        double[] values = eigen.values();
        double slack = 21.0 * columns * columns * UNIT_ROUNDOFF * Math.max(values[0], 0);
        double cut = columns > size && values[size] > slack ? values[size] : 0;
        int rows = 0;
        while (rows < Math.min(size, columns) && values[rows] > Math.max(cut, slack)) {
            rows++;
        }
        double[] next = new double[rows * columns];
        for (int i = 0; i < rows; i++) {
            double length = Math.sqrt(values[i] - cut);
            for (int j = 0; j < columns; j++) {
                next[i * columns + j] = length * eigen.vectors()[i * columns + j];
            }
        }
        double rounding = (count + b.count() + 4.0) * UNIT_ROUNDOFF * kept + 2 * slack;
        return new SketchState(
                next,
                rows,
                columns,
                b.delta() + cut,
                b.rounding() + rounding,
                b.squaredNorm() + added,
                b.certificate());
    }

    /** Adds the block's part, a slice of rows after the other, whichever thread made it; returns its sum of squares. */
    private double addBlock(float[] block, int count, double @Nullable [] mean, double[] moments) {
        int slices = (count + SLICE_ROWS - 1) / SLICE_ROWS;
        double[][] parts = new double[slices][columns * columns];
        workers.split(slices, 1, (from, to) -> {
            double[] turned = new double[columns * SLICE_ROWS];
            for (int slice = from; slice < to; slice++) {
                turn(block, slice * SLICE_ROWS, Math.min(count, (slice + 1) * SLICE_ROWS), mean, turned);
                backend.gram(turned, /* rows= */ columns, /* columns= */ SLICE_ROWS, parts[slice]);
            }
        });
        double sum = 0;
        for (double[] part : parts) {
            for (int i = 0; i < part.length; i++) {
                moments[i] += part[i];
            }
            for (int j = 0; j < columns; j++) {
                sum += part[j * columns + j];
            }
        }
        return sum;
    }

    private void turn(float[] block, int from, int to, double @Nullable [] mean, double[] turned) {
        java.util.Arrays.fill(turned, 0.0);
        for (int i = from; i < to; i++) {
            for (int j = 0; j < columns; j++) {
                turned[j * SLICE_ROWS + i - from] = block[i * columns + j] - (mean == null ? 0 : mean[j]);
            }
        }
    }

    private double addRow(double[] rows, int at, double[] moments) {
        double sum = 0;
        for (int i = 0; i < columns; i++) {
            double factor = rows[at + i];
            sum += factor * factor;
            for (int j = 0; j < columns; j++) {
                moments[i * columns + j] += factor * rows[at + j];
            }
        }
        return sum;
    }
}
