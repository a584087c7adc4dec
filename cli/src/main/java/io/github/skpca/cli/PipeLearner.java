package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.cli.PipeFailure.Kind;
import io.github.skpca.cli.PipeFailure.Refused;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntFunction;

/**
 * A learner of the pipe, and the model of what it has learned so far.
 *
 * <p>The model is the one that {@code fit --in-order} of the same rows would write: where the warm-up goes on it is ended in a copy, so that the learner
 * itself goes on as if nobody had asked.
 */
final class PipeLearner {
    private final Learner learner;
    private final Workers workers;
    private @Nullable FittedModel model;
    private @Nullable Projector projector;

    PipeLearner(Learner learner, Workers workers) {
        this.learner = learner;
        this.workers = workers;
    }

    long rows() {
        return learner.rows();
    }

    int columns() {
        return learner.columns();
    }

    void update(RowBatch batch) {
        forgetModel();
        learner.update(batch);
    }

    void merge(PipeLearner other) {
        forgetModel();
        learner.merge(other.learner);
    }

    private void forgetModel() {
        model = null;
        projector = null;
    }

    /** The model of all rows so far. */
    FittedModel model() {
        if (model == null) {
            requireRows();
            Learner whole = learner;
            if (learner.isWarmingUp()) {
                whole = Learner.resume(learner.save(), workers);
                whole.endWarmUp();
            }
            model = whole.snapshot();
        }
        return model;
    }

    private void requireRows() {
        if (learner.rows() == 0) {
            throw new Refused(Kind.STATE, "no rows are learned yet: send some first");
        }
    }

    private Projector projector() {
        if (projector == null) {
            projector = model().projector(workers);
        }
        return projector;
    }

    /** k loadings a row. */
    float[] transform(RowBatch rows) {
        float[] loadings = new float[answerNumbers(rows.count(), model().components(), 4)];
        projector().transform(rows, loadings);
        return loadings;
    }

    /** The novelty of each row. */
    double[] score(RowBatch rows) {
        double[] scores = new double[rows.count()];
        projector().score(rows, scores);
        return scores;
    }

    /** The p-value of each row. */
    double[] pValues(RowBatch rows) {
        Calibration calibration = model().calibration()
                .orElseThrow(() -> new Refused(
                        Kind.STATE,
                        "this model has no p-values: it keeps no sample of its rows; --method skpca and rnca do"));
        return Arrays.stream(score(rows)).map(calibration::pValue).toArray();
    }

    /** The pre-image of the projection of each row. */
    double[] reconstruct(RowBatch rows) {
        int width = learner.columns();
        double[] dense = dense(rows, width);
        return preImages(
                rows.count(),
                i -> model().reconstruct(Arrays.copyOfRange(dense, i * width, (i + 1) * width))
                        .row());
    }

    /** The pre-image of each row of loadings. */
    double[] reconstructLoadings(RowBatch rows, int width) {
        if (width != model().components()) {
            throw new Refused(
                    Kind.ROWS,
                    "there are " + width + " loadings a row and " + model().components()
                            + " components: give one for each");
        }
        double[] dense = dense(rows, width);
        return preImages(rows.count(), i -> {
            float[] loadings = new float[width];
            for (int j = 0; j < width; j++) {
                loadings[j] = (float) dense[i * width + j];
            }
            return model().reconstructLoadings(loadings).row();
        });
    }

    private double[] preImages(int count, IntFunction<double[]> preImage) {
        int width = learner.columns();
        double[] all = new double[answerNumbers(count, width, 8)];
        model();
        workers.split(count, 1, (from, to) -> {
            for (int i = from; i < to; i++) {
                System.arraycopy(preImage.apply(i), 0, all, i * width, width);
            }
        });
        return all;
    }

    /** How many numbers an answer has, if it is not too long. */
    private static int answerNumbers(int rows, int width, int bytes) {
        if ((long) rows * width * bytes > PipeFrame.LONGEST) {
            throw new Refused(
                    Kind.LIMIT,
                    "the answer to " + rows + " rows would be longer than " + PipeFrame.LONGEST
                            + " bytes: send fewer rows at once");
        }
        return rows * width;
    }

    private static double[] dense(RowBatch rows, int width) {
        double[] dense = new double[answerNumbers(rows.count(), width, 8)];
        float[] floats = rows.floats();
        double[] doubles = rows.doubles();
        SparseRows sparse = rows.sparse();
        for (int i = 0; floats != null && i < dense.length; i++) {
            dense[i] = floats[i];
        }
        if (doubles != null) {
            System.arraycopy(doubles, 0, dense, 0, dense.length);
        }
        for (int i = 0; sparse != null && i < rows.count(); i++) {
            sparse.scatter(i, dense, i * width);
        }
        return dense;
    }

    /** Writes the model, or the learner as it is. */
    void save(Path path, String kind) throws IOException {
        FitCommand.requireWritable(path, "--path");
        if (isModel(kind)) {
            model().save(path);
        } else {
            learner.checkpoint(path);
        }
    }

    /** The model, or the learner as it is, as the bytes of a file. */
    byte[] toBytes(String kind) {
        byte[] bytes = isModel(kind) ? model().toBytes() : learner.toBytes();
        if (bytes.length > PipeFrame.LONGEST_BYTES) {
            throw new Refused(
                    Kind.LIMIT,
                    bytes.length + " bytes are more than the " + PipeFrame.LONGEST_BYTES + " of a frame: save a file");
        }
        return bytes;
    }

    private static boolean isModel(String kind) {
        if (!kind.equals("model") && !kind.equals("learner")) {
            throw new UsageException("--kind must be model or learner, not " + kind);
        }
        return kind.equals("model");
    }

    /** What the learner knows of itself, without a model. */
    Map<String, Object> describe() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("rows", learner.rows());
        fields.put("columns", learner.columns());
        fields.put("isWarmingUp", learner.isWarmingUp());
        fields.put("workingBytes", learner.workingBytes());
        return fields;
    }

    /** The same, and what the model says of itself. */
    Map<String, Object> snapshot() {
        KernelPcaModel now = model();
        Map<String, Object> fields = describe();
        fields.putAll(ModelFields.of(now));
        fields.put("weight", now.weight());
        fields.put("spectrum", now.spectrum());
        double[] mean = now.mean();
        if (mean != null) {
            fields.put("mean", mean);
        }
        return fields;
    }
}
