package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static io.github.skpca.io.BadInputException.quote;

/** The columns of one input that become numbers, those that are kept as text, and what they are called. */
final class ColumnChoice {
    static final int MOST_COLUMNS = 1_000_000;
    private static final int MOST_LISTED = 20;
    private static final Pattern NUMBER_OR_RANGE = Pattern.compile("(\\d{1,9})(?:-(\\d{1,9}))?");
    private static final Pattern PLAIN_NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.]*");

    private final Names names;
    private final int[] numeric;
    private final int[] kept;
    private final List<String> notes;
    /** The columns of the input before this one by whose names these were found; null if they were not. */
    private final @Nullable ColumnChoice first;

    private ColumnChoice(Names names, int[] numeric, int[] kept, List<String> notes, @Nullable ColumnChoice first) {
        this.first = first;
        this.names = names;
        this.numeric = numeric;
        this.kept = kept;
        this.notes = notes;
    }

    /**
     * What the columns of an input are called.
     *
     * @param input the input's name, for messages
     * @param count the columns there are
     * @param header their names, or null if they have none
     * @param extra the name of a further column, number count from 0, which is chosen only by that name; or null
     */
    record Names(
            String input,
            int count,
            @Nullable List<String> header,
            @Nullable String extra) {
        String name(int column) {
            if (column == count && extra != null) {
                return extra;
            }
            return header == null ? "x" + (column + 1) : header.get(column);
        }

        /** The column that a name stands for; -1 if none. */
        int find(String name) throws BadInputException {
            if (name.equals(extra)) {
                return count;
            }
            if (header == null) {
                return generatedColumn(name) < count ? generatedColumn(name) : -1;
            }
            int first = header.indexOf(name);
            int last = header.lastIndexOf(name);
            if (first != last) {
                throw new BadInputException(input + ": columns " + (first + 1) + " and " + (last + 1)
                        + " are both called " + quote(name) + "; choose by number");
            }
            return first;
        }
    }

    /** Chooses columns as the user asked; fails with what exists if they are not there. */
    static ColumnChoice of(Names names, ReadOptions options) throws BadInputException {
        Set<Integer> kept = resolve(names, options.keep());
        Set<Integer> numeric = new LinkedHashSet<>();
        if (options.columns().isEmpty()) {
            for (int column = 0; column < names.count(); column++) {
                numeric.add(column);
            }
        } else {
            numeric.addAll(resolve(names, options.columns()));
        }
        resolve(names, options.exclude()).forEach(numeric::remove);
        kept.forEach(numeric::remove);
        if (numeric.isEmpty()) {
            throw new BadInputException(
                    names.input() + ": no numeric column is left of " + names.count() + "; choose at least one",
                    List.of(Remedy.CHOOSE_COLUMNS));
        }
        if (names.header() == null || options.names().isEmpty()) {
            return new ColumnChoice(names, toArray(numeric), toArray(kept), List.of(), null);
        }
        ColumnMatch match = ColumnMatch.of(names, toArray(numeric), options);
        return new ColumnChoice(names, match.columns(), toArray(kept), match.notes(), null);
    }

    /**
     * The columns of an input that are those of the first one: by their names if both have names and no others are asked for, else as the user
     * asked. So what was chosen by number is chosen by the first input's numbers.
     */
    static ColumnChoice like(ColumnChoice first, Names names, ReadOptions options) throws BadInputException {
        if (names.header() == null || !first.isNamed() || !options.names().isEmpty()) {
            return of(names, options);
        }
        FirstColumns.Found found = new FirstColumns(first.names, first.numeric, first.kept)
                .in(names, !options.columns().isEmpty());
        return new ColumnChoice(names, found.numeric(), found.kept(), found.notes(), first);
    }

    /** Whether a choice can only mean a column's name, so that the input must have a header. */
    static boolean asksForNames(ReadOptions options) {
        for (List<String> tokens : List.of(
                options.columns(),
                options.exclude(),
                options.keep(),
                options.cells().named())) {
            for (String token : tokens) {
                if (!NUMBER_OR_RANGE.matcher(token.strip()).matches() && generatedColumn(token.strip()) < 0) {
                    return true;
                }
            }
        }
        return false;
    }

    int columns() {
        return numeric.length;
    }

    /** The source column, from 0, of every numeric output column. Not to be changed. */
    int[] numeric() {
        return numeric;
    }

    /** The source column, from 0, of every kept column. Not to be changed. */
    int[] kept() {
        return kept;
    }

    boolean isNamed() {
        return names.header() != null;
    }

    /** What a person should know of the columns that were chosen, without the input's name. */
    List<String> notes() {
        return notes;
    }

    List<String> columnNames() {
        return Arrays.stream(numeric).mapToObj(names::name).toList();
    }

    List<String> keptNames() {
        return Arrays.stream(kept).mapToObj(names::name).toList();
    }

    /** The places, among the numeric columns, of those that tokens name; fails where one is not read. */
    Set<Integer> places(List<String> tokens) throws BadInputException {
        if (first != null) {
            return first.places(tokens);
        }
        Set<Integer> places = new LinkedHashSet<>();
        for (int column : resolve(names, tokens)) {
            int place = 0;
            while (place < numeric.length && numeric[place] != column) {
                place++;
            }
            if (place == numeric.length) {
                throw new BadInputException(names.input() + ": " + describe(column)
                        + " is not among the columns that are used; choose it as well");
            }
            places.add(place);
        }
        return places;
    }

    /** How messages speak of a source column: {@code column 3 "age"}. */
    String describe(int column) {
        return "column " + (column + 1) + (isNamed() ? " " + quote(names.name(column)) : "");
    }

    /** How the user would name a source column in an option: by its name if that can be typed plainly, else by number. */
    String optionName(int column) {
        List<String> header = names.header();
        if (header != null) {
            String name = header.get(column);
            if (PLAIN_NAME.matcher(name).matches() && header.indexOf(name) == header.lastIndexOf(name)) {
                return name;
            }
        }
        return Integer.toString(column + 1);
    }

    private static Set<Integer> resolve(Names names, List<String> tokens) throws BadInputException {
        Set<Integer> columns = new LinkedHashSet<>();
        for (String token : tokens) {
            resolve(names, token.strip(), columns);
        }
        return columns;
    }

    private static void resolve(Names names, String token, Set<Integer> columns) throws BadInputException {
        int named = names.find(token);
        if (named >= 0) {
            columns.add(named);
            return;
        }
        Matcher range = NUMBER_OR_RANGE.matcher(token);
        if (!range.matches()) {
            throw new BadInputException(names.input() + ": no column " + quote(token) + "; " + whatExists(names));
        }
        int first = Integer.parseInt(range.group(1));
        int last = range.group(2) == null ? first : Integer.parseInt(range.group(2));
        if (first < 1 || last > names.count() || first > last) {
            throw new BadInputException(names.input() + ": no column " + token + "; choose from 1 to " + names.count());
        }
        for (int number = first; number <= last; number++) {
            columns.add(number - 1);
        }
    }

    /** What the columns of an input are called, or that they have no names. */
    static String whatExists(Names names) {
        List<String> header = names.header();
        if (header == null) {
            return "the columns have no names, choose by number from 1 to " + names.count();
        }
        int more = header.size() - MOST_LISTED;
        return "the columns are "
                + header.stream().limit(MOST_LISTED).map(ColumnChoice::listed).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static String listed(String name) {
        String quoted = quote(name);
        return quoted.substring(1, quoted.length() - 1);
    }

    /** The column, from 0, that a generated name such as x7 stands for; -1 if the token is no such name. */
    private static int generatedColumn(String token) {
        return token.matches("x[1-9]\\d{0,8}") ? Integer.parseInt(token.substring(1)) - 1 : -1;
    }

    private static int[] toArray(Collection<Integer> columns) {
        return columns.stream().mapToInt(Integer::intValue).toArray();
    }
}
