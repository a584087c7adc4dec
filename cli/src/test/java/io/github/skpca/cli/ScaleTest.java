package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code --scale auto} says what it decided and why; what it decides for which rows is tested in core. */
final class ScaleTest {
    private static final String UNITS =
            "auto: as they are, distances depend on 1.0 of 3 columns: they have units of their own";

    @TempDir
    Path folder;

    private Path units;
    private Path flags;

    @BeforeEach
    void write() throws IOException {
        SplittableRandom random = new SplittableRandom(8);
        StringBuilder of = new StringBuilder();
        StringBuilder without = new StringBuilder();
        for (int i = 0; i < 300; i++) {
            of.append(random.nextDouble())
                    .append(',')
                    .append(random.nextDouble() * 90)
                    .append(',');
            of.append(random.nextDouble() * 60_000).append('\n');
            without.append(random.nextInt(2))
                    .append(',')
                    .append(random.nextInt(5) / 4)
                    .append(',');
            without.append(random.nextInt(30) / 29).append('\n');
        }
        units = Data.file(folder, "units.csv", of.toString());
        flags = Data.file(folder, "flags.csv", without.toString());
    }

    private Path fitted(String name, Path data, Object... options) {
        Path model = folder.resolve(name);
        List<Object> arguments =
                new ArrayList<>(List.of("fit", data, "-o", model, "--features", 40, "--sketch", 8, "--warmup", 200));
        arguments.addAll(Arrays.asList(options));
        Outcome.passed(arguments.toArray());
        return model;
    }

    @Test
    void theDefaultDecidesAndSaysWhy() {
        assertThat(Outcome.passed("inspect", fitted("units", units), "--json").json())
                .containsEntry("scale", "columns")
                .containsEntry("scaleReason", UNITS);
        assertThat(Outcome.passed("inspect", fitted("flags", flags), "--json").json())
                .containsEntry("scale", "none")
                .containsEntry(
                        "scaleReason", "auto: as they are, distances depend on 3.0 of 3 columns: they are of one kind");
        Outcome report = Outcome.passed("fit", units, "-o", folder.resolve("model"), "--features", 40);
        assertThat(report.out().lines()).anyMatch(line -> line.contains("scaleReason") && line.contains(UNITS));
    }

    @Test
    void whatIsAskedForIsDone() throws Exception {
        for (Path data : List.of(units, flags)) {
            assertThat(Outcome.passed("inspect", fitted("none", data, "--scale", "none"), "--json")
                            .json())
                    .containsEntry("scale", "none")
                    .containsEntry("scaleReason", "asked for");
            Path columns = fitted("columns", data, "--scale", "Columns");
            assertThat(Outcome.passed("inspect", columns, "--json").json())
                    .containsEntry("scale", "columns")
                    .containsEntry("scaleReason", "asked for");
            assertThat(Files.readAllBytes(fitted("standardize", data, "--standardize")))
                    .isEqualTo(Files.readAllBytes(columns));
        }
    }

    @Test
    void aDecisionIsFollowedByThoseLikeIt() {
        Path model = fitted("units", units);
        Path like = folder.resolve("like");
        Outcome.passed("fit", flags, "--like", model, "-o", like);
        assertThat(Outcome.passed("inspect", like, "--json").json())
                .containsEntry("scale", "columns")
                .containsEntry("scaleReason", UNITS);
        Outcome.passed("merge", model, like, "-o", folder.resolve("both"));
        assertThat(Outcome.passed("inspect", folder.resolve("both"), "--json").json())
                .containsEntry("scaleReason", UNITS);
    }

    @Test
    void comparisonsTakeTheSameOption() {
        for (String scale : List.of("auto", "columns", "none")) {
            Outcome.passed("compare", units, "--size", 20, "--components", 5, "--scale", scale);
        }
        assertThat(Outcome.of("compare", units, "--scale", "none", "--standardize")
                        .complaint(2))
                .contains("--standardize and --scale cannot both be given");
    }
}
