package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import static io.github.skpca.io.Fixture.bytes;
import static io.github.skpca.io.Fixture.complaint;
import static io.github.skpca.io.Fixture.file;
import static io.github.skpca.io.Fixture.gzip;
import static io.github.skpca.io.Fixture.rows;
import static io.github.skpca.io.Fixture.rowsOf;
import static org.assertj.core.api.Assertions.assertThat;

/** Text as spreadsheets, other languages and old programs write it. */
final class TextAsItIsTest {
    private static final ReadOptions DEFAULTS = ReadOptions.defaults();

    @TempDir
    private Path folder;

    /** What a text gives, from a file, a pipe that gives a byte at a time, and rows that are watched: each must be the same. */
    private List<String> everywhere(String name, byte[] text) throws IOException {
        List<String> expected = withoutPlaces(rows(DEFAULTS, file(folder, name, text)));
        try (RowReader reader = Rows.open(List.of("-"), DEFAULTS, new Trickle(text))) {
            assertThat(withoutPlaces(rows(reader, 2))).as("from a pipe").isEqualTo(expected);
        }
        int columns = (int) expected.get(0).chars().filter(c -> c == ',').count() + 1;
        List<String> live = new ArrayList<>();
        DenseBuffer batch = new DenseBuffer(4, columns);
        try (LiveRows follow = Rows.follow("-", DEFAULTS, columns, null, new ByteArrayInputStream(text))) {
            while (!follow.hasEnded()) {
                follow.await(1);
                while (follow.read(batch, 4) > 0) {
                    Fixture.collect(batch, live);
                }
            }
        } catch (InterruptedException unexpected) {
            throw new IllegalStateException(unexpected);
        }
        assertThat(withoutPlaces(live)).as("while it is written").isEqualTo(expected);
        return expected;
    }

    private List<String> everywhere(String name, String text) throws IOException {
        return everywhere(name, bytes(text));
    }

    private static List<String> withoutPlaces(List<String> rows) {
        return rows.stream().map(row -> row.substring(0, row.indexOf(" @"))).toList();
    }

    /** A pipe that gives one byte at a time. */
    private static final class Trickle extends InputStream {
        private final InputStream all;

        Trickle(byte[] bytes) {
            all = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() throws IOException {
            return all.read();
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return all.read(target, offset, Math.min(length, 1));
        }
    }

    @Test
    void readsDecimalCommas() throws IOException {
        List<String> expected = List.of("[1.5, 2.25]", "[-0.5, 1000.0]");
        assertThat(everywhere("a.csv", "a;b\n1,5;2,25\n-,5;1e3\n")).isEqualTo(expected);
        assertThat(everywhere("b.csv", "1,5;2,25\n-0,5;1000\n")).isEqualTo(expected);
        assertThat(everywhere("c.txt", "a\tb\n1,5\t2,25\n-0,5\t1,0e3\n")).isEqualTo(expected);
        assertThat(everywhere("d.txt", "1,5 2,25\n-0,5 1000\n")).isEqualTo(expected);
        assertThat(everywhere("e.csv", "1,5|2,25\n-0,5|1000\n")).isEqualTo(expected);
        assertThat(everywhere("f.csv", "\"a\",\"b\"\n\"1,5\",\"2,25\"\n\"-0,5\",\"1000\"\n"))
                .isEqualTo(expected);
        // Whole numbers decide nothing; a number that needs more than 53 bits takes the other way through the parser.
        assertThat(everywhere("g.csv", "a;b\n1;2\n3;4,25\n")).containsExactly("[1.0, 2.0]", "[3.0, 4.25]");
        assertThat(everywhere("h.csv", "a;b\n1;0,12345678901234567890\n"))
                .containsExactly("[1.0, 0.12345678901234568]");
    }

    @Test
    void neverGuessesWhatACommaMeans() throws IOException {
        String two =
                "a.csv:2: column 1 \"a\": \"1,234\" may be 1.234 or 1234; state that the decimal sign is a comma, or"
                        + " write numbers without marks of thousands [STATE_DECIMAL_SIGN comma]";
        String ambiguous = file(folder, "a.csv", "a;b\n1,234;2\n5,678;3\n");
        assertThat(complaint(DEFAULTS, ambiguous)).isEqualTo(two);
        ReadOptions comma = DEFAULTS.withLayout(new TextLayout(null, DecimalSign.COMMA));
        assertThat(rows(comma, ambiguous)).containsExactly("[1.234, 2.0] @a.csv:2", "[5.678, 3.0] @a.csv:3");
        // A later line of the head shows what is meant, of a file and of a pipe.
        String later = "a;b\n1,234;2\n0,5;3\n";
        assertThat(rows(DEFAULTS, file(folder, "b.csv", later))).startsWith("[1.234, 2.0] @b.csv:2");
        try (RowReader reader = Rows.open(List.of("-"), DEFAULTS, new Trickle(bytes(later)))) {
            assertThat(rows(reader, 2)).startsWith("[1.234, 2.0] @standard input:2");
        }
        // What is beyond the head comes too late.
        String far = "a;b\n1,234;2\n" + "7;8\n".repeat(1 << 15) + "0,5;3\n";
        assertThat(complaint(DEFAULTS, file(folder, "c.csv", far))).contains("\"1,234\" may be 1.234 or 1234");
        assertThat(complaint(DEFAULTS, file(folder, "d.csv", "a;b\n1;2\n" + "7;8\n".repeat(1 << 15) + "0,5;3\n")))
                .contains(":32771: column 1 \"a\": \"0,5\" has a decimal comma", "[STATE_DECIMAL_SIGN comma");
    }

    @Test
    void refusesTwoSignsInOneText() {
        assertThat(complaint(DEFAULTS, file(folder, "a.csv", "a;b\n1,5;2\n1.5;2\n")))
                .isEqualTo(
                        "a.csv:3: column 1 \"a\": \"1.5\" has a decimal point, but the decimal sign of the text is a"
                                + " comma; state the sign, or leave the column out [STATE_DECIMAL_SIGN point, EXCLUDE_COLUMNS a]");
        assertThat(complaint(DEFAULTS, file(folder, "b.csv", "a;b\n1.5;2\n1,5;2\n")))
                .startsWith("b.csv:3: column 1 \"a\": \"1,5\" has a decimal comma, but");
        assertThat(complaint(DEFAULTS, file(folder, "d.csv", "a;b\n1,5;2\n1,5e999;2\n")))
                .startsWith("d.csv:3: column 1 \"a\": \"1,5e999\" is not finite");
        assertThat(complaint(DEFAULTS, file(folder, "c.csv", "a;b\n1.5;1,5\n")))
                .startsWith("c.csv:2: column 2 \"b\": \"1,5\" has a decimal comma, but");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,234,567", "1,234.5", "1.234,5", "1'234", "1 234", "1\u00a0234,5", "12.345.678"})
    void refusesMarksOfThousands(String number) {
        assertThat(complaint(DEFAULTS, file(folder, "a.csv", "a;b\n" + number + ";2\n")))
                .isEqualTo("a.csv:2: column 1 \"a\": \"" + number
                        + "\" has marks of thousands; write numbers without them, or leave the column out"
                        + " [EXCLUDE_COLUMNS a]");
    }

    @Test
    void findsSeparatorsByLooking() throws IOException {
        assertThat(everywhere("a.csv", "a|b\n1|2\n")).containsExactly("[1.0, 2.0]");
        assertThat(everywhere("b.csv", "1 2 3\n4 5 6\n")).containsExactly("[1.0, 2.0, 3.0]", "[4.0, 5.0, 6.0]");
        assertThat(rows(DEFAULTS, file(folder, "c.csv", "price, net;count\n1,5;2\n")))
                .containsExactly("[1.5, 2.0] @c.csv:2");
        assertThat(rows(DEFAULTS, file(folder, "d.csv", "net weight, kg\n1, 2\n")))
                .containsExactly("[1.0, 2.0] @d.csv:2");
        assertThat(rows(DEFAULTS, file(folder, "e.csv", "sep=;\na;b\n1,5;2\n"))).containsExactly("[1.5, 2.0] @e.csv:3");
        ReadOptions keep = DEFAULTS.withKeep(List.of("when"));
        assertThat(rows(keep, file(folder, "f.txt", "when,a\n2024-01-02 03:04:05,7\n")))
                .containsExactly("[7.0] 2024-01-02 03:04:05 @f.txt:2");
    }

    @Test
    void aStatedSeparatorWins() throws IOException {
        ReadOptions pipe = DEFAULTS.withLayout(new TextLayout(Separator.PIPE, DecimalSign.AUTO));
        assertThat(rows(pipe, file(folder, "a.csv", "a,b|c;d\n1,5|2,5\n"))).containsExactly("[1.5, 2.5] @a.csv:2");
        assertThat(complaint(pipe, file(folder, "b.tsv", "1\t2\n3\t4\n"))).startsWith("b.tsv:2: column 1");
        assertThat(complaint(DEFAULTS, file(folder, "d.csv", "a,b;c\nx,y;z\n")))
                .isEqualTo("d.csv: fields may be separated by comma or semicolon; state which"
                        + " [STATE_SEPARATOR comma or semicolon]");
    }

    @Test
    void readsLineEndsOfAllKinds() throws IOException {
        List<String> expected = List.of("[1.0, 2.0]", "[3.0, 4.0]", "[5.0, 6.0]");
        assertThat(everywhere("cr.csv", "a,b\r1,2\r3,4\r5,6\r")).isEqualTo(expected);
        assertThat(everywhere("open.csv", "a,b\r1,2\r3,4\r5,6")).isEqualTo(expected);
        assertThat(everywhere("mixed.csv", "a,b\r\n1,2\r3,4\n\r\n5,6\r\n")).isEqualTo(expected);
        assertThat(rows(DEFAULTS, file(folder, "lines.csv", "a,b\r1,2\r\r3,4\r\n5,6\n")))
                .containsExactly("[1.0, 2.0] @lines.csv:2", "[3.0, 4.0] @lines.csv:4", "[5.0, 6.0] @lines.csv:5");
        assertThat(rows(DEFAULTS.withKeep(List.of("b")), file(folder, "quoted.csv", "a,b\r1,\"x\ry\"\r2,z\r")))
                .containsExactly("[1.0] x\ry @quoted.csv:2", "[2.0] z @quoted.csv:3");
    }

    /** Line ends of two bytes fall on the borders of what is read at once. */
    @Test
    void aLineEndMayBeCutAnywhere() throws IOException {
        for (String lineEnd : List.of("\r", "\r\n", "\n")) {
            StringBuilder text = new StringBuilder();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 20_000; i++) {
                text.append(i).append(',').append(i % 7).append(lineEnd);
                expected.add("[" + (double) i + ", " + (double) (i % 7) + "] @a.csv:" + (i + 1));
            }
            String data = file(folder, "a.csv", text.toString());
            assertThat(rows(DEFAULTS, data)).isEqualTo(expected);
            try (RowReader sample = Rows.sample(List.of(data), DEFAULTS, 50, () -> 0.3)) {
                List<String> rows = rows(sample, 7);
                assertThat(rows).hasSize(50);
                assertThat(withoutPlaces(expected)).containsAll(withoutPlaces(rows));
            }
        }
    }

    @Test
    void decodesUtf16() throws IOException {
        String text = "\ufeffGröße;b𝄞\r\n1,5;2\r\n" + "3;4\r\n".repeat(20_000);
        for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            byte[] encoded = text.getBytes(charset);
            assertThat(everywhere("a.csv", encoded)).hasSize(20_001).startsWith("[1.5, 2.0]");
            String data = file(folder, "b.csv", encoded);
            try (RowReader reader = Rows.open(List.of(data), DEFAULTS)) {
                assertThat(reader.columnNames()).containsExactly("Größe", "b𝄞");
            }
            assertThat(Rows.access(List.of(data), DEFAULTS)).isEqualTo(InputAccess.ENCODED);
            assertThat(rows(DEFAULTS, file(folder, "c.csv.gz", gzip(encoded)))).hasSize(20_001);
        }
        assertThat(everywhere("d.csv", bytes("\ufeff1,2\n"))).containsExactly("[1.0, 2.0]");
    }

    @Test
    void readsWordsAndPercents() throws IOException {
        assertThat(everywhere("a.csv", "a,b,c\n1,true,12%\n2,FALSE,12.5 %\n3,True,-0.1%\n"))
                .containsExactly("[1.0, 1.0, 0.12]", "[2.0, 0.0, 0.125]", "[3.0, 1.0, -0.001]");
        assertThat(everywhere("b.csv", "true,1\nfalse,2\n")).containsExactly("[1.0, 1.0]", "[0.0, 2.0]");
        assertThat(everywhere("c.csv", "a;b\n1;12,5%\n")).containsExactly("[1.0, 0.125]");
    }

    @Test
    void aColumnHasPercentSignsEverywhereOrNowhere() throws IOException {
        String advice =
                "; write the column in one way, leave it out, or skip such rows [EXCLUDE_COLUMNS b, SKIP_BAD_ROWS]";
        assertThat(complaint(DEFAULTS, file(folder, "a.csv", "a,b\n1,12%\n2,13\n")))
                .isEqualTo("a.csv:3: column 2 \"b\": \"13\" has no percent sign and cells before it have one" + advice);
        assertThat(complaint(DEFAULTS, file(folder, "b.csv", "a,b\n1,12\n2,13%\n")))
                .isEqualTo(
                        "b.csv:3: column 2 \"b\": \"13%\" has a percent sign and cells before it have none" + advice);
        ReadOptions missing = DEFAULTS.withCells(CellRules.of(true, List.of()));
        assertThat(rows(missing, file(folder, "c.csv", "a,b\n1,?\n2,13%\n3,\n")))
                .containsExactly("[1.0, NaN] @c.csv:2", "[2.0, 0.13] @c.csv:3", "[3.0, NaN] @c.csv:4");
    }

    @Test
    void aTimeIsNoNumberAndNoHeader() {
        for (String time : List.of("2024-01-02", "2024-01-02 03:04:05", "2024-01-02T03:04:05Z", "02.01.2024")) {
            assertThat(complaint(DEFAULTS, file(folder, "a.csv", time + ",1\n" + time + ",2\n")))
                    .isEqualTo(
                            "a.csv:1: column 1: \"" + time + "\" is a time and not a number; leave the column out, or"
                                    + " name it as the column of times [EXCLUDE_COLUMNS 1, NAME_TIME_COLUMN 1]");
        }
    }

    @Test
    void columnNamesMayHaveBlanks() throws IOException {
        String data = file(folder, "a.csv", "\"net weight\",unit price,id\n1,2,3\n");
        assertThat(rows(DEFAULTS.withColumns(List.of("unit price", "net weight")), data))
                .containsExactly("[2.0, 1.0] @a.csv:2");
        assertThat(rowsOf(bytes("\"net weight\";\"b;c\"\n1;\"2,5\"\n"), DEFAULTS))
                .containsExactly("[1.0, 2.5] @standard input:2");
    }
}
