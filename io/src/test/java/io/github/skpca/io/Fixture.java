package io.github.skpca.io;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Files written and rows read by the tests of this module. */
final class Fixture {
    private Fixture() {}

    static String file(Path folder, String name, String text) {
        return file(folder, name, text.getBytes(StandardCharsets.UTF_8));
    }

    static String file(Path folder, String name, byte[] bytes) {
        try {
            return Files.write(folder.resolve(name), bytes).toString();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    static byte[] gzip(byte[] bytes) {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream stream = new GZIPOutputStream(compressed)) {
            stream.write(bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return compressed.toByteArray();
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** All rows as text like {@code [1.0, 2.0]}, with kept text and position behind, which also compares exactly. */
    static List<String> rows(RowReader reader, int batchRows) throws IOException {
        List<String> rows = new ArrayList<>();
        DenseBuffer batch = new DenseBuffer(batchRows, reader.columns());
        while (reader.read(batch) > 0) {
            collect(batch, rows);
        }
        assertThat(batch.rows()).isZero();
        assertThat(reader.read(batch)).isZero();
        return rows;
    }

    /** All rows as {@link #rows} has them, without their positions; closes the reader. */
    static List<String> numbers(RowReader reader) throws IOException {
        try (reader) {
            return rows(reader, 4).stream()
                    .map(row -> row.substring(0, row.indexOf('@')).strip())
                    .toList();
        }
    }

    /** What a reader says of files in a folder, without its name. */
    static List<String> notes(Path folder, RowReader reader) {
        return reader.notes().stream()
                .map(note -> note.replace(folder + "/", ""))
                .toList();
    }

    static void collect(DenseBuffer batch, List<String> rows) {
        for (int row = 0; row < batch.rows(); row++) {
            int from = row * batch.columns();
            StringBuilder text = new StringBuilder(
                    Arrays.toString(Arrays.copyOfRange(batch.values(), from, from + batch.columns())));
            for (int i = 0; i < batch.keptCount(); i++) {
                text.append(' ').append(batch.kept(row, i));
            }
            String position = batch.position(row);
            text.append(" @").append(position.substring(position.lastIndexOf('/') + 1));
            rows.add(text.toString());
        }
    }

    static List<String> rows(ReadOptions options, String... inputs) throws IOException {
        try (RowReader reader = Rows.open(List.of(inputs), options)) {
            return rows(reader, 3);
        }
    }

    static List<String> rowsOf(byte[] standardInput, ReadOptions options) throws IOException {
        try (RowReader reader = Rows.open(List.of("-"), options, new ByteArrayInputStream(standardInput))) {
            return rows(reader, 3);
        }
    }

    /** The message of the error that opening and reading gives, without the folder of the file, and in brackets what helps. */
    static String complaint(ReadOptions options, String... inputs) {
        BadInputException failure = catchThrowableOfType(BadInputException.class, () -> rows(options, inputs));
        return withoutFolders(withRemedies(failure), inputs);
    }

    private static String withRemedies(BadInputException failure) {
        List<String> remedies = failure.remedies().stream()
                .map(remedy -> (remedy.kind() + " " + remedy.value()).strip())
                .toList();
        return remedies.isEmpty() ? failure.getMessage() : failure.getMessage() + " " + remedies;
    }

    static String complaintOf(byte[] standardInput, ReadOptions options) {
        return withRemedies(catchThrowableOfType(BadInputException.class, () -> rowsOf(standardInput, options)));
    }

    private static String withoutFolders(String message, String... inputs) {
        assertThat(message).doesNotContain("\n");
        String shortened = message;
        for (String input : inputs) {
            shortened = shortened.replace(input, input.substring(input.lastIndexOf('/') + 1));
        }
        return shortened;
    }
}
