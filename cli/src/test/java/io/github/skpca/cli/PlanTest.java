package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/** What plan prints is what its proof is about: the model of that command has that map, that shrink, all components and that error. */
final class PlanTest {
    private static final int ROWS = 300;
    private static final double EPSILON = 0.9;

    @TempDir
    Path folder;

    private Path rows;

    @BeforeEach
    void write() throws Exception {
        rows = Data.file(folder, "rows.csv", Data.lines(ROWS, 3, 10));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--delta 0.1                               | paired  | block",
                "--delta 0.1 --map fourier                 | fourier | block",
                "--delta 0.1 --shrink fast                 | paired  | fast",
                "--delta 0.1 --shrink paper --map fourier  | fourier | paper",
                "--delta 1e-9                              | paired  | fast",
                "--delta 0.000001                          | paired  | fast",
                "--delta 0.0000011                         | paired  | block",
            })
    void theCommandFitsWhatIsProved(String options, String map, String shrink) throws Exception {
        List<Object> asked = new ArrayList<>(List.of("plan", "--epsilon", EPSILON, "--rows", ROWS, "--columns", 3));
        asked.addAll(List.of(options.strip().split(" ")));
        List<String> printed = Outcome.done(asked.toArray())
                .out()
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("skpca "))
                .toList();
        asked.add("--json");
        Map<String, Object> json = Outcome.done(asked.toArray()).json();
        assertThat(json).containsEntry("map", map).containsEntry("shrink", shrink);
        Map<?, ?> forAll = (Map<?, ?>) json.get("forAll");
        Map<?, ?> forEach = (Map<?, ?>) json.get("forEach");
        assertThat(printed).containsExactly(String.valueOf(forAll.get("fit")), String.valueOf(forEach.get("fit")));
        for (Map<?, ?> plan : List.of(forAll, forEach)) {
            Path model = folder.resolve("model.skpca");
            String command = String.valueOf(plan.get("fit"))
                    .replace("INPUT", rows.toString())
                    .replace("MODEL", model.toString());
            Outcome.done((Object[]) command.substring("skpca ".length()).split(" "));
            Map<String, Object> fitted =
                    Outcome.done("inspect", model, "--json").json();
            assertThat(fitted)
                    .containsEntry("map", map)
                    .containsEntry("shrink", shrink)
                    .containsEntry("features", plan.get("features"))
                    .containsEntry("sketch", plan.get("sketch"))
                    .containsEntry("components", (long) ((List<?>) fitted.get("spectrum")).size());
            assertThat((double) fitted.get("boundFailureProbability"))
                    .isLessThanOrEqualTo(shrink.equals("block") ? 1e-6 : 0);
            // Half of the error is the sketch's.
            assertThat((double) fitted.get("sketchBound")).isLessThanOrEqualTo(EPSILON / 2);
            if (plan == forAll) {
                assertThat(Outcome.done("evaluate", model, rows, "--json").number("spectralError"))
                        .isLessThanOrEqualTo(EPSILON);
            }
        }
    }

    @Test
    void aChanceBelowThatOfTheShrinkIsRefused() throws Exception {
        assertThat(Refusal.of(folder, "plan", "--epsilon", 0.1, "--delta", "1e-9", "--shrink", "block"))
                .contains("delta must be above 1.0E-6 for the shrink block", "fast");
    }

    /** The chance of the block's bound is part of delta: near it the map is left with little, and needs more features. */
    @Test
    void theChanceOfTheShrinkIsCounted() {
        double block = features("--delta", "0.0000011");
        double fast = features("--delta", "0.0000011", "--shrink", "fast");
        double tenth = features("--delta", "0.0000001", "--shrink", "fast");
        assertThat(block).isBetween(fast + 1, tenth + 2);
        assertThat(block).isGreaterThanOrEqualTo(tenth - 2);
    }

    private static double features(Object... options) {
        List<Object> asked = new ArrayList<>(List.of("plan", "--epsilon", 0.1, "--json"));
        asked.addAll(List.of(options));
        Map<?, ?> forAll = (Map<?, ?>) Outcome.done(asked.toArray()).json().get("forAll");
        return ((Number) forAll.get("features")).doubleValue();
    }
}
