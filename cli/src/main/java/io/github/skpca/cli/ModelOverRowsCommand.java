package io.github.skpca.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.nio.file.Path;
import java.util.List;

/** What the commands share that go over rows with a model. */
abstract class ModelOverRowsCommand extends SkpcaCommand {
    @Parameters(
            index = "0",
            paramLabel = "MODEL",
            description = "A model file, or a checkpoint made after the warm-up.")
    Path modelPath = Path.of("");

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "INPUT",
            description = "Files of rows, read in order; - is standard input.")
    List<String> inputs = List.of();

    @Option(
            names = "--time-column",
            paramLabel = "COLUMN",
            description =
                    "Of a model of windows that was fitted with it: the column of times, in which gaps are looked for.")
    @Nullable
    String timeColumn;

    @Mixin
    RowOptions rows = new RowOptions();

    @Mixin
    ThreadOption threads = new ThreadOption();
}
