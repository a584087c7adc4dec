package io.github.skpca.experiments;

import io.github.skpca.Workers;
import io.github.skpca.experiments.data.PaperDataSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

final class ReproductionTest {
    private static final Set<Integer> TIMES = Set.of(12, 13, 14);

    @TempDir
    Path folder;

    private static Plan plan() {
        return new Plan(List.of(PaperDataSet.RANDOM_NOISY), List.of(2, 5, 8), List.of(2, 5), 2, 1, 300, 100, 0, 4);
    }

    private List<String> run(Path where, boolean resume, int threads) throws IOException {
        try (Workers workers = new Workers(threads)) {
            return new Reproduction(plan(), where, null, workers).run(resume, 0, "none", "skpca reproduce");
        }
    }

    /** All of points.tsv but what a clock measured. */
    private static List<String> withoutTimes(Path where) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(where.resolve("points.tsv"))) {
            String[] values = line.split("\t", -1);
            TIMES.forEach(at -> values[at] = "");
            // More threads hold more work space, and how far a prefix got is a matter of time.
            values[16] = "";
            values[17] = "";
            lines.add(String.join("\t", values));
        }
        return lines;
    }

    @Test
    void aStoppedRunGoesOnToTheSameBytes() throws IOException {
        Path whole = folder.resolve("whole");
        run(whole, false, 2);
        List<String> expected = withoutTimes(whole);
        byte[] bytes = Files.readAllBytes(whole.resolve("points.tsv"));
        for (double share : new double[] {0.02, 0.3, 0.55, 0.98}) {
            Path torn = folder.resolve("torn" + share);
            Files.createDirectories(torn);
            Files.write(torn.resolve("points.tsv"), Arrays.copyOf(bytes, (int) (bytes.length * share)));
            run(torn, true, 1);
            assertThat(withoutTimes(torn)).as("cut at " + share).containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void aFinishedRunIsNotDoneAgain() throws IOException {
        run(folder, false, 1);
        byte[] before = Files.readAllBytes(folder.resolve("points.tsv"));
        run(folder, true, 1);
        assertThat(Files.readAllBytes(folder.resolve("points.tsv"))).isEqualTo(before);
    }

    @Test
    void pointsOfAnotherSeedAreNotGoneOnWith() throws IOException {
        run(folder, false, 1);
        Plan other = new Plan(List.of(PaperDataSet.RANDOM_NOISY), List.of(2), List.of(2), 1, 1, 300, 0, 0, 5);
        new Reproduction(other, folder, null, Workers.callerOnly()).run(true, 0, "none", "skpca reproduce");
        assertThat(Files.readAllLines(folder.resolve("points.tsv"))).hasSize(1 + 5);
    }

    @Test
    void everyMethodHasItsPointsAndTheManifestSaysWhatIsMissing() throws IOException {
        List<String> cut = run(folder, false, 1);
        List<String> points = Files.readAllLines(folder.resolve("points.tsv"));
        // For each size: paper and own for every l up to it, rnca twice, Nystrom; and exact once a repeat.
        assertThat(points).hasSize(1 + 2 * ((2 + 3) + (4 + 3) + (4 + 3) + 1));
        assertThat(cut).contains("cpu was left out.", "At most 300 rows of each data set were used.");
        assertThat(Files.readString(folder.resolve("manifest.json")))
                .contains("\"commit\" : \"none\"", "\"seed\" : \"4\"", "cpu was left out.", "\"finished\" : true");
    }

    @Test
    void noBudgetLeavesRepeatsOutAndSaysSo() throws IOException {
        try (Workers workers = new Workers(1)) {
            List<String> cut =
                    new Reproduction(plan(), folder, null, workers).run(false, 1e-9, "none", "skpca reproduce");
            assertThat(cut).anyMatch(sentence -> sentence.startsWith("random-noisy: 0 of 2 repeats"));
        }
    }
}
