package io.github.skpca.cli;

import io.github.skpca.KernelPcaModel;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows with a header meet a model by name, whatever the order of their columns. */
final class ColumnNamesTest {
    private static final String ORDER =
            "the columns are in another order than the model's: put in its order by their names";

    @TempDir
    Path folder;

    private List<String> lines;
    private Path data;
    private Path reversed;
    private Path model;
    private Path out;

    @BeforeEach
    void fit() throws Exception {
        lines = new ArrayList<>(Data.lines(1500, 4, 19).lines().toList());
        for (int i = 0; i < lines.size(); i++) {
            lines.set(i, "row" + i + "," + lines.get(i));
        }
        lines.add(0, "id,speed,load,heat,flow");
        data = Files.write(folder.resolve("data.csv"), lines);
        reversed = write("reversed.csv", 4, 3, 2, 1);
        model = folder.resolve("model.skpca");
        out = folder.resolve("out.csv");
        Outcome.done("fit", data, "--exclude", "id", "-o", model, "--features", 40, "--sketch", 10);
    }

    /** A file with some of the columns, counted from 0. */
    private Path write(String name, int... columns) throws Exception {
        return Files.write(
                folder.resolve(name),
                lines.stream()
                        .map(line -> String.join(
                                ",",
                                Arrays.stream(columns)
                                        .mapToObj(column -> line.split(",")[column])
                                        .toList()))
                        .toList());
    }

    @Test
    void theModelRemembersThem() throws Exception {
        assertThat(KernelPcaModel.load(model).columnNames()).containsExactly("speed", "load", "heat", "flow");
        assertThat(Outcome.done("inspect", model, "--json").json())
                .containsEntry("columnNames", List.of("speed", "load", "heat", "flow"));
        assertThat(Outcome.done("inspect", model).out()).contains("speed, load, heat, flow");
    }

    @Test
    void reorderedColumnsGiveTheSameRows() throws Exception {
        for (List<Object> command : List.<List<Object>>of(
                List.of("transform"), List.of("score"), List.of("reconstruct"), List.of("score", "--fdr", 0.1))) {
            List<Object> args = new ArrayList<>(command);
            args.addAll(List.of(model, data, "--exclude", "id", "-o", out, "--json"));
            assertThat(Outcome.done(args.toArray()).json()).containsEntry("warnings", List.of());
            String expected = Files.readString(out);
            args = new ArrayList<>(command);
            args.addAll(List.of(model, reversed, "-o", out, "--json"));
            Outcome outcome = Outcome.passed(args.toArray());
            assertThat(Files.readString(out)).isEqualTo(expected);
            assertThat(outcome.err()).isEqualTo("note: " + reversed + ": " + ORDER + "\n");
            assertThat(outcome.json()).containsEntry("warnings", List.of(reversed + ": " + ORDER));
        }
        double error = Outcome.done("evaluate", model, data, "--exclude", "id", "--json")
                .number("spectralError");
        Outcome other = Outcome.passed("evaluate", model, reversed, "--json");
        assertThat(other.number("spectralError")).isEqualTo(error);
        assertThat(other.err()).contains(ORDER);
    }

    @Test
    void filesOfOneFitMeetByName() throws Exception {
        Path rest = write("rest.csv", 1, 2, 3, 4);
        Path two = folder.resolve("two.skpca");
        Path same = folder.resolve("same.skpca");
        Object[] small = {"--exclude", "id", "--features", 40, "--sketch", 10, "--json", "-o"};
        Outcome.done(with(List.of("fit", data, data), small, same));
        Outcome mixed = Outcome.passed(with(List.of("fit", data, reversed), small, two));
        String note = reversed + ": the columns are in another order than those of " + data
                + ": put in its order by their names";
        assertThat(mixed.err()).isEqualTo("note: " + note + "\n");
        assertThat(mixed.json()).containsEntry("warnings", List.of(note));
        Outcome.done("transform", same, rest, "-o", out);
        String expected = Files.readString(out);
        Outcome.done("transform", two, rest, "-o", out);
        assertThat(Files.readString(out)).isEqualTo(expected);

        Path narrow = write("narrow.csv", 4, 1);
        assertThat(Refusal.of(folder, "fit", rest, narrow, "-o", two))
                .startsWith(narrow + ": no columns \"load\", \"heat\", which " + rest
                        + " has; the columns are flow, speed; give files of the same columns")
                .endsWith("(--columns or --exclude)");
        Outcome wide = Outcome.passed("fit", rest, data, "-o", two);
        assertThat(wide.err()).contains(data + ": a column that " + rest + " does not have is left out: \"id\"\n");
    }

    @Test
    void reportTuneAndCompareSayItToo() throws Exception {
        Path page = folder.resolve("page.html");
        Outcome report = Outcome.passed("report", model, reversed, "-o", page, "--json");
        assertThat(report.json()).containsEntry("warnings", List.of(reversed + ": " + ORDER));
        Path rest = write("rest.csv", 1, 2, 3, 4);
        String note = "note: " + reversed + ": the columns are in another order than those of " + rest;
        assertThat(Outcome.passed("compare", rest, reversed, "--size", 20, "--components", 5)
                        .err())
                .startsWith(note);
        assertThat(Outcome.passed("tune", rest, reversed, "--bandwidth", "median", "--components", 2, "--sample", 200)
                        .err())
                .startsWith(note);
    }

    private static Object[] with(List<Object> first, Object[] then, Object last) {
        List<Object> all = new ArrayList<>(first);
        all.addAll(Arrays.asList(then));
        all.add(last);
        return all.toArray();
    }

    @Test
    void whatTheFitLeftOutNeedsNoRepeating() throws Exception {
        Outcome.done("transform", model, data, "--exclude", "id", "-o", out);
        String expected = Files.readString(out);
        Outcome left = Outcome.passed("transform", model, data, "-o", out);
        assertThat(left.err())
                .isEqualTo("note: " + data + ": a column that the model does not have is left out: \"id\"\n");
        assertThat(Files.readString(out)).isEqualTo(expected);
        // Asked for, it is nothing to speak of.
        Outcome.done("transform", model, data, "--keep", "id", "-o", out);
        assertThat(Files.readString(out)).startsWith("id,pc1,").contains("\nrow0,");
    }

    @Test
    void missingColumnsAreNamed() throws Exception {
        Path narrow = write("narrow.csv", 1, 4);
        for (Object[] command : new Object[][] {
            {"transform", model, narrow, "-o", out},
            {"score", model, narrow, "-o", out},
            {"evaluate", model, narrow},
            {"reconstruct", model, narrow, "-o", out},
            {"watch", model, narrow, "--once"},
            {"fit", narrow, "--like", model, "-o", folder.resolve("like.skpca")},
        }) {
            assertThat(Refusal.of(folder, command))
                    .startsWith(
                            narrow + ": no columns \"load\", \"heat\", which the model was fitted on; the columns are"
                                    + " speed, flow;")
                    .endsWith("(--columns or --exclude)");
        }
    }

    @Test
    void withoutAHeaderRowsGoByPosition() throws Exception {
        Outcome.done("transform", model, data, "--exclude", "id", "-o", out);
        String expected = Files.readString(out);
        List<String> bare = Files.readAllLines(write("bare.csv", 1, 2, 3, 4));
        Path headless = Files.write(folder.resolve("bare.csv"), bare.subList(1, bare.size()));
        Outcome.done("transform", model, headless, "-o", out);
        assertThat(Files.readString(out)).isEqualTo(expected);
        // The first line of text and numbers looks like a header, and has none of the names.
        Path labelled = Files.write(folder.resolve("labelled.csv"), lines.subList(1, 50));
        assertThat(Refusal.of(folder, "transform", model, labelled, "-o", out))
                .contains("no columns \"speed\", \"load\", \"heat\", \"flow\"")
                .endsWith("(--header no)");
        Path wide = Files.writeString(folder.resolve("wide.csv"), "1,2,3,4,5\n");
        assertThat(Refusal.of(folder, "transform", model, wide, "-o", out))
                .contains("the rows have 5 columns and " + model + " was fitted on 4");
    }

    @Test
    void likeResumeMergeAndLearn() throws Exception {
        Path like = folder.resolve("like.skpca");
        Path merged = folder.resolve("merged.skpca");
        assertThat(Outcome.passed("fit", reversed, "--like", model, "-o", like).err())
                .contains(ORDER);
        Outcome.done("merge", model, like, "-o", merged);
        assertThat(KernelPcaModel.load(merged).columnNames()).containsExactly("speed", "load", "heat", "flow");
        Path other = folder.resolve("other.skpca");
        Outcome.done("fit", reversed, "-o", other, "--features", 40, "--sketch", 10);
        assertThat(Refusal.of(folder, "merge", model, other, "-o", merged))
                .contains("the same columns in another order: column 1 is \"speed\" and \"flow\"")
                .endsWith("(fit --like MODEL)");
        Path learned = folder.resolve("learned.skpca");
        assertThat(Outcome.passed("score", model, reversed, "--learn", "--save", learned, "-o", out)
                        .err())
                .contains(ORDER);
        assertThat(KernelPcaModel.load(learned).columnNames()).containsExactly("speed", "load", "heat", "flow");
        Path checkpoint = folder.resolve("checkpoint");
        Object[] first = {
            "fit",
            reversed,
            "-o",
            other,
            "--features",
            40,
            "--sketch",
            10,
            "--checkpoint",
            checkpoint,
            "--checkpoint-every",
            500
        };
        Outcome.done(first);
        byte[] expected = Files.readAllBytes(other);
        Object[] again = Arrays.copyOf(first, first.length + 1);
        again[first.length] = "--resume";
        again[1] = write("again.csv", 1, 2, 3, 4);
        assertThat(Outcome.passed(again).err()).contains(ORDER);
        assertThat(Files.readAllBytes(other)).isEqualTo(expected);
    }

    @Test
    void watchPutsThemInOrder() throws Exception {
        Path events = folder.resolve("events.jsonl");
        Path sorted = write("sorted.csv", 1, 2, 3, 4);
        Outcome.passed("watch", model, sorted, "--once", "--alert", 0.1, "-o", events);
        String expected = Files.readString(events);
        assertThat(expected).contains("novel");
        Files.delete(events);
        Outcome outcome = Outcome.passed("watch", model, reversed, "--once", "--alert", 0.1, "-o", events, "--json");
        assertThat(outcome.err()).contains("note: " + reversed + ": " + ORDER);
        assertThat(outcome.json().get("warnings").toString()).contains(ORDER);
        assertThat(Files.readString(events)).isEqualTo(expected);
    }

    /** Categories, missing cells and windows are made of cells that were put in order before. */
    @Test
    void preparedRows() throws Exception {
        StringBuilder text = new StringBuilder("colour,size,weight\n");
        StringBuilder turned = new StringBuilder("note,weight,colour,size\n");
        Data numbers = new Data(2, 5);
        for (int i = 0; i < 200; i++) {
            String[] cells = numbers.nextLine().strip().split(",");
            String colour = i % 3 == 0 ? "red" : "green";
            String weight = i % 17 == 3 ? "" : cells[1];
            text.append(colour + "," + cells[0] + "," + weight + "\n");
            turned.append("n" + i + "," + weight + "," + colour + "," + cells[0] + "\n");
        }
        Path straight = Data.file(folder, "straight.csv", text.toString());
        Path mixed = Data.file(folder, "mixed.csv", turned.toString());
        for (String lags : List.of("1", "3")) {
            Outcome.passed(
                    "fit",
                    straight,
                    "--one-hot",
                    "colour",
                    "--missing",
                    "impute",
                    "--lags",
                    lags,
                    "-o",
                    model,
                    "--features",
                    40,
                    "--sketch",
                    10);
            assertThat(KernelPcaModel.load(model).columnNames()).containsExactly("colour", "size", "weight");
            Outcome.passed("score", model, straight, "-o", out);
            String expected = Files.readString(out);
            assertThat(Outcome.passed("score", model, mixed, "-o", out).err()).contains(ORDER, "is left out: \"note\"");
            assertThat(Files.readString(out)).isEqualTo(expected);
        }
    }

    @Test
    void namesThatAreTooLongAreNotKept() throws Exception {
        Path huge = folder.resolve("huge.csv");
        Files.writeString(huge, "a" + "x".repeat(600_000) + ",b" + "y".repeat(600_000) + "\n" + Data.lines(50, 2, 3));
        Outcome outcome = Outcome.passed("fit", huge, "-o", model, "--features", 10, "--sketch", 4);
        assertThat(outcome.err())
                .contains("the model does not remember the names of the columns")
                .hasLineCount(1);
        assertThat(KernelPcaModel.load(model).columnNames()).isEmpty();
        Outcome.done("transform", model, huge, "-o", out);
    }
}
