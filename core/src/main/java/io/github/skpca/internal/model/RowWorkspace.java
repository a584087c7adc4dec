package io.github.skpca.internal.model;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.linalg.SparseMatrix;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * One thread's path from rows to features: it reads rows of any form, takes a tile of them at a time, standardises and maps
 * it. Arrays grow to the largest tile and are kept, so a single row needs no larger arrays than its own, and later rows allocate nothing.
 */
final class RowWorkspace {
    private final Embedding embedding;
    private final int tileRows;
    private final SparseMatrix sparseTile = new SparseMatrix();
    private final double[] score = new double[1];
    private double @Nullable [] doubles;
    private float @Nullable [] floats;
    private @Nullable SparseRows sparse;
    /** Where the next row begins; for sparse rows, its number. */
    private int next;

    private boolean isSparse;

    /** Whether the features of the last taken rows are already computed. */
    private boolean isEmbedded;

    private float[] tile = new float[0];
    private float[] features = new float[0];
    private float[] products = new float[0];
    private double[] wide = new double[0];
    private double[] inside = new double[0];

    /**
     * Work space for rows of this embedding.
     *
     * @param tileRows the most rows of a tile
     */
    RowWorkspace(Embedding embedding, int tileRows) {
        this.embedding = embedding;
        this.tileRows = tileRows;
    }

    /** Sets the rows to take, from {@code offset} on. */
    void read(double[] rows, int offset) {
        release();
        doubles = rows;
        next = offset;
    }

    /** Sets the rows to take, from {@code offset} on. */
    void read(float[] rows, int offset) {
        release();
        floats = rows;
        next = offset;
    }

    /** Sets the rows to take, from row {@code from} on. */
    void read(SparseRows rows, int from) {
        release();
        sparse = rows;
        next = from;
    }

    /** Sets the rows to take, from row {@code from} on. */
    void read(RowBatch rows, int from) {
        release();
        doubles = rows.doubles();
        floats = rows.floats();
        sparse = rows.sparse();
        next = sparse == null ? from * embedding.columns() : from;
    }

    /** Drops the reference to the rows, so that it does not keep them alive. */
    void release() {
        doubles = null;
        floats = null;
        sparse = null;
    }

    /** Takes and standardises the next rows, at least one and at most a tile or {@code most}; returns how many. */
    int take(int most) {
        isEmbedded = false;
        int count = Math.min(most, tileRows);
        SparseRows sparseRows = sparse;
        isSparse = sparseRows != null;
        if (sparseRows != null) {
            count = embedding.standardize(sparseRows, next, count, sparseTile);
            next += count;
            return count;
        }
        reserveTile(count);
        if (doubles != null) {
            embedding.standardizer().apply(doubles, next, count, tile, 0);
        } else if (floats != null) {
            embedding.standardizer().apply(floats, next, count, tile, 0);
        }
        next += count * embedding.columns();
        return count;
    }

    private void reserveTile(int count) {
        if (tile.length < count * embedding.columns()) {
            tile = new float[count * embedding.columns()];
        }
    }

    /** Whether {@link #tile()} holds the last taken rows. */
    boolean isDense() {
        return !isSparse;
    }

    /** The last taken rows, standardised, if they are dense; not to be changed. */
    float[] tile() {
        return tile;
    }

    /** The features of all last taken rows, row by row; computed once. */
    float[] embed(int count) {
        if (isEmbedded) {
            return features;
        }
        isEmbedded = true;
        int across = embedding.features();
        if (features.length < count * across) {
            features = new float[count * across];
        }
        if (isSparse) {
            embedding.map().map(sparseTile, 0, count, features, 0, Workers.callerOnly());
        } else {
            embedding.map().map(tile, 0, count, features, 0, Workers.callerOnly());
        }
        return features;
    }

    /** The features that {@link #embed} has computed. */
    float[] features() {
        return features;
    }

    /** Floats for products of the tile with directions. */
    float[] products(int length) {
        if (products.length < length) {
            products = new float[length];
        }
        return products;
    }

    /** At least {@code length} doubles. */
    double[] wide(int length) {
        if (wide.length < length) {
            wide = new double[length];
        }
        return wide;
    }

    /** A double for each row of a tile: how far each lies inside the directions. */
    double[] inside() {
        if (inside.length < tileRows) {
            inside = new double[tileRows];
        }
        return inside;
    }

    /** One double, for the score of a single row. */
    double[] score() {
        return score;
    }

    /** How far one of the last taken rows lies beyond a box. */
    double beyond(SampleBox box, int row) {
        return isSparse ? box.beyond(sparseTile, row) : box.beyond(tile, row * embedding.columns());
    }

    /** K(x, x) of one of the last taken rows, for a map of kernel values. */
    double selfSimilarity(int row) {
        if (embedding.kernel().isNormalized()) {
            return 1;
        }
        int columns = embedding.columns();
        int at = isSparse ? 0 : row * columns;
        if (isSparse) {
            reserveTile(1);
            Arrays.fill(tile, 0, columns, 0f);
            sparseTile.scatter(row, tile, 0);
        }
        return embedding.map().selfSimilarity(tile, at, wide(columns));
    }
}
