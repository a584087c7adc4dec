package io.github.skpca.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.security.SecureRandom;

/**
 * A seed: a number, or {@code random}, for one that nobody knows before. It is drawn once, when the options are read, and is in what the
 * command prints and in the model, so that the run can be repeated.
 */
final class SeedOption implements ITypeConverter<Long> {
    static final String RANDOM = "random";

    /** Draws where it is told to; the one place in which randomness does not come from a seed. */
    @Override
    public Long convert(String text) {
        if (text.equals(RANDOM)) {
            return new SecureRandom().nextLong();
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("must be a whole number or " + RANDOM + ", not " + text);
        }
    }
}
