package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

final class LookTest {
    @TempDir
    Path folder;

    private String fit(String name, String text, Object... options) throws IOException {
        Path file = Data.file(folder, name, text);
        Object[] args = java.util.stream.Stream.concat(
                        java.util.stream.Stream.of("look", file, "--json"), java.util.Arrays.stream(options))
                .toArray();
        Outcome look = Outcome.of(args);
        assertThat(look.exit()).as(look.err()).isZero();
        return ((String) look.json().get("fit")).replace(folder + "/", "").replace(" -o model.skpca", "");
    }

    @Test
    void showsATableAndTheCommand() throws IOException {
        Path file = Data.file(
                folder,
                "a.csv",
                "id;net weight;color;ok\r\n1;1,5;red;true\r\n2;2,5;red;false\r\n3;;blue;true\r\n4;9;red;true\r\n");
        Outcome look = Outcome.of("look", file);
        assertThat(look.exit()).isZero();
        assertThat(look.err()).isEqualTo("note: numbers have decimal commas; 1,5 is read as 1.5\n");
        assertThat(look.out().replace(folder + "/", "").lines())
                .containsExactly(
                        "a.csv",
                        "  format        csv",
                        "  separator     semicolon",
                        "  decimalSign   comma",
                        "  lineEnds      CRLF",
                        "  encoding      UTF-8",
                        "  header        true",
                        "  rowsLookedAt  4",
                        "  rows          4",
                        "  columnCount   4",
                        "",
                        "     column      type                 range or values  missing  suggestion",
                        "  1  id          row number           1 to 4                    --exclude: counts the rows",
                        "  2  net weight  number               1.500 to 9.000   25.0 %   --missing impute",
                        "  3  color       category (2 values)  red, blue                 --one-hot: one column of 0 and 1 per value",
                        "  4  ok          true/false           0 to 1",
                        "",
                        "  skpca fit a.csv --exclude id --one-hot color --missing impute -o model.skpca");
    }

    @Test
    void givesTheSameAsJson() throws IOException {
        Path file = Data.file(folder, "a.csv", "a,b\n1,x\n3,y\n2,x\n5,x\n");
        Map<String, Object> fields = Outcome.done("look", file, "--json").json();
        assertThat(fields)
                .containsEntry("format", "csv")
                .containsEntry("separator", "comma")
                .containsEntry("lineEnds", "LF")
                .containsEntry("header", true)
                .containsEntry("rows", 4L)
                .containsEntry("warnings", List.of());
        assertThat(fields.get("columns").toString())
                .contains("type=whole number, least=1.0, greatest=5.0")
                .contains("type=category, distinct=2, moreDistinct=false, frequent={x=3, y=1}, missing=0");
    }

    @Test
    void findsOutWhetherThereIsAHeader() throws IOException {
        assertThat(fit("iris.data", "5.1,3.5,setosa\n4.9,3.0,setosa\n4.7,3.2,virginica\n6,2.9,virginica\n"))
                .isEqualTo("skpca fit iris.data --one-hot 3");
        assertThat(fit("years.csv", "2019,2020\n1,2\n3,5\n", "--header", "yes"))
                .isEqualTo("skpca fit years.csv --header yes");
        assertThat(fit("text.csv", "a,color\n1,red\n2.5,red\n3,blue\n7,red\n"))
                .isEqualTo("skpca fit text.csv --one-hot color");
        assertThat(fit("plain.csv", "1,2\n3,5\n7,1\n")).isEqualTo("skpca fit plain.csv");
    }

    @Test
    void leavesOutWhatIsNoUse() throws IOException {
        StringBuilder text = new StringBuilder("my id,when,same,free text,amount,class,a\n");
        for (int i = 1; i <= 100; i++) {
            text.append(i)
                    .append(",2024-01-02 03:04:05,7,text ")
                    .append(i)
                    .append(",\"1,")
                    .append(100 + i)
                    .append(",000\",")
                    .append(i % 3)
                    .append(',')
                    .append(i * 0.37 % 1)
                    .append('\n');
        }
        assertThat(fit("a.csv", text.toString()))
                .isEqualTo("skpca fit a.csv --exclude 'my id,when,same,free text,amount,class'");
        assertThat(fit("b.csv", "name,city\nAnn,Bonn\nBob,Kiel\nCyd,Ulm\nDan,Jena\nEve,Trier\n"))
                .isEmpty();
    }

    @Test
    void stateOptionsAreHandedOn() throws IOException {
        assertThat(fit("a.csv", "a;b\n1,234;2\n5,678;4\n7,1;1\n", "--decimal", "comma", "--separator", ";"))
                .isEqualTo("skpca fit a.csv --separator semicolon --decimal comma");
        assertThat(fit("noend", "a,b\n1,2\n3,5\n4,4\n", "--format", "csv")).isEqualTo("skpca fit noend --format csv");
    }

    @Test
    void badRowsAreCountedAndSkipped() throws IOException {
        String rows = "1.5,2\n2,3.5\n".repeat(20);
        assertThat(fit("a.csv", "a,b\n" + rows + "1,n.d.\n7\n")).isEqualTo("skpca fit a.csv --on-bad-row skip");
    }

    @Test
    void looksAtTheFirstRowsOfALargeFile() throws IOException {
        Path file = folder.resolve("large.csv");
        Files.write(file, "1.25,2.5\n7.5,1.5\n".repeat(75_000).getBytes(StandardCharsets.UTF_8));
        Map<String, Object> some = Outcome.done("look", file, "--json").json();
        assertThat(some).doesNotContainKey("rows").containsEntry("rowsLookedAt", 100_001L);
        assertThat(((Number) some.get("rowsEstimated")).doubleValue()).isBetween(120_000.0, 180_000.0);
        assertThat(Outcome.done("look", file, "--json", "--all").json()).containsEntry("rows", 150_000L);
    }

    @Test
    void looksAtArraysAndSparseRows() throws IOException {
        Outcome.done("generate", "random-noisy", "--rows", 50, "--columns", 3, "-o", folder.resolve("a.npy"));
        Map<String, Object> array =
                Outcome.done("look", folder.resolve("a.npy"), "--json").json();
        assertThat(array)
                .containsEntry("format", "npy")
                .containsEntry("rows", 50L)
                .containsEntry("columnCount", 3L)
                .doesNotContainKeys("separator", "header");
        assertThat(fit("a.svm", "1 1:0.5 3:2\n-1 2:1.5\n1 1:7 2:2.5\n")).isEqualTo("skpca fit a.svm");
    }

    @Test
    void refusesWhatCannotBeRead() throws IOException {
        assertThat(Refusal.of(folder, "look", folder.resolve("none.csv"))).endsWith("none.csv: no such file");
        assertThat(Refusal.of(folder, "look", Data.file(folder, "e.csv", ""))).endsWith("e.csv: no rows");
        assertThat(Refusal.of(folder, "look", Data.file(folder, "j.csv", "{\"a\": 1}\n")))
                .endsWith("j.csv:1: is JSON, not lines of numbers; convert it to CSV");
    }
}
