package io.github.skpca.internal.model;

import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.internal.baseline.AllRows;
import io.github.skpca.internal.baseline.LandmarkState;
import io.github.skpca.internal.baseline.LandmarkSummary;
import io.github.skpca.internal.feature.LandmarkSet;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.text.PortableNumber;
import io.github.skpca.kernel.Kernel;

/**
 * The part of a model file for methods with landmarks. Such a learner holds only its landmarks, so a checkpoint is
 * its model; a learner without rows has neither.
 */
final class LandmarkFields {
    private static final double LARGEST_FLOAT = 1e30;

    private LandmarkFields() {}

    /** Whether the file holds the model of landmarks. */
    static boolean isIn(TensorFile file) {
        return file.has("landmarkValues");
    }

    static void writeLandmarks(TensorFile.Builder file, LandmarkState state) {
        file.metadata("rows", Long.toString(state.seen()))
                .tensor("landmarks", state.rows(), state.count(), state.columns());
        if (state.next().length > 0) {
            file.tensor("nextRows", state.next(), state.next().length);
        }
    }

    static void writeModel(TensorFile.Builder file, FittedModel model, LandmarkSummary summary) {
        int found = summary.values().length;
        int count = summary.state().count();
        double[] squares = model.spectrum();
        file.metadata("provisional", Boolean.toString(model.isProvisional()))
                .metadata("trace", PortableNumber.text(summary.trace()))
                .tensor("landmarkValues", summary.values(), found)
                .tensor("landmarkVectors", summary.vectors(), found, count)
                .tensor("squaredSingularValues", squares, found)
                .tensor("singularValues", ModelFile.roots(squares), found)
                .tensor("components", model.directions(), model.components(), count);
        double[] mean = summary.mean();
        if (mean != null) {
            file.tensor("mean", mean, count);
        }
    }

    static LearnerState.Sampled readLearned(TensorFile file, Settings settings) throws ModelFileException {
        return new LearnerState.Sampled(SettingsFields.readPreprocessing(file, settings), state(file, settings));
    }

    private static LandmarkState state(TensorFile file, Settings settings) throws ModelFileException {
        long seen = Long.parseLong(file.metadata("rows"));
        boolean sampled = settings.method() == Method.NYSTROM && seen > 0;
        float[] rows = file.floats("landmarks", sampled ? settings.features() : -1, settings.columns());
        long[] next = sampled ? file.longs("nextRows", settings.features()) : new long[0];
        LandmarkState state = new LandmarkState(settings.columns(), rows, seen, next);
        if (!sampled && state.count() > AllRows.MOST_ROWS) {
            throw new IllegalArgumentException("there are more landmarks than can be kept");
        }
        return state;
    }

    static FittedModel readModel(TensorFile file, Settings settings) throws ModelFileException {
        ModelFile.rows(file);
        LandmarkState state = state(file, settings);
        double[] values = file.doubles("landmarkValues", -1);
        double[] vectors = file.doubles("landmarkVectors", values.length, state.count());
        double[] mean = settings.centered() ? file.doubles("mean", state.count()) : null;
        double trace = Double.parseDouble(file.metadata("trace"));
        Preprocessing preprocessing = SettingsFields.readPreprocessing(file, settings);
        LandmarkSummary summary = new LandmarkSummary(state, values, vectors, trace, mean);
        requirePlausible(summary, preprocessing.kernel());
        return new FittedModel(settings, preprocessing, summary, SettingsFields.flag(file, "provisional"));
    }

    /**
     * Checks the eigenpairs, so that loadings and scores stay finite: a kernel matrix of c rows has no entry above the largest K(c, c), and
     * eigenvalues that are only rounding are not kept.
     */
    private static void requirePlausible(LandmarkSummary summary, Kernel kernel) {
        // Of a kernel that a file only names it is known only that its values were floats.
        boolean isKnown = !UnknownKernel.isUnknown(kernel);
        LandmarkState state = summary.state();
        double largest =
                isKnown ? LandmarkSet.largestSelfSimilarity(kernel, state.rows(), state.columns()) : LARGEST_FLOAT;
        double least = isKnown ? LandmarkSummary.SMALLEST_VALUE * largest : 1 / LARGEST_FLOAT;
        double most = state.count() * largest * (1 + ModelFileChecks.TOLERANCE);
        ModelFileChecks.requireDescending(summary.values());
        ModelFileChecks.requireFinite("landmarkVectors", summary.vectors());
        boolean tooLarge = !(summary.trace() <= most);
        for (double value : summary.values()) {
            tooLarge |= !(value <= most) || !(value > least);
        }
        for (double entry : summary.vectors()) {
            tooLarge |= Math.abs(entry) > 1 + ModelFileChecks.TOLERANCE;
        }
        double[] mean = summary.mean();
        for (int j = 0; mean != null && j < mean.length; j++) {
            tooLarge |= !(Math.abs(mean[j]) <= largest * (1 + ModelFileChecks.TOLERANCE));
        }
        if (tooLarge) {
            throw new IllegalArgumentException("the eigenpairs are not those of any kernel matrix");
        }
    }
}
