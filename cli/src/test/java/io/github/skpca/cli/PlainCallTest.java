package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import static org.assertj.core.api.Assertions.assertThat;

/** Calls that are told without the parser mean what they mean with it. */
class PlainCallTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "inspect a.skpca",
                "inspect a.skpca --json",
                "inspect --json a.skpca",
                "fit a.csv -o b.skpca",
                "fit -o b.skpca a.csv",
                "fit a.csv --json -o b.skpca",
            })
    void everyOptionHasTheValueThatTheParserGivesIt(String call) throws IllegalAccessException {
        String[] words = call.split(" ");
        SkpcaCommand plain = Objects.requireNonNull(PlainCall.of(words));
        CommandLine line = new CommandLine(plain.getClass());
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.parseArgs(Arrays.copyOfRange(words, 1, words.length));
        Map<String, Object> parsed = values(line.getCommand());
        assertThat(values(plain)).isEqualTo(parsed);
        assertThat(parsed).hasSizeGreaterThan(3);
    }

    /** The values of all options and parameters of a command, its mixins included. */
    private static Map<String, Object> values(Object command) throws IllegalAccessException {
        Map<String, Object> values = new TreeMap<>();
        for (Class<?> type = command.getClass(); type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                field.setAccessible(true);
                if (field.isAnnotationPresent(Mixin.class)) {
                    values(field.get(command))
                            .forEach((name, value) -> values.put(field.getName() + "." + name, value));
                } else if (field.isAnnotationPresent(Option.class) || field.isAnnotationPresent(Parameters.class)) {
                    values.put(field.getName(), String.valueOf(field.get(command)));
                }
            }
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "inspect",
                "inspect a b",
                "inspect --estimates",
                "inspect a --estimates",
                "inspect @a",
                "inspect a --json --json",
                "fit a -o",
                "fit a b -o",
                "fit - -o b",
                "fit a -o -",
                "fit a -o=b c",
                "fit a b -o c",
                "fit a -o b --seed 3",
                "help inspect",
                "score a b",
            })
    void anythingElseIsLeftToTheParser(String call) {
        assertThat(PlainCall.of(call.split(" "))).isNull();
    }

    @Test
    void aFailureIsTheSameLineWithAndWithoutTheParser() {
        Path missing = folder.resolve("none.skpca");
        Outcome plain = Outcome.of("inspect", missing);
        assertThat(plain.exit()).isEqualTo(2);
        assertThat(plain).isEqualTo(Outcome.of("inspect", missing, "--estimates"));
        Path rows = folder.resolve("none.csv");
        Outcome fit = Outcome.of("fit", rows, "-o", missing);
        assertThat(fit.exit()).isEqualTo(2);
        assertThat(fit).isEqualTo(Outcome.of("fit", rows, "-o", missing, "--seed", 0));
    }
}
