package io.github.skpca.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** What the commands share that measure on the paper's data sets. */
final class ExperimentOptions {
    @Mixin
    PaperDataOptions data = new PaperDataOptions();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "0",
            description = "Where all randomness comes from (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(names = "--sizes", split = ",", hidden = true, description = "Every m.")
    List<Integer> sizes = List.of();

    @Option(names = "--rows", hidden = true, defaultValue = "-1", description = "The most rows of a data set.")
    int rows;

    @Mixin
    ThreadOption threads = new ThreadOption();

    @Spec(Spec.Target.MIXEE)
    @Nullable
    CommandSpec spec;

    /** The command line as it was given, for those who want to run it again. */
    String command() {
        return "skpca "
                + String.join(
                        " ",
                        Objects.requireNonNull(spec)
                                .commandLine()
                                .getParseResult()
                                .originalArgs());
    }

    /** The sizes given, or else those of a plan. */
    List<Integer> sizesOr(List<Integer> planned) {
        return sizes.isEmpty() ? planned : sizes;
    }

    /** The most rows of a data set that were given, or else those of a plan. */
    int rowsOr(int planned) {
        return rows < 0 ? planned : rows;
    }

    /** The lines of a result file below its header; 0 if there is no file. */
    static long results(Path file) throws IOException {
        if (!Files.exists(file)) {
            return 0;
        }
        try (Stream<String> lines = Files.lines(file)) {
            return Math.max(0, lines.count() - 1);
        }
    }
}
