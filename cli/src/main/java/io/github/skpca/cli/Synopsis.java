package io.github.skpca.cli;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The first line of a command's help: what has to be given. All options are below it, and would take twenty lines here. */
final class Synopsis {
    private Synopsis() {}

    static void shorten(CommandSpec command) {
        StringBuilder words = new StringBuilder(command.qualifiedName());
        for (PositionalParamSpec given : command.positionalParameters()) {
            String word = given.paramLabel() + (given.arity().max() > 1 ? "..." : "");
            words.append(' ').append(given.required() ? word : "[" + word + "]");
        }
        for (OptionSpec option : command.options()) {
            if (option.required()) {
                words.append(' ').append(option.longestName()).append(' ').append(option.paramLabel());
            }
        }
        command.usageMessage().customSynopsis(words.append(" [OPTION]...").toString());
    }
}
