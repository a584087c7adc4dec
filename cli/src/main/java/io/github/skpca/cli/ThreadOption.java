package io.github.skpca.cli;

import io.github.skpca.Workers;
import picocli.CommandLine.Option;

/** How many threads share the work. */
final class ThreadOption {
    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "0",
            description = "Threads; all cores by default. They do not change the result.")
    int threads;

    Workers workers() {
        int count = threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
        return UsageException.checking(() -> new Workers(count));
    }
}
