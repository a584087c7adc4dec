package io.github.skpca.cli;

import picocli.CommandLine.Command;

import java.io.IOException;

/** Learners for another program, over standard input and standard output. */
@Command(
        name = "pipe",
        description = {
            "Learn and answer for another program, such as the Python estimator: it sends rows and questions to standard input and gets answers"
                    + " on standard output, in the binary protocol of docs/pipe-protocol.md.",
            "The command ends when its standard input ends."
        },
        footer = {"", "Example: in Python, skpca.StreamingKernelPCA().partial_fit(rows) starts it."})
final class PipeCommand extends SkpcaCommand {
    @Override
    void declare(CommandFiles files) {
        // Those that are named over the pipe are not known yet.
    }

    @Override
    void run() throws IOException {
        if (json) {
            throw new UsageException(
                    "--json has no meaning for pipe, whose standard output is the protocol: leave it out");
        }
        try (PipeReader requests = new PipeReader(System.in);
                PipeSession session =
                        new PipeSession(requests, new PipeWriter(console().out()))) {
            session.run();
        }
    }
}
