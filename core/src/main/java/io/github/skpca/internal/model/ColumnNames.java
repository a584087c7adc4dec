package io.github.skpca.internal.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/** The names of the columns of an input: who may be called what, how two lists differ, and their text in a model file. */
public final class ColumnNames {
    /** Characters of all names together: names come from files, and every copy of a model holds them. */
    public static final int MOST_CHARACTERS = 1 << 20;

    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(1)
                    .maxStringLength(MOST_CHARACTERS)
                    .build())
            .build();

    private ColumnNames() {}

    /**
     * Names as they are kept: an empty one becomes x and the column's number.
     *
     * @param columns how many there must be, unless there are none
     * @return an immutable list
     * @throws IllegalArgumentException if there are others than so many, or they are longer than {@link #MOST_CHARACTERS} together
     */
    static List<String> checked(List<String> names, int columns) {
        if (names.isEmpty()) {
            return List.of();
        }
        if (names.size() != columns) {
            throw new IllegalArgumentException(names.size() + " column names for " + columns + " columns");
        }
        if (!fit(names)) {
            throw new IllegalArgumentException(
                    "the column names have more than " + MOST_CHARACTERS + " characters together; leave them out");
        }
        List<String> kept = new ArrayList<>(columns);
        for (String name : names) {
            // A half of a surrogate pair has no bytes in a file.
            String text = new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            kept.add(text.isEmpty() ? "x" + (kept.size() + 1) : text);
        }
        return List.copyOf(kept);
    }

    /** Whether names are short enough to be kept. */
    public static boolean fit(Collection<String> names) {
        long characters = 0;
        for (String name : names) {
            characters += name.length();
        }
        return characters <= MOST_CHARACTERS;
    }

    /** What keeps two lists from naming the same columns, in words; empty if nothing does, or one of them is empty. */
    public static String differenceFrom(List<String> names, List<String> others) {
        if (names.isEmpty() || others.isEmpty() || names.equals(others)) {
            return "";
        }
        int at = 0;
        while (at < names.size() - 1 && at < others.size() - 1 && names.get(at).equals(others.get(at))) {
            at++;
        }
        String both = "column " + (at + 1) + " is " + ModelFileProblems.quote(names.get(at)) + " and "
                + ModelFileProblems.quote(others.get(at));
        boolean reordered = names.size() == others.size() && new HashSet<>(names).equals(new HashSet<>(others));
        return reordered ? "the same columns in another order: " + both : both;
    }

    /** The names as a JSON list. */
    static String text(List<String> names) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = JSON.createGenerator(text)) {
            generator.writeStartArray();
            for (String name : names) {
                generator.writeString(name);
            }
            generator.writeEndArray();
        } catch (IOException e) {
            throw new UncheckedIOException("a string takes all text", e);
        }
        return text.toString();
    }

    /**
     * The names of such a list.
     *
     * @param most how many are read, at most
     * @throws IllegalArgumentException if it is none, or has more
     */
    static List<String> parse(String text, int most) {
        List<String> names = new ArrayList<>();
        try (JsonParser parser = JSON.createParser(text)) {
            boolean isList = parser.nextToken() == JsonToken.START_ARRAY;
            while (isList && parser.nextToken() == JsonToken.VALUE_STRING && names.size() < most) {
                names.add(parser.getText());
            }
            if (!isList || parser.currentToken() != JsonToken.END_ARRAY || parser.nextToken() != null) {
                throw new IllegalArgumentException("the column names are not a list of at most " + most + " texts");
            }
        } catch (IOException e) {
            throw new IllegalArgumentException("the column names are not a JSON list", e);
        }
        return names;
    }
}
