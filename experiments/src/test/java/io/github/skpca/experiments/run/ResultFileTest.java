package io.github.skpca.experiments.run;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ResultFileTest {
    @TempDir
    Path folder;

    private ResultFile file() {
        return new ResultFile(folder.resolve("points.tsv"), List.of("name", "value", "count"));
    }

    @Test
    void numbersAreJavasOwnAndWhatIsMissingIsEmpty() throws IOException {
        file().start();
        file().append(List.of(List.of("a", 0.1 + 0.2, 3), List.of("b", Double.NaN, 4L)));
        assertThat(Files.readString(folder.resolve("points.tsv")))
                .isEqualTo("name\tvalue\tcount\na\t0.30000000000000004\t3\nb\t\t4\n");
    }

    @Test
    void aTornLastLineIsLeftOut() throws IOException {
        file().write(List.of(List.of("a", 1.5, 3), List.of("b", 2.5, 4)));
        String whole = Files.readString(folder.resolve("points.tsv"));
        for (int length = whole.length() - 1; length > whole.indexOf("b\t"); length--) {
            Files.writeString(folder.resolve("points.tsv"), whole.substring(0, length));
            assertThat(file().lines()).as("cut at " + length).hasSize(1);
        }
        file().keep(line -> true);
        file().append(List.of(List.of("c", 3.5, 5)));
        assertThat(file().lines()).extracting(line -> line[0]).containsExactly("a", "c");
    }

    @Test
    void aFileOfOtherColumnsHasNoLines() throws IOException {
        Files.writeString(folder.resolve("points.tsv"), "other\n1\n");
        assertThat(file().lines()).isEmpty();
    }

    @Test
    void aLineOfTheWrongLengthIsRefused() throws IOException {
        file().start();
        assertThatThrownBy(() -> file().append(List.of(List.of("a"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("1 values for 3 columns");
    }
}
