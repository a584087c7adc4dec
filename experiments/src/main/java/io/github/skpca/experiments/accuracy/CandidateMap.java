package io.github.skpca.experiments.accuracy;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.model.FittedModel;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A map to be measured: a way to choose the map of a learner, and the name that the page has for it.
 *
 * @param label in accuracy.tsv
 * @param choose sets the map of a builder
 */
record CandidateMap(String label, UnaryOperator<KernelPcaBuilder> choose) {
    /** What a user gets who does not choose. */
    static final String AUTO = "auto";

    /** The paper's map. */
    static final String PAPER = MapKind.FOURIER.label();

    /** Every map that can stand under the sketch, landmarks by every rule, and the automatic choice among them. */
    static List<CandidateMap> all() {
        List<CandidateMap> candidates = new ArrayList<>();
        for (MapKind kind : MapKind.values()) {
            if (kind == MapKind.LANDMARKS) {
                for (LandmarkRule rule : LandmarkRule.values()) {
                    candidates.add(new CandidateMap(
                            label(kind, rule), builder -> builder.map(kind).landmarkRule(rule)));
                }
            } else {
                candidates.add(new CandidateMap(kind.label(), builder -> builder.map(kind)));
            }
        }
        candidates.add(new CandidateMap(AUTO, builder -> builder));
        return candidates;
    }

    KernelPcaBuilder builder() {
        return choose.apply(StreamingKernelPca.builder().method(Method.SKPCA));
    }

    /** The label of the map that a model has. */
    static String labelOf(KernelPcaModel model) {
        MapKind kind = FittedModel.of(model).embedding().map().kind();
        boolean chosen =
                kind == MapKind.LANDMARKS && FittedModel.of(model).settings().method() == Method.SKPCA;
        return chosen ? label(kind, FittedModel.of(model).settings().landmarkRule()) : kind.label();
    }

    private static String label(MapKind kind, LandmarkRule rule) {
        return kind.label() + "-" + rule.label();
    }
}
