package io.github.skpca.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** A script that lets a shell complete commands, options and their values. */
@Command(
        name = "completion",
        description = "Print a script with which a shell completes commands and options by the tab key.",
        footer = {"", "Example: source <(skpca completion bash)", "         skpca completion zsh > ~/.skpca-completion"
        })
final class CompletionCommand extends SkpcaCommand {
    /** Shells that the script is for. */
    enum Shell {
        BASH,
        ZSH
    }

    @Parameters(paramLabel = "bash|zsh", description = "The shell; zsh takes the script of bash, through bashcompinit.")
    Shell shell = Shell.BASH;

    @Override
    void declare(CommandFiles files) {
        // Reads and writes none.
    }

    @Override
    void run() throws IOException {
        String script = AutoComplete.bash("skpca", new CommandLine(Main.class, new CommandFactory(console())));
        if (json) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("shell", shell.name().toLowerCase(java.util.Locale.ROOT));
            fields.put("script", script);
            console().json(fields);
        } else {
            console().out().print(script);
        }
    }
}
