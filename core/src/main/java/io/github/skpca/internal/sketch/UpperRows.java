package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.DoubleMatrix;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** The few rows of a stacked block that are in double, those of the sketch and the jump row, and their part in its products. */
final class UpperRows {
    private final int columns;
    private final Backend backend = Backend.active();
    private final Workers workers;
    private final double[] rows;
    private int count;
    private double squaredNorm;

    UpperRows(int columns, int mostRows, Workers workers) {
        this.columns = columns;
        this.workers = workers;
        this.rows = new double[Math.multiplyExact(mostRows, columns)];
    }

    /** Copies the rows of a sketch, and a jump row if there is one. */
    void set(SketchState sketch, double @Nullable [] jump) {
        System.arraycopy(sketch.rows(), 0, rows, 0, sketch.count() * columns);
        count = sketch.count();
        if (jump != null) {
            System.arraycopy(jump, 0, rows, count * columns, columns);
            count++;
        }
        squaredNorm = DoubleRows.inner(rows, 0, rows, 0, count * columns);
    }

    int count() {
        return count;
    }

    /** The sum of their squares. */
    double squaredNorm() {
        return squaredNorm;
    }

    /** Their part of y = A x; see {@link StackedBlock#multiply}. */
    void multiply(double[] x, double factor, BlockProducts out) {
        if (out.aligned > 0) {
            multiplyAligned(x, factor, out);
            return;
        }
        if (count == 0) {
            return;
        }
        workers.split(
                out.vectors,
                4,
                (from, to) -> backend.doubles()
                        .innerProducts(
                                DoubleMatrix.of(x, columns),
                                from,
                                to,
                                DoubleMatrix.of(rows, columns),
                                count,
                                columns,
                                DoubleMatrix.of(out.upper, count)));
        for (int i = 0; i < out.vectors * count; i++) {
            out.upper[i] *= factor;
        }
    }

    private void multiplyAligned(double[] x, double factor, BlockProducts out) {
        workers.split(out.vectors, 4, (from, to) -> {
            for (int i = from; i < to; i++) {
                for (int j = 0; j < count; j++) {
                    boolean zero = j < out.aligned && i != j;
                    double product = zero ? 0 : DoubleRows.inner(x, i * columns, rows, j * columns, columns);
                    out.upper[i * count + j] = factor * product;
                }
            }
        });
    }

    /** Overwrites the columns from {@code from} to {@code to} of A'y with the part of these rows. */
    void takeBack(BlockProducts out, int from, int to) {
        if (out.aligned == 0) {
            backend.doubles()
                    .multiply(
                            DoubleMatrix.of(out.upper, count),
                            out.returned,
                            count,
                            new DoubleMatrix(rows, from, columns),
                            to - from,
                            new DoubleMatrix(out.back, from, columns));
            return;
        }
        for (int i = 0; i < out.returned; i++) {
            Arrays.fill(out.back, i * columns + from, i * columns + to, 0.0);
            for (int r = i < out.aligned ? i : out.aligned; r < count; r = Math.max(r + 1, out.aligned)) {
                double product = out.upper[i * count + r];
                for (int j = from; j < to; j++) {
                    out.back[i * columns + j] += product * rows[r * columns + j];
                }
            }
        }
    }
}
