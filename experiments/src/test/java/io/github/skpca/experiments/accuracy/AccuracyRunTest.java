package io.github.skpca.experiments.accuracy;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.experiments.data.PaperDataSet;
import io.github.skpca.experiments.data.PaperRows;
import io.github.skpca.experiments.results.AccuracyPoint;
import io.github.skpca.experiments.results.ResultFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

final class AccuracyRunTest {
    private static final int REPEATS = 2;

    @TempDir
    Path folder;

    private static AccuracyPlan plan(long seed) {
        return new AccuracyPlan(
                List.of(PaperDataSet.RANDOM_NOISY), List.of(4, 20), List.of(3, 8), REPEATS, 120, 20, 240, seed);
    }

    private static AccuracyFiles files(Path where) {
        return new AccuracyFiles(where.resolve("accuracy.md"));
    }

    private static List<String> run(Path where, int threads, double budget) throws IOException {
        try (Workers workers = new Workers(threads)) {
            return new AccuracyRun(plan(4), files(where), null, workers).run(budget, "none", "skpca accuracy");
        }
    }

    @Test
    void everySystemHasItsLinesAndThePageIsMade() throws IOException {
        List<String> missing = run(folder, 2, 0);
        List<AccuracyPoint> points = AccuracyPoint.read(files(folder).measurements());
        int maps = CandidateMap.all().size() - 1;
        // At m = 4 only one l fits; a map has a line for itself alone too.
        int samples = maps * (2 + 3) + 3 * (1 + 2);
        // Orthogonal and structured have four times the seeds of the others.
        int more = 3 * 2 * (2 + 3);
        assertThat(points).hasSize(2 + REPEATS * (samples + 2 + more));
        assertThat(missing).containsExactly("cpu was left out.", "adult was left out.", "forest was left out.");
        for (AccuracyPoint auto : points) {
            if (auto.system().equals(CandidateMap.AUTO) && auto.part().equals(AccuracyPoint.SAMPLE)) {
                assertThat(points)
                        .as(auto.toString())
                        .anyMatch(point -> point.system().equals(auto.picked())
                                && point.m() == auto.m()
                                && point.l() == auto.l()
                                && point.repeat() == auto.repeat()
                                && point.spectralError() == auto.spectralError()
                                && point.features() == auto.features());
            }
        }
        assertThat(points).allMatch(point -> point.spectralError() > 0 && point.frobeniusError() > 0);
        assertThat(Files.readString(files(folder).page()))
                .contains("| nystrom |", "| rnca |", "| exact |", "| auto |", "## The map alone", "cpu was left out.");
    }

    @Test
    void aStoppedRunGoesOnToTheSameLines() throws IOException {
        Path whole = folder.resolve("whole");
        run(whole, 2, 0);
        List<String> expected = Files.readAllLines(files(whole).measurements());
        byte[] bytes = Files.readAllBytes(files(whole).measurements());
        for (double share : new double[] {0.06, 0.31, 0.55, 0.98}) {
            Path torn = folder.resolve("torn" + share);
            Files.createDirectories(torn);
            Files.write(files(torn).measurements(), Arrays.copyOf(bytes, (int) (bytes.length * share)));
            run(torn, 1, 0);
            assertThat(Files.readAllLines(files(torn).measurements()))
                    .as("cut at " + share)
                    .containsExactlyInAnyOrderElementsOf(expected);
        }
    }

    @Test
    void aFinishedRunIsNotMeasuredAgain() throws IOException {
        run(folder, 1, 0);
        String facts = Files.readString(files(folder).facts());
        List<String> lines = new ArrayList<>(Files.readAllLines(files(folder).measurements()));
        lines.set(1, lines.get(1).replaceAll("[^\t]+$", "0.125"));
        Files.write(files(folder).measurements(), lines);
        Files.delete(files(folder).page());
        run(folder, 1, 0);
        assertThat(Files.readAllLines(files(folder).measurements())).isEqualTo(lines);
        assertThat(Files.readString(files(folder).facts())).isEqualTo(facts);
        assertThat(files(folder).page()).isNotEmptyFile();
    }

    @Test
    void measurementsOfAnotherSeedOrAnotherFileAreLeftAlone() throws IOException {
        run(folder, 1, 0);
        byte[] before = Files.readAllBytes(files(folder).measurements());
        AccuracyRun other = new AccuracyRun(plan(5), files(folder), null, Workers.callerOnly());
        assertThatThrownBy(() -> other.run(0, "none", "skpca accuracy"))
                .isInstanceOf(ResultFileException.class)
                .hasMessageContaining("another run");
        assertThat(Files.readAllBytes(files(folder).measurements())).isEqualTo(before);
        Files.writeString(files(folder).measurements(), "my\town\n1\t2\n");
        assertThatThrownBy(() -> run(folder, 1, 0)).hasMessageContaining("header");
        assertThat(files(folder).measurements()).content().isEqualTo("my\town\n1\t2\n");
    }

    @Test
    void aBudgetLeavesWorkOutAndThePageSaysSo() throws IOException {
        List<String> missing = run(folder, 1, 1e-9);
        assertThat(missing).anyMatch(sentence -> sentence.startsWith("random-noisy, sample: "));
        assertThat(Files.readString(files(folder).page())).contains("were not begun within the budget");
        assertThat(run(folder, 1, 0)).hasSize(3);
    }

    @Test
    void theErrorsAreThoseOfModelsMadeByHand() throws IOException {
        run(folder, 2, 0);
        List<AccuracyPoint> points = AccuracyPoint.read(files(folder).measurements());
        HeldOut rows = new PaperRows(null, 4, 240).load(PaperDataSet.RANDOM_NOISY);
        for (AccuracyPoint point : points) {
            if (point.l() == 0 || point.part().equals(AccuracyPoint.STREAM)) {
                continue;
            }
            KernelPcaBuilder builder = StreamingKernelPca.builder()
                    .kernel(rows.kernel())
                    .centered(false)
                    .seed(point.seed());
            switch (point.system()) {
                case "exact" -> builder.method(Method.EXACT).components(point.l());
                case "nystrom" ->
                    builder.method(Method.NYSTROM).features(point.m()).components(point.l());
                case "rnca" ->
                    builder.method(Method.RNCA)
                            .map(MapKind.FOURIER)
                            .features(point.m())
                            .components(point.l());
                case "fourier" ->
                    builder.map(MapKind.FOURIER)
                            .features(point.m())
                            .sketchSize(point.l())
                            .components(ComponentCount.all());
                default -> {
                    continue;
                }
            }
            StreamingKernelPca learner = builder.build(rows.columns());
            learner.update(Arrays.copyOf(rows.train(), 120 * rows.columns()), 120);
            learner.endWarmUp();
            KernelError error =
                    KernelError.measure(learner.snapshot(), wide(rows.test()), rows.testRows(), Workers.callerOnly());
            assertThat(point.spectralError())
                    .as(point.toString())
                    .isCloseTo(error.spectral(), within(2e-3 * error.spectral()));
            assertThat(point.frobeniusError())
                    .as(point.toString())
                    .isCloseTo(error.frobenius(), within(1e-3 * error.frobenius()));
        }
    }

    private static double[] wide(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }

    @Test
    void aPlanRefusesWhatNotEveryMapCanHave() {
        List<PaperDataSet> sets = List.of(PaperDataSet.RANDOM_NOISY);
        assertThatThrownBy(() -> new AccuracyPlan(sets, List.of(5), List.of(2), 1, 100, 4, 0, 0))
                .hasMessageContaining("even");
        assertThatThrownBy(() -> new AccuracyPlan(sets, List.of(4), List.of(51), 1, 100, 4, 0, 0))
                .hasMessageContaining("from 1 to 50");
        assertThatThrownBy(() -> AccuracyPlan.full(sets, 0, 0)).hasMessageContaining("seeds");
        assertThatThrownBy(() -> new AccuracyFiles(Path.of("page.txt"))).hasMessageContaining(".md");
    }
}
