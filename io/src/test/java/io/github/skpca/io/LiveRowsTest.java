package io.github.skpca.io;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Rows that are still being written are read as those of a file that is there, each with a number of its own. */
final class LiveRowsTest {
    private static final ReadOptions SKIP = ReadOptions.defaults().withOnBadRow(OnBadRow.SKIP);

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void name() {
        path = folder.resolve("data.csv");
    }

    @Test
    void headerKeptTextAndNumbers() throws Exception {
        LiveRows rows = follow(SKIP.withKeep(List.of("id")), 2, null);
        assertThat(read(rows, 10)).isEmpty();
        append("id,a,b\n");
        assertThat(read(rows, 10)).isEmpty();
        assertThat(rows.columnNames()).containsExactly("a", "b");
        append("p,1,2\n\nq,3");
        assertThat(read(rows, 10)).containsExactly("1: 1.0 2.0 p");
        append(",4\nr,5,6\n");
        assertThat(read(rows, 10)).containsExactly("2: 3.0 4.0 q", "3: 5.0 6.0 r");
        assertThat(rows.rows()).isEqualTo(3);
    }

    @Test
    void aBadRowHasANumberAndAReason() throws Exception {
        LiveRows rows = follow(SKIP, 2, null);
        append("a,b\n1,2\n3\n4,x\n5,1e300\n6,7\n");
        assertThat(read(rows, 10)).containsExactly("1: 1.0 2.0", "5: 6.0 7.0");
        assertThat(rows.badRows())
                .containsExactly(
                        new BadRow(2, "data.csv:3: 1 field found, 2 expected"),
                        new BadRow(3, "data.csv:4: column 2 \"b\": \"x\" is not a number"),
                        new BadRow(4, "data.csv:5: column 2 \"b\": \"1e300\" is beyond the range of a float"));
        assertThat(rows.skippedRows()).isEqualTo(3);
    }

    @Test
    void whereABadRowFailsTheRowsBeforeItAreGivenFirst() throws Exception {
        LiveRows rows = follow(ReadOptions.defaults(), 2, null);
        append("1,2\n3,4\nx,5\n");
        assertThat(read(rows, 10)).hasSize(2);
        assertThatThrownBy(() -> read(rows, 10))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith("data.csv:3: column 1: \"x\" is not a number");
    }

    @Test
    void aHeaderIsRepeatedByANewFile() throws Exception {
        LiveRows rows = follow(SKIP, 2, null);
        append("a,b\n1,2\n");
        assertThat(read(rows, 10)).hasSize(1);
        Files.move(path, folder.resolve("data.csv.1"));
        append("a,b\n3,4\n");
        assertThat(read(rows, 10)).isEmpty();
        assertThat(read(rows, 10)).containsExactly("2: 3.0 4.0");
        Files.writeString(path, "a,b\n5,6\n7,8\n");
        assertThat(read(rows, 10)).containsExactly("3: 5.0 6.0", "4: 7.0 8.0");
        assertThat(rows.skippedRows()).isZero();
    }

    /** In whatever pieces rows are asked for, and wherever it is gone on, each comes once and with the same number. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void restartsAnywhere(boolean header) throws Exception {
        StringBuilder text = new StringBuilder(header ? "a;b\n" : "");
        for (int i = 0; i < 500; i++) {
            text.append(i % 7 == 3 ? "bad\n" : i + ";" + -i + "\n");
        }
        append(text.toString());
        List<String> expected = read(follow(SKIP, 2, null), 1000);
        assertThat(expected).hasSize(429);
        for (long seed = 0; seed < 5; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            List<String> found = new ArrayList<>();
            LivePosition position = null;
            while (found.size() < expected.size()) {
                try (LiveRows rows = follow(SKIP, 2, position)) {
                    for (int i = random.nextInt(3); i >= 0; i--) {
                        found.addAll(read(rows, 1 + random.nextInt(60)));
                    }
                    position = rows.position();
                }
            }
            assertThat(found).as("seed %d", seed).isEqualTo(expected);
            assertThat(position.badRows()).isEqualTo(71);
            assertThat(position.firstLine()).isEqualTo(header ? "a;b" : "0;0");
        }
    }

    @Test
    void theEndOfAFileCanBeTheLast() throws Exception {
        append("1,2\n3,4");
        LiveRows rows = follow(SKIP, 2, null);
        rows.endAtEnd();
        assertThat(read(rows, 10)).containsExactly("1: 1.0 2.0", "2: 3.0 4.0");
        assertThat(rows.hasEnded()).isTrue();
        assertThat(read(rows, 10)).isEmpty();
        assertThat(java.util.Objects.requireNonNull(rows.position().file()).offset())
                .isEqualTo(7);
    }

    @Test
    void sparseLines() throws Exception {
        path = folder.resolve("data.svm");
        LiveRows rows = follow(SKIP.withWidth(3), 3, null);
        append("1 1:5 3:2\n# nothing\n-1 2:1\n1 9:1\n0 3:4\n");
        assertThat(read(rows, 10)).containsExactly("1: 5.0 0.0 2.0", "2: 0.0 1.0 0.0", "4: 0.0 0.0 4.0");
        assertThat(rows.badRows())
                .extracting(BadRow::reason)
                .containsExactly("data.svm:4: index 9 is beyond the width 3");
    }

    @Test
    void standardInput() throws Exception {
        byte[] bytes = "a,b\n1,2\n3,4\n5,6".getBytes(StandardCharsets.UTF_8);
        LiveRows rows = Rows.follow("-", SKIP, 2, null, new ByteArrayInputStream(bytes));
        List<String> found = new ArrayList<>();
        while (!rows.hasEnded()) {
            found.addAll(read(rows, 2));
            rows.await(1);
        }
        assertThat(found).containsExactly("1: 1.0 2.0", "2: 3.0 4.0", "3: 5.0 6.0");
        LivePosition position = rows.position();
        assertThat(position).isEqualTo(new LivePosition(3, 0, "a,b", null));
        LiveRows again = Rows.follow("-", SKIP, 2, position, new ByteArrayInputStream(bytes));
        while (!again.hasEnded()) {
            found.addAll(read(again, 5));
            again.await(1);
        }
        assertThat(found.get(3)).as("its header is known").isEqualTo("4: 1.0 2.0");
    }

    @Test
    void whatCannotBeFollowedIsRefused() throws Exception {
        assertRefused("data.npy", "data.npy: an NPY file does not grow; follow CSV, TSV or LIBSVM text");
        assertRefused("data.csv.gz", "data.csv.gz: a compressed file cannot be followed");
        assertRefused("data.log", "data.log: the name does not tell the format; state it");
        assertRefused("data.svm", "data.svm: LIBSVM rows that are still being written");
        append("1,2,3\n");
        assertThatThrownBy(() -> read(follow(SKIP, 2, null), 1))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("the rows have 3 columns and the model was fitted on 2");
    }

    private void assertRefused(String name, String message) {
        assertThatThrownBy(() -> Rows.follow(name, SKIP, 2, null))
                .isInstanceOf(BadInputException.class)
                .hasMessageStartingWith(message);
    }

    private LiveRows follow(ReadOptions options, int columns, LivePosition from) throws IOException {
        Path here = folder.toAbsolutePath();
        return new Renamed(here).follow(path, options, columns, from);
    }

    /** Messages name the file as it was given: here without its folder. */
    private record Renamed(Path folder) {
        LiveRows follow(Path path, ReadOptions options, int columns, LivePosition from) throws IOException {
            String name = folder.relativize(path.toAbsolutePath()).toString();
            GrowingFile file = new GrowingFile(path, name);
            if (from != null && from.file() != null) {
                file.resume(from.file());
            }
            RowFormat format = RowFormat.ofName(name).orElseThrow();
            return new LiveRows(file, name, format == RowFormat.LIBSVM ? options.withFormat(format) : options, columns)
                    .from(from);
        }
    }

    /** The rows that are there, each as its number, its values and its kept texts. */
    private static List<String> read(LiveRows rows, int most) throws IOException {
        int columns = rows.columnNames().size();
        DenseBuffer batch = new DenseBuffer(1000, columns);
        int read = rows.read(batch, most);
        assertThat(read).isEqualTo(batch.rows() + rows.badRows().size()).isLessThanOrEqualTo(most);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < batch.rows(); i++) {
            StringBuilder text = new StringBuilder(rows.number(i) + ":");
            for (int j = 0; j < columns; j++) {
                text.append(' ').append(batch.values()[i * columns + j]);
            }
            for (int j = 0; j < batch.keptCount(); j++) {
                text.append(' ').append(batch.kept(i, j));
            }
            texts.add(text.toString());
        }
        return texts;
    }

    private void append(String text) throws IOException {
        Files.writeString(path, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
