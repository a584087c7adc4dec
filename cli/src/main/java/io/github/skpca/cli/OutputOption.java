package io.github.skpca.cli;

import picocli.CommandLine.Option;

/** Where a command writes the rows that it makes. */
final class OutputOption {
    @Option(
            names = "-o",
            paramLabel = "OUT",
            defaultValue = "-",
            description =
                    "Where to write: name.csv, name.csv.gz, name.tsv or name.npy; - is standard output (default).")
    String name = "-";

    /** Whether rows leave standard output to a report. */
    boolean isFile() {
        return !name.equals("-");
    }
}
