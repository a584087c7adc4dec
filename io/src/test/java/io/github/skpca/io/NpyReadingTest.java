package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

import static io.github.skpca.io.Fixture.complaint;
import static io.github.skpca.io.Fixture.complaintOf;
import static io.github.skpca.io.Fixture.file;
import static io.github.skpca.io.Fixture.gzip;
import static io.github.skpca.io.Fixture.rows;
import static io.github.skpca.io.Fixture.rowsOf;
import static org.assertj.core.api.Assertions.assertThat;

final class NpyReadingTest {
    private static final ReadOptions DEFAULTS = ReadOptions.defaults();
    private static final String TWO_BY_TWO = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2), }";

    @TempDir
    private Path folder;

    static byte[] npy(int version, String header, double... values) {
        boolean single = header.contains("<f4");
        ByteBuffer bytes =
                ByteBuffer.allocate(12 + header.length() + 8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) version)
                .put((byte) 0);
        if (version == 1) {
            bytes.putShort((short) header.length());
        } else {
            bytes.putInt(header.length());
        }
        bytes.put(header.getBytes(StandardCharsets.US_ASCII));
        for (double value : values) {
            if (single) {
                bytes.putFloat((float) value);
            } else {
                bytes.putDouble(value);
            }
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    @Test
    void readsEveryVersionAndType() throws IOException {
        for (int version = 1; version <= 3; version++) {
            String data = file(folder, "v" + version + ".npy", npy(version, TWO_BY_TWO, 1, 2, 3, 0.1));
            assertThat(rows(DEFAULTS, data))
                    .containsExactly(
                            "[1.0, 2.0] @v" + version + ".npy row 1", "[3.0, 0.1] @v" + version + ".npy row 2");
        }
        String singles = TWO_BY_TWO.replace("<f8", "<f4");
        assertThat(rows(DEFAULTS, file(folder, "f4.npy", npy(1, singles, 1, 2, 3, 0.5))))
                .containsExactly("[1.0, 2.0] @f4.npy row 1", "[3.0, 0.5] @f4.npy row 2");
        String vector = TWO_BY_TWO.replace("(2, 2)", "(2,)");
        assertThat(rows(DEFAULTS, file(folder, "vector.npy", npy(1, vector, 5, 6))))
                .containsExactly("[5.0] @vector.npy row 1", "[6.0] @vector.npy row 2");
    }

    private static byte[] array(String code, ByteOrder order, ByteBuffer numbers) {
        byte[] header = npy(1, TWO_BY_TWO.replace("<f8", code).replace("(2, 2)", "(2,)"));
        ByteBuffer all = ByteBuffer.allocate(header.length + numbers.limit()).order(order);
        return all.put(header).put(numbers.rewind()).array();
    }

    private void reads(String code, double first, double second, ByteBuffer numbers) throws IOException {
        byte[] bytes = array(code, numbers.order(), numbers);
        List<String> expected = List.of("[" + first + "] @t.npy row 1", "[" + second + "] @t.npy row 2");
        assertThat(rows(DEFAULTS, file(folder, "t.npy", bytes))).as(code).isEqualTo(expected);
        assertThat(rowsOf(bytes, DEFAULTS)).as(code).hasSize(2).allMatch(row -> row.contains("standard input"));
    }

    @Test
    void readsNumbersOfAllTypesAndOrders() throws IOException {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            String sign = order == ByteOrder.BIG_ENDIAN ? ">" : "<";
            reads(sign + "f8", 0.1, -2, bytes(16, order).putDouble(0.1).putDouble(-2));
            reads(sign + "f4", 0.5, -2, bytes(8, order).putFloat(0.5f).putFloat(-2));
            reads(sign + "i2", -2, 300, bytes(4, order).putShort((short) -2).putShort((short) 300));
            reads(sign + "u2", 65534, 300, bytes(4, order).putShort((short) -2).putShort((short) 300));
            reads(sign + "i4", -2, 70000, bytes(8, order).putInt(-2).putInt(70000));
            reads(sign + "u4", 4294967294.0, 7, bytes(8, order).putInt(-2).putInt(7));
            reads(sign + "i8", -2, 0x1p60, bytes(16, order).putLong(-2).putLong(1L << 60));
            reads(sign + "u8", 0x1p64, 7, bytes(16, order).putLong(-2).putLong(7));
            // 1.5, and the smallest number of half precision.
            reads(
                    sign + "f2",
                    1.5,
                    0x1p-24,
                    bytes(4, order).putShort((short) 0x3e00).putShort((short) 1));
            reads(
                    sign + "f2",
                    -65504,
                    -2,
                    bytes(4, order).putShort((short) 0xfbff).putShort((short) 0xc000));
        }
        reads("|u1", 254, 7, bytes(2, ByteOrder.LITTLE_ENDIAN).put((byte) -2).put((byte) 7));
        reads("|i1", -2, 7, bytes(2, ByteOrder.LITTLE_ENDIAN).put((byte) -2).put((byte) 7));
        reads("|b1", 0, 1, bytes(2, ByteOrder.LITTLE_ENDIAN).put((byte) 0).put((byte) 1));
    }

    private static ByteBuffer bytes(int count, ByteOrder order) {
        return ByteBuffer.allocate(count).order(order);
    }

    @Test
    void readsFortranOrderOfPlainFiles() throws IOException {
        String header = TWO_BY_TWO.replace("False", "True").replace("(2, 2)", "(2, 3)");
        String data = file(folder, "f.npy", npy(1, header, 1, 4, 2, 5, 3, 6));
        assertThat(rows(DEFAULTS, data))
                .containsExactly("[1.0, 2.0, 3.0] @f.npy row 1", "[4.0, 5.0, 6.0] @f.npy row 2");
        try (RowReader sample = Rows.sample(List.of(data), DEFAULTS, 1, () -> 0.9)) {
            assertThat(rows(sample, 3)).containsExactly("[4.0, 5.0, 6.0] @f.npy row 2");
        }
        // One column is the same in both orders.
        String vector = TWO_BY_TWO.replace("False", "True").replace("(2, 2)", "(2,)");
        assertThat(rowsOf(npy(1, vector, 5, 6), DEFAULTS)).hasSize(2);
    }

    @Test
    void readsStreams() throws IOException {
        byte[] array = npy(1, TWO_BY_TWO, 1, 2, 3, 4);
        assertThat(rowsOf(array, DEFAULTS))
                .containsExactly("[1.0, 2.0] @standard input row 1", "[3.0, 4.0] @standard input row 2");
        assertThat(rowsOf(gzip(array), DEFAULTS.withFormat(RowFormat.NPY))).hasSize(2);
        assertThat(rows(DEFAULTS, file(folder, "z.npy.gz", gzip(array)))).hasSize(2);
    }

    @Test
    void readsArraysLargerThanAWindow() throws IOException {
        int columns = 9;
        int rows = 1_000_003;
        Path large = folder.resolve("large.npy");
        try (RowWriter writer = Rows.create(large.toString(), null, List.of(), Collections.nCopies(columns, "x"))) {
            double[] row = new double[columns];
            for (int i = 0; i < rows; i++) {
                row[0] = i;
                row[columns - 1] = -i;
                writer.write(row, 1, null);
            }
            writer.commit();
        }
        try (RowReader mapped = Rows.open(List.of(large.toString()), DEFAULTS);
                RowReader streamed = Rows.open(List.of("-"), DEFAULTS, Files.newInputStream(large))) {
            for (RowReader reader : List.of(mapped, streamed)) {
                DenseBuffer batch = new DenseBuffer(1000, columns);
                int next = 0;
                while (reader.read(batch) > 0) {
                    for (int i = 0; i < batch.rows(); i++, next++) {
                        if (batch.values()[i * columns] != next || batch.values()[i * columns + columns - 1] != -next) {
                            assertThat(batch.values()[i * columns]).isEqualTo(next);
                        }
                    }
                }
                assertThat(next).isEqualTo(rows);
            }
        }
    }

    @Test
    void choosesColumns() throws IOException {
        String data = file(folder, "data.npy", npy(1, TWO_BY_TWO, 1, 2, 3, 4));
        try (RowReader reader =
                Rows.open(List.of(data), DEFAULTS.withColumns(List.of("2")).withKeep(List.of("1")))) {
            assertThat(reader.columnNames()).containsExactly("x2");
            assertThat(rows(reader, 3)).containsExactly("[2.0] 1.0 @data.npy row 1", "[4.0] 3.0 @data.npy row 2");
        }
    }

    @Test
    void refusesWhatItCannotRead() {
        for (String code : List.of("<c16", "<U5", "|O", "<M8[s]", "|S3", "<f16", "=f8", "|f8", "<b1")) {
            assertThat(refusal("'<f8'", "'" + code + "'"))
                    .isEqualTo("a.npy: numbers of type \"" + code + "\" are not read; save array.astype(\"<f8\")");
        }
        assertThat(refusal("'<f8'", "[('a', '<f8')]"))
                .isEqualTo("a.npy: numbers of type record are not read; save array.astype(\"<f8\")");
        assertThat(complaintOf(npy(1, TWO_BY_TWO.replace("False", "True"), 1, 2, 3, 4), DEFAULTS))
                .isEqualTo("standard input: the array is in Fortran order, which is read from plain files only; save"
                        + " np.ascontiguousarray(array)");
        assertThat(refusal("(2, 2)", "(2, 2, 1)"))
                .isEqualTo("a.npy: the array has shape (2, 2, 1); save array.reshape(rows, columns)");
        assertThat(refusal("(2, 2)", "()"))
                .isEqualTo("a.npy: the array has shape (); save array.reshape(rows, columns)");
        assertThat(refusal("(2, 2)", "(0, 2)")).isEqualTo("a.npy: no rows");
        assertThat(refusal("(2, 2)", "(2, 0)")).isEqualTo("a.npy: 0 columns; between 1 and 1000000 can be read");
        assertThat(refusal("(2, 2)", "(3, 2)")).isEqualTo("a.npy: ends after row 2 of 3; the file is cut short");
        assertThat(refusal("(2, 2)", "(1, 2)"))
                .isEqualTo(
                        "a.npy: goes on after row 1, the last its header tells of; save the array again with np.save");
        assertThat(refusal("(2, 2)", "(999999999999, 2)"))
                .isEqualTo("a.npy: ends after row 2 of 999999999999; the file is cut short");
        assertThat(refusal("(2, 2)", "(9999999999999, 2)"))
                .isEqualTo("a.npy: the array has an impossible size \"9999999999999\"");
        assertThat(refusal("shape", "shade"))
                .isEqualTo("a.npy: the NPY header cannot be read; save the array again with np.save");
        assertThat(complaint(DEFAULTS, file(folder, "b.npy", npy(4, TWO_BY_TWO, 1, 2, 3, 4))))
                .isEqualTo("b.npy: NPY version 4 is not known; save it with np.save");
        assertThat(complaint(DEFAULTS, file(folder, "c.npy", "1,2\n")))
                .isEqualTo("c.npy: not an NPY file; state its format [STATE_FORMAT csv, tsv or libsvm]");
        byte[] hugeHeader = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 2, 0, 0, 0, 0, 127};
        assertThat(complaint(DEFAULTS, file(folder, "d.npy", hugeHeader)))
                .isEqualTo("d.npy: the NPY header claims 2130706432 bytes; the file is damaged");
        assertThat(complaint(DEFAULTS, file(folder, "e.npy", Arrays.copyOf(npy(1, TWO_BY_TWO), 30))))
                .isEqualTo("e.npy: ends within the NPY header; the file is cut short");
        byte[] cut = npy(1, TWO_BY_TWO, 1, 2, 3);
        assertThat(complaintOf(cut, DEFAULTS))
                .isEqualTo("standard input: ends after row 1 of 2; the file is cut short");
        byte[] extra = npy(1, TWO_BY_TWO, 1, 2, 3, 4, 5);
        assertThat(complaintOf(extra, DEFAULTS)).startsWith("standard input: goes on after row 2");
    }

    private String refusal(String original, String replacement) {
        return complaint(
                DEFAULTS, file(folder, "a.npy", npy(1, TWO_BY_TWO.replace(original, replacement), 1, 2, 3, 4)));
    }

    @Test
    void badRowsFollowThePolicy() throws IOException {
        String data = file(folder, "nan.npy", npy(1, TWO_BY_TWO, 1, 2, 3, Double.NaN));
        assertThat(complaint(DEFAULTS, data))
                .isEqualTo("nan.npy row 2: column 2: NaN is not finite; leave the column out, or skip such rows"
                        + " [EXCLUDE_COLUMNS 2, SKIP_BAD_ROWS]");
        try (RowReader reader = Rows.open(List.of(data), DEFAULTS.withOnBadRow(OnBadRow.SKIP))) {
            assertThat(rows(reader, 9)).containsExactly("[1.0, 2.0] @nan.npy row 1");
            assertThat(reader.skippedRows()).isEqualTo(1);
        }
    }
}
