package io.github.skpca.cli;

import picocli.CommandLine.Option;

/** Whether figures are to be printed that take as long as a small fit: a model file holds what they are computed from. */
final class EstimatesOption {
    @Option(
            names = "--estimates",
            description =
                    "Also estimate kernelError and mapError, with intervals, from the sample of rows in the model.")
    boolean wanted;
}
