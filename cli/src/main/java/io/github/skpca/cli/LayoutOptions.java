package io.github.skpca.cli;

import io.github.skpca.io.DecimalSign;
import io.github.skpca.io.Separator;
import io.github.skpca.io.TextLayout;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How numbers stand in text, where looking is not to decide. */
final class LayoutOptions {
    @Option(
            names = "--separator",
            paramLabel = "SEPARATOR",
            description =
                    "What is between fields of text: comma, semicolon, tab, pipe or blank; by default found in the first two lines.")
    @Nullable
    String separator;

    @Option(
            names = "--decimal",
            paramLabel = "point|comma|auto",
            defaultValue = "auto",
            description = "The decimal sign of text (default: auto, the first number that shows it decides).")
    String decimal = "auto";

    /** What was said of the layout of text. */
    TextLayout stated() {
        Separator known = separator == null
                ? null
                : Separator.ofLabel(separator)
                        .orElseThrow(() -> new UsageException(
                                "--separator must be comma, semicolon, tab, pipe or blank, not " + separator));
        return new TextLayout(
                known,
                DecimalSign.ofLabel(decimal)
                        .orElseThrow(
                                () -> new UsageException("--decimal must be point, comma or auto, not " + decimal)));
    }
}
