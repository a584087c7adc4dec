package io.github.skpca.internal.model;

import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.FeatureProducts;
import io.github.skpca.internal.feature.ResidualKind;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.linalg.SparseMatrix;
import org.jspecify.annotations.Nullable;

/**
 * Transforms and scores rows with a model, without allocating. For one thread; a model gives out as many as are wanted.
 *
 * <p>A row's result does not depend on the rows beside it.
 */
public final class Projector {
    /** Rows embedded at a time: the features of a tile stay in the cache until they are projected. */
    private static final int TILE_ROWS = 48;

    private final Embedding embedding;
    private final int columns;
    private final int features;
    private final int k;
    private final Backend backend = Backend.active();
    private final Workers workers;
    private final Panels panels;
    private final float[] directions;
    private final double @Nullable [] mean;
    private final float[] offset;
    private final double[] wideOffset;
    private final boolean isUnbounded;
    private final ResidualKind kind;
    private final Panels scorePanels;
    private final double meanOfMeans;
    private final SampleBox box;
    private final int productRows;
    private final int tileRows;
    private final Lane[] lanes;
    private @Nullable FeatureProducts products;
    private @Nullable FeatureProducts scoreProducts;

    Projector(FittedModel model, Workers workers) {
        this.columns = model.columns();
        this.k = model.components();
        this.workers = workers;
        this.mean = model.sharedMean();
        this.box = model.box();
        Embedding whole = model.embedding();
        this.wideOffset = offsets(model.sharedDirections(), mean, k, whole.features());
        this.offset = new float[k];
        for (int i = 0; i < k; i++) {
            offset[i] = (float) wideOffset[i];
        }
        this.embedding = whole.inner();
        this.directions = model.foldedDirections();
        this.kind = whole.map().residual();
        this.meanOfMeans = mean == null ? 0 : whole.map().squaredMean(mean);
        this.isUnbounded =
                kind != ResidualKind.OF_FEATURES && !embedding.kernel().isNormalized();
        this.features = embedding.features();
        this.panels = packed(k);
        this.scorePanels = directions.length > k * features ? packed(k + 1) : panels;
        this.productRows = FeatureProducts.tileRows(embedding.map());
        this.tileRows = Math.max(TILE_ROWS, productRows);
        this.lanes = new Lane[workers.threads()];
        for (int i = 0; i < lanes.length; i++) {
            lanes[i] = new Lane();
        }
    }

    /** Whether so many rows have a whole tile, so that it is worth having both sides of its products packed. */
    private boolean hasTiles(int count) {
        return productRows > 0 && count >= tileRows;
    }

    private Panels packed(int count) {
        Panels packed = backend.panels(features, Math.max(1, count));
        packed.pack(count > 0 ? directions : new float[features], 0, 1, features);
        return packed;
    }

    /** W_k'mu, so that W_k'(z - mu) costs no more than W_k'z. */
    private static double[] offsets(float[] directions, double @Nullable [] mean, int k, int features) {
        double[] offset = new double[k];
        for (int i = 0; i < k && mean != null; i++) {
            double sum = 0;
            for (int j = 0; j < features; j++) {
                sum += directions[i * features + j] * mean[j];
            }
            offset[i] = sum;
        }
        return offset;
    }

    /**
     * Loadings of rows.
     *
     * @param rows count x d, row-major, from {@code rowOffset} on; read only
     * @param loadings count x k from {@code loadingOffset} on; overwritten
     */
    public void transform(double[] rows, int rowOffset, int count, float[] loadings, int loadingOffset) {
        if (k == 0) {
            return;
        }
        if (products == null && hasTiles(count)) {
            products = FeatureProducts.of(embedding.map(), directions, k);
        }
        if (lanes.length == 1 || count <= tileRows) {
            // Without the lambda below, which would be allocated.
            lanes[0].transform(rows, rowOffset, count, loadings, loadingOffset);
            return;
        }
        workers.splitNumbered(
                count,
                tileRows,
                (piece, from, to) -> lanes[piece].transform(
                        rows, rowOffset + from * columns, to - from, loadings, loadingOffset + from * k));
    }

    /**
     * Novelty scores of rows: ||(I - W_k W_k')(z - mu)||^2, summed directly, so that it is never negative; for rows beyond the box of the
     * learned ones times 1 + b, b their squared distance from it over 2 bandwidth^2 ({@link SampleBox}). For landmarks the residual
     * lies in the kernel's own space, which has no coordinates to sum: there it is K(x,x) - ||loadings||^2, and centred
     * K(x,x) - 2 mean_j K(x,c_j) + mean_ij K(c_i,c_j) - ||loadings||^2, or K(x,x) - 2 z'mu + ||mu||^2 - ||loadings||^2 for features of landmarks.
     *
     * @param scores count numbers from {@code scoreOffset} on; overwritten
     */
    public void score(double[] rows, int rowOffset, int count, double[] scores, int scoreOffset) {
        if (scoreProducts == null && scorePanels != panels && hasTiles(count)) {
            scoreProducts = FeatureProducts.of(embedding.map(), directions, k + 1);
        }
        if (lanes.length == 1 || count <= tileRows) {
            lanes[0].score(rows, rowOffset, count, scores, scoreOffset);
            return;
        }
        workers.splitNumbered(
                count,
                tileRows,
                (piece, from, to) ->
                        lanes[piece].score(rows, rowOffset + from * columns, to - from, scores, scoreOffset + from));
    }

    /**
     * Loadings of rows without their zeros: those of the same rows with them, bit for bit.
     *
     * @param rows of no more than d columns; the rows [from, from + count) are read
     * @param loadings count x k from {@code loadingOffset} on; overwritten
     */
    public void transform(SparseRows rows, int from, int count, float[] loadings, int loadingOffset) {
        requireWidth(rows);
        if (k == 0) {
            return;
        }
        if (lanes.length == 1 || count <= tileRows) {
            lanes[0].transform(rows, from, count, loadings, loadingOffset);
            return;
        }
        workers.splitNumbered(
                count,
                tileRows,
                (piece, first, to) ->
                        lanes[piece].transform(rows, from + first, to - first, loadings, loadingOffset + first * k));
    }

    /**
     * Novelty scores of rows without their zeros: those of the same rows with them, bit for bit.
     *
     * @param rows of no more than d columns; the rows [from, from + count) are read
     * @param scores count numbers from {@code scoreOffset} on; overwritten
     */
    public void score(SparseRows rows, int from, int count, double[] scores, int scoreOffset) {
        requireWidth(rows);
        if (lanes.length == 1 || count <= tileRows) {
            lanes[0].score(rows, from, count, scores, scoreOffset);
            return;
        }
        workers.splitNumbered(
                count,
                tileRows,
                (piece, first, to) -> lanes[piece].score(rows, from + first, to - first, scores, scoreOffset + first));
    }

    private void requireWidth(SparseRows rows) {
        if (rows.width() > columns) {
            throw new IllegalArgumentException(
                    "rows of at least " + rows.width() + " columns for a model of " + columns);
        }
    }

    /** One thread's work space. */
    private final class Lane {
        final SparseMatrix sparseRows = new SparseMatrix();
        final float[] scratchLoadings = new float[tileRows * Math.max(1, scorePanels.columns())];
        final double[] residual = new double[Math.max(features, columns)];

        /** As many rows as there were at most, so that a single row costs no more than itself. */
        float[] scratchFeatures = new float[0];

        /** Likewise, of rows that come with their zeros. */
        float[] scratchRows = new float[0];

        boolean isSparse;

        void transform(double[] rows, int rowOffset, int count, float[] loadings, int loadingOffset) {
            for (int first = 0; first < count; first += tileRows) {
                int tile = Math.min(tileRows, count - first);
                int at = loadingOffset + first * k;
                if (multiplied(products, rows, rowOffset + first * columns, tile, loadings, at)) {
                    center(tile, loadings, at);
                } else {
                    embed(rows, rowOffset + first * columns, tile);
                    project(tile, loadings, at);
                }
            }
        }

        /** Whether a whole tile has gone through these products, without its features having been written. */
        private boolean multiplied(
                @Nullable FeatureProducts by, double[] rows, int rowOffset, int tile, float[] out, int at) {
            if (by == null || tile < by.tileRows()) {
                return false;
            }
            isSparse = false;
            reserveRows(tile);
            embedding.standardizer().apply(rows, rowOffset, tile, scratchRows, 0);
            return by.multiply(scratchRows, 0, out, at);
        }

        void score(double[] rows, int rowOffset, int count, double[] scores, int scoreOffset) {
            for (int first = 0; first < count; first += tileRows) {
                int tile = Math.min(tileRows, count - first);
                int row = rowOffset + first * columns;
                if (multiplied(scoreProducts, rows, row, tile, scratchLoadings, 0)) {
                    scoreAboutMean(tile, scores, scoreOffset + first);
                } else {
                    embed(rows, row, tile);
                    scoreTile(tile, scores, scoreOffset + first);
                }
                growBeyond(tile, scores, scoreOffset + first);
            }
        }

        /** What is novel of a row is the more so the farther the row lies beyond the box of the learned ones. */
        private void growBeyond(int tile, double[] scores, int at) {
            for (int i = 0; i < tile && !box.isEmpty(); i++) {
                scores[at + i] *= 1 + (isSparse ? box.beyond(sparseRows, i) : box.beyond(scratchRows, i * columns));
            }
        }

        void transform(SparseRows rows, int from, int count, float[] loadings, int loadingOffset) {
            for (int first = 0; first < count; first += tileRows) {
                int tile = Math.min(tileRows, count - first);
                embed(rows, from + first, tile);
                project(tile, loadings, loadingOffset + first * k);
            }
        }

        void score(SparseRows rows, int from, int count, double[] scores, int scoreOffset) {
            for (int first = 0; first < count; first += tileRows) {
                int tile = Math.min(tileRows, count - first);
                embed(rows, from + first, tile);
                scoreTile(tile, scores, scoreOffset + first);
                growBeyond(tile, scores, scoreOffset + first);
            }
        }

        private void scoreTile(int tile, double[] scores, int at) {
            for (int i = 0; i < tile && isUnbounded; i++) {
                scores[at + i] = wideResidual(i);
            }
            if (isUnbounded) {
                return;
            }
            if (scorePanels != panels) {
                backend.multiply(scratchFeatures, 0, features, 1, tile, scorePanels, scratchLoadings, 0, k + 1);
                scoreAboutMean(tile, scores, at);
                return;
            }
            if (k > 0) {
                project(tile, scratchLoadings, 0);
            }
            for (int i = 0; i < tile; i++) {
                scores[at + i] = kind == ResidualKind.OF_FEATURES ? residual(i) : kernelResidual(i);
            }
        }

        private void embed(SparseRows rows, int from, int tile) {
            isSparse = true;
            reserveFeatures(tile);
            embedding.embed(rows, from, tile, sparseRows, scratchFeatures, 0, Workers.callerOnly());
        }

        private void embed(double[] rows, int offset, int tile) {
            isSparse = false;
            reserveRows(tile);
            reserveFeatures(tile);
            embedding.embed(rows, offset, tile, scratchRows, scratchFeatures, 0, Workers.callerOnly());
        }

        private void reserveRows(int count) {
            if (scratchRows.length < count * columns) {
                scratchRows = new float[count * columns];
            }
        }

        private void reserveFeatures(int count) {
            if (scratchFeatures.length < count * features) {
                scratchFeatures = new float[count * features];
            }
        }

        private void project(int tile, float[] loadings, int at) {
            backend.multiply(scratchFeatures, 0, features, 1, tile, panels, loadings, at, k);
            center(tile, loadings, at);
        }

        private void center(int tile, float[] loadings, int at) {
            if (mean != null) {
                for (int i = 0; i < tile; i++) {
                    for (int j = 0; j < k; j++) {
                        loadings[at + i * k + j] -= offset[j];
                    }
                }
            }
        }

        /** Features of landmarks about their mean: one product has given the loadings and z'mu. */
        private void scoreAboutMean(int tile, double[] scores, int at) {
            int across = k + 1;
            for (int i = 0; i < tile; i++) {
                double norm = selfSimilarity(i) + meanOfMeans - 2.0 * scratchLoadings[i * across + k];
                for (int j = 0; j < k; j++) {
                    double loading = (double) scratchLoadings[i * across + j] - offset[j];
                    norm -= loading * loading;
                }
                scores[at + i] = Math.max(0, norm);
            }
        }

        private double selfSimilarity(int tileRow) {
            if (!isUnbounded) {
                return 1;
            }
            int at = tileRow * columns;
            if (isSparse) {
                reserveRows(tileRows);
                java.util.Arrays.fill(scratchRows, at, at + columns, 0f);
                sparseRows.scatter(tileRow, scratchRows, at);
            }
            return embedding.map().selfSimilarity(scratchRows, at, residual);
        }

        private double kernelResidual(int tileRow) {
            double norm = selfSimilarity(tileRow);
            if (mean != null && kind == ResidualKind.OF_KERNEL_VALUES) {
                double sum = 0;
                for (int j = tileRow * features; j < (tileRow + 1) * features; j++) {
                    sum += scratchFeatures[j];
                }
                norm += meanOfMeans - 2 * sum / features;
            }
            for (int i = tileRow * k; i < (tileRow + 1) * k; i++) {
                norm -= (double) scratchLoadings[i] * scratchLoadings[i];
            }
            // A projection is no longer than what is projected, so what is below zero is rounding.
            return Math.max(0, norm);
        }

        /**
         * The residual in the kernel's space with sums in double. A kernel without a bound has K(x, x) of any size, and what is left
         * of it may be as small as the rounding of a float loading's square; the rounding of single kernel values averages out.
         */
        private double wideResidual(int tileRow) {
            double norm = selfSimilarity(tileRow) + meanOfMeans;
            int row = tileRow * features;
            if (kind == ResidualKind.OF_KERNEL_VALUES && mean != null) {
                double sum = 0;
                for (int j = row; j < row + features; j++) {
                    sum += scratchFeatures[j];
                }
                norm -= 2 * sum / features;
            } else if (mean != null) {
                norm -= 2 * dot(row, k * features);
            }
            for (int i = 0; i < k; i++) {
                double loading = dot(row, i * features) - wideOffset[i];
                norm -= loading * loading;
            }
            return Math.max(0, norm);
        }

        /** Features of a tile's row times a direction. */
        private double dot(int row, int direction) {
            double even = 0;
            double odd = 0;
            int j = 0;
            for (; j + 1 < features; j += 2) {
                even += (double) scratchFeatures[row + j] * directions[direction + j];
                odd += (double) scratchFeatures[row + j + 1] * directions[direction + j + 1];
            }
            return even + odd + (j < features ? (double) scratchFeatures[row + j] * directions[direction + j] : 0);
        }

        private double residual(int tileRow) {
            int z = tileRow * features;
            for (int j = 0; j < features; j++) {
                residual[j] = scratchFeatures[z + j] - (mean == null ? 0 : mean[j]);
            }
            for (int i = 0; i < k; i++) {
                double loading = scratchLoadings[tileRow * k + i];
                int direction = i * features;
                for (int j = 0; j < features; j++) {
                    residual[j] -= loading * directions[direction + j];
                }
            }
            double sum = 0;
            for (int j = 0; j < features; j++) {
                sum += residual[j] * residual[j];
            }
            return sum;
        }
    }
}
