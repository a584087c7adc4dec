package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code fit --paper} is the paper's system in one flag. What contradicts it is refused in {@link BadOptionsTest}. */
final class PaperFlagTest {
    @TempDir
    Path folder;

    private Path data;

    @BeforeEach
    void write() throws Exception {
        data = Data.file(folder, "data.csv", Data.lines(300, 4, 17));
    }

    private Path fitted(String name, Object... options) throws Exception {
        Path model = folder.resolve(name);
        List<Object> arguments = new ArrayList<>(
                List.of("fit", data, "-o", model, "--features", 60, "--sketch", 12, "--components", 5, "--seed", 3));
        arguments.addAll(Arrays.asList(options));
        Outcome.done(arguments.toArray());
        return model;
    }

    @Test
    void itGivesTheBytesOfItsFiveFlags() throws Exception {
        Path one = fitted("one.skpca", "--paper");
        Path five = fitted(
                "five.skpca",
                "--map",
                "fourier",
                "--shrink",
                "paper",
                "--no-center",
                "--bandwidth",
                "mean",
                "--scale",
                "none");
        Path none = fitted("none.skpca");
        assertThat(Files.readAllBytes(one)).isEqualTo(Files.readAllBytes(five)).isNotEqualTo(Files.readAllBytes(none));
        assertThat(Outcome.done("inspect", one, "--json").json())
                .containsEntry("map", "fourier")
                .containsEntry("shrink", "paper")
                .containsEntry("kernel", "gaussian");
    }

    @Test
    void optionsThatSayTheSameMayBeGiven() throws Exception {
        Path one = fitted("one.skpca", "--paper");
        Path both = fitted(
                "both.skpca",
                "--paper",
                "--method",
                "SKPCA",
                "--kernel",
                "gaussian",
                "--bandwidth",
                "Mean",
                "--map",
                "fourier",
                "--shrink",
                "paper",
                "--no-center",
                "--scale",
                "none");
        assertThat(Files.readAllBytes(both)).isEqualTo(Files.readAllBytes(one));
    }

    @Test
    void aModelThatIsFollowedDecides() throws Exception {
        Path model = fitted("one.skpca", "--paper");
        assertThat(Refusal.of(folder, "fit", data, "--like", model, "-o", folder.resolve("two.skpca"), "--paper"))
                .contains("--paper and --like cannot both be given", model.toString());
    }
}
