package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static io.github.skpca.io.Fixture.bytes;
import static io.github.skpca.io.Fixture.complaint;
import static io.github.skpca.io.Fixture.complaintOf;
import static io.github.skpca.io.Fixture.file;
import static io.github.skpca.io.Fixture.gzip;
import static io.github.skpca.io.Fixture.rows;
import static io.github.skpca.io.Fixture.rowsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

final class InputsTest {
    private static final ReadOptions DEFAULTS = ReadOptions.defaults();

    @TempDir
    private Path folder;

    @Test
    void namesTellFormats() {
        assertThat(RowFormat.ofName("a/b.CSV")).contains(RowFormat.CSV);
        assertThat(RowFormat.ofName("b.tsv.gz")).contains(RowFormat.TSV);
        assertThat(RowFormat.ofName("b.txt")).contains(RowFormat.CSV);
        assertThat(RowFormat.ofName("b.data")).contains(RowFormat.CSV);
        assertThat(RowFormat.ofName("b.svm")).contains(RowFormat.LIBSVM);
        assertThat(RowFormat.ofName("b.libsvm.GZ")).contains(RowFormat.LIBSVM);
        assertThat(RowFormat.ofName("b.npy")).contains(RowFormat.NPY);
        assertThat(RowFormat.ofName("dir.csv/b")).isEmpty();
        assertThat(RowFormat.ofName("csv")).isEmpty();
    }

    @Test
    void optionsCheckTheWidth() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DEFAULTS.withWidth(-1))
                .withMessage("width must be between 0 and 1000000, not -1");
    }

    @Test
    void inputsFollowEachOtherInOneBatch() throws IOException {
        String one = file(folder, "one.csv", "a,b\n1,2\n3,4\n");
        String two = file(folder, "two.csv.gz", gzip(bytes("a,b\n5,6\n")));
        String three = file(folder, "three.csv", "7,8\n");
        List<String> expected = List.of(
                "[1.0, 2.0] @one.csv:2",
                "[3.0, 4.0] @one.csv:3",
                "[5.0, 6.0] @two.csv.gz:2",
                "[7.0, 8.0] @three.csv:1");
        for (int batchRows = 1; batchRows < 6; batchRows++) {
            try (RowReader reader = Rows.open(List.of(one, two, three), DEFAULTS)) {
                assertThat(rows(reader, batchRows)).isEqualTo(expected);
            }
        }
        try (RowReader reader = Rows.open(List.of(one, two), DEFAULTS)) {
            DenseBuffer batch = new DenseBuffer(4, 2);
            assertThat(reader.read(batch)).isEqualTo(3);
            assertThat(batch.position(2)).isEqualTo(two + ":2");
        }
    }

    @Test
    void inputsMustHaveTheSameColumns() {
        String one = file(folder, "one.csv", "a,b\n1,2\n");
        assertThat(complaint(DEFAULTS, one, file(folder, "two.csv", "a\n1\n")))
                .isEqualTo(
                        "two.csv: no column \"b\", which one.csv has; the columns are a; give files of the same columns, or"
                                + " choose those that all of them have [CHOOSE_COLUMNS]");
        assertThat(complaint(DEFAULTS, one, file(folder, "three.csv", "c,d\n1,2\n")))
                .isEqualTo(
                        "three.csv: no columns \"a\", \"b\", which one.csv has; the columns are c, d; give files of the"
                                + " same columns, or state that the first line is no header [NO_HEADER]");
        assertThat(complaint(DEFAULTS, one, file(folder, "four.csv", "1,2,3\n")))
                .isEqualTo("four.csv: 3 columns, but one.csv has 2; choose the same ones [CHOOSE_COLUMNS]");
    }

    @Test
    void aWrongLaterFileIsRefusedBeforeTheFirstRow() {
        String one = file(folder, "one.csv", "1,2\n");
        String two = file(folder, "two.csv", "");
        assertThatExceptionOfType(BadInputException.class)
                .isThrownBy(() -> Rows.open(List.of(one, two), DEFAULTS))
                .withMessage(two + ": no rows");
    }

    @Test
    void refusesInputsThatCannotBeRead() {
        assertThat(complaint(DEFAULTS, folder.resolve("none.csv").toString())).isEqualTo("none.csv: no such file");
        assertThat(complaint(DEFAULTS, folder.toString())).endsWith(": is a folder; give the files in it");
        assertThat(complaint(DEFAULTS, "a\0b.csv")).isEqualTo("a b.csv: not a file name");
        assertThat(complaint(DEFAULTS, file(folder, "a9a", "1 1:1\n")))
                .isEqualTo("a9a: the name does not tell the format; state it [STATE_FORMAT csv, tsv, libsvm or npy]");
        assertThat(complaint(DEFAULTS)).isEqualTo("no input given; name a file, or - for standard input");
        assertThat(complaint(DEFAULTS, "-", "-"))
                .isEqualTo("standard input (-) is given twice; it can be read only once");
    }

    @Test
    void readsGzipFromAnywhere() throws IOException {
        byte[] compressed = gzip(bytes("a,b\n1,2\n"));
        assertThat(rowsOf(compressed, DEFAULTS)).containsExactly("[1.0, 2.0] @standard input:2");
        assertThat(rows(DEFAULTS, file(folder, "noending.csv", compressed))).hasSize(1);
        assertThat(rows(DEFAULTS, file(folder, "plain.csv.gz", "1,2\n"))).hasSize(1);
        assertThat(rows(DEFAULTS, file(folder, "a.svm.gz", gzip(bytes("1 2:1\n")))))
                .hasSize(1);
    }

    @Test
    void readsAllMembersOfAGzipPipe() throws IOException {
        ByteArrayOutputStream members = new ByteArrayOutputStream();
        for (int i = 0; i < 50; i++) {
            members.write(gzip(bytes(i + ",2\n")));
        }
        // Gives one byte at a time and never knows of more, like a slow pipe.
        InputStream pipe = new ByteArrayInputStream(members.toByteArray()) {
            @Override
            public synchronized int read(byte[] target, int offset, int length) {
                return super.read(target, offset, Math.min(length, 1));
            }

            @Override
            public synchronized int available() {
                return 0;
            }
        };
        try (RowReader reader = Rows.open(List.of("-"), DEFAULTS, pipe)) {
            assertThat(rows(reader, 7)).hasSize(50);
        }
    }

    @Test
    void refusesDamagedGzip() {
        byte[] compressed = gzip(bytes("1,2\n".repeat(5000)));
        String damage = ": the gzip data is damaged or cut short; fetch or compress the file again";
        assertThat(complaintOf(Arrays.copyOf(compressed, 15), DEFAULTS)).isEqualTo("standard input" + damage);
        assertThat(complaint(DEFAULTS, file(folder, "cut.csv.gz", Arrays.copyOf(compressed, compressed.length - 9))))
                .isEqualTo("cut.csv.gz" + damage);
        assertThat(complaintOf(Arrays.copyOf(compressed, 3), DEFAULTS)).isEqualTo("standard input" + damage);
        byte[] wrong = compressed.clone();
        wrong[compressed.length - 6] ^= 1;
        assertThat(complaintOf(wrong, DEFAULTS)).isEqualTo("standard input" + damage);
    }

    @Test
    void tellsProgress() throws IOException {
        String one = file(folder, "one.csv", "1,2\n".repeat(100_000));
        String two = file(folder, "two.csv", "1,2\n".repeat(100_000));
        try (RowReader reader = Rows.open(List.of(one, two), DEFAULTS)) {
            DenseBuffer batch = new DenseBuffer(100_000, 2);
            assertThat(reader.progress()).isBetween(0.0, 0.2);
            reader.read(batch);
            assertThat(reader.progress()).isBetween(0.4, 0.6);
            reader.read(batch);
            reader.read(batch);
            assertThat(reader.progress()).isEqualTo(1);
        }
        try (RowReader reader = Rows.open(List.of("-"), DEFAULTS, new ByteArrayInputStream(bytes("1,2\n")))) {
            assertThat(reader.progress()).isNaN();
        }
    }

    @Test
    void aRowIsThereAsSoonAsItsLineHasEnded() throws IOException {
        // A stream that would wait for ever after the first rows; it fails instead.
        InputStream live = new InputStream() {
            private final InputStream first = new ByteArrayInputStream(bytes("1,2\n3,4\n"));

            @Override
            public int read() throws IOException {
                int next = first.read();
                if (next < 0) {
                    throw new IOException("waits for ever");
                }
                return next;
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                target[offset] = (byte) read();
                return 1;
            }
        };
        try (RowReader reader = Rows.open(List.of("-"), DEFAULTS, live)) {
            DenseBuffer batch = new DenseBuffer(1, 2);
            assertThat(reader.read(batch)).isEqualTo(1);
            assertThat(reader.read(batch)).isEqualTo(1);
            assertThat(batch.values()).containsExactly(3, 4);
        }
    }

    @Test
    void refusesABatchOfAnotherWidth() throws IOException {
        String one = file(folder, "one.csv", "1,2\n");
        try (RowReader reader = Rows.open(List.of(one), DEFAULTS)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> reader.read(new DenseBuffer(1, 3)))
                    .withMessage("the batch has 3 columns, the rows have 2");
        }
    }
}
