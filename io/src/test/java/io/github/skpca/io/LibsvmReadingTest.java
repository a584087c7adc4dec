package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static io.github.skpca.io.Fixture.bytes;
import static io.github.skpca.io.Fixture.complaint;
import static io.github.skpca.io.Fixture.complaintOf;
import static io.github.skpca.io.Fixture.file;
import static io.github.skpca.io.Fixture.rows;
import static io.github.skpca.io.Fixture.rowsOf;
import static org.assertj.core.api.Assertions.assertThat;

final class LibsvmReadingTest {
    private static final ReadOptions DEFAULTS = ReadOptions.defaults();

    @TempDir
    private Path folder;

    @Test
    void findsTheWidthOfFiles() throws IOException {
        String one = file(folder, "one.svm", "# made by hand\n+1 1:0.5 3:2 # first\n\n-1\n");
        assertThat(rows(DEFAULTS, one)).containsExactly("[0.5, 0.0, 2.0] @one.svm:2", "[0.0, 0.0, 0.0] @one.svm:4");
        String two = file(folder, "two.libsvm", "1 4:9\r\n");
        assertThat(rows(DEFAULTS, one, two))
                .containsExactly(
                        "[0.5, 0.0, 2.0, 0.0] @one.svm:2",
                        "[0.0, 0.0, 0.0, 0.0] @one.svm:4",
                        "[0.0, 0.0, 0.0, 9.0] @two.libsvm:1");
    }

    @Test
    void choosesColumnsAndKeepsTheLabel() throws IOException {
        String data = file(folder, "data.svm", "3 1:1 2:2 3:3\n4 2:5\n");
        try (RowReader reader = Rows.open(List.of(data), DEFAULTS.withColumns(List.of("3", "x1")))) {
            assertThat(reader.columnNames()).containsExactly("x3", "x1");
            assertThat(rows(reader, 5)).containsExactly("[3.0, 1.0] @data.svm:1", "[0.0, 0.0] @data.svm:2");
        }
        assertThat(rows(DEFAULTS.withExclude(List.of("1-2")).withKeep(List.of("label", "2")), data))
                .containsExactly("[3.0] 3.0 2.0 @data.svm:1", "[0.0] 4.0 5.0 @data.svm:2");
        assertThat(rows(DEFAULTS.withColumns(List.of("label", "2")), data))
                .containsExactly("[3.0, 2.0] @data.svm:1", "[4.0, 5.0] @data.svm:2");
    }

    @Test
    void standardInputNeedsAWidth() throws IOException {
        ReadOptions libsvm = DEFAULTS.withFormat(RowFormat.LIBSVM);
        assertThat(complaintOf(bytes("1 1:2\n"), libsvm))
                .isEqualTo(
                        "standard input: LIBSVM rows from a pipe do not tell how many columns there are; state the width"
                                + " [STATE_WIDTH]");
        assertThat(rowsOf(bytes("1 1:2\n"), libsvm.withWidth(2))).containsExactly("[2.0, 0.0] @standard input:1");
    }

    @Test
    void refusesBadLines() {
        ReadOptions two = DEFAULTS.withWidth(2);
        String skip = ", or skip such rows [SKIP_BAD_ROWS]";
        String widen = "; give a larger width, or skip such rows [STATE_WIDTH, SKIP_BAD_ROWS]";
        assertThat(complaint(two, file(folder, "a.svm", "1 1:1\n1 3:1\n")))
                .isEqualTo("a.svm:2: index 3 is beyond the width 2" + widen);
        assertThat(complaint(two, file(folder, "b.svm", "1 2:1 1:1\n")))
                .isEqualTo("b.svm:1: index 1 after 2; sort the indices" + skip);
        assertThat(complaint(two, file(folder, "c.svm", "1 0:1\n")))
                .isEqualTo("c.svm:1: index 0 is too low; count indices from 1" + skip);
        assertThat(complaint(two, file(folder, "d.svm", "1 1:x\n")))
                .isEqualTo("d.svm:1: index 1: \"x\" is not a number; mend the line" + skip);
        assertThat(complaint(two, file(folder, "e.svm", "1 1:-inf\n")))
                .isEqualTo("e.svm:1: index 1: \"-inf\" is not finite; mend the line" + skip);
        assertThat(complaint(two, file(folder, "f.svm", "1 qid:7\n")))
                .isEqualTo("f.svm:1: \"qid:7\" is not index:value; mend the line" + skip);
        assertThat(complaint(two, file(folder, "g.svm", "1,2,3\n")))
                .isEqualTo("g.svm:1: the label \"1,2,3\" is not a number; write lines as label index:value index:value"
                        + skip);
        assertThat(complaint(two, file(folder, "h.svm", "1 99999999999999:1\n")))
                .isEqualTo("h.svm:1: index 999999999999 is beyond the width 2" + widen);
        assertThat(complaint(DEFAULTS, file(folder, "i.svm", "# nothing\n"))).isEqualTo("i.svm: no rows");
        assertThat(complaint(two, file(folder, "j.svm", "# nothing\n"))).isEqualTo("j.svm: no rows");
    }

    @Test
    void skipsAndCountsBadLinesWhichDoNotWidenTheRows() throws IOException {
        String data = file(folder, "data.svm", "1 1:1\n1 7:x\n1 2:2\nbad\n");
        try (RowReader reader = Rows.open(List.of(data), DEFAULTS.withOnBadRow(OnBadRow.SKIP))) {
            assertThat(rows(reader, 2)).containsExactly("[1.0, 0.0] @data.svm:1", "[0.0, 2.0] @data.svm:3");
            assertThat(reader.skippedRows()).isEqualTo(2);
        }
    }
}
