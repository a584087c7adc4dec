package io.github.skpca.cli;

import io.github.skpca.Scale;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings that were tried, and what came of them on rows that were held out.
 *
 * @param bandwidth as {@code --bandwidth} takes it
 * @param components 0 where they do not matter
 * @param heldOutError the share of the rows' kernel variance that the components leave
 * @param stability how far two halves of the rows give the same components, from 0 to 1
 * @param quality what the choice goes by: recovered, accuracy or auc
 */
record TuneCandidate(
        String bandwidth, Scale scale, int components, double heldOutError, double stability, double quality) {
    /** What it goes by. */
    enum Judge {
        /** The share of the variance of held-out rows that the five nearest by loadings tell, in standardised columns. */
        RECOVERED("recovered"),
        /** The share of held-out rows whose label is that of most of the five nearest by loadings. */
        ACCURACY("accuracy"),
        /** The chance that a novel row scores higher than a usual one. */
        AUC("auc");

        private final String label;

        Judge(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    Map<String, Object> fields(Judge judge) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("bandwidth", bandwidth);
        fields.put("scale", scale.label());
        if (judge != Judge.AUC) {
            fields.put("components", components);
            fields.put("heldOutError", heldOutError);
            fields.put("stability", stability);
        }
        fields.put(judge.label(), quality);
        return fields;
    }
}
