package io.github.skpca.internal.sketch;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.ColumnPanelProducts;
import io.github.skpca.internal.linalg.DoubleMatrix;
import io.github.skpca.internal.linalg.FloatMatrix;
import io.github.skpca.internal.linalg.Panels;

/**
 * One thread's part in the products of a block: products and transposed products with a slice of its rows, and the sums over slices.
 *
 * <p>The stack keeps the sums, one row per slice, so that it does not matter which thread computed them.
 */
final class SliceProducts {
    private final StackedBlock stack;
    private final int columns;
    private final Backend backend;
    private final ColumnPanelProducts strips;
    private final float[] products;
    private final float[] left;
    private final double[] exactLeft;
    private final double[] inside;
    private final double[] strip;

    SliceProducts(StackedBlock stack, int width, int filled, int exactFilled) {
        this.stack = stack;
        this.columns = stack.columns;
        this.backend = stack.backend;
        this.strips = stack.strips;
        this.products = new float[StackedBlock.SLICE_ROWS * width];
        this.left = new float[StackedBlock.SLICE_ROWS * filled];
        this.exactLeft = new double[StackedBlock.SLICE_ROWS * exactFilled];
        this.inside = new double[ColumnPanelProducts.CHAIN * width];
        this.strip = new double[Math.max(filled * strips.width(), exactFilled * strips.exactWidth())];
    }

    private int last(int slice) {
        return Math.min(StackedBlock.SLICE_ROWS, stack.count - slice * StackedBlock.SLICE_ROWS);
    }

    void multiply(int slice, Panels panels, BlockProducts out) {
        int last = last(slice);
        int row = slice * StackedBlock.SLICE_ROWS;
        backend.products().multiplyRows(stack.block, row * columns, last, panels, products, 0);
        transpose(out, slice, last);
        int rows = filled(out);
        strips.multiply(
                left,
                rows,
                new FloatMatrix(stack.block, row * columns, columns),
                last,
                columns,
                stack.partial[slice],
                false);
        exactBack(out, slice, last);
    }

    private int filled(BlockProducts out) {
        int rest = out.returned - out.exact;
        return ColumnPanelProducts.filled(rest, strips.height(rest));
    }

    /** Transposes from one row of products per row of the block to one row per vector, and subtracts the mean's part. */
    private void transpose(BlockProducts out, int slice, int last) {
        int vectors = out.vectors;
        double[] target = out.slices[slice];
        int rows = filled(out);
        int height = strips.height(rows);
        for (int i = 0; i < vectors; i++) {
            float center = (float) stack.shift[i];
            double sum = 0;
            for (int r = 0; r < last; r++) {
                float product = products[r * vectors + i] - center;
                target[i * StackedBlock.SLICE_ROWS + r] = product;
                sum += product;
            }
            java.util.Arrays.fill(target, i * StackedBlock.SLICE_ROWS + last, (i + 1) * StackedBlock.SLICE_ROWS, 0.0);
            out.sums[slice * vectors + i] = sum;
        }
        for (int i = 0; i < rows; i++) {
            int from = (out.exact + i) * StackedBlock.SLICE_ROWS;
            boolean filler = out.exact + i >= out.returned;
            for (int first = 0; first < last; first += ColumnPanelProducts.CHAIN) {
                int depth = Math.min(ColumnPanelProducts.CHAIN, last - first);
                int at = ColumnPanelProducts.entry(rows, height, first, depth, i);
                for (int r = 0; r < depth; r++) {
                    left[at + r * height] = filler ? 0 : (float) target[from + first + r];
                }
            }
        }
    }

    private void exactBack(BlockProducts out, int slice, int last) {
        if (out.exact == 0) {
            return;
        }
        int height = strips.exactHeight();
        int rows = ColumnPanelProducts.filled(out.exact, height);
        for (int i = 0; i < rows; i++) {
            for (int first = 0; first < last; first += ColumnPanelProducts.CHAIN) {
                int depth = Math.min(ColumnPanelProducts.CHAIN, last - first);
                int at = ColumnPanelProducts.entry(rows, height, first, depth, i);
                for (int r = 0; r < depth; r++) {
                    exactLeft[at + r * height] =
                            i < out.exact ? out.slices[slice][i * StackedBlock.SLICE_ROWS + first + r] : 0;
                }
            }
        }
        int from = slice * StackedBlock.SLICE_ROWS * columns;
        strips.multiply(
                exactLeft,
                rows,
                new FloatMatrix(stack.block, from, columns),
                last,
                columns,
                stack.exactPartial[slice],
                false);
    }

    void takeBack(int slice, BlockProducts y) {
        for (int i = 0; i < y.exact; i++) {
            double sum = 0;
            for (int r = 0; r < StackedBlock.SLICE_ROWS; r++) {
                sum += y.slices[slice][i * StackedBlock.SLICE_ROWS + r];
            }
            y.sums[slice * y.vectors + i] = sum;
        }
        exactBack(y, slice, last(slice));
    }

    /** Takes as many rows at a time as stay in the second-level cache, because they are read twice. */
    void clear(int slice, double[] weights, BlockProducts d, BlockProducts out, double[] squares) {
        int last = last(slice);
        int vectors = out.vectors;
        int rows = filled(out);
        java.util.Arrays.fill(out.sums, slice * vectors, (slice + 1) * vectors, 0.0);
        for (int first = 0; first < last; first += ColumnPanelProducts.CHAIN) {
            int depth = Math.min(ColumnPanelProducts.CHAIN, last - first);
            int from = (slice * StackedBlock.SLICE_ROWS + first) * columns;
            strips.innerProducts(
                    stack.laidOut, vectors, new FloatMatrix(stack.block, from, columns), depth, columns, products);
            double[] directions = d.slices[slice];
            backend.doubles()
                    .multiply(
                            DoubleMatrix.of(weights, d.vectors),
                            vectors,
                            d.vectors,
                            new DoubleMatrix(directions, first, StackedBlock.SLICE_ROWS),
                            depth,
                            DoubleMatrix.of(inside, depth));
            for (int i = 0; i < vectors; i++) {
                subtract(out, slice, first, depth, i, squares);
            }
            strips.multiply(
                    left,
                    rows,
                    new FloatMatrix(stack.block, from, columns),
                    depth,
                    columns,
                    stack.partial[slice],
                    first > 0);
        }
        for (int i = 0; i < vectors && last < StackedBlock.SLICE_ROWS; i++) {
            java.util.Arrays.fill(
                    out.slices[slice], i * StackedBlock.SLICE_ROWS + last, (i + 1) * StackedBlock.SLICE_ROWS, 0.0);
        }
    }

    private void subtract(BlockProducts out, int slice, int first, int depth, int i, double[] squares) {
        int rows = filled(out);
        int height = strips.height(rows);
        int at = ColumnPanelProducts.entry(rows, height, 0, depth, i);
        int target = i * StackedBlock.SLICE_ROWS + first;
        float center = (float) stack.shift[i];
        double sum = 0;
        double square = 0;
        double whole = 0;
        for (int r = 0; r < depth; r++) {
            double product = products[i * depth + r] - center;
            double outside = product - inside[i * depth + r];
            float rounded = (float) outside;
            out.slices[slice][target + r] = outside;
            left[at + r * height] = rounded;
            sum += rounded;
            square += outside * outside;
            whole += product * product;
        }
        out.sums[slice * out.vectors + i] += sum;
        squares[i] += square;
        squares[out.vectors + i] += whole;
    }

    /** Adds a strip of columns of all slices' sums: each slice is contiguous, so it is read in one sweep. */
    void addStrip(BlockProducts out, int slices, int column) {
        int width = strips.width();
        int rows = filled(out);
        java.util.Arrays.fill(strip, 0, rows * width, 0.0);
        for (int slice = 0; slice < slices; slice++) {
            backend.sums().accumulate(stack.partial[slice], column * rows, rows * width, strip, 0);
        }
        int across = Math.min(width, columns - column);
        for (int i = out.exact; i < out.returned; i++) {
            for (int j = 0; j < across; j++) {
                out.back[i * columns + column + j] += strip[(i - out.exact) * width + j];
            }
        }
    }

    void addExactStrip(BlockProducts out, int slices, int column) {
        int width = strips.exactWidth();
        int rows = ColumnPanelProducts.filled(out.exact, strips.exactHeight());
        int across = Math.min(width, columns - column);
        for (int slice = 0; slice < slices; slice++) {
            double[] sums = stack.exactPartial[slice];
            for (int i = 0; i < out.exact; i++) {
                for (int j = 0; j < across; j++) {
                    out.back[i * columns + column + j] += sums[(column * rows) + i * width + j];
                }
            }
        }
    }
}
