package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import static io.github.skpca.io.Fixture.bytes;
import static io.github.skpca.io.Fixture.complaint;
import static io.github.skpca.io.Fixture.file;
import static io.github.skpca.io.Fixture.rows;
import static io.github.skpca.io.Fixture.rowsOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

final class DelimitedReadingTest {
    private static final ReadOptions DEFAULTS = ReadOptions.defaults();

    @TempDir
    private Path folder;

    private List<String> names(ReadOptions options, String input) throws IOException {
        try (RowReader reader = Rows.open(List.of(input), options)) {
            return reader.columnNames();
        }
    }

    @Test
    void readsRowsWithAHeader() throws IOException {
        String data = file(folder, "data.csv", "a,b\n1,2\n3.5,-4e2\n");
        assertThat(names(DEFAULTS, data)).containsExactly("a", "b");
        assertThat(rows(DEFAULTS, data)).containsExactly("[1.0, 2.0] @data.csv:2", "[3.5, -400.0] @data.csv:3");
    }

    @Test
    void readsRowsWithoutAHeader() throws IOException {
        String data = file(folder, "data.csv", "1,2\n3,4");
        assertThat(names(DEFAULTS, data)).containsExactly("x1", "x2");
        assertThat(rows(DEFAULTS, data)).containsExactly("[1.0, 2.0] @data.csv:1", "[3.0, 4.0] @data.csv:2");
    }

    @Test
    void toleratesWhatSpreadsheetsWrite() throws IOException {
        String data = file(folder, "data.csv", "\ufeffa,b\r\n\r\n 1 ,\t2 \r\n   \r\n\"3\", \"4\" \r\n5,6");
        assertThat(names(DEFAULTS, data)).containsExactly("a", "b");
        assertThat(rows(DEFAULTS, data))
                .containsExactly("[1.0, 2.0] @data.csv:3", "[3.0, 4.0] @data.csv:5", "[5.0, 6.0] @data.csv:6");
    }

    @Test
    void readsQuotedFields() throws IOException {
        String data = file(folder, "q.csv", "\"the \"\"id\"\"\",\"b,c\"\n\"x\ny\",1\n5\" pipe,2\n\"\",3\n");
        ReadOptions keep = DEFAULTS.withKeep(List.of("the \"id\""));
        assertThat(names(keep, data)).containsExactly("b,c");
        assertThat(rows(keep, data))
                .containsExactly("[1.0] x\ny @q.csv:2", "[2.0] 5\" pipe @q.csv:4", "[3.0]  @q.csv:5");
    }

    @Test
    void anAutomaticHeaderIsTextAmongTheChosenFields() throws IOException {
        String named = file(folder, "years.csv", "id,2019,2020\n7,1,2\n");
        assertThat(names(DEFAULTS, named)).containsExactly("id", "2019", "2020");
        assertThat(names(DEFAULTS.withColumns(List.of("2020")), named)).containsExactly("2020");
        String texts = file(folder, "iris.data", "5.1,3.5,setosa\n4.9,3.0,setosa\n");
        assertThat(rows(DEFAULTS.withExclude(List.of("3")), texts)).hasSize(2);
        assertThat(rows(DEFAULTS.withKeep(List.of("3")), texts))
                .containsExactly("[5.1, 3.5] setosa @iris.data:1", "[4.9, 3.0] setosa @iris.data:2");
        String missing = file(folder, "missing.csv", "1,?,3\n4,5,6\n");
        assertThat(rows(DEFAULTS.withOnBadRow(OnBadRow.SKIP), missing))
                .containsExactly("[4.0, 5.0, 6.0] @missing.csv:2");
        String xNames = file(folder, "x.csv", "a,x9,x1\n1,2,3\n");
        assertThat(names(DEFAULTS.withColumns(List.of("x9", "x1")), xNames)).containsExactly("x9", "x1");
        assertThat(rows(DEFAULTS.withColumns(List.of("x1")), xNames)).containsExactly("[3.0] @x.csv:2");
    }

    @Test
    void aStatedHeaderIsBelieved() throws IOException {
        String data = file(folder, "data.csv", "1,2\n3,4\n");
        assertThat(rows(DEFAULTS.withHeader(Header.YES), data)).containsExactly("[3.0, 4.0] @data.csv:2");
        assertThat(names(DEFAULTS.withHeader(Header.YES), data)).containsExactly("1", "2");
        String named = file(folder, "named.csv", "a,b\n3,4\n");
        assertThat(complaint(DEFAULTS.withHeader(Header.NO), named))
                .isEqualTo("named.csv:1: column 1: \"a\" is not a number, nor is 1 more column; leave out"
                        + " columns 1,2, or skip such rows [EXCLUDE_COLUMNS 1,2, SKIP_BAD_ROWS]");
        assertThat(names(DEFAULTS, file(folder, "gap.csv", "a,,c\n1,2,3\n"))).containsExactly("a", "x2", "c");
    }

    @Test
    void choosesColumnsByNameNumberAndRange() throws IOException {
        String data = file(folder, "data.csv", "id,a,b,c,d\nk1,1,2,3,4\n");
        assertThat(rows(DEFAULTS.withColumns(List.of("c", "2-3")), data))
                .containsExactly("[3.0, 1.0, 2.0] @data.csv:2");
        assertThat(rows(DEFAULTS.withExclude(List.of("id", "3-4")), data)).containsExactly("[1.0, 4.0] @data.csv:2");
        ReadOptions keep = DEFAULTS.withKeep(List.of("id", "b"));
        assertThat(rows(keep, data)).containsExactly("[1.0, 3.0, 4.0] k1 2 @data.csv:2");
        try (RowReader reader = Rows.open(List.of(data), keep)) {
            assertThat(reader.keptNames()).containsExactly("id", "b");
            assertThat(reader.columns()).isEqualTo(3);
        }
        assertThat(rows(DEFAULTS.withColumns(List.of("1-3")).withKeep(List.of("1")), data))
                .containsExactly("[1.0, 2.0] k1 @data.csv:2");
    }

    @Test
    void refusesColumnsThatAreNotThere() {
        String data = file(folder, "data.csv", "a,b,b\n1,2,3\n");
        assertThat(complaint(DEFAULTS.withColumns(List.of("z")), data))
                .isEqualTo("data.csv: no column \"z\"; the columns are a, b, b");
        assertThat(complaint(DEFAULTS.withExclude(List.of("b")), data))
                .isEqualTo("data.csv: columns 2 and 3 are both called \"b\"; choose by number");
        assertThat(complaint(DEFAULTS.withKeep(List.of("2-9")), data))
                .isEqualTo("data.csv: no column 2-9; choose from 1 to 3");
        assertThat(complaint(DEFAULTS.withColumns(List.of("0")), data))
                .isEqualTo("data.csv: no column 0; choose from 1 to 3");
        assertThat(complaint(DEFAULTS.withExclude(List.of("1-3")), data))
                .isEqualTo("data.csv: no numeric column is left of 3; choose at least one [CHOOSE_COLUMNS]");
        assertThat(complaint(DEFAULTS.withHeader(Header.NO).withColumns(List.of("a")), data))
                .isEqualTo("data.csv: no column \"a\"; the columns have no names, choose by number from 1 to 3");
        StringBuilder wide = new StringBuilder("n1");
        for (int i = 2; i <= 31; i++) {
            wide.append(",n").append(i);
        }
        assertThat(complaint(DEFAULTS.withColumns(List.of("z")), file(folder, "wide.csv", wide + "\n")))
                .startsWith("wide.csv: no column \"z\"; the columns are n1, n2, ")
                .endsWith(", n20 and 11 more");
    }

    @Test
    void refusesBadRowsInOneLine() {
        String skip = ", or skip such rows [SKIP_BAD_ROWS]";
        String filling = "; leave the column out, or skip such rows [FILL_MISSING, EXCLUDE_COLUMNS %s, SKIP_BAD_ROWS]";
        String exclude = "; leave the column out, or skip such rows [EXCLUDE_COLUMNS %s, SKIP_BAD_ROWS]";
        assertThat(complaint(DEFAULTS, file(folder, "data.csv", "id,b,age\n1,2,3\n\n1,2,abc\n")))
                .isEqualTo("data.csv:4: column 3 \"age\": \"abc\" is not a number" + exclude.formatted("age"));
        assertThat(complaint(DEFAULTS, file(folder, "odd.csv", "my age,b\n1,2\nx" + "y".repeat(60) + "\u001b[31m,2\n")))
                .isEqualTo("odd.csv:3: column 1 \"my age\": \"x" + "y".repeat(39) + "...\" is not a number"
                        + exclude.formatted(1));
        assertThat(complaint(DEFAULTS, file(folder, "empty.csv", "a,b\n1,2\n1, \n")))
                .isEqualTo("empty.csv:3: column 2 \"b\": the field is empty" + filling.formatted("b"));
        assertThat(complaint(DEFAULTS, file(folder, "nan.csv", "1,2\n1,NaN\n")))
                .isEqualTo("nan.csv:2: column 2: \"NaN\" is not finite" + filling.formatted(2));
        assertThat(complaint(DEFAULTS, file(folder, "inf.csv", "1,2\n1e999,1\n")))
                .isEqualTo("inf.csv:2: column 1: \"1e999\" is not finite" + exclude.formatted(1));
        assertThat(complaint(DEFAULTS, file(folder, "ragged.csv", "1,2\n1,2,3\n")))
                .isEqualTo("ragged.csv:2: 3 fields found, 2 expected; mend the row" + skip);
        assertThat(complaint(DEFAULTS, file(folder, "short.csv", "1,2\n1\n")))
                .isEqualTo("short.csv:2: 1 field found, 2 expected; mend the row" + skip);
        assertThat(complaint(DEFAULTS, file(folder, "after.csv", "1,2\n\"1\"x,2\n")))
                .isEqualTo("after.csv:2: column 1: \"\"1\"x\" goes on after its closing quote" + exclude.formatted(1));
        assertThat(complaint(DEFAULTS, file(folder, "breaks.csv", "a,b\n1,2\n\"x\ny\",2\n")))
                .isEqualTo("breaks.csv:3: column 1 \"a\": \"x y\" is not a number" + exclude.formatted("a"));
    }

    @Test
    void namesAllTextColumnsOfTheFirstRowAtOnce() {
        String advice = "; read %s as categories, or leave %s out [ENCODE_CATEGORIES %s, EXCLUDE_COLUMNS %s]";
        assertThat(complaint(DEFAULTS, file(folder, "adult.csv", "age,work,sex\n39,State,Male\n")))
                .isEqualTo("adult.csv:2: column 2 \"work\": \"State\" is not a number, nor is 1 more column"
                        + advice.formatted("columns work,sex", "them", "work,sex", "work,sex"));
        assertThat(complaint(DEFAULTS, file(folder, "gap.csv", "age,work,sex\n?,1,Male\n")))
                .isEqualTo("gap.csv:2: column 3 \"sex\": \"Male\" is not a number"
                        + advice.formatted("the column", "it", "sex", "sex"));
        // The first line is taken for a header; the advice by number undoes that, too.
        String iris = file(folder, "iris.data", "5.1,3.5,setosa\n4.9,3.0,setosa\n");
        assertThat(complaint(DEFAULTS, iris))
                .isEqualTo("iris.data:2: column 3 \"setosa\": \"setosa\" is not a number"
                        + advice.formatted("the column", "it", 3, 3));
    }

    @Test
    void doesNotSkipEveryRowOfAFileWithCategories() {
        ReadOptions skip = DEFAULTS.withOnBadRow(OnBadRow.SKIP);
        String expected = "column 2 \"work\": \"State\" is not a number; read the column as categories, or leave it out"
                + " [ENCODE_CATEGORIES work, EXCLUDE_COLUMNS work]";
        String few = "age,work,pay\n1,?,5\nNaN,State,nan\n3,Private,x\n";
        assertThat(complaint(skip, file(folder, "few.csv", few))).isEqualTo("few.csv:3: " + expected);
        // A number after the hundredth row comes too late, one before it shows that the column is no category.
        String many = few + "1,Self,1\n".repeat(97) + "1,2,3\n";
        assertThat(complaint(skip, file(folder, "many.csv", many))).isEqualTo("many.csv:3: " + expected);
    }

    @Test
    void skipsTextInAColumnThatAlsoHasNumbers() throws IOException {
        ReadOptions skip = DEFAULTS.withOnBadRow(OnBadRow.SKIP);
        String late = "a,b\n" + "1,x\n".repeat(99) + "1,2\n" + "1,x\n".repeat(200);
        assertThat(rows(skip, file(folder, "late.csv", late))).containsExactly("[1.0, 2.0] @late.csv:101");
        String turns = "a,b\n" + "x,2\n1,y\n".repeat(200) + "1,2\n";
        assertThat(rows(skip, file(folder, "turns.csv", turns))).containsExactly("[1.0, 2.0] @turns.csv:402");
        String marks = "a,b\n" + "?,2\n".repeat(200) + "1,2\n";
        assertThat(rows(skip, file(folder, "marks.csv", marks))).containsExactly("[1.0, 2.0] @marks.csv:202");
    }

    @Test
    void refusesFilesThatHoldNoRows() {
        assertThat(complaint(DEFAULTS, file(folder, "empty.csv", ""))).isEqualTo("empty.csv: no rows");
        assertThat(complaint(DEFAULTS, file(folder, "blank.csv", "\n  \n\r\n"))).isEqualTo("blank.csv: no rows");
        assertThat(complaint(DEFAULTS, file(folder, "header.csv", "a,b\n"))).isEqualTo("header.csv: no rows");
        assertThat(complaint(DEFAULTS.withOnBadRow(OnBadRow.SKIP), file(folder, "bad.csv", "a,b\nx,1\n2\n")))
                .isEqualTo("bad.csv: no rows left, all 2 were skipped");
    }

    @Test
    void refusesWhatIsNoTextFileOfRows() {
        ReadOptions skip = DEFAULTS.withOnBadRow(OnBadRow.SKIP);
        assertThat(complaint(skip, file(folder, "open.csv", "a,b\n1,2\n\"3,4\n5,6\n")))
                .isEqualTo("open.csv:3: a quote is opened and never closed; close or remove it");
        assertThat(complaint(skip, file(folder, "wide.csv", "1\n" + "7".repeat((16 << 20) + 100_000))))
                .isEqualTo("wide.csv:2: a line is longer than 16 MiB; is this a text file of rows, and is every quote"
                        + " closed?");
        assertThat(complaint(skip, file(folder, "many.csv", "1" + ",1".repeat(1_000_000) + "\n")))
                .isEqualTo("many.csv:1: more than 1000000 columns; is this a text file of rows?");
        assertThat(complaint(skip, file(folder, "utf16.csv", new byte[] {'1', 0, '\n', 0})))
                .isEqualTo(
                        "utf16.csv:1: holds bytes of zero: no text, or UTF-16 without its byte order mark; convert it"
                                + " to UTF-8");
    }

    @Test
    void skipsAndCountsBadRows() throws IOException {
        String data = file(folder, "data.csv", "a,b\n1,2\nx,3\n4\n5,\n6,inf\n7,8\n");
        try (RowReader reader = Rows.open(List.of(data), DEFAULTS.withOnBadRow(OnBadRow.SKIP))) {
            assertThat(rows(reader, 1)).containsExactly("[1.0, 2.0] @data.csv:2", "[7.0, 8.0] @data.csv:7");
            assertThat(reader.skippedRows()).isEqualTo(4);
        }
    }

    @Test
    void aBadRowComesAfterTheGoodOnesBeforeIt() throws IOException {
        String data = file(folder, "data.csv", "1,2\n3,4\nx,5\n");
        try (RowReader reader = Rows.open(List.of(data), DEFAULTS)) {
            DenseBuffer batch = new DenseBuffer(8, 2);
            assertThatExceptionOfType(BadInputException.class).isThrownBy(() -> reader.read(batch));
            assertThat(batch.rows()).isEqualTo(2);
        }
    }

    @Test
    void findsTheDelimiter() throws IOException {
        assertThat(rows(DEFAULTS, file(folder, "a.tsv", "a b\tc\n1\t2\n"))).containsExactly("[1.0, 2.0] @a.tsv:2");
        assertThat(rows(DEFAULTS, file(folder, "a.txt", "1;2\n"))).containsExactly("[1.0, 2.0] @a.txt:1");
        assertThat(rows(DEFAULTS, file(folder, "a.data", "  1   2 \n 3 4\n")))
                .containsExactly("[1.0, 2.0] @a.data:1", "[3.0, 4.0] @a.data:2");
        assertThat(rows(DEFAULTS, file(folder, "wine.csv", "\"acid, fixed\";\"b\"\n1;2\n")))
                .containsExactly("[1.0, 2.0] @wine.csv:2");
        assertThat(rows(DEFAULTS, file(folder, "weight.csv", "net weight\n1\n")))
                .containsExactly("[1.0] @weight.csv:2");
        assertThat(rowsOf(bytes("1\t2\n"), DEFAULTS)).containsExactly("[1.0, 2.0] @standard input:1");
        assertThat(rowsOf(bytes("1, 2\n"), DEFAULTS)).containsExactly("[1.0, 2.0] @standard input:1");
        assertThat(rowsOf(bytes("1\n2\n"), DEFAULTS)).hasSize(2);
        assertThat(rowsOf(bytes("1\t2\n"), DEFAULTS.withFormat(RowFormat.TSV))).hasSize(1);
        assertThat(complaint(DEFAULTS.withFormat(RowFormat.CSV), file(folder, "b.txt", "1;2\n1;3\n")))
                .isEqualTo("b.txt:2: column 1 \"1;2\": \"1;3\" is not a number; if these are several fields, state the"
                        + " separator [STATE_SEPARATOR comma, semicolon, tab, pipe or blank]");
    }

    @Test
    void recognisesLibsvmRows() {
        assertThat(complaint(DEFAULTS, file(folder, "a.txt", "1 1:0.5 2:7\n1 2:7 3:1\n")))
                .isEqualTo("a.txt:2: column 2 \"1:0.5\": \"2:7\" is not a number; if these are LIBSVM rows, state the"
                        + " format [STATE_FORMAT libsvm]");
    }

    @Test
    void rowsDoNotDependOnTheBatchSize() throws IOException {
        StringBuilder text = new StringBuilder("a,\"b\nc\",id\n");
        for (int i = 0; i < 20_000; i++) {
            text.append(i)
                    .append(",\"")
                    .append(i * 0.37)
                    .append("\",\"k\n")
                    .append(i)
                    .append("\"\n");
        }
        String data = file(folder, "data.csv", text.toString());
        ReadOptions options = DEFAULTS.withKeep(List.of("id"));
        List<String> expected = null;
        for (int batchRows : new int[] {1, 7, 4096, 100_000}) {
            try (RowReader reader = Rows.open(List.of(data), options)) {
                List<String> rows = rows(reader, batchRows);
                expected = expected == null ? rows : expected;
                assertThat(rows).hasSize(20_000).isEqualTo(expected);
            }
        }
    }
}
