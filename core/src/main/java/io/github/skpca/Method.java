package io.github.skpca;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The ways to kernel PCA that a learner knows, by the names that the command line and model files use. */
public enum Method {
    /** Random features under Frequent Directions, the paper's: space md + ml. */
    SKPCA,
    /** Random features and their exact second-moment matrix: space md + m^2. */
    RNCA,
    /** Kernel values against c uniformly sampled rows: space cd + c^2. */
    NYSTROM,
    /** The kernel matrix of all rows: space nd + n^2. */
    EXACT;

    /** The name on the command line and in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether rows become random features, which a matrix sketch then takes in; else they are compared with landmarks. */
    public boolean sketchesFeatures() {
        return this == SKPCA || this == RNCA;
    }

    /** The method of that label, if there is one. */
    public static Optional<Method> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(method -> method.label().equals(label))
                .findFirst();
    }

    /** All labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(Method::label).collect(Collectors.joining(", "));
    }
}
