package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static io.github.skpca.io.Fixture.notes;
import static io.github.skpca.io.Fixture.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Columns of later files are those of the first one, by their names. */
final class FirstColumnsTest {
    private static final ReadOptions DEFAULTS = ReadOptions.defaults();
    private static final String FIRST = "a,b,c\n1,2,3\n";

    @TempDir
    Path folder;

    private List<String> files(String... texts) {
        List<String> files = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
            files.add(Fixture.file(folder, "f" + i + ".csv", texts[i]));
        }
        return files;
    }

    private RowReader open(ReadOptions options, String... texts) throws IOException {
        return Rows.open(files(texts), options);
    }

    @Test
    void anotherOrderIsPutInTheFirst() throws Exception {
        RowReader reader = open(DEFAULTS, FIRST, "c,a,b\n6,4,5\n", "a,b,c\n7,8,9\n");
        assertThat(notes(folder, reader))
                .containsExactly(
                        "f1.csv: the columns are in another order than those of f0.csv: put in its order by their names");
        assertThat(numbers(reader)).containsExactly("[1.0, 2.0, 3.0]", "[4.0, 5.0, 6.0]", "[7.0, 8.0, 9.0]");
    }

    @Test
    void furtherColumnsAreLeftOutAndSaid() throws Exception {
        RowReader reader = open(DEFAULTS, FIRST, "a,id,b,c,why\n4,x,5,6,y\n");
        assertThat(notes(folder, reader))
                .containsExactly("f1.csv: 2 columns that f0.csv does not have are left out: \"id\", \"why\"");
        assertThat(numbers(reader)).containsExactly("[1.0, 2.0, 3.0]", "[4.0, 5.0, 6.0]");
    }

    @Test
    void missingColumnsAreNamed() {
        assertThatThrownBy(() -> open(DEFAULTS, FIRST, "c,x,a\n1,2,3\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessage(
                        folder.resolve("f1.csv") + ": no column \"b\", which " + folder.resolve("f0.csv")
                                + " has; the columns are c, x, a; give files of the same columns, or choose those that all of them have");
        assertThatThrownBy(() -> open(DEFAULTS.withKeep(List.of("b")), FIRST, "c,a\n1,2\n"))
                .hasMessageContaining("f1.csv: no column \"b\"");
    }

    @Test
    void numbersOfColumnsAreThoseOfTheFirst() throws Exception {
        String second = "why,c,b,a\n0,6,5,4\n";
        RowReader left = open(DEFAULTS.withExclude(List.of("2")), FIRST, second);
        assertThat(numbers(left)).containsExactly("[1.0, 3.0]", "[4.0, 6.0]");
        RowReader listed = open(DEFAULTS.withColumns(List.of("3", "1")), FIRST, second);
        assertThat(numbers(listed)).containsExactly("[3.0, 1.0]", "[6.0, 4.0]");
        RowReader sameOrder = open(DEFAULTS.withColumns(List.of("3", "1")), FIRST, "a,why,c\n4,0,6\n");
        assertThat(notes(folder, sameOrder))
                .as("the user has c before a, and leaves others out")
                .isEmpty();
        assertThat(numbers(sameOrder)).containsExactly("[3.0, 1.0]", "[6.0, 4.0]");
        RowReader kept = open(DEFAULTS.withKeep(List.of("1")), FIRST, second);
        assertThat(numbers(kept)).containsExactly("[2.0, 3.0] 1", "[5.0, 6.0] 4");
    }

    @Test
    void categoriesByNumberAreThoseOfTheFirst() throws Exception {
        CellRules cells = CellRules.of(false, List.of("1"));
        RowReader reader = open(DEFAULTS.withCells(cells), "a,b\nred,1\n", "b,a\n2,blue\n3,red\n");
        assertThat(numbers(reader)).containsExactly("[0.0, 1.0]", "[1.0, 2.0]", "[0.0, 3.0]");
        assertThat(cells.tables().keySet()).containsExactly(0);
    }

    @Test
    void equalNamesAreFineInEqualHeadersOnly() throws Exception {
        assertThat(numbers(open(DEFAULTS, "a,a\n1,2\n", "a,a\n3,4\n"))).containsExactly("[1.0, 2.0]", "[3.0, 4.0]");
        assertThatThrownBy(() -> open(DEFAULTS, "a,b\n1,2\n", "b,a,a\n3,4,5\n"))
                .hasMessageContaining("f1.csv: more than one column is called \"a\"");
    }

    @Test
    void aFileWithoutNamesGoesByPosition() throws Exception {
        RowReader reader = open(DEFAULTS, FIRST, "4,5,6\n");
        assertThat(reader.notes()).isEmpty();
        assertThat(numbers(reader)).containsExactly("[1.0, 2.0, 3.0]", "[4.0, 5.0, 6.0]");
    }

    @Test
    void aSampleHasTheSameColumns() throws Exception {
        List<String> files = files("a,b\n" + "1,2\n".repeat(40), "b,a\n" + "2,1\n".repeat(40));
        try (RowReader sample = Rows.sample(files, DEFAULTS, 20, () -> 0.5)) {
            assertThat(numbers(sample)).hasSize(20).containsOnly("[1.0, 2.0]");
        }
    }
}
