package io.github.skpca.internal.learning;

import io.github.skpca.Forgetting;
import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.internal.model.LearnerCheckpoint;
import io.github.skpca.internal.model.LearnerState;
import io.github.skpca.internal.model.Settings;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import io.github.skpca.internal.sketch.WindowPlan;

/** Whether this Java has the memory for a learner that a file asks for. */
final class MemoryCheck {
    private MemoryCheck() {}

    /** A file of a few bytes can ask for a learner of any size. */
    static void require(LearnerCheckpoint saved, String name) throws ModelFileException {
        Settings settings = saved.settings();
        double size = settings.sketchSize();
        double features = settings.features();
        double bytes = switch (settings.method()) {
            case SKPCA -> 8 * (3 * size * features + 18 * size * size);
            case RNCA -> 8 * 5 * features * features;
            case NYSTROM -> 4 * features * (features + settings.columns());
            case EXACT -> 0;
        };
        if (settings.forgetting() instanceof Forgetting.Window window) {
            bytes += new WindowPlan(window, settings.features(), settings.sketchSize(), 1).bytes();
        }
        // A model of few rows can say that its learner keeps the whole matrix.
        if (saved.learned() instanceof LearnerState.Sketched sketched && sketched.algorithm() == SketchAlgorithm.GRAM) {
            double columns = sketched.embedding().features();
            bytes = Math.max(bytes, 8 * 5 * columns * columns);
        }
        if (bytes > Runtime.getRuntime().maxMemory()) {
            throw new ModelFileException(
                    name,
                    settings.method() == Method.SKPCA
                            ? "needs a sketch of " + settings.sketchSize() + " rows, more than this Java has memory for"
                            : "needs a matrix of " + settings.features() + " rows, more than this Java has memory for",
                    "give Java more memory (-Xmx)");
        }
        // Rows without their zeros may have any number of columns in a file that is short.
        double mapped = settings.method() == Method.EXACT ? 0 : 8 * features * settings.columns();
        if (mapped + 64.0 * settings.columns() > Runtime.getRuntime().maxMemory()) {
            throw new ModelFileException(
                    name,
                    "needs a map of " + settings.columns() + " columns, more than this Java has memory for",
                    "give Java more memory (-Xmx)");
        }
    }
}
