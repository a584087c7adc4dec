package io.github.skpca.io;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is to be said of several inputs: what holds for many of them is said once. For any thread. */
final class InputNotes {
    private final Map<String, Set<String>> inputs = new LinkedHashMap<>();

    /** Adds what is to be said of an input; what was said of it before counts once. */
    synchronized void add(String input, List<String> notes) {
        for (String note : notes) {
            inputs.computeIfAbsent(note, said -> new LinkedHashSet<>()).add(input);
        }
    }

    /** One line each, with the name of the first input that it is about. */
    synchronized List<String> all() {
        List<String> lines = new ArrayList<>();
        inputs.forEach((note, names) -> {
            int more = names.size() - 1;
            lines.add(names.iterator().next() + (more == 0 ? "" : " and " + more + " more") + ": " + note);
        });
        return lines;
    }
}
