package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.util.Objects;

/**
 * How numbers stand in a line of text.
 *
 * @param separator what stands between fields, or null to find it by looking
 * @param decimal the decimal sign
 */
public record TextLayout(@Nullable Separator separator, DecimalSign decimal) {
    /** Everything is found by looking. */
    public static final TextLayout AUTO = new TextLayout(null, DecimalSign.AUTO);

    /** Checks that there is a sign. */
    public TextLayout {
        Objects.requireNonNull(decimal);
    }
}
