package io.github.skpca.cli;

import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.io.PartFiles;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;

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
            ReportCommand.class,
            ReconstructCommand.class,
            EvaluateCommand.class,
            CompareCommand.class,
            TuneCommand.class,
            PlanCommand.class,
            InspectCommand.class,
            LookCommand.class,
            MergeCommand.class,
            ExportCommand.class,
            PipeCommand.class,
            ReproduceCommand.class,
            AccuracyCommand.class,
            DataCommand.class,
            BenchCommand.class,
            CompletionCommand.class
        },
        footer = {
            "",
            "Start with: skpca demo",
            "Options of a command: skpca help COMMAND, or skpca COMMAND --help",
            "Exit codes: 0 done, 1 failed while working, 2 wrong usage or bad input."
        })
public final class Main {
    private Main() {}

    /** Runs a command and leaves the JVM with its exit code. */
    public static void main(String[] args) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(Main::leaveNoParts, "skpca-end"));
        if (Rehearsal.isAsked(args)) {
            System.exit(Rehearsal.run(Path.of(args[1])));
        }
        System.exit(run(args, StandardPrintStream.ofProcess(), System.err));
    }

    /** However the process ends but by force, no part of a file stays beside an output. */
    private static void leaveNoParts() {
        StopSignal.awaitGoodEnd();
        PartFiles.discardAll();
        ModelFile.finishWriting();
    }

    /** Runs a command; returns its exit code. */
    public static int run(String[] given, PrintStream out, PrintStream err) {
        Console console = new Console(out, err);
        SkpcaCommand plain = PlainCall.of(given);
        try {
            int code = plain == null ? execute(given, console) : PlainCall.run(plain, console);
            // A print stream keeps its troubles to itself until asked.
            return code == 0 && out.checkError() ? Failures.reportUnwritten(console, out) : code;
        } catch (OutOfMemoryError | LinkageError e) {
            return Failures.report(e, console);
        }
    }

    private static int execute(String[] given, Console console) {
        String[] args = withoutHelpCommand(given);
        CommandLine line = lineFor(args, new CommandFactory(console));
        line.setOut(new PrintWriter(console.out(), true, StandardCharsets.UTF_8));
        line.setErr(new PrintWriter(console.err(), true, StandardCharsets.UTF_8));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.getSubcommands().values().forEach(command -> Synopsis.shorten(command.getCommandSpec()));
        line.setParameterExceptionHandler((failure, parsed) -> {
            String command = failure.getCommandLine().getCommandSpec().qualifiedName();
            console.error(complaint(failure) + " (see " + command + " --help)");
            return Failures.BAD_INPUT;
        });
        line.setExecutionExceptionHandler((failure, command, parsed) -> Failures.report(
                failure, console, option -> command.getCommandSpec().findOption(option) != null));
        if (args.length == 0) {
            line.usage(line.getOut());
            return Failures.BAD_INPUT;
        }
        return line.execute(args);
    }

    /** {@code help fit} is {@code fit --help}, as people try it in other programs; what follows is there to be complained about. */
    private static String[] withoutHelpCommand(String[] args) {
        if (args.length == 0 || !args[0].equals("help")) {
            return args;
        }
        if (args.length == 1) {
            return new String[] {"--help"};
        }
        // With --help picocli does not complain of what it does not know.
        return args.length == 2 && commandNamed(args[1]) != null
                ? new String[] {args[1], "--help"}
                : Arrays.copyOfRange(args, 1, args.length);
    }

    /** The command line with the one command that is named first, or with all of them. */
    private static CommandLine lineFor(String[] args, CommandFactory factory) {
        Class<? extends SkpcaCommand> named = args.length == 0 ? null : commandNamed(args[0]);
        return named == null
                ? new CommandLine(new Main(), factory)
                : new CommandLine(new Alone(), factory).addSubcommand(args[0], new CommandLine(named, factory));
    }

    /**
     * The class of a command: one of {@code subcommands}, by name. To find it by the names in the classes, Java would have to read all of them
     * and their options, which takes longer than most commands that only look at a file.
     */
    static @Nullable Class<? extends SkpcaCommand> commandNamed(String name) {
        return switch (name) {
            case "demo" -> DemoCommand.class;
            case "generate" -> GenerateCommand.class;
            case "fit" -> FitCommand.class;
            case "transform" -> TransformCommand.class;
            case "score" -> ScoreCommand.class;
            case "watch" -> WatchCommand.class;
            case "report" -> ReportCommand.class;
            case "reconstruct" -> ReconstructCommand.class;
            case "evaluate" -> EvaluateCommand.class;
            case "compare" -> CompareCommand.class;
            case "tune" -> TuneCommand.class;
            case "plan" -> PlanCommand.class;
            case "inspect" -> InspectCommand.class;
            case "look" -> LookCommand.class;
            case "merge" -> MergeCommand.class;
            case "export" -> ExportCommand.class;
            case "pipe" -> PipeCommand.class;
            case "reproduce" -> ReproduceCommand.class;
            case "accuracy" -> AccuracyCommand.class;
            case "data" -> DataCommand.class;
            case "bench" -> BenchCommand.class;
            case "completion" -> CompletionCommand.class;
            default -> null;
        };
    }

    /** The command line before the command, where that is known. */
    @Command(name = "skpca")
    private static final class Alone {}

    private static String complaint(ParameterException failure) {
        CommandLine line = failure.getCommandLine();
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.isUnknownOption()
                && !line.getSubcommands().isEmpty()) {
            String typed = unmatched.getUnmatched().get(0);
            Set<String> commands = line.getSubcommands().keySet();
            return "there is no command " + typed + "; "
                    + meant(typed, commands).orElse("there are " + String.join(", ", commands));
        }
        if (failure instanceof UnmatchedArgumentException unmatched && unmatched.isUnknownOption()) {
            String typed = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
            return failure.getMessage()
                    + meant(typed, line.getCommandSpec().optionsMap().keySet())
                            .map(meant -> "; " + meant)
                            .orElse("");
        }
        return String.valueOf(failure.getMessage());
    }

    private static Optional<String> meant(String typed, Set<String> words) {
        return NearWords.nearest(typed, words).map(word -> "did you mean " + word + "?");
    }
}
