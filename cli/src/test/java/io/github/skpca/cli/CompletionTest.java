package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The script of {@code completion}, in the shells that it is for. */
final class CompletionTest {
    private static final Path ZSH = Path.of("/usr/bin/zsh");

    /** Types words and the tab key into an interactive zsh, and prints the line that it has made of them. */
    private static final String TYPING = """
            zmodload zsh/zpty
            zpty -b shell 'zsh -f -i'
            zpty -w shell "PS1=; PATH=$1:\\$PATH; source $2; echo RE''ADY"
            zpty -r -m shell seen '*READY*'
            # Keys are taken one after the other: the line is printed after it was completed.
            zpty -n -w shell $3$'\\t'$'\\x01'"echo '["$'\\x05'"]' E''ND"$'\\n'
            zpty -r -m shell seen '*END*'
            print -r -- "$seen"
            zpty -d shell
            """;

    @TempDir
    Path folder;

    private static String run(String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TERM", "dumb");
        Process process = builder.start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return said;
    }

    private Path script(String shell) throws IOException {
        return Files.writeString(
                folder.resolve("completion." + shell),
                Outcome.done("completion", shell).out());
    }

    @ParameterizedTest
    @CsvSource({
        "skpca trans, skpca transform",
        "skpca score --expl, skpca score --explain",
        "skpca fit --on-b, skpca fit --on-bad-row",
    })
    void zshCompletesWhatIsTyped(String typed, String completed) throws Exception {
        assumeTrue(Files.isExecutable(ZSH), "no zsh found: its completion is not tried");
        Path command = Files.createDirectories(folder.resolve("bin")).resolve("skpca");
        Files.writeString(command, "#!/bin/sh\n");
        assertThat(command.toFile().setExecutable(true)).isTrue();
        Path typing = Files.writeString(folder.resolve("typing.zsh"), TYPING);
        String seen = run(
                ZSH.toString(),
                "-f",
                typing.toString(),
                command.getParent().toString(),
                script("zsh").toString(),
                typed);
        assertThat(seen.replaceAll("\\s+]", "]")).contains("\n[" + completed + "] END");
    }

    @Test
    void bashCompletesWhatIsTyped() throws Exception {
        Path script = script("bash");
        for (List<String> words :
                List.of(List.of("trans", "transform"), List.of("score", "--explain-l", "--explain-level"))) {
            List<String> typed = new ArrayList<>(List.of("skpca"));
            typed.addAll(words.subList(0, words.size() - 1));
            String line = "source " + script + "; COMP_WORDS=(" + String.join(" ", typed) + "); COMP_CWORD="
                    + (typed.size() - 1) + "; $(complete -p skpca | sed 's/.*-F \\([^ ]*\\).*/\\1/') skpca "
                    + typed.get(typed.size() - 1) + " " + typed.get(typed.size() - 2)
                    + "; printf '%s\\n' \"${COMPREPLY[@]}\"";
            assertThat(run("bash", "-c", line).lines().map(String::strip)).contains(words.get(words.size() - 1));
        }
    }
}
