package io.github.skpca.cli;

import io.github.skpca.Scale;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
    /** What to say of settings that are nearly linear. */
    static final String NEARLY_LINEAR = "A bandwidth that wide is nearly linear PCA, which would do as well.";

    private static final Pattern MEDIANS = Pattern.compile("([0-9]{1,9}(?:\\.[0-9]{1,9})?)median");
    private static final double LINEAR_MEDIANS = 16;

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

    /** Whether the kernel is so wide that linear PCA would give the same components, nearly. */
    boolean isNearlyLinear() {
        Matcher medians = MEDIANS.matcher(bandwidth);
        return components > 0 && medians.matches() && Double.parseDouble(medians.group(1)) >= LINEAR_MEDIANS;
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
