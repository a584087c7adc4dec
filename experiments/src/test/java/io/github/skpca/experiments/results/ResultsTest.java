package io.github.skpca.experiments.results;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ResultsTest {
    @TempDir
    Path folder;

    private Path points;

    @BeforeEach
    void write() throws IOException {
        new ResultFixture("cpu").write(folder);
        points = folder.resolve("points.tsv");
    }

    @Test
    void readsWhatIsThere() throws IOException {
        Results results = Results.read(folder);
        assertThat(results.datasets()).containsExactly("cpu");
        assertThat(results.sketchSizes("cpu", "skpca-paper")).containsExactly(2, 10, 50);
        assertThat(results.curve("cpu", "nystrom", 0, Measure.TEST_MICROS).at(500))
                .isEqualTo(1000);
        assertThat(results.curve("cpu", "rnca-row", 0, Measure.SPECTRAL_ERROR).isEmpty())
                .isTrue();
        assertThat(results.theory()).hasSize(9);
        assertThat(results.scaling()).hasSize(60);
    }

    @ParameterizedTest
    @CsvSource({
        "dataset, ../../etc",
        "dataset, CPU",
        "dataset, ''",
        "method, <b>",
        "l, -1",
        "l, 2.5",
        "size, 0",
        "size, 1e99",
        "size, 3000000000",
        "repeat, x",
        "seed, 1.5",
        "spectralError, NaN",
        "spectralError, Infinity",
        "spectralError, -0.1",
        "spectralError, 0x1p3",
        "spectralError, '0,5'",
        "trainSeconds, 1e999",
        "rows, ''",
        "extrapolated, yes",
        "workingBytes, -1"
    })
    void aHostileFieldIsRefusedWithFileLineAndColumn(String column, String value) throws IOException {
        new ResultFixture("cpu").point(line -> true, column, value).write(folder);
        assertThatThrownBy(() -> Results.read(folder))
                .isInstanceOf(ResultFileException.class)
                .hasMessageContaining(points + ", line 2: " + column + " must");
    }

    @Test
    void aTornLastLineIsRefusedEvenIfItsNumbersRead() throws IOException {
        String text = Files.readString(points);
        Files.writeString(points, text.substring(0, text.length() - 1));
        long lines = text.lines().count();
        assertThatThrownBy(() -> Results.read(folder)).hasMessageContaining("line " + lines + ": the line is torn");
        Files.writeString(points, text.substring(0, text.length() - 30));
        assertThatThrownBy(() -> Results.read(folder)).hasMessageContaining("line " + lines + ": the line is torn");
    }

    @Test
    void otherColumnsFieldsOrBytesAreRefused() throws IOException {
        String text = Files.readString(points);
        Files.writeString(points, text.replaceFirst("dataset", "set"));
        assertThatThrownBy(() -> Results.read(folder)).hasMessageContaining("line 1: the header must be: dataset rows");
        Files.writeString(points, "");
        assertThatThrownBy(() -> Results.read(folder)).hasMessageContaining("line 1: the header");
        Files.writeString(points, text.replaceFirst("\n", "\nmore\t"));
        assertThatThrownBy(() -> Results.read(folder)).hasMessageContaining("line 2: there must be 18 fields, not 19");
        Files.write(points, new byte[] {(byte) 0xff, (byte) 0xfe, 0});
        assertThatThrownBy(() -> Results.read(folder)).hasMessageContaining("points.tsv: not UTF-8");
    }

    @Test
    void aPointThatIsThereTwiceIsRefused() throws IOException {
        List<String> lines = Files.readAllLines(points);
        Files.writeString(points, Files.readString(points) + lines.get(1) + "\n");
        assertThatThrownBy(() -> Results.read(folder))
                .hasMessageContaining("line " + (lines.size() + 1) + ": this point is there twice");
    }

    @Test
    void theOtherFilesAreCheckedToo() throws IOException {
        new ResultFixture("cpu").theory("main", "failures", "1001").write(folder);
        assertThatThrownBy(() -> Results.read(folder))
                .hasMessageContaining("theory.tsv, line 5: failures must not exceed");
        new ResultFixture("cpu").scaling(line -> true, "variable", "k").write(folder);
        assertThatThrownBy(() -> Results.read(folder))
                .hasMessageContaining("scaling.tsv, line 2: variable must be one of");
    }

    @Test
    void theSpreadIsOfAllRepeats() {
        assertThat(Spread.of(new double[] {4, 1, 3})).isEqualTo(new Spread(1, 3, 4, 3));
        assertThat(Spread.of(new double[] {4, 1, 3, 2})).isEqualTo(new Spread(1, 2.5, 4, 4));
        assertThat(Spread.of(new double[] {Double.MAX_VALUE, Double.MAX_VALUE}).median())
                .isEqualTo(Double.MAX_VALUE);
    }

    @Test
    void theManifestKeepsNamesOrderAndLists() throws IOException {
        Files.writeString(
                folder.resolve("manifest.json"),
                "{\"commit\":\"abc\",\"machine\":{\"cores\":2},\"cut\":[\"One.\",\"Two.\"]}");
        Manifest manifest = Manifest.read(folder);
        assertThat(manifest.fields())
                .containsExactly(
                        Map.entry("commit", List.of("abc")),
                        Map.entry("machine.cores", List.of("2")),
                        Map.entry("cut", List.of("One.", "Two.")));
        assertThat(manifest.cuts()).containsExactly("One.", "Two.");
        Files.writeString(folder.resolve("manifest.json"), "{\"commit\":\n\"abc");
        assertThatThrownBy(() -> Manifest.read(folder)).hasMessageContaining("manifest.json, line 2: not JSON");
        Files.writeString(folder.resolve("manifest.json"), "{\"a\":" + "[".repeat(900) + "]".repeat(900) + "}");
        assertThatThrownBy(() -> Manifest.read(folder)).hasMessageContaining("nested too deeply");
    }
}
