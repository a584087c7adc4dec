package io.github.skpca;

import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.kernel.Kernel;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Kernel principal components at one moment of a stream: loadings W_k'(z(x) - mu) of a row x, its novelty, and bounds on the error.
 *
 * <p>Immutable, and safe for any number of threads. The k directions W_k are the leading right singular vectors of the sketch of features z.
 * The methods nystrom and exact keep rows c_j instead: there z(x) holds the kernel values K(x, c_j), and W_k' is Lambda_k^-1/2 V_k' of their
 * kernel matrix. The largest entry of each direction is positive, so that signs do not change from one fit to the next.
 */
public sealed interface KernelPcaModel permits FittedModel {
    /**
     * Reads a model file.
     *
     * @throws ModelFileException if it is not one, or is damaged
     */
    static KernelPcaModel load(Path path) throws IOException {
        return ModelFile.readModel(path, null);
    }

    /**
     * Reads a model of a user's own kernel. The file holds the name and the bandwidth of such a kernel and no code; without the kernel
     * a model of random features still transforms and scores, one of landmarks does not.
     *
     * @param kernel the one that the model was fitted with
     * @throws ModelFileException if it is no model or damaged, or was fitted with a kernel of another name or bandwidth
     */
    static KernelPcaModel load(Path path, Kernel kernel) throws IOException {
        return ModelFile.readModel(path, kernel);
    }

    /**
     * A model from the bytes of a model file, for places where there are no files, with the same checks.
     *
     * @param bytes as {@link #toBytes()} gives them; not kept, not changed
     * @throws ModelFileException if they are not a model, or are damaged
     */
    static KernelPcaModel fromBytes(byte[] bytes) throws IOException {
        return ModelFile.readModel(bytes, "model", null);
    }

    /** As {@link #load(Path, Kernel)}, from bytes. See {@link #fromBytes(byte[])}. */
    static KernelPcaModel fromBytes(byte[] bytes, Kernel kernel) throws IOException {
        return ModelFile.readModel(bytes, "model", kernel);
    }

    /** Writes the model, atomically: the file is whole or it is not there. */
    void save(Path path) throws IOException;

    /** The bytes that {@link #save} writes, in a fresh array. */
    byte[] toBytes();

    /** The k loadings of a row of d numbers. Nothing else is allocated, whichever threads call. */
    float[] transform(double[] row);

    /** The k loadings of a row of d numbers. See {@link #transform(double[])}. */
    float[] transform(float[] row);

    /**
     * The k loadings of each row of a batch, those of {@link #transform(double[])} bit for bit.
     *
     * @param rows of d columns; sparse ones may have fewer
     * @param workers the threads that share the work
     * @return as many rows of k loadings, row-major
     */
    float[] transform(RowBatch rows, Workers workers);

    /** As {@link #transform(RowBatch, Workers)}, on the caller's thread. */
    default float[] transform(RowBatch rows) {
        return transform(rows, Workers.callerOnly());
    }

    /**
     * How novel a row is, near 0 for rows like those seen: how much of it lies outside all directions of the sketch,
     * ||(I - W W')(z(x) - mu)||^2 among features; for landmarks the same in the kernel's own space, K(x,x) less the squares of the loadings,
     * about the mean if centred. For a row beyond the smallest box that holds the kept rows this is multiplied by 1 + b, b its squared
     * distance from that box over 2 bandwidth^2, in standardised columns, so that the score keeps growing where a Gaussian no longer does.
     *
     * <p>A model that was fitted for novelty adds how far a row lies inside the directions: the score is Q + (noise / n) T^2, with Q as above,
     * Hotelling's T^2 = sum_i l_i^2 n / sigma_i^2 of the loadings l_i, and noise the smallest sigma_i^2. That is |z - mu|^2 less w_i l_i^2 of each
     * direction, w_i = 1 - noise / sigma_i^2, so that a direction counts by the rows that hold it.
     *
     * <p>It does not depend on the number of components. All directions would leave next to nothing of any row for rnca, for nystrom and
     * exact, and for a sketch of as many rows as there are random features; there W has the components that the model was fitted with.
     * {@link #withScoreComponents} names another number. The command line and Spark give the same score. Nothing is allocated.
     */
    double score(double[] row);

    /** How novel a row is. See {@link #score(double[])}. */
    double score(float[] row);

    /**
     * The score of each row of a batch, that of {@link #score(double[])} bit for bit.
     *
     * @param rows of d columns; sparse ones may have fewer
     * @param workers the threads that share the work
     */
    double[] score(RowBatch rows, Workers workers);

    /** As {@link #score(RowBatch, Workers)}, on the caller's thread. */
    default double[] score(RowBatch rows) {
        return score(rows, Workers.callerOnly());
    }

    /**
     * What the k components leave of a row: the squared distance of its image from the subspace that they span,
     * ||(I - W_k W_k')(z(x) - mu)||^2 among features, for landmarks the same in the kernel's own space. Unlike the score it takes off the k
     * components alone, and it does not grow beyond the kept rows. Nothing is allocated.
     */
    double residual(double[] row);

    /**
     * The gradient of the score: how fast it rises with each column of a row, per unit of that column.
     *
     * @param row d numbers; read only
     * @throws IllegalArgumentException if a number of it is not finite
     */
    double[] scoreGradient(double[] row);

    /**
     * Why a row is novel: the share of each column in it. A column's share is how much the score falls when the column is put back to
     * where the row's pre-image has it, and how much it rises when that alone is undone. Takes some milliseconds.
     *
     * @param row d numbers; read only
     * @return d numbers, not negative, that sum to 1
     * @throws IllegalArgumentException if a number of the row is not finite
     */
    double[] contributions(double[] row);

    /**
     * The row that the model takes a row for, in the units of the data: the pre-image, by all directions of the score, that {@link #contributions}
     * compares it with. Takes some milliseconds.
     *
     * @param row d numbers; read only
     * @return a fresh row of d numbers
     * @throws IllegalArgumentException if a number of the row is not finite
     */
    double[] expected(double[] row);

    /**
     * An approximate pre-image of the projection of a row: the row, found by a search that begins at the given one, whose image is
     * nearest to W_k W_k'(z(x) - mu) + mu. What the k components do not hold, such as noise, is gone from it. Takes some
     * milliseconds; the error is at most the {@link #residual} of the row.
     *
     * @param row d numbers; read only
     * @throws IllegalArgumentException if a number of it is not finite
     */
    Reconstruction reconstruct(double[] row);

    /**
     * Why a row is novel, part by part, and the row that the model would have expected. Takes some milliseconds.
     *
     * @param row d numbers; read only
     * @return empty if the model was not fitted for novelty ({@link KernelPcaBuilder#forNovelty()})
     * @throws IllegalArgumentException if a number of the row is not finite
     */
    Optional<Novelty> novelty(double[] row);

    /**
     * An approximate pre-image of loadings: the row, found by a search that begins at learned ones, whose own image is nearest to the
     * point of the subspace that has these loadings.
     *
     * @param loadings k numbers; read only
     * @throws IllegalArgumentException if a number of them is not finite
     */
    Reconstruction reconstructLoadings(float[] loadings);

    /**
     * A row with its missing cells filled: those that make the row fit best, found by a search that begins where learning
     * would have filled them and lowers what the directions of the score leave of the row. Takes some milliseconds.
     *
     * @param row d numbers, NaN where one is missing; read only
     * @return a fresh row of d numbers
     * @throws IllegalArgumentException if a number of it is infinite
     */
    default double[] impute(double[] row) {
        return FittedModel.of(this).missingColumns().filled(row);
    }

    /**
     * What scores mean for rows in which columns are missing: as {@link #calibration()}, of the same sample of learned rows, from which the
     * same columns were taken away and filled by {@link #impute}. Takes about as long as filling a thousand rows.
     *
     * @param missing d flags, true for a missing column; read only
     * @param workers the threads that share the work
     * @return empty if the model keeps no sample
     */
    default Optional<Calibration> calibration(boolean[] missing, Workers workers) {
        return FittedModel.of(this).missingColumns().calibration(missing, workers);
    }

    /** How rows are prepared for this model, from the cells of an input; plain unless it was told. */
    default RowPreparation preparation() {
        return FittedModel.of(this).settings().rowSettings().preparation();
    }

    /**
     * What columns are called, in the order in which rows have them; of rows that were prepared, what the cells before that are called
     * ({@link RowPreparation#columnNames} makes those of the columns of them).
     *
     * @return empty if the model was told no names; otherwise one per cell, not always different ones
     */
    default List<String> columnNames() {
        return FittedModel.of(this).settings().rowSettings().names();
    }

    /** d, the width of a row. */
    int columns();

    /** m, the number of features, or of landmarks where features are made of them. */
    int features();

    /** k, the number of components: at most what was asked for, and no more than the rows have directions. */
    int components();

    /** n, the number of training rows, whatever they still weigh. */
    long rows();

    /**
     * w, the sum of the weights of the training rows: their number if nothing is forgotten, 2^(-age / h) summed with a half-life, the
     * rows in the window with one. What errors and variances are divided by.
     */
    double weight();

    /** W_k', k rows of m floats (of r for r features of landmarks), orthonormal for a sketch; a copy. */
    float[] directions();

    /** The mean of the features of the training rows (for Nystrom of the sampled ones), or null if the model is not centred; a copy. */
    double @Nullable [] mean();

    /**
     * sigma_i^2, the variances along all directions times w, the largest first: those of the sketch, or the eigenvalues of the
     * kernel matrix, for Nystrom those of the sample times n/c, an estimate; a copy.
     */
    double[] spectrum();

    /** The sum of the k leading sigma_i^2 over that of all rows, for Nystrom of the sample; 1 if the rows do not vary. */
    double explainedVariance();

    /** Whether a share of variance was asked for that the sketch cannot reach. */
    boolean isShareMissed();

    /** Whether there is a sketch to bound the error of: for skpca and rnca. Nothing is proved of a sample; exact is exact. */
    boolean hasSketchBound();

    /**
     * A guarantee for the whole error: ||G - G'||_2 / n over the rows learned is at most this, with G the exact kernel matrix and G' that of the
     * k loadings, both about their means if the model is centred. It counts what the sketch leaves out, what the landmarks leave of every
     * row, and what was lost when landmarks changed; so it can be many times the error, see {@link #kernelError()}. With forgetting it is
     * about weighted rows.
     *
     * @return empty where nothing is proved: for random features, kernels without K(x, x) = 1, windows, and the methods that keep rows
     */
    OptionalDouble kernelBound();

    /**
     * An estimate of the same error, ||G - G'||_2 / n over the rows learned, from a sample of them. It takes a moment to compute.
     *
     * @return empty where no sample is kept
     */
    Optional<ErrorEstimate> kernelError();

    /**
     * (sigma_{k+1}(B)^2 + delta + rounding) / w: a bound on ||ZZ' - Z W_k W_k' Z'||_2 / w over the training rows, with Z
     * about its mean if the model is centred, and each of its rows times the root of its weight if rows are forgotten; w is the
     * {@link #weight()}. Not a number where there is no sketch, see {@link #hasSketchBound()}.
     *
     * <p>It is proved, with a measured constant for the eigen solver (docs/decisions/0004), up to a chance of
     * {@link #boundFailureProbability()}. The kernel error on the training rows is at most that of the map plus this bound, plus what
     * loadings in float add: with random features and K(x, x) = 1 at most 2^-23 (130 + m/128) sqrt(k), in all models that were
     * measured less than 3e-7.
     */
    double sketchBound();

    /**
     * The chance that {@link #sketchBound()} of this snapshot is wrong: 0 where it is proved without one, at most 1e-6 for a block
     * shrink, summed over learners that were merged. It is over the seed, for rows chosen without knowledge of it; against hostile
     * rows draw the seed at random and keep it secret. Another snapshot of the same stream has a chance of its own.
     */
    double boundFailureProbability();

    /** delta over w: the sum of all shrinks, and of the residual bounds of block shrinks; 0 where nothing shrinks. */
    double shrinkSum();

    /**
     * What the sketch may hold over w that the rows of the window do not, the other side of {@link #shrinkSum()}: together with it the
     * guarantee of a window, {@code ||Bx||^2 - ||Z_N x||^2 <= excess w} and {@code ||Z_N x||^2 - ||Bx||^2 <= shrinkSum w} for every unit x, up to
     * rounding. 0 without a window.
     */
    double excess();

    /**
     * An estimate of ||G - ZZ'||_2 / n over the training rows as they are weighted, the part of the kernel error that is the map's, made from a sample of
     * them; for a centred model both matrices are centred. Empty for nystrom and exact, which have no map, and where
     * the code of a user's own kernel is missing. Computed by the first thread that asks, in a fraction of a second.
     */
    Optional<ErrorEstimate> mapError();

    /**
     * What turns a score of this model into a p-value, made from a sample of the training rows. Empty for nystrom and exact, which keep no
     * such sample. Computed by the first thread that asks, in a fraction of a second.
     */
    Optional<Calibration> calibration();

    /**
     * The bandwidth that the rule of this model, or the median if one was given, would choose for the sample of the training rows, over the one in
     * use: near 1 while rows are as far apart as in the warm-up, above 2 where they have outgrown the bandwidth. Empty for nystrom and exact, which
     * keep no such sample, for a user's own kernel, and for {@link io.github.skpca.kernel.BandwidthRule#CONTRAST}, which is not a distance of rows. Computed at each call, in a fraction of a second.
     */
    OptionalDouble bandwidthRatio();

    /** Space as the paper counts it, in numbers: md + ml, md + m^2, cd + c^2 or nd + n^2; md + mr + rl for r features of landmarks. */
    long space();

    /** Whether the warm-up was still going on: a later model may have another bandwidth and so another map. */
    boolean isProvisional();

    /**
     * The same model with another number of components, no more than it has directions. Loadings, residuals and reconstructions change;
     * scores, their p-values and what explains them do not.
     */
    KernelPcaModel withComponents(ComponentCount components);

    /**
     * The same model with another score: so many leading directions are taken off a row, not all of them. Scores, their p-values, gradients
     * and contributions change; nothing else does. Fewer directions follow strange rows among the learned ones less.
     */
    KernelPcaModel withScoreComponents(ComponentCount components);
}
