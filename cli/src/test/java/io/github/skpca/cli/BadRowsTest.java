package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows that cannot be used: refused with their place, and nothing half-written. */
final class BadRowsTest {
    @TempDir
    Path folder;

    private Path model;
    private Path old;
    private String good;

    @BeforeEach
    void fit() throws Exception {
        good = Data.lines(30, 3, 6);
        model = folder.resolve("model.skpca");
        old = Data.file(folder, "old.csv", "what was there before\n");
        Outcome.done("fit", Data.file(folder, "good.csv", good), "-o", model, "--features", 10, "--sketch", 4);
    }

    /** The file's own name, then line and column where there is one, and what to do. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1,2        | bad.csv:31: | --on-bad-row skip",
                "1,2,3,4    | bad.csv:31: | --on-bad-row skip",
                "1,nan,3    | bad.csv:31: column 2 | --on-bad-row skip",
                "1,2,NaN    | bad.csv:31: column 3 | --on-bad-row skip",
                "-inf,2,3   | bad.csv:31: column 1 | --on-bad-row skip",
                "Infinity,2,3 | bad.csv:31: column 1 | --on-bad-row skip",
                "1e999,2,3  | bad.csv:31: column 1 | --on-bad-row skip",
                "1,abc,3    | bad.csv:31: column 2 | --on-bad-row skip",
                "1,,3       | bad.csv:31: column 2 | --on-bad-row skip",
                "'1,\"2,3'  | bad.csv: | quote",
            })
    void inARowOfAFile(String row, String place, String advice) throws Exception {
        Path bad = Data.file(folder, "bad.csv", good + row + "\n");
        for (Object[] command : commands(bad)) {
            assertThat(Refusal.of(folder, command)).contains(place, advice);
        }
    }

    /** With every row skipped there would be nothing to learn from. */
    @Test
    void aColumnOfCategories() throws Exception {
        String text = "age,work,pay\n" + "39,State,1\n40,Private,2\n?,Self,3\n".repeat(40);
        Path bad = Data.file(folder, "adult.csv", text + "1,2,3\n".repeat(40));
        for (Object[] command : commands(bad)) {
            Object[] skipping = Arrays.copyOf(command, command.length + 2);
            skipping[command.length] = "--on-bad-row";
            skipping[command.length + 1] = "skip";
            for (Object[] each : new Object[][] {command, skipping}) {
                assertThat(Refusal.of(folder, each))
                        .contains("adult.csv:2: column 2 \"work\": \"State\" is not a number; read the column as"
                                + " categories, or leave it out (")
                        .endsWith(each[0].equals("fit") ? "(--one-hot work, or --exclude work)" : "(--exclude work)");
            }
        }
    }

    @Test
    void emptyInputs() throws Exception {
        for (String text : List.of("", "\n\n", "a,b,c\n")) {
            Path empty = Data.file(folder, "empty.csv", text);
            for (Object[] command : commands(empty)) {
                assertThat(Refusal.of(folder, command)).contains("empty.csv: no rows");
            }
        }
    }

    @Test
    void nothingOnStandardInput() throws Exception {
        Outcome outcome = SkpcaProcess.run(List.of(), "fit", "-", "-o", folder.resolve("m"));
        assertThat(outcome.complaint(2)).isEqualTo("standard input: no rows");
        assertThat(folder.resolve("m")).doesNotExist();
    }

    @Test
    void aBadRowOnStandardInput() throws Exception {
        Outcome outcome = SkpcaProcess.runWith(Data.bytes(good + "1,x,3\n"), "score", model, "-", "-o", old);
        assertThat(outcome.complaint(2)).startsWith("standard input:31: column 2");
        assertThat(old).hasContent("what was there before");
    }

    @Test
    void noSuchFileOrAFolderOrAnUnknownFormat() throws Exception {
        for (Object[] command : commands(folder.resolve("nothing.csv"))) {
            assertThat(Refusal.of(folder, command)).contains("nothing.csv: no such file");
        }
        for (Object[] command : commands(folder)) {
            assertThat(Refusal.of(folder, command)).contains(folder + ": is a folder; give the files in it");
        }
        for (Object[] command : commands(Data.file(folder, "rows.parquet", good))) {
            assertThat(Refusal.of(folder, command)).contains("rows.parquet: ", "--format");
        }
    }

    @Test
    void aMissingSecondInputIsFoundBeforeTheFirstIsRead() throws Exception {
        assertThat(Refusal.of(folder, "fit", folder.resolve("good.csv"), folder.resolve("nothing.csv"), "-o", model))
                .contains("nothing.csv: no such file");
    }

    @Test
    void damagedFiles() throws Exception {
        byte[] gz = Data.gzip(Data.bytes(good));
        Path cut = Files.write(folder.resolve("cut.csv.gz"), java.util.Arrays.copyOf(gz, gz.length / 2));
        Path npy = folder.resolve("rows.npy");
        Outcome.done("generate", "random-noisy", "--rows", 30, "--columns", 3, "-o", npy);
        byte[] whole = Files.readAllBytes(npy);
        Files.write(npy, java.util.Arrays.copyOf(whole, whole.length - 5));
        for (Object[] command : commands(cut)) {
            assertThat(Refusal.of(folder, command)).contains("cut.csv.gz: ", "gzip data is damaged or cut short");
        }
        for (Object[] command : commands(npy)) {
            assertThat(Refusal.of(folder, command)).contains("rows.npy: ");
        }
    }

    @Test
    void anotherWidthThanTheModels() throws Exception {
        Path wide = Data.file(folder, "wide.csv", Data.lines(5, 4, 7));
        for (String command : List.of("transform", "score", "evaluate")) {
            String complaint = command.equals("evaluate")
                    ? Refusal.of(folder, command, model, wide)
                    : Refusal.of(folder, command, model, wide, "-o", old);
            assertThat(complaint)
                    .contains(wide.toString(), "4 columns", model.toString(), "fitted on 3", "--columns", "--exclude");
        }
        assertThat(Refusal.of(folder, "fit", wide, "--like", model, "-o", old))
                .contains(wide.toString(), "4 columns", model.toString(), "--columns");
    }

    @Test
    void columnsThatAreNotThere() throws Exception {
        for (String option : List.of("--columns", "--exclude", "--keep")) {
            assertThat(Refusal.of(folder, "score", model, folder.resolve("good.csv"), option, "9", "-o", old))
                    .contains("good.csv", "no column 9");
            assertThat(Refusal.of(folder, "score", model, folder.resolve("good.csv"), option, "age", "-o", old))
                    .contains("good.csv", "age");
        }
    }

    @Test
    void rowsThatDoNotTellABandwidth() throws Exception {
        Path same = Data.file(folder, "same.csv", "1,2,3\n".repeat(50));
        Path single = Data.file(folder, "single.csv", "1,2,3\n");
        for (String rule : List.of("median", "mean")) {
            assertThat(Refusal.of(folder, "fit", same, "--bandwidth", rule, "-o", old))
                    .contains(rule, "50 rows", "give a bandwidth", "--bandwidth NUMBER");
            assertThat(Refusal.of(folder, "fit", single, "--bandwidth", rule, "-o", old))
                    .contains(rule, "1 row ", "give a bandwidth");
        }
    }

    @Test
    void aModelWithoutComponentsCannotTransform() throws Exception {
        Path single = Data.file(folder, "single.csv", "1,2,3\n");
        Path flat = folder.resolve("flat.skpca");
        Outcome fit = Outcome.done("fit", single, "--bandwidth", 1, "-o", flat, "--json");
        assertThat(fit.json()).containsEntry("components", 0L).containsEntry("rows", 1L);
        assertThat(Refusal.of(folder, "transform", flat, single, "-o", old)).contains(flat + " has no components");
        Outcome.done("inspect", flat);
        Outcome.passed("score", flat, single, "-o", old);
        Outcome.done("evaluate", flat, single);
    }

    private Object[][] commands(Path input) {
        return new Object[][] {
            {"fit", input, "-o", model},
            {"fit", input, "-o", old, "--like", model},
            {"transform", model, input, "-o", old},
            {"score", model, input, "-o", folder.resolve("new.npy")},
            {"evaluate", model, input},
            {"evaluate", model, input, "--json"},
        };
    }
}
