package io.github.skpca.experiments.accuracy;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.feature.MapKind;
import io.github.skpca.model.Method;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A way to choose the map of a learner, by the name that the page has for it.
 *
 * @param label in accuracy.tsv
 * @param choose sets the map of a builder
 */
record MapChoice(String label, UnaryOperator<StreamingKernelPca.Builder> choose) {
    /** What a user gets who does not choose. */
    static final String AUTO = "auto";

    /** The paper's map. */
    static final String PAPER = MapKind.FOURIER.label();

    private static final int ANY_COLUMNS = 16;

    /** Every map that can stand under the sketch, and the automatic choice among them. */
    static List<MapChoice> all() {
        List<MapChoice> choices = new ArrayList<>();
        for (MapKind kind : MapKind.values()) {
            MapChoice choice = new MapChoice(kind.label(), builder -> builder.map(kind));
            if (choice.isPossible()) {
                choices.add(choice);
            }
        }
        choices.add(new MapChoice(AUTO, builder -> builder));
        return choices;
    }

    StreamingKernelPca.Builder builder() {
        return choose.apply(StreamingKernelPca.builder().method(Method.SKPCA));
    }

    private boolean isPossible() {
        try {
            builder().settings(ANY_COLUMNS);
            return true;
        } catch (IllegalArgumentException notUnderASketch) {
            return false;
        }
    }
}
