package io.github.skpca.internal.learning;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.linalg.SparseMatrix;

/** The features of the rows of a batch, whatever form they come in; with the scratch for one block of them. */
final class BatchEmbedding {
    private final int blockRows;
    private final Workers workers;
    private final SparseMatrix sparseScratch = new SparseMatrix();

    /** Of rows that come with their zeros; nothing until the first of them. */
    private float[] scratch = new float[0];

    /** For at most so many rows at a time. */
    BatchEmbedding(int blockRows, Workers workers) {
        this.blockRows = blockRows;
        this.workers = workers;
    }

    /**
     * Embeds rows.
     *
     * @param features of the rows, from {@code at} on; overwritten
     */
    void embed(Embedding embedding, RowBatch batch, int first, int count, float[] features, int at) {
        SparseRows sparse = batch.sparse();
        if (sparse != null) {
            embedding.embed(sparse, first, count, sparseScratch, features, at, workers);
            return;
        }
        if (scratch.length == 0) {
            scratch = new float[Math.multiplyExact(blockRows, embedding.columns())];
        }
        int offset = first * embedding.columns();
        double[] doubles = batch.doubles();
        float[] floats = batch.floats();
        if (doubles != null) {
            embedding.embed(doubles, offset, count, scratch, features, at, workers);
        } else if (floats != null) {
            embedding.embed(floats, offset, count, scratch, features, at, workers);
        }
    }

    long bytes() {
        return 4L * scratch.length + sparseScratch.bytes();
    }
}
