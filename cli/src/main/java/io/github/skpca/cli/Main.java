package io.github.skpca.cli;

import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.io.PartFiles;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** The command line: finds the command, runs it, and turns every failure into one line and an exit code. */
@Command(
        name = "skpca",
        description = "Streaming kernel PCA: one pass over the rows, memory that does not grow with them.",
        mixinStandardHelpOptions = true,
        versionProvider = VersionText.class,
        synopsisSubcommandLabel = "COMMAND",
        subcommands = {
            DemoCommand.class,
            GenerateCommand.class,
            FitCommand.class,
            TransformCommand.class,
            ScoreCommand.class,
            WatchCommand.class,
            ReconstructCommand.class,
            EvaluateCommand.class,
            CompareCommand.class,
            PlanCommand.class,
            InspectCommand.class,
            MergeCommand.class,
            ReproduceCommand.class,
            AccuracyCommand.class,
            DataCommand.class,
            BenchCommand.class
        },
        footer = {
            "",
            "Start with: skpca demo",
            "Exit codes: 0 done, 1 failed while working, 2 wrong usage or bad input."
        })
public final class Main {
    private Main() {}

    /** Runs a command and leaves the JVM with its exit code. */
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(Main::leaveNoParts, "skpca-end"));
        System.exit(run(args, System.out, System.err));
    }

    /** However the process ends but by force, no part of a file stays beside an output. */
    private static void leaveNoParts() {
        StopSignal.awaitGoodEnd();
        PartFiles.discardAll();
        ModelFile.finishWriting();
    }

    /** Runs a command; returns its exit code. */
    public static int run(String[] args, PrintStream out, PrintStream err) {
        Console console = new Console(out, err);
        CommandLine line = new CommandLine(new Main(), new CommandFactory(console));
        line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(err, true, StandardCharsets.UTF_8));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler((failure, given) -> {
            String command = failure.getCommandLine().getCommandSpec().qualifiedName();
            console.error(complaint(failure) + " (see " + command + " --help)");
            return Failures.BAD_INPUT;
        });
        line.setExecutionExceptionHandler((failure, command, parsed) -> Failures.report(failure, console));
        if (args.length == 0) {
            line.usage(line.getOut());
            return Failures.BAD_INPUT;
        }
        try {
            int code = line.execute(args);
            // A print stream keeps its troubles to itself until asked.
            return code == 0 && out.checkError() ? Failures.reportUnwritten(console) : code;
        } catch (OutOfMemoryError | LinkageError e) {
            return Failures.report(e, console);
        }
    }

    private static String complaint(ParameterException failure) {
        CommandLine line = failure.getCommandLine();
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()
                && !line.getSubcommands().isEmpty()) {
            return "there is no command " + unmatched.getUnmatched().get(0) + "; there are "
                    + String.join(", ", line.getSubcommands().keySet());
        }
        return String.valueOf(failure.getMessage());
    }
}
