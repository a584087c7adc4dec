package io.github.skpca.onnx;

import java.util.List;

/**
 * The angles of a structured map, L H D3 H D2 H D1 x for every block (docs/model-file.md), without forming frequencies.
 *
 * <p>H of p = a c numbers is the Kronecker product of those of a and of c: of p numbers as a matrix of a rows and c columns it takes one product
 * from the left and one from the right, and two constants of about p numbers instead of one of p^2.
 */
final class HadamardBlocks {
    private static final double GOLDEN_SECTION = 0.6180339887498949;
    private static final int SMALLEST_WIDTH = 32;

    private final Graph graph;
    private final int columns;
    private final float[] signs;
    private final float[] lengths;
    private final int width;
    private final int span;
    private final int steps;
    private final int blocks;

    HadamardBlocks(Graph graph, int columns, float[] signs, float[] lengths) {
        this.graph = graph;
        this.columns = columns;
        this.signs = signs;
        this.lengths = lengths;
        this.width = Math.max(SMALLEST_WIDTH, columns);
        this.span = Integer.highestOneBit(width);
        this.steps = span == width ? 3 : 6;
        this.blocks = (lengths.length + width - 1) / width;
    }

    /** batch x frequencies. */
    Value angles(Value rows) {
        Value padded = rows;
        if (width > columns) {
            padded = graph.node("Pad", rows, graph.places(0, 0, 0, width - columns));
        }
        // A row for all blocks, each of which has signs of its own.
        Value block = graph.node("Unsqueeze", padded, graph.places(1));
        block = graph.node("Expand", block, graph.places(1, blocks, 1));
        for (int step = 0; step < steps; step++) {
            block = transformed(block, step);
            if (step < steps - 1 && span < width) {
                block = shuffled(block);
            }
        }
        Value all = graph.reshape(block, -1, (long) blocks * width);
        return graph.multiply(graph.columns(all, 0, lengths.length), graph.constant(lengths, lengths.length));
    }

    /** One step: the first numbers of each block times their signs and H; the others stay. */
    private Value transformed(Value block, int step) {
        int right = Integer.highestOneBit((int) Math.sqrt(span));
        int left = span / right;
        Value head = span < width ? graph.columns(block, 0, span) : block;
        Value signed = graph.multiply(head, graph.constant(signsOf(step), blocks, span));
        // A product from the left is one from the right of the transpose: H is symmetric.
        Value done = graph.reshape(timesH(timesH(signed, left, right), right, left), -1, blocks, span);
        return span < width
                ? graph.node(
                        "Concat",
                        done.type(),
                        List.of(Attribute.of("axis", 2)),
                        done,
                        graph.columns(block, span, width))
                : done;
    }

    /** The transposes of M H for matrices M of so many rows and columns. */
    private Value timesH(Value values, int rows, int columns) {
        Value product =
                graph.product(graph.reshape(values, -1, columns), graph.constant(hadamard(columns), columns, columns));
        Value matrices = graph.reshape(product, -1, rows, columns);
        return graph.node("Transpose", matrices.type(), List.of(Attribute.list("perm", 0, 2, 1)), matrices);
    }

    /** Entry i becomes what entry i times a stride was, modulo the width. */
    private Value shuffled(Value block) {
        int stride = (int) (GOLDEN_SECTION * width);
        while (divisor(stride, width) > 1) {
            stride++;
        }
        long[] places = new long[width];
        for (int i = 0; i < width; i++) {
            places[i] = (long) i * stride % width;
        }
        return graph.node("Gather", block.type(), List.of(Attribute.of("axis", 2)), block, graph.places(places));
    }

    private static int divisor(int a, int b) {
        return b == 0 ? a : divisor(b, a % b);
    }

    private float[] signsOf(int step) {
        float[] ofStep = new float[blocks * span];
        for (int block = 0; block < blocks; block++) {
            System.arraycopy(signs, (block * steps + step) * span, ofStep, block * span, span);
        }
        return ofStep;
    }

    /** The orthonormal Hadamard matrix of a power of two. */
    private static double[] hadamard(int size) {
        double[] matrix = new double[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                matrix[i * size + j] = (Integer.bitCount(i & j) % 2 == 0 ? 1 : -1) / Math.sqrt(size);
            }
        }
        return matrix;
    }
}
