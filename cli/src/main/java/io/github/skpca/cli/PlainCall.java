package io.github.skpca.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The two calls of a small file without options: {@code inspect MODEL} and {@code fit INPUT -o MODEL}, with or without {@code --json}. To read the options
 * that a command might have takes longer than to inspect a model, so these calls are told without.
 */
final class PlainCall {
    private PlainCall() {}

    /** The command of such a call; null if it is another, or wrong. */
    static @Nullable SkpcaCommand of(String[] args) {
        List<String> words = new ArrayList<>(Arrays.asList(args));
        boolean json = words.remove("--json");
        SkpcaCommand command = null;
        if (words.size() == 2 && words.get(0).equals("inspect") && isName(words.get(1))) {
            InspectCommand inspect = new InspectCommand();
            inspect.modelPath = Path.of(words.get(1));
            command = inspect;
        } else if (words.size() == 4 && words.get(0).equals("fit")) {
            int option = words.indexOf("-o");
            String input = words.get(option == 1 ? 3 : 1);
            if ((option == 1 || option == 2) && isName(words.get(option + 1)) && isName(input)) {
                FitCommand fit = new FitCommand();
                fit.inputs = List.of(input);
                fit.output = Path.of(words.get(option + 1));
                command = fit;
            }
        }
        if (command != null) {
            command.json = json;
        }
        return command;
    }

    /** Whether a word can be nothing but the name of a file: no option, no standard input, no file of arguments. */
    private static boolean isName(String word) {
        return !word.isEmpty() && word.charAt(0) != '-' && word.charAt(0) != '@' && word.indexOf('\0') < 0;
    }

    /** Runs it; returns its exit code. */
    static int run(SkpcaCommand command, Console console) {
        command.attach(console);
        try {
            return command.call();
        } catch (IOException | RuntimeException failure) {
            return Failures.report(
                    failure,
                    console,
                    option -> new CommandLine(command).getCommandSpec().findOption(option) != null);
        }
    }
}
