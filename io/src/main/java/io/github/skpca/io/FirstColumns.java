package io.github.skpca.io;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import static io.github.skpca.io.BadInputException.quote;

/**
 * The columns of the first of several inputs, which are found by their names in each later one that names its columns.
 *
 * @param names what the columns of the first input are called; they have names
 * @param numeric its source columns that are read as numbers, from 0
 * @param kept its source columns that are kept as text, from 0
 */
record FirstColumns(ColumnChoice.Names names, int[] numeric, int[] kept) {
    /**
     * The same columns of a later input.
     *
     * @param numeric the source column, from 0, of each that is read as a number
     * @param kept the source column, from 0, of each that is kept as text
     * @param notes what a person should know of it, without the input's name
     */
    record Found(int[] numeric, int[] kept, List<String> notes) {}

    /**
     * Finds them.
     *
     * @param later what the columns of the later input are called; they have names
     * @param areListed whether the user listed the columns to use, so that others are left out by choice
     * @throws BadInputException if some are not there, or it is not clear which they are
     */
    Found in(ColumnChoice.Names later, boolean areListed) throws BadInputException {
        List<String> header = header(later);
        if (header.equals(header(names))) {
            return new Found(numeric, kept, List.of());
        }
        requireAll(later);
        int[] found = places(later, numeric);
        List<String> notes = new ArrayList<>();
        if (!order(found).equals(order(numeric))) {
            notes.add("the columns are in another order than those of " + names.input()
                    + ": put in its order by their names");
        }
        Set<String> known = new HashSet<>(header(names));
        List<String> extra =
                header.stream().filter(name -> !known.contains(name)).toList();
        if (!extra.isEmpty() && !areListed) {
            notes.add((extra.size() == 1 ? "a column" : extra.size() + " columns") + " that " + names.input()
                    + " does not have " + (extra.size() == 1 ? "is" : "are") + " left out: "
                    + ColumnMatch.listed(extra));
        }
        return new Found(found, places(later, kept), notes);
    }

    private void requireAll(ColumnChoice.Names later) throws BadInputException {
        Set<String> there = new HashSet<>(header(later));
        List<String> missing = IntStream.concat(Arrays.stream(numeric), Arrays.stream(kept))
                .mapToObj(names::name)
                .filter(name -> !there.contains(name))
                .toList();
        if (missing.isEmpty()) {
            return;
        }
        boolean all = missing.size() == numeric.length + kept.length;
        throw new BadInputException(
                later.input() + ": no " + (missing.size() == 1 ? "column " : "columns ") + ColumnMatch.listed(missing)
                        + ", which " + names.input() + " has; " + ColumnChoice.whatExists(later)
                        + (all
                                ? "; give files of the same columns, or state that the first line is no header"
                                : "; give files of the same columns, or choose those that all of them have"),
                List.of(all ? Remedy.NO_HEADER : Remedy.CHOOSE_COLUMNS));
    }

    private int[] places(ColumnChoice.Names later, int[] columns) throws BadInputException {
        Set<String> wanted = Arrays.stream(columns).mapToObj(names::name).collect(Collectors.toSet());
        places(names, later, wanted);
        Map<String, Integer> there = places(later, later, wanted);
        return Arrays.stream(columns)
                .map(column -> there.get(names.name(column)))
                .toArray();
    }

    /** Where the columns of an input are that have a name which is wanted; fails if two have the same. */
    private Map<String, Integer> places(ColumnChoice.Names one, ColumnChoice.Names later, Set<String> wanted)
            throws BadInputException {
        Map<String, Integer> places = new HashMap<>();
        for (int column = 0; column < one.count(); column++) {
            String name = one.name(column);
            if (wanted.contains(name) && places.put(name, column) != null) {
                throw new BadInputException(one.input() + ": more than one column is called " + quote(name)
                        + ", and the columns of " + names.input() + " and " + later.input()
                        + " are not the same; give files of the same columns");
            }
        }
        return places;
    }

    /** The places of columns, by the source column. */
    private static List<Integer> order(int[] columns) {
        return IntStream.range(0, columns.length)
                .boxed()
                .sorted(Comparator.comparingInt(place -> columns[place]))
                .toList();
    }

    private static List<String> header(ColumnChoice.Names named) {
        return java.util.Objects.requireNonNull(named.header());
    }
}
