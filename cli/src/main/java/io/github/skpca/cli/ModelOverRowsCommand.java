package io.github.skpca.cli;

import picocli.CommandLine.Mixin;
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

    @Mixin
    RowOptions rows = new RowOptions();

    @Mixin
    ThreadOption threads = new ThreadOption();
}
