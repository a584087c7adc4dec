package io.github.skpca.cli;

import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.internal.model.TensorFile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A small model, and rows to watch with it: some that stand out. */
final class WatchFixture {
    static final int COLUMNS = 6;
    static final String HEADER = "id,a,b,c,d,e,f\n";

    final Path folder;
    final Path model;
    final Path events;
    final Path checkpoint;

    WatchFixture(Path folder) throws IOException {
        this.folder = folder;
        model = folder.resolve("model.skpca");
        events = folder.resolve("events.jsonl");
        checkpoint = folder.resolve("watch.state");
        Path training = Data.file(folder, "training.csv", Data.lines(3000, COLUMNS, 1));
        Outcome.done(
                "fit", training, "-o", model, "--features", 40, "--sketch", 10, "--components", 5, "--warmup", 1000);
    }

    /** Rows with their number as an identifier; every 97th stands out, each elsewhere: rows that come again and again are learned. */
    static List<String> rows(int count, long seed) {
        Data data = new Data(COLUMNS, seed);
        List<String> rows = new ArrayList<>();
        for (int i = 1; i <= count; i++) {
            rows.add("row" + i + "," + (i % 97 == 0 ? outlier(i / 97) : data.nextLine()));
        }
        return rows;
    }

    /** A row far from all others, in one of 64 corners. */
    private static String outlier(int number) {
        StringBuilder line = new StringBuilder();
        for (int j = 0; j < COLUMNS; j++) {
            boolean isNegative = ((37 * number + 36) >> j & 1) == 1;
            line.append(j == 0 ? "" : ",").append(isNegative ? "-9.5" : "9.5");
        }
        return line.append('\n').toString();
    }

    /** Such rows, and then others: those of three more in the second column. */
    static List<String> changing(int before, int after, long seed) {
        List<String> rows = rows(before, seed);
        Data data = new Data(COLUMNS, seed + 1);
        for (int i = 0; i < after; i++) {
            String[] fields = data.nextLine().strip().split(",");
            fields[2] = Double.toString(Double.parseDouble(fields[2]) + 3);
            rows.add("late" + i + "," + String.join(",", fields) + "\n");
        }
        return rows;
    }

    /** A watch of a file with the options that all these tests have, unless others are given. */
    Object[] command(Object input, Object... more) {
        List<Object> given = Arrays.asList(more);
        List<Object> all = new ArrayList<>(List.of("watch", model, input, "--keep", "id"));
        if (!given.contains("--alert")) {
            all.addAll(List.of("--alert", 0.005));
        }
        if (!given.contains("--refresh")) {
            all.addAll(List.of("--refresh", 250));
        }
        all.addAll(given);
        return all.toArray();
    }

    /** With events in the file and a checkpoint. */
    Object[] saved(Object input, Object... more) {
        List<Object> all = new ArrayList<>(List.of("-o", events, "--checkpoint", checkpoint));
        all.addAll(Arrays.asList(more));
        return command(input, all.toArray());
    }

    /** The landmarks of a model or a checkpoint. */
    static List<Float> landmarks(Path model) throws IOException {
        List<Float> numbers = new ArrayList<>();
        for (float number : TensorFile.read(model).floats("landmarks", -1, COLUMNS)) {
            numbers.add(number);
        }
        return numbers;
    }

    /** The events of one run over a file with these rows. */
    String expected(List<String> rows) throws IOException {
        Path whole = Data.file(folder, "whole.csv", HEADER + String.join("", rows));
        Path all = folder.resolve("expected.jsonl");
        Files.deleteIfExists(all);
        Outcome.passed(command(whole, "--once", "-o", all));
        return Files.readString(all);
    }

    /** The rows that the checkpoint knows of; 0 if there is none. */
    long rowsSaved() throws IOException {
        return Files.exists(checkpoint)
                ? Long.parseLong(ModelFile.readAttachments(checkpoint).text("rows"))
                : 0;
    }
}
