package io.github.skpca.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a command left behind.
 *
 * @param exit the exit code
 * @param out standard output
 * @param err standard error, without Java's announcement of its incubating module
 */
record Outcome(int exit, String out, String err) {
    /** Runs a command in this JVM; arguments are turned to text. */
    static Outcome of(Object... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int exit = Main.run(
                texts(args),
                new PrintStream(out, false, StandardCharsets.UTF_8),
                new PrintStream(err, false, StandardCharsets.UTF_8));
        return new Outcome(exit, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
    }

    /** Runs a command in this JVM that must succeed and say nothing on standard error. */
    static Outcome done(Object... args) {
        return of(args).requireDone();
    }

    /** Runs a command in this JVM that must succeed, and may say something of the rows on standard error. */
    static Outcome passed(Object... args) {
        return of(args).requirePassed();
    }

    static String[] texts(Object... args) {
        return Arrays.stream(args).map(String::valueOf).toArray(String[]::new);
    }

    Outcome requirePassed() {
        assertThat(exit).as(err).isZero();
        assertThat(err.lines()).allMatch(line -> line.startsWith("note: "), "is a note");
        return this;
    }

    Outcome requireDone() {
        assertThat(err).isEmpty();
        assertThat(exit).isZero();
        return this;
    }

    /** The one line of a failure, without the {@code skpca: } at its beginning. */
    String complaint(int expectedExit) {
        assertThat(err).startsWith("skpca: ").endsWith("\n").doesNotContain("Exception", "\tat ", "internal error");
        assertThat(err.strip()).hasLineCount(1);
        assertThat(exit).as(err).isEqualTo(expectedExit);
        return err.strip().substring("skpca: ".length());
    }

    /** Standard output as one JSON object, with nothing before and nothing after it. */
    Map<String, Object> json() {
        try (JsonParser parser = new JsonFactory().createParser(out)) {
            assertThat(parser.nextToken()).isEqualTo(JsonToken.START_OBJECT);
            Map<String, Object> fields = object(parser);
            assertThat(parser.nextToken()).isNull();
            return fields;
        } catch (IOException failure) {
            throw new UncheckedIOException(out, failure);
        }
    }

    double number(String field) {
        return ((Number) json().get(field)).doubleValue();
    }

    private static Map<String, Object> object(JsonParser parser) throws IOException {
        Map<String, Object> fields = new LinkedHashMap<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            assertThat(fields.put(name, value(parser))).as("twice: " + name).isNull();
        }
        return fields;
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> object(parser);
            case START_ARRAY -> {
                List<Object> items = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    items.add(value(parser));
                }
                yield items;
            }
            case VALUE_NUMBER_INT -> parser.getLongValue();
            case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
            case VALUE_TRUE, VALUE_FALSE -> parser.getBooleanValue();
            case VALUE_STRING -> parser.getText();
            default -> throw new AssertionError("a " + parser.currentToken() + " in the JSON");
        };
    }
}
