package io.github.skpca.cli;

import java.io.IOException;
import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** A command that must be refused: exit code 2, one line, nothing on standard output, and no file touched. */
final class Refusal {
    private Refusal() {}

    /** Runs a command that must be refused; returns its one line, without the {@code skpca: } at the beginning. */
    static String of(Path folder, Object... args) throws IOException {
        var before = Data.contents(folder);
        Outcome outcome = Outcome.of(args);
        String complaint = outcome.complaint(Failures.BAD_INPUT);
        assertThat(outcome.out()).isEmpty();
        assertThat(Data.contents(folder)).as(complaint).isEqualTo(before);
        return complaint;
    }
}
