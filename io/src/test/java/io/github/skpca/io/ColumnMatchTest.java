package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static io.github.skpca.io.Fixture.notes;
import static io.github.skpca.io.Fixture.numbers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Columns that have to have names are found by them, in whatever order a file has them. */
final class ColumnMatchTest {
    private static final ReadOptions ABC = ReadOptions.defaults().withNames(List.of("a", "b", "c"));

    @TempDir
    Path folder;

    private RowReader open(ReadOptions options, String... texts) throws IOException {
        String[] files = new String[texts.length];
        for (int i = 0; i < texts.length; i++) {
            files[i] = Fixture.file(folder, "f" + i + ".csv", texts[i]);
        }
        return Rows.open(List.of(files), options);
    }

    @Test
    void theSameOrderHasNothingToSay() throws Exception {
        RowReader reader = open(ABC, "a,b,c\n1,2,3\n");
        assertThat(reader.notes()).isEmpty();
        assertThat(reader.isNamed()).isTrue();
        assertThat(numbers(reader)).containsExactly("[1.0, 2.0, 3.0]");
    }

    @Test
    void reorderedOnesArePutInOrder() throws Exception {
        RowReader reader = open(ABC, "c,a,b\n3,1,2\n", "a,b,c\n4,5,6\n", "b,c,a\n8,9,7\n");
        assertThat(notes(folder, reader))
                .containsExactly(
                        "f0.csv and 1 more: the columns are in another order than the model's: put in its order by their names");
        assertThat(reader.columnNames()).containsExactly("a", "b", "c");
        assertThat(numbers(reader)).containsExactly("[1.0, 2.0, 3.0]", "[4.0, 5.0, 6.0]", "[7.0, 8.0, 9.0]");
    }

    @Test
    void extraOnesAreLeftOutWhateverTheyHold() throws Exception {
        RowReader reader = open(ABC, "id,a,b,label,c\nx1,1,2,red,3\n");
        assertThat(notes(folder, reader))
                .containsExactly("f0.csv: 2 columns that the model does not have are left out: \"id\", \"label\"");
        assertThat(numbers(reader)).containsExactly("[1.0, 2.0, 3.0]");
        RowReader chosen =
                open(ABC.withKeep(List.of("id")).withExclude(List.of("label")), "id,a,b,label,c\nx1,1,2,red,3\n");
        assertThat(chosen.notes()).isEmpty();
        assertThat(numbers(chosen)).containsExactly("[1.0, 2.0, 3.0] x1");
    }

    @Test
    void missingOnesAreNamed() {
        assertThatThrownBy(() -> open(ABC, "a,x,y\n1,2,3\n"))
                .isInstanceOf(BadInputException.class)
                .hasMessageEndingWith(
                        "f0.csv: no columns \"b\", \"c\", which the model was fitted on; the columns are a, x, y;"
                                + " give rows with all its columns, or choose others for them, in its order");
        assertThatThrownBy(() -> open(ABC.withExclude(List.of("b")), "a,b,c\n1,2,3\n"))
                .hasMessageEndingWith(
                        "f0.csv: column \"b\" was left out, and the model was fitted on it; choose the same ones");
        assertThatThrownBy(() -> open(ABC, "x,y,z\n1,2,3\n"))
                .hasMessageEndingWith("or state that the first line is no header");
    }

    @Test
    void withoutAHeaderRowsAreReadByPosition() throws Exception {
        RowReader reader = open(ABC, "1,2,3\n4,5,6\n");
        assertThat(reader.notes()).isEmpty();
        assertThat(reader.isNamed()).isFalse();
        assertThat(numbers(reader)).containsExactly("[1.0, 2.0, 3.0]", "[4.0, 5.0, 6.0]");
    }

    @Test
    void whoListsTheColumnsMayHaveRenamedThem() throws Exception {
        RowReader renamed = open(ABC.withColumns(List.of("z", "x", "b")), "x,b,z\n2,3,1\n");
        assertThat(notes(folder, renamed))
                .containsExactly(
                        "f0.csv: columns are taken in the order in which they were chosen, under other names than"
                                + " the model's: \"z\" for \"a\"");
        assertThat(numbers(renamed)).containsExactly("[1.0, 2.0, 3.0]");
        // Where the names are the model's, they count, not the order of a list.
        RowReader listed = open(ABC.withColumns(List.of("c", "b", "a")), "a,b,c\n1,2,3\n");
        assertThat(listed.notes()).hasSize(1);
        assertThat(numbers(listed)).containsExactly("[1.0, 2.0, 3.0]");
    }

    @Test
    void equalNames() throws Exception {
        ReadOptions twice = ReadOptions.defaults().withNames(List.of("a", "a", "b"));
        assertThat(numbers(open(twice, "a,a,b\n1,2,3\n"))).containsExactly("[1.0, 2.0, 3.0]");
        assertThatThrownBy(() -> open(twice, "b,a,a\n1,2,3\n"))
                .hasMessageContaining("more than one column is called \"a\"");
        assertThatThrownBy(() -> open(twice, "b,a\n1,2\n"))
                .hasMessageContaining("more than one column of the model is called \"a\"");
        assertThatThrownBy(() -> open(ABC, "a,b,c,b\n1,2,3,4\n"))
                .hasMessageContaining("more than one column is called \"b\"");
        assertThat(numbers(open(ABC, "d,a,b,c,d\n9,1,2,3,9\n"))).containsExactly("[1.0, 2.0, 3.0]");
    }

    @Test
    void emptyNamesAreNumbers() throws Exception {
        ReadOptions indexed = ReadOptions.defaults().withNames(List.of("a", "x2"));
        assertThat(numbers(open(indexed, "a,\n1,2\n"))).containsExactly("[1.0, 2.0]");
        assertThatThrownBy(() -> open(indexed, ",a\n2,1\n")).hasMessageContaining("no column \"x2\"");
    }

    @Test
    void aLaterFileOfALiveStreamMayHaveAnotherOrder() throws Exception {
        Path path = folder.resolve("live.csv");
        Files.writeString(path, "a,b,c\n1,2,3\n");
        try (LiveRows rows = Rows.follow(path.toString(), ABC.withOnBadRow(OnBadRow.SKIP), 3, null)) {
            DenseBuffer batch = new DenseBuffer(10, 3);
            assertThat(rows.read(batch, 10)).isEqualTo(1);
            assertThat(rows.notes()).isEmpty();
            Files.move(path, folder.resolve("live.csv.1"));
            Files.writeString(path, "c,extra,a,b\n3,0,1,2\n");
            int read = 0;
            for (int look = 0; look < 10 && read == 0; look++) {
                read = rows.read(batch, 10);
            }
            assertThat(batch.values()).startsWith(1, 2, 3);
            assertThat(rows.notes()).hasSize(2);
            assertThat(rows.skippedRows()).isZero();
            Files.move(path, folder.resolve("live.csv.2"));
            Files.writeString(path, "a,b,other\n3,0,1\n");
            assertThatThrownBy(() -> {
                        for (int look = 0; look < 10; look++) {
                            rows.read(batch, 10);
                        }
                    })
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining("no column \"c\"");
        }
    }

    @Test
    void aNumberBeyondAFloatIsABadRowInEveryFormat() throws Exception {
        for (String[] each : new String[][] {
            {"f.csv", "1,2\n3,-1e308\n", "f.csv:2: column 2: \"-1e308\" is beyond the range of a float"},
            {"f.tsv", "1\t2\n3.5e38\t4\n", "f.tsv:2: column 1: \"3.5e38\" is beyond the range of a float"},
            {"f.svm", "1 1:2\n1 2:1e300\n", "f.svm:2: index 2: \"1e300\" is beyond the range of a float"},
        }) {
            String file = Fixture.file(folder, each[0], each[1]);
            assertThatThrownBy(() -> numbers(Rows.open(List.of(file), ReadOptions.defaults())))
                    .isInstanceOf(BadInputException.class)
                    .hasMessageContaining(each[2]);
            try (RowReader skipping =
                    Rows.open(List.of(file), ReadOptions.defaults().withOnBadRow(OnBadRow.SKIP))) {
                assertThat(Fixture.rows(skipping, 4)).hasSize(1);
                assertThat(skipping.skippedRows()).isEqualTo(1);
            }
        }
        String largest = Fixture.file(folder, "largest.csv", "3.4028235e38,1\n");
        assertThat(numbers(Rows.open(List.of(largest), ReadOptions.defaults()))).hasSize(1);
    }
}
