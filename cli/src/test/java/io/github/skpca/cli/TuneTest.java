package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** {@code tune}: what it tries, what it takes, and the command that it gives. */
final class TuneTest {
    @TempDir
    Path folder;

    /** Two rings, one in the other, with a column of noise in large units; the label says which ring. Sorted by label. */
    private Path rings(int count) throws Exception {
        Random random = new Random(3);
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double radius = i < count / 2 ? 1 : 3;
            double angle = 2 * Math.PI * random.nextDouble();
            lines.add(String.format(
                    Locale.ROOT,
                    "%.4f,%.4f,%.3f,%s",
                    radius * Math.cos(angle) + 0.1 * random.nextGaussian(),
                    radius * Math.sin(angle) + 0.1 * random.nextGaussian(),
                    50 * random.nextGaussian(),
                    i < count / 2 ? "inner ring" : "outer ring"));
        }
        return Data.file(folder, "rings.csv", "a,b,noise,which ring\n" + String.join("\n", lines) + "\n");
    }

    private static final Object[] FEW = {"--bandwidth", "0.5median,16median", "--components", "2,5"};

    private static Object[] with(Object... args) {
        List<Object> all = new ArrayList<>(Arrays.asList(args));
        all.addAll(List.of(FEW));
        return all.toArray();
    }

    @Test
    void labelsChooseWhatTellsThemApartAndTheCommandRuns() throws Exception {
        Path rings = rings(1200);
        Path page = folder.resolve("tune.html");
        Outcome tuned = Outcome.done(with("tune", rings, "--label", "which ring", "-o", page, "--json"));
        Map<?, ?> best = (Map<?, ?>) tuned.json().get("best");
        assertThat(best.get("scale"))
                .as("the noise drowns the rings unless it is scaled")
                .isEqualTo("columns");
        assertThat((Double) best.get("accuracy")).isGreaterThan(0.9);
        assertThat((List<?>) tuned.json().get("candidates")).hasSize(8);
        assertThat(tuned.json()).containsEntry("judgedBy", "accuracy").containsEntry("mostFrequentLabel", 0.5);
        String command = String.valueOf(tuned.json().get("command"));
        assertThat(command)
                .startsWith("skpca fit " + rings)
                .contains("--exclude 'which ring' --bandwidth " + best.get("bandwidth")
                        + " --scale columns --components ")
                .endsWith(" -o model.skpca");
        assertThat(Files.readString(page)).contains("<svg", "accuracy", "--scale columns");
        Object[] again = Arrays.stream(
                        command.replace("'which ring'", "which_ring").split(" "))
                .skip(1)
                .map(word -> word.equals("which_ring")
                        ? "which ring"
                        : word.equals("model.skpca") ? folder.resolve(word) : word)
                .toArray();
        Outcome.passed(again);
    }

    @Test
    void withoutLabelsItSaysWhatHalvesAgreeOnAndIsTheSameEachTime() throws Exception {
        Path rings = rings(900);
        Object[] args = with("tune", rings, "--columns", "a,b,noise", "--threads", 1, "--json");
        Map<String, Object> first = Outcome.done(args).json();
        args[5] = 2;
        Map<String, Object> second = Outcome.done(args).json();
        assertThat(second.get("candidates")).isEqualTo(first.get("candidates"));
        assertThat(first).containsEntry("judgedBy", "recovered").containsEntry("sampledRows", 900L);
        for (Object one : (List<?>) first.get("candidates")) {
            Map<?, ?> candidate = (Map<?, ?>) one;
            assertThat((Double) candidate.get("stability")).isBetween(0.0, 1.0 + 1e-9);
            assertThat((Double) candidate.get("heldOutError")).isBetween(0.0, 1.0);
            assertThat((Double) candidate.get("recovered")).isLessThanOrEqualTo(1);
        }
        Outcome table = Outcome.done(with("tune", rings, "--exclude", "which ring"));
        assertThat(table.out()).contains("recovered", "skpca fit ");
    }

    @Test
    void novelRowsAreLeftOutOfTheFit() throws Exception {
        Outcome tuned = Outcome.done(
                "tune",
                rings(900),
                "--label",
                "which ring",
                "--novel",
                "inner ring",
                "--bandwidth",
                "1median,contrast",
                "--scale",
                "columns",
                "--json");
        Map<?, ?> best = (Map<?, ?>) tuned.json().get("best");
        assertThat((Double) best.get("auc")).isBetween(0.9, 1.0);
        assertThat(String.valueOf(tuned.json().get("command"))).contains("--for novelty --bandwidth");
    }

    @Test
    void aSampleIsBounded() throws Exception {
        assertThat(Outcome.done(with("tune", rings(900), "--exclude", "which ring", "--sample", 200, "--json"))
                        .json())
                .containsEntry("rows", 900L)
                .containsEntry("sampledRows", 200L);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--bandwidth wide             | bandwidth must be one of",
                "--components 0               | --components must be between 1 and 200 each, not [0]",
                "--scale big                  | --scale must be one of",
                "--sample 10                  | --sample must be at least 50, not 10",
                "--novel x                    | --novel needs --label",
                "--label nothing              | nothing",
                "--label noise --novel x      | no row of the sample has the label x",
                "--sample 50 --label b --novel=-9 | are too few|",
            })
    void refusesWhatMakesNoSense(String options, String complaint) throws Exception {
        List<Object> args = new ArrayList<>(List.of("tune", rings(60), "--exclude", "which ring"));
        args.addAll(List.of(options.strip().split(" ")));
        if (complaint.startsWith("are too few")) {
            args.set(1, rings(30));
        }
        assertThat(Outcome.of(args.toArray()).complaint(2)).contains(complaint);
    }

    @Test
    void theAreaCountsPairs() {
        assertThat(TuneSweep.areaUnderCurve(new double[] {1, 2, 3}, new double[] {4, 2, 0}))
                .isCloseTo(4.5 / 9, within(1e-12));
    }

    @Test
    void agreementIsOfSpacesNotOfBases() {
        Random random = new Random(1);
        float[] one = new float[300];
        float[] turned = new float[300];
        float[] strange = new float[300];
        for (int i = 0; i < 100; i++) {
            for (int j = 0; j < 3; j++) {
                one[3 * i + j] = (float) random.nextGaussian();
                strange[3 * i + j] = (float) random.nextGaussian();
            }
            turned[3 * i] = one[3 * i] + one[3 * i + 1];
            turned[3 * i + 1] = one[3 * i] - 2 * one[3 * i + 1];
            turned[3 * i + 2] = one[3 * i + 2] + 5;
        }
        SubspaceAgreement same = new SubspaceAgreement(one, turned, 3);
        assertThat(same.of(2)).isCloseTo(1, within(1e-6));
        assertThat(same.of(3)).isCloseTo(1, within(1e-6));
        assertThat(same.of(1)).isLessThan(0.9);
        assertThat(new SubspaceAgreement(one, strange, 3).of(3)).isLessThan(0.3);
    }
}
