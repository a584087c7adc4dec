package io.github.skpca.experiments.results;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What manifest.json says of a run, by name; the names of objects within objects are joined with dots, and a list has
 * several values.
 *
 * @param fields in the order of the file, unmodifiable
 */
public record Manifest(Map<String, List<String>> fields) {
    static final String FILE = "manifest.json";

    /** Of a run that measured one method again and kept all else. */
    public static final String RENEWED = "manifest-renewed.json";

    /** Of a run that tried the statements again and kept all else. */
    public static final String THEORY = "manifest-theory.json";

    private static final int DEEPEST = 8;

    /** Copies the fields. */
    public Manifest {
        Map<String, List<String>> copy = new LinkedHashMap<>();
        fields.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        fields = Collections.unmodifiableMap(copy);
    }

    /**
     * Reads the manifest of a folder; nothing is in it if there is no such file. What a later run renewed stands in a manifest of
     * its own, whose names begin with {@code renewed.} here, or with {@code theory.}.
     */
    public static Manifest read(Path folder) throws IOException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        read(folder.resolve(FILE), "", fields);
        read(folder.resolve(RENEWED), "renewed.", fields);
        read(folder.resolve(THEORY), "theory.", fields);
        return new Manifest(fields);
    }

    /** Reads the manifest of that name; nothing is in it if there is no such file. */
    public static Manifest readFile(Path file) throws IOException {
        Map<String, List<String>> fields = new LinkedHashMap<>();
        read(file, "", fields);
        return new Manifest(fields);
    }

    private static void read(Path file, String prefix, Map<String, List<String>> fields) throws IOException {
        if (Files.isRegularFile(file)) {
            try (JsonParser parser = new JsonFactory().createParser(ResultTable.text(file))) {
                if (parser.nextToken() != JsonToken.START_OBJECT) {
                    throw new ResultFileException(file, 1, "must be one JSON object");
                }
                readObject(parser, prefix, fields, 0);
            } catch (JsonProcessingException fault) {
                long line =
                        fault.getLocation() == null ? 1 : fault.getLocation().getLineNr();
                throw new ResultFileException(file, line, "not JSON: " + fault.getOriginalMessage());
            }
        }
    }

    /** The sentences that say what was cut: those under a name with "cut" in it. */
    public List<String> cuts() {
        List<String> cuts = new ArrayList<>();
        fields.forEach((name, values) -> {
            if (isCut(name)) {
                cuts.addAll(values);
            }
        });
        return cuts;
    }

    /** Whether the name is that of what was cut. */
    public static boolean isCut(String name) {
        return name.toLowerCase(Locale.ROOT).contains("cut");
    }

    /** The first value of that name, or an empty text. */
    public String text(String name) {
        List<String> values = fields.getOrDefault(name, List.of());
        return values.isEmpty() ? "" : values.get(0);
    }

    private static void readObject(JsonParser parser, String prefix, Map<String, List<String>> fields, int depth)
            throws IOException {
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = prefix + parser.currentName();
            parser.nextToken();
            readValue(parser, name, fields, depth);
        }
    }

    private static void readValue(JsonParser parser, String name, Map<String, List<String>> fields, int depth)
            throws IOException {
        if (depth > DEEPEST) {
            throw new JsonParseException(parser, "nested too deeply");
        }
        if (parser.currentToken() == JsonToken.START_OBJECT) {
            readObject(parser, name + ".", fields, depth + 1);
        } else if (parser.currentToken() == JsonToken.START_ARRAY) {
            fields.computeIfAbsent(name, key -> new ArrayList<>());
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                readValue(parser, name, fields, depth + 1);
            }
        } else {
            fields.computeIfAbsent(name, key -> new ArrayList<>()).add(parser.getText());
        }
    }
}
