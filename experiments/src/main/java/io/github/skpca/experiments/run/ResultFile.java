package io.github.skpca.experiments.run;

import io.github.skpca.io.PartFiles;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * A tab-separated file that grows by whole groups of lines: header first, numbers as {@code Double.toString}, NaN as nothing.
 *
 * <p>A group is one write. A run that was killed leaves at worst a line without its end, which {@link #lines} leaves out.
 */
public final class ResultFile {
    private final Path path;
    private final List<String> columns;

    /** A file of these columns. */
    public ResultFile(Path path, List<String> columns) {
        this.path = path;
        this.columns = List.copyOf(columns);
    }

    /** Begins again, with only the header. */
    public void start() throws IOException {
        replace(List.of());
    }

    /** Whether an existing file has these columns: {@link #keep} takes one with others for empty. */
    public boolean hasHeader() throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(path)) {
            return String.join("\t", columns).equals(reader.readLine());
        }
    }

    /** Keeps the whole lines that pass, drops all others and a torn end; begins a new one if there is none. */
    public void keep(Predicate<String[]> wanted) throws IOException {
        List<String> kept = new ArrayList<>();
        for (String[] line : lines()) {
            if (wanted.test(line)) {
                kept.add(String.join("\t", line));
            }
        }
        replace(kept);
    }

    private void replace(List<String> lines) throws IOException {
        StringBuilder text = new StringBuilder(String.join("\t", columns)).append('\n');
        lines.forEach(line -> text.append(line).append('\n'));
        PartFiles.write(path, text.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Puts lines in the place of all that was there, in one step. */
    public void write(List<List<Object>> lines) throws IOException {
        replace(lines.stream().map(this::line).toList());
    }

    /** Adds lines. */
    public void append(List<List<Object>> group) throws IOException {
        StringBuilder text = new StringBuilder();
        group.forEach(values -> text.append(line(values)).append('\n'));
        Files.write(path, text.toString().getBytes(StandardCharsets.UTF_8), StandardOpenOption.APPEND);
    }

    private String line(List<Object> values) {
        if (values.size() != columns.size()) {
            throw new IllegalArgumentException(values.size() + " values for " + columns.size() + " columns");
        }
        return values.stream().map(ResultFile::text).collect(Collectors.joining("\t"));
    }

    private static String text(Object value) {
        if (value instanceof Double number) {
            return number.isNaN() ? "" : number.toString();
        }
        return String.valueOf(value);
    }

    /** The whole lines below the header, split; none if there is no such file or it has other columns. */
    public List<String[]> lines() throws IOException {
        List<String[]> lines = new ArrayList<>();
        if (!Files.isRegularFile(path)) {
            return lines;
        }
        String text = Files.readString(path);
        int from = text.indexOf('\n') + 1;
        if (from == 0 || !text.substring(0, from - 1).equals(String.join("\t", columns))) {
            return lines;
        }
        for (int end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
            String[] values = text.substring(from, end).split("\t", -1);
            if (values.length == columns.size()) {
                lines.add(values);
            }
            from = end + 1;
        }
        return lines;
    }

    /** Where a column is. */
    public int column(String name) {
        int at = columns.indexOf(name);
        if (at < 0) {
            throw new IllegalArgumentException("there is no column " + name);
        }
        return at;
    }
}
