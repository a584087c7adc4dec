package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What travels with a checkpoint beside the learner: named texts and named arrays, which the library does not interpret. One file
 * holds both, so that they belong to the same moment.
 *
 * @param texts any texts by name, sorted by name
 * @param numbers finite numbers by name, sorted by name; the arrays are shared and must not be changed
 */
public record Attachments(Map<String, String> texts, Map<String, double[]> numbers) {
    /** No attachments. */
    public static final Attachments NONE = new Attachments(Map.of(), Map.of());

    /** The prefix of every attachment's name in a file. */
    static final String PREFIX = "watch.";

    private static final Pattern NAME = Pattern.compile("[a-zA-Z][a-zA-Z0-9.-]{0,99}");

    /** Checks the names and the numbers, and copies the maps. */
    public Attachments {
        texts = sorted(texts);
        numbers = sorted(numbers);
        for (Map.Entry<String, double[]> entry : numbers.entrySet()) {
            ModelFileChecks.requireFinite("attachment " + entry.getKey(), entry.getValue());
        }
    }

    private static <T> Map<String, T> sorted(Map<String, T> entries) {
        for (String name : entries.keySet()) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "the name of an attachment must be a letter and at most 99 letters, digits, dots and dashes");
            }
        }
        return Collections.unmodifiableMap(new TreeMap<>(entries));
    }

    /**
     * The text of a name that must be there.
     *
     * @throws IllegalArgumentException if it is not
     */
    public String text(String name) {
        String text = texts.get(name);
        if (text == null) {
            throw new IllegalArgumentException("no attachment " + name);
        }
        return text;
    }

    /**
     * The numbers of a name that must be there; not to be changed.
     *
     * @throws IllegalArgumentException if they are not
     */
    public double[] numbers(String name) {
        double[] found = numbers.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no attachment " + name);
        }
        return found;
    }

    /** Whether there are no attachments. */
    public boolean isEmpty() {
        return texts.isEmpty() && numbers.isEmpty();
    }

    void write(TensorFile.Builder file) {
        texts.forEach((name, text) -> file.metadata(PREFIX + name, text));
        numbers.forEach((name, values) -> file.tensor(PREFIX + name, values, values.length));
    }

    static Attachments read(TensorFile file) throws ModelFileException {
        Map<String, String> texts = new TreeMap<>();
        file.metadata().forEach((key, value) -> {
            if (key.startsWith(PREFIX)) {
                texts.put(key.substring(PREFIX.length()), value);
            }
        });
        Map<String, double[]> numbers = new TreeMap<>();
        for (String tensor : file.tensorNames()) {
            if (tensor.startsWith(PREFIX)) {
                numbers.put(tensor.substring(PREFIX.length()), file.doubles(tensor, -1));
            }
        }
        return new Attachments(texts, numbers);
    }
}
