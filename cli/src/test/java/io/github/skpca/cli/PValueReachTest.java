package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Rows far away have the smallest p-value there is, and score says what that is where the usual level is out of reach. */
final class PValueReachTest {
    @TempDir
    Path folder;

    private Path file(String name, int rows, String... more) throws IOException {
        Random random = new Random(17);
        StringBuilder text = new StringBuilder("a,b,c\n");
        for (int i = 0; i < rows; i++) {
            // Heavy tails: some learned rows lie far away themselves.
            for (int j = 0; j < 3; j++) {
                text.append(random.nextGaussian() / Math.abs(random.nextGaussian()));
                text.append(j == 2 ? '\n' : ',');
            }
        }
        for (String row : more) {
            text.append(row).append('\n');
        }
        return Data.file(folder, name, text.toString());
    }

    @Test
    void farRowsHaveTheSmallestPValueWhateverTheSeed() throws IOException {
        Path usual = file("usual.csv", 1500);
        Path far = file("far.csv", 0, "1e6,1e6,1e6", "0.1,-1e9,0.2");
        for (int seed = 0; seed < 3; seed++) {
            Path model = folder.resolve("model" + seed);
            Outcome.passed("fit", usual, "-o", model, "--seed", seed);
            Path scores = folder.resolve("scores" + seed + ".csv");
            Outcome outcome = Outcome.of("score", model, far, "-o", scores, "--json");
            assertThat(outcome.json()).containsEntry("warnings", List.of());
            assertThat(outcome.number("smallestPValue")).isCloseTo(1 / 1501.0, within(1e-9));
            for (String line : java.nio.file.Files.readAllLines(scores).subList(1, 3)) {
                assertThat(Double.parseDouble(line.split(",", -1)[1])).isCloseTo(1 / 1501.0, within(1e-6));
            }
        }
    }

    @Test
    void aModelOfFewRowsSaysWhichLevelIsOutOfReach() throws IOException {
        Path model = folder.resolve("small.skpca");
        Outcome.passed("fit", file("few.csv", 100), "-o", model);
        Outcome outcome = Outcome.of("score", model, file("new.csv", 10), "-o", folder.resolve("s.csv"), "--json");
        assertThat(outcome.exit()).isZero();
        assertThat(outcome.number("smallestPValue")).isCloseTo(1 / 101.0, within(1e-9));
        assertThat(outcome.err()).contains("smallest p-value", "sample size 100", "0.001 cannot be reached");
        assertThat((List<?>) outcome.json().get("warnings")).hasSize(1);
    }

    /**
     * Two rows elsewhere among 4000, after the warm-up: uniform landmarks do not stand for them, and in most cases the sample has one or none.
     * Landmarks that follow the rows are chosen for them, too.
     */
    @Test
    void rareFarRowsAreNoticedWhenAModelIsMade() throws IOException {
        Random random = new Random(5);
        StringBuilder text = new StringBuilder("a,b\n");
        for (int i = 0; i < 4000; i++) {
            boolean isFar = i > 0 && i % 1800 == 0;
            text.append(random.nextDouble() + (isFar ? 60 : 0)).append(',').append(random.nextDouble());
            text.append('\n');
        }
        Path rare = Data.file(folder, "rare.csv", text.toString());
        Path even = Data.file(folder, "even.csv", text.toString().replaceAll("(?m)^6\\d\\.", "0."));
        int noticed = 0;
        for (int seed = 0; seed < 6; seed++) {
            Object[] options = {
                "--map",
                "landmarks",
                "--features",
                100,
                "--warmup",
                400,
                "--bandwidth",
                2,
                "--seed",
                seed,
                "--landmarks",
                "uniform"
            };
            String said = fit(rare, options).err();
            noticed +=
                    said.contains("the map's error may be as large as") && said.contains("a few rows are far") ? 1 : 0;
            assertThat(fit(even, options).err()).doesNotContain("as large as");
        }
        assertThat(noticed).isGreaterThanOrEqualTo(2);
    }

    private Outcome fit(Path rows, Object... options) {
        Object[] all = new Object[options.length + 4];
        System.arraycopy(options, 0, all, 4, options.length);
        all[0] = "fit";
        all[1] = rows;
        all[2] = "-o";
        all[3] = folder.resolve("model");
        return Outcome.passed(all);
    }
}
