package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

final class HelpTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "generate",
                "fit",
                "transform",
                "score",
                "watch",
                "report",
                "reconstruct",
                "evaluate",
                "plan",
                "inspect",
                "look",
                "merge",
                "export",
                "pipe",
                "compare",
                "tune",
                "reproduce",
                "accuracy",
                "data",
                "completion"
            })
    void everyCommandExplainsItself(String command) {
        Outcome help = Outcome.done(command, "--help");
        assertThat(help.out())
                .startsWith("Usage: skpca " + command)
                .contains("--json")
                .doesNotContain("null", "${");
        assertThat(Outcome.done("--help").out()).contains("  " + command + " ");
    }

    @Test
    void helpBeginsWithWhatHasToBeGiven() {
        assertThat(Outcome.done("help", "fit").out())
                .startsWith("Usage: skpca fit INPUT... -o MODEL [OPTION]...\nLearn");
        assertThat(Outcome.done("report", "--help").out())
                .startsWith("Usage: skpca report MODEL INPUT... -o PAGE [OPTION]...\n");
        assertThat(Outcome.done("look", "--help").out()).startsWith("Usage: skpca look ROWS [OPTION]...\n");
        assertThat(Outcome.done("demo", "--help").out()).startsWith("Usage: skpca demo [OPTION]...\n");
    }

    /** A command is found by its name without the others: both lists must hold the same. */
    @Test
    void everyCommandIsFoundByItsName() {
        Map<String, CommandLine> all = new CommandLine(Main.class).getSubcommands();
        assertThat(all)
                .isNotEmpty()
                .allSatisfy((name, line) -> assertThat(Main.commandNamed(name))
                        .isEqualTo(line.getCommand().getClass()));
        assertThat(Main.commandNamed("fits")).isNull();
        assertThat(Main.commandNamed(Rehearsal.NAME)).isNull();
    }

    @Test
    void theRehearsalRunsAllItsCommands(@TempDir Path folder) throws IOException {
        assertThat(Rehearsal.run(folder.resolve("new"))).isZero();
    }

    @Test
    void fitNamesItsDefaults() {
        String help = Outcome.done("fit", "--help").out().replaceAll("\\s+", " ");
        assertThat(help)
                .contains("gaussian (default)")
                .contains("auto (default)")
                .contains("pivoted (default;")
                .contains("block (default)")
                .contains("(default: median)")
                .contains("sampled rows of nystrom (default: 1000)")
                .contains("Rows of the sketch of skpca (default: 50)")
                .contains("such as 0.95 (default: 10)")
                .contains("of a pipe the first (default: 10000)");
    }

    @Test
    void helpIsACommandToo() {
        assertThat(Outcome.done("help", "fit").out())
                .isEqualTo(Outcome.done("fit", "--help").out());
        assertThat(Outcome.done("help").out()).isEqualTo(Outcome.done("--help").out());
        Outcome unknown = Outcome.of("help", "nothing");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err()).contains("there is no command nothing; there are demo");
    }

    @Test
    void shellsAreGivenAScript() {
        String script = Outcome.done("completion", "bash").out();
        assertThat(script).startsWith("#!/usr/bin/env bash").contains("--explain", "skpca", "bashcompinit");
        assertThat(Outcome.done("completion", "zsh").out()).isEqualTo(script);
        assertThat(Outcome.done("completion", "zsh", "--json").json())
                .containsEntry("shell", "zsh")
                .containsEntry("script", script);
        assertThat(Outcome.of("completion", "fish").complaint(2)).contains("BASH, ZSH");
        assertThat(Outcome.of("completion").complaint(2)).contains("bash|zsh");
    }

    @Test
    void theVersionNamesTheArithmetic() {
        assertThat(Outcome.done("--version").out()).startsWith("skpca ").contains("arithmetic: ");
    }

    @Test
    void noCommandAtAllIsWrongUsageAndShowsTheCommands() {
        Outcome outcome = Outcome.of();
        assertThat(outcome.exit()).isEqualTo(2);
        assertThat(outcome.out()).contains("Start with: skpca demo");
    }
}
