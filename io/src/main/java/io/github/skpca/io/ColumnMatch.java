package io.github.skpca.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static io.github.skpca.io.BadInputException.quote;

/**
 * The columns of an input in the order of the names that are wanted of it.
 *
 * @param columns the source column, from 0, of each name
 * @param notes what a person should know of it, without the input's name; none if the input has just these columns, in this order
 */
record ColumnMatch(int[] columns, List<String> notes) {
    private static final int MOST_LISTED = 10;

    /**
     * Finds the columns that are wanted among those that were chosen.
     *
     * @param names what the columns of the input are called; they must have names
     * @param chosen the source columns to look among, in their order
     * @param options the names that are wanted, and how the columns were chosen
     * @throws BadInputException if some are not there, or it is not clear which they are
     */
    static ColumnMatch of(ColumnChoice.Names names, int[] chosen, ReadOptions options) throws BadInputException {
        List<String> wanted = options.names();
        List<String> found = Arrays.stream(chosen).mapToObj(names::name).toList();
        if (found.equals(wanted)) {
            return new ColumnMatch(chosen, List.of());
        }
        Map<String, Integer> places = new HashMap<>();
        Set<String> twice = new HashSet<>();
        for (int i = 0; i < chosen.length; i++) {
            if (places.put(found.get(i), i) != null) {
                twice.add(found.get(i));
            }
        }
        List<String> missing =
                wanted.stream().filter(name -> !places.containsKey(name)).toList();
        if (!missing.isEmpty()) {
            if (!options.columns().isEmpty() && chosen.length == wanted.size()) {
                // Who lists as many columns as are wanted has named them anew, one by one.
                return new ColumnMatch(chosen, List.of(renamed(found, wanted)));
            }
            throw missing(names, missing, missing.size() == new HashSet<>(wanted).size());
        }
        requireClear(names, wanted, twice);
        int[] order = wanted.stream().mapToInt(places::get).toArray();
        return new ColumnMatch(Arrays.stream(order).map(place -> chosen[place]).toArray(), notes(found, order));
    }

    private static List<String> notes(List<String> found, int[] order) {
        List<String> notes = new ArrayList<>();
        boolean inOrder = IntStream.range(1, order.length).allMatch(i -> order[i] > order[i - 1]);
        if (!inOrder) {
            notes.add("the columns are in another order than the model's: put in its order by their names");
        }
        if (order.length < found.size()) {
            Set<Integer> used = Arrays.stream(order).boxed().collect(Collectors.toSet());
            List<String> extra = IntStream.range(0, found.size())
                    .filter(place -> !used.contains(place))
                    .mapToObj(found::get)
                    .toList();
            notes.add((extra.size() == 1 ? "a column" : extra.size() + " columns")
                    + " that the model does not have " + (extra.size() == 1 ? "is" : "are") + " left out: "
                    + listed(extra));
        }
        return notes;
    }

    private static String renamed(List<String> found, List<String> wanted) {
        int first = 0;
        while (found.get(first).equals(wanted.get(first))) {
            first++;
        }
        return "columns are taken in the order in which they were chosen, under other names than the model's: "
                + quote(found.get(first)) + " for " + quote(wanted.get(first));
    }

    private static BadInputException missing(ColumnChoice.Names names, List<String> missing, boolean all) {
        List<String> header = names.header();
        List<String> leftOut = header == null
                ? List.of()
                : missing.stream().filter(header::contains).toList();
        if (!leftOut.isEmpty()) {
            boolean one = leftOut.size() == 1;
            return new BadInputException(
                    names.input() + ": " + (one ? "column " : "columns ") + listed(leftOut)
                            + (one ? " was" : " were") + " left out, and the model was fitted on "
                            + (one ? "it" : "them") + "; choose the same ones",
                    List.of(Remedy.CHOOSE_COLUMNS));
        }
        String complaint = names.input() + ": no " + (missing.size() == 1 ? "column " : "columns ") + listed(missing)
                + ", which the model was fitted on; " + ColumnChoice.whatExists(names);
        return all
                ? new BadInputException(
                        complaint + "; give rows with its columns, or state that the first line is no header",
                        List.of(Remedy.NO_HEADER))
                : new BadInputException(
                        complaint + "; give rows with all its columns, or choose others for them, in its order",
                        List.of(Remedy.CHOOSE_COLUMNS));
    }

    private static void requireClear(ColumnChoice.Names names, List<String> wanted, Set<String> twice)
            throws BadInputException {
        Set<String> seen = new HashSet<>();
        for (String name : wanted) {
            if (!seen.add(name) || twice.contains(name)) {
                throw new BadInputException(
                        names.input() + ": more than one column " + (twice.contains(name) ? "" : "of the model ")
                                + "is called "
                                + quote(name)
                                + ", so that they cannot be told apart by name; choose the model's columns, in its order",
                        List.of(Remedy.CHOOSE_COLUMNS));
            }
        }
    }

    /** Names in a message: the first ones, and how many there are beside. */
    static String listed(List<String> names) {
        int more = names.size() - MOST_LISTED;
        return names.stream().limit(MOST_LISTED).map(BadInputException::quote).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }
}
