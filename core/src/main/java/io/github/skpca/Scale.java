package io.github.skpca;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether columns are divided by their standard deviation over the warm-up, by the names that the command line and model files use. */
public enum Scale {
    /** Columns stay as they are: right where all are of one kind, such as zeros and ones, pixels or counts. */
    NONE,
    /** Each column is divided by its deviation: right where columns have units of their own. */
    COLUMNS,
    /** The warm-up decides which of the two; the model says what was decided and why. */
    AUTO;

    /** The name on the command line and in files. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The scale of that label, if there is one. */
    public static Optional<Scale> ofLabel(String label) {
        return Arrays.stream(values())
                .filter(scale -> scale.label().equals(label))
                .findFirst();
    }

    /** All labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(Scale::label).collect(Collectors.joining(", "));
    }
}
