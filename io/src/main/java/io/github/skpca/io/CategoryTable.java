package io.github.skpca.io;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts of a column of categories and their numbers, in the order in which they were seen. It takes so many texts of so many characters;
 * all others, and all that are new once it is fixed, are -1. Any thread may use it.
 */
public final class CategoryTable {
    private static final int MOST_VALUES = 1 << 16;
    private static final int LONGEST = 256;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> values = new ArrayList<>();
    private boolean fixed;

    CategoryTable() {}

    /**
     * The texts seen so far.
     *
     * @return number i at place i
     */
    public synchronized List<String> values() {
        return List.copyOf(values);
    }

    /**
     * Takes these texts, and none beside them from now on.
     *
     * @param known the texts in the order of their numbers
     */
    public synchronized void fix(List<String> known) {
        numbers.clear();
        values.clear();
        for (String text : known) {
            numbers.putIfAbsent(text, values.size());
            values.add(text);
        }
        fixed = true;
    }

    /** The number of a text; -1 if it has none. */
    synchronized int number(String text) {
        Integer known = numbers.get(text);
        if (known != null) {
            return known;
        }
        if (fixed || values.size() == MOST_VALUES || text.length() > LONGEST) {
            return -1;
        }
        numbers.put(text, values.size());
        values.add(text);
        return values.size() - 1;
    }
}
