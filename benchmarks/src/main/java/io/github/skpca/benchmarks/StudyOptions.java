package io.github.skpca.benchmarks;

import io.github.skpca.io.BadInputException;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The options of a study: {@code --name value}, each known by its name. */
final class StudyOptions {
    /** Wrong usage, with the one line that says so. */
    static final class UsageException extends IllegalArgumentException {
        private static final long serialVersionUID = 1L;

        UsageException(String message) {
            super(message);
        }
    }

    /** What a study does. */
    @FunctionalInterface
    interface Study {
        void run() throws IOException;
    }

    private final Map<String, String> values = new HashMap<>();

    private StudyOptions() {}

    /**
     * Reads options.
     *
     * @param sets the names that there are, without dashes
     * @throws UsageException if an argument is no option, is unknown, or has no value
     */
    static StudyOptions parse(String[] arguments, List<Set<String>> sets) {
        Set<String> known = sets.stream().flatMap(Set::stream).collect(Collectors.toCollection(TreeSet::new));
        StudyOptions options = new StudyOptions();
        for (int i = 0; i < arguments.length; i += 2) {
            String name = arguments[i].startsWith("--") ? arguments[i].substring(2) : "";
            if (!known.contains(name)) {
                throw new UsageException(arguments[i] + ": no such option; there are " + String.join(", ", known));
            }
            if (i + 1 == arguments.length) {
                throw new UsageException(arguments[i] + ": has no value; write one behind it");
            }
            options.values.put(name, arguments[i + 1]);
        }
        return options;
    }

    /** Runs a study; wrong usage and bad input end it with one line. */
    static void run(Study study) throws IOException {
        try {
            study.run();
        } catch (UsageException | BadInputException e) {
            System.err.println(e.getMessage());
            System.exit(2);
        }
    }

    /** The text of an option. */
    String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** A text that is one of a few. */
    String oneOf(String name, List<String> allowed) {
        String value = text(name, allowed.get(0));
        if (!allowed.contains(value)) {
            throw new UsageException("--" + name + " " + value + ": must be one of " + String.join(", ", allowed));
        }
        return value;
    }

    /** Texts between commas, each one of a few. */
    List<String> list(String name, List<String> otherwise, List<String> allowed) {
        List<String> list = values.containsKey(name) ? List.of(text(name, "").split(",", -1)) : otherwise;
        for (String value : list) {
            if (!allowed.contains(value)) {
                throw new UsageException("--" + name + " " + value + ": must be of " + String.join(", ", allowed));
            }
        }
        return list;
    }

    /** A number of at least 1. */
    int count(String name, int otherwise) {
        return number("--" + name, text(name, Integer.toString(otherwise)));
    }

    /** Numbers of at least 1, between commas. */
    int[] counts(String name, String otherwise) {
        return List.of(text(name, otherwise).split(",", -1)).stream()
                .mapToInt(value -> number("--" + name, value))
                .toArray();
    }

    /** A number of at least 1, by the name that messages use. */
    static int number(String name, String value) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 1) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new UsageException(name + " " + value + ": must be a whole number of at least 1");
    }
}
