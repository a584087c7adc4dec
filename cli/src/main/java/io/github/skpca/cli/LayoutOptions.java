package io.github.skpca.cli;

import io.github.skpca.io.DecimalSign;
import io.github.skpca.io.Header;
import io.github.skpca.io.ReadOptions;
import io.github.skpca.io.RowFormat;
import io.github.skpca.io.Separator;
import io.github.skpca.io.TextLayout;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How inputs are laid out, where looking is not to decide. */
final class LayoutOptions {
    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description =
                    "csv, tsv, libsvm or npy; by default from the name. Standard input is taken for text, or for npy if it begins like it.")
    @Nullable
    RowFormat format;

    @Option(
            names = "--header",
            paramLabel = "yes|no|auto",
            defaultValue = "auto",
            description = "Whether the first line names the columns (default: auto).")
    Header header = Header.AUTO;

    @Option(
            names = "--width",
            paramLabel = "D",
            defaultValue = "0",
            description = "The number of columns of LIBSVM rows, where it cannot be found beforehand.")
    int width;

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

    /** What was said, for all columns of rows whose width is known; 0 if it is not. */
    ReadOptions options(int expectedWidth) {
        return UsageException.checking(() -> ReadOptions.defaults()
                .withFormat(format)
                .withHeader(header)
                .withWidth(width != 0 ? width : expectedWidth)
                .withLayout(stated()));
    }

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
