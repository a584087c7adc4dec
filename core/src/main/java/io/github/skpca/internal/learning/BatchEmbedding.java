package io.github.skpca.internal.learning;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.TailScore;
import io.github.skpca.internal.linalg.SparseMatrix;
import org.jspecify.annotations.Nullable;

/**
 * The features of the rows of a batch, whatever form they come in, and their scores for the tail.
 *
 * <p>A piece of rows is standardised, mapped and scored by one thread before the next, so that it is read from memory once.
 */
final class BatchEmbedding {
    /** Standardised numbers of a piece, or features, whichever are more: 128 KB, or one tile of the map if that has more. Both stay in a cache. */
    private static final int PIECE_NUMBERS = 1 << 15;

    private final int blockRows;
    private final Workers workers;
    private final SparseMatrix sparseScratch = new SparseMatrix();

    /** A piece of standardised rows for each thread; nothing until the first of them. */
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
     * @param score by which the rows are scored, or null
     */
    void embed(
            Embedding embedding,
            RowBatch batch,
            int first,
            int count,
            float[] features,
            int at,
            @Nullable TailScore score) {
        if (score != null) {
            score.begin(count);
        }
        SparseRows sparse = batch.sparse();
        int tile = embedding.map().tileRows();
        int width = Math.max(embedding.columns(), embedding.features());
        int piece = Math.min(blockRows, tile * Math.max(1, PIECE_NUMBERS / width / tile));
        boolean isShared = workers.threads() > 1 && count > tile;
        reserve(embedding.columns(), sparse == null ? piece : 1);
        Part part = new Part(embedding, batch, first, features, at, score);
        if (sparse != null) {
            embedding.embed(sparse, first, count, sparseScratch, features, at, workers);
            if (score != null) {
                workers.splitNumbered(count, tile, (thread, from, to) -> score(part, thread, from, to));
            }
        } else if (isShared) {
            workers.splitNumbered(count, tile, (thread, from, to) -> embed(part, piece, thread, from, to));
        } else {
            embed(part, piece, 0, 0, count);
        }
    }

    /** What is to be done with the rows of a batch from {@code first} on. Its six parts are the arguments of a call. */
    private record Part(
            Embedding embedding,
            RowBatch batch,
            int first,
            float[] features,
            int at,
            @Nullable TailScore score) {}

    private void embed(Part part, int piece, int thread, int from, int to) {
        Embedding embedding = part.embedding;
        int own = thread * (scratch.length / workers.threads());
        for (int i = from; i < to; i += piece) {
            int count = Math.min(piece, to - i);
            int features = part.at + i * embedding.features();
            embedding.standardizer().apply(part.batch, part.first + i, count, scratch, own);
            embedding.map().map(scratch, own, count, part.features, features, Workers.callerOnly());
            if (part.score != null) {
                part.score.score(scratch, own, part.features, features, i, count);
            }
        }
    }

    /** Rows without their zeros: one at a time, because with them they may be many numbers. */
    private void score(Part part, int thread, int from, int to) {
        Embedding embedding = part.embedding;
        int own = thread * (scratch.length / workers.threads());
        for (int i = from; i < to && part.score != null; i++) {
            embedding.standardizer().apply(part.batch, part.first + i, 1, scratch, own);
            part.score.score(scratch, own, part.features, part.at + i * embedding.features(), i, 1);
        }
    }

    private void reserve(int columns, int rows) {
        if (scratch.length < (long) workers.threads() * rows * columns) {
            scratch = new float[Math.multiplyExact(workers.threads() * rows, columns)];
        }
    }

    long bytes() {
        return 4L * scratch.length + sparseScratch.bytes();
    }
}
