package io.github.skpca.internal.model;

import io.github.skpca.Forgetting;
import io.github.skpca.ModelFileException;
import io.github.skpca.internal.feature.HalfLifeSample;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.WindowSample;
import io.github.skpca.internal.text.PortableNumber;

/** The part of a model file that forgetting adds: weights, times, and samples by recency. */
final class ForgettingFields {
    private ForgettingFields() {}

    static void writeWeight(TensorFile.Builder file, String prefix, Settings settings, double weight, double latest) {
        if (settings.forgetting() instanceof Forgetting.HalfLife) {
            file.metadata(prefix + "weight", PortableNumber.text(weight));
            if (settings.forgetting().needsTimes()) {
                file.metadata(prefix + "latestTime", PortableNumber.text(latest));
            }
        }
    }

    /** The weight of all rows together, at most their number. */
    static double weight(TensorFile file, String prefix, Settings settings, long rows) throws ModelFileException {
        if (settings.forgetting() instanceof Forgetting.Window window) {
            return Math.min(rows, window.rows());
        }
        if (!(settings.forgetting() instanceof Forgetting.HalfLife)) {
            return rows;
        }
        double weight = Double.parseDouble(file.metadata(prefix + "weight"));
        // The newest row has weight 1, so the sum is never less.
        if (!(weight >= Math.min(1, rows) && weight <= rows)) {
            throw new IllegalArgumentException(rows + " rows that weigh " + weight);
        }
        return weight;
    }

    /** A window's sketch may hold rows that have left the window, as far as its error allows. */
    static double roomAboveWeight(Settings settings) {
        return settings.forgetting() instanceof Forgetting.Window window
                ? 4 + window.epsilon() * settings.sketchSize()
                : 1;
    }

    static double latest(TensorFile file, String prefix, Settings settings) throws ModelFileException {
        double latest =
                settings.forgetting().needsTimes() ? Double.parseDouble(file.metadata(prefix + "latestTime")) : 0;
        if (!Double.isFinite(latest)) {
            throw new IllegalArgumentException("the latest time is not finite");
        }
        return latest;
    }

    static void writeSample(TensorFile.Builder file, RowSample.State sample) {
        file.tensor("sample", sample.rows(), sample.count(), sample.columns());
        if (sample instanceof HalfLifeSample.State aged) {
            file.metadata("sampleKey", Long.toString(aged.key()))
                    .metadata("sampleClock", PortableNumber.text(aged.clock()))
                    .tensor("sampleKeys", aged.keys(), aged.keys().length);
        } else if (sample instanceof WindowSample.State windowed) {
            file.metadata("sampleKey", Long.toString(windowed.key()));
        }
    }

    static RowSample.State sample(TensorFile file, Settings settings, long rows) throws ModelFileException {
        double[] sample = file.doubles("sample", -1, settings.columns());
        ModelFileChecks.requireRows("sample", sample);
        long key = Long.parseLong(file.metadata("sampleKey"));
        if (settings.forgetting() instanceof Forgetting.HalfLife life) {
            return new HalfLifeSample.State(
                    settings.columns(),
                    life.halfLife(),
                    life.clock() == Forgetting.Clock.TIME,
                    sample,
                    file.doubles("sampleKeys", sample.length / settings.columns()),
                    rows,
                    Double.parseDouble(file.metadata("sampleClock")),
                    key);
        }
        long window = ((Forgetting.Window) settings.forgetting()).rows();
        return new WindowSample.State(settings.columns(), window, sample, rows, key);
    }
}
