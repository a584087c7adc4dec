package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code --seed random}: a seed that nobody knows before, and everybody with the model after. */
final class DrawnSeedTest {
    @TempDir
    Path folder;

    private Path rows;
    private Path model;
    private Path again;

    @BeforeEach
    void write() throws Exception {
        rows = Data.file(folder, "rows.csv", Data.lines(3000, 4, 10));
        model = folder.resolve("model.skpca");
        again = folder.resolve("again.skpca");
    }

    @Test
    void isDrawnPrintedAndKept() throws Exception {
        long seed = (long) fit(model, "--seed", "random", "--json").json().get("seed");
        assertThat(fit(again, "--seed", "random", "--json").json().get("seed")).isNotEqualTo(seed);
        assertThat(Outcome.done("inspect", model, "--json").json()).containsEntry("seed", seed);
        assertThat(fit(again, "--seed", seed).out()).contains("" + seed);
        assertThat(again).hasSameBinaryContentAs(model);
        assertThat(Refusal.of(folder, "fit", rows, "-o", again, "--seed", "dice"))
                .contains("--seed", "must be a whole number or random, not dice");
    }

    @Test
    void staysWhereAFitGoesOn() {
        Path checkpoint = folder.resolve("state");
        fit(model, "--seed", "random", "--checkpoint", checkpoint, "--checkpoint-every", 1000);
        fit(again, "--seed", "random", "--checkpoint", checkpoint, "--resume");
        assertThat(again).hasSameBinaryContentAs(model);
    }

    @Test
    void goesWithTheModelThatAnotherIsFittedLike() {
        long seed = (long) fit(model, "--seed", "random", "--json").json().get("seed");
        Outcome.done("fit", rows, "--like", model, "-o", again);
        assertThat(Outcome.done("merge", model, again, "-o", folder.resolve("both.skpca"), "--json")
                        .json())
                .containsEntry("seed", seed)
                .containsEntry("rows", 6000L);
    }

    @Test
    void otherCommandsTakeItToo() {
        Path data = folder.resolve("data.csv");
        Object[] generate = {"generate", "spiral", "--rows", 40, "-o", data, "--json", "--seed", "random"};
        assertThat(Outcome.done(generate).json().get("seed"))
                .isNotEqualTo(Outcome.done(generate).json().get("seed"));
        Object[] compare = {"compare", data, "--size", 10, "--components", 2, "--json", "--seed", "random"};
        assertThat(Outcome.done(compare).json().get("seed"))
                .isNotEqualTo(Outcome.done(compare).json().get("seed"));
    }

    private Outcome fit(Path output, Object... more) {
        List<Object> args = new ArrayList<>(List.of(
                "fit", rows, "-o", output, "--features", 40, "--sketch", 8, "--components", 4, "--warmup", 500));
        args.addAll(List.of(more));
        return Outcome.done(args.toArray());
    }
}
