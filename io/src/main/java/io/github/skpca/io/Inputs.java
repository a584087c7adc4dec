package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import static io.github.skpca.io.BadInputException.quote;

/** The inputs the user named, with how to open each. */
final class Inputs {
    private final List<String> arguments;
    private final ReadOptions options;
    private final InputStream standardInput;

    /** Checks that all inputs can be read, and finds the width of LIBSVM files by reading them once. */
    Inputs(List<String> arguments, ReadOptions options, InputStream standardInput) throws IOException {
        this.arguments = List.copyOf(arguments);
        this.standardInput = standardInput;
        if (arguments.isEmpty()) {
            throw new BadInputException("no input given; name a file, or - for standard input");
        }
        if (arguments.stream().filter(Input.STANDARD_INPUT::equals).count() > 1) {
            throw new BadInputException("standard input (-) is given twice; it can be read only once");
        }
        for (String argument : arguments) {
            check(argument, options.format());
        }
        this.options = options.width() == 0 ? options.withWidth(findWidth(options)) : options;
    }

    int count() {
        return arguments.size();
    }

    String name(int index) {
        return Input.displayName(arguments.get(index));
    }

    /** Whether all inputs are LIBSVM. */
    boolean areSparse() {
        return arguments.stream().allMatch(argument -> format(argument, options.format()) == RowFormat.LIBSVM);
    }

    boolean isRereadable(int index) {
        return Input.isRegular(arguments.get(index));
    }

    /** The sizes in bytes, NaN where unknown. */
    double[] sizes() throws IOException {
        double[] sizes = new double[count()];
        for (int i = 0; i < sizes.length; i++) {
            sizes[i] = isRereadable(i) ? Files.size(Path.of(arguments.get(i))) : Double.NaN;
        }
        return sizes;
    }

    /**
     * Opens an input whose rows are to be read at places all over it; rows that are bad are left out, whatever the options say. Its columns are to be
     * those of the first one.
     */
    Places openPlaces(int index, ColumnChoice first) throws IOException {
        String argument = arguments.get(index);
        ReadOptions skipping = options.withOnBadRow(OnBadRow.SKIP);
        RowPolicy policy = new RowPolicy(OnBadRow.SKIP);
        Input input = Input.open(argument, standardInput);
        try {
            RowFormat format = format(argument, options.format());
            if (format == RowFormat.NPY) {
                return new NpyPlaces(new NpySource(input, skipping));
            }
            RecordsAtPlaces records = new RecordsAtPlaces(new InputRecords(input), policy);
            return new TextPlaces(
                    format == RowFormat.LIBSVM
                            ? new LibsvmSource(records, skipping, policy)
                            : new DelimitedSource(records, argument, skipping, policy, first),
                    records);
        } catch (IOException | RuntimeException failure) {
            input.close();
            throw failure;
        }
    }

    /** How the rows of all inputs can be reached. */
    InputAccess access() throws IOException {
        InputAccess all = InputAccess.ANYWHERE;
        for (String argument : arguments) {
            InputAccess one = Input.access(argument, standardInput);
            all = one.compareTo(all) > 0 ? one : all;
        }
        return all;
    }

    /** The options, with the width of LIBSVM inputs. */
    ReadOptions options() {
        return options;
    }

    /** Refuses an input whose columns are not those of the first one. */
    void requireSameColumns(ColumnChoice first, int next, ColumnChoice other) throws BadInputException {
        if (other.columns() != first.columns()) {
            throw new BadInputException(
                    name(next) + ": " + other.columns() + " columns, but " + name(0) + " has " + first.columns()
                            + "; choose the same ones",
                    List.of(Remedy.CHOOSE_COLUMNS));
        }
        if (!first.isNamed() || !other.isNamed()) {
            return;
        }
        List<String> here = other.columnNames();
        List<String> there = first.columnNames();
        for (int i = 0; i < here.size(); i++) {
            if (!here.get(i).equals(there.get(i))) {
                throw new BadInputException(
                        name(next) + ": column " + quote(here.get(i)) + " is " + quote(there.get(i)) + " in " + name(0)
                                + "; choose the same ones",
                        List.of(Remedy.CHOOSE_COLUMNS));
            }
        }
    }

    /** Opens an input, whose columns are to be those of the first one; null if it is the first one. */
    RowSource open(int index, @Nullable ColumnChoice first) throws IOException {
        String argument = arguments.get(index);
        Input input = Input.open(argument, standardInput);
        try {
            RowFormat format = format(argument, options.format());
            if (format == null) {
                format = NpyHeader.isAt(input) ? RowFormat.NPY : RowFormat.CSV;
            }
            return switch (format) {
                case CSV, TSV ->
                    new DelimitedSource(
                            new InputRecords(input), argument, options, new RowPolicy(options.onBadRow()), first);
                case LIBSVM -> new LibsvmSource(new InputRecords(input), options, new RowPolicy(options.onBadRow()));
                case NPY -> new NpySource(input, options);
            };
        } catch (IOException | RuntimeException failure) {
            input.close();
            throw failure;
        }
    }

    /** Opens the first input for a look at its cells, whose missing ones may be missing. */
    Cells openCells() throws IOException {
        String argument = arguments.get(0);
        RowFormat format = format(argument, options.format());
        Input input = Input.open(argument, standardInput);
        try {
            if (format == null) {
                format = NpyHeader.isAt(input) ? RowFormat.NPY : RowFormat.CSV;
            }
            if (format == RowFormat.CSV || format == RowFormat.TSV) {
                return new TextCells(input, argument, options);
            }
            ReadOptions lenient = options.withOnBadRow(OnBadRow.SKIP).withCells(CellRules.of(true, List.of()));
            RowSource source = format == RowFormat.NPY
                    ? new NpySource(input, lenient)
                    : new LibsvmSource(new InputRecords(input), lenient, new RowPolicy(OnBadRow.SKIP));
            return new NumberCells(source, format.name().toLowerCase(Locale.ROOT), input.isCompressed());
        } catch (IOException | RuntimeException failure) {
            input.close();
            throw failure;
        }
    }

    private static void check(String argument, @Nullable RowFormat stated) throws BadInputException {
        if (argument.equals(Input.STANDARD_INPUT)) {
            return;
        }
        Input.check(argument);
        if (Input.isRegular(argument) && format(argument, stated) == null) {
            Remedy naming = Remedy.format("csv, tsv, libsvm or npy");
            throw OtherFormats.refusal(argument, naming)
                    .orElseGet(() -> new BadInputException(
                            Input.displayName(argument) + ": the name does not tell the format; state it",
                            List.of(naming)));
        }
    }

    /** The format stated or told by the name; null if neither. */
    private static @Nullable RowFormat format(String argument, @Nullable RowFormat stated) {
        return stated != null ? stated : RowFormat.ofName(argument).orElse(null);
    }

    /** The highest index of all LIBSVM inputs; 0 if there is no such input. */
    private int findWidth(ReadOptions stated) throws IOException {
        int highest = 0;
        boolean any = false;
        for (String argument : arguments) {
            if (format(argument, stated.format()) != RowFormat.LIBSVM) {
                continue;
            }
            any = true;
            if (!Input.isRegular(argument)) {
                throw new BadInputException(
                        Input.displayName(argument)
                                + ": LIBSVM rows from a pipe do not tell how many columns there are; state the width",
                        List.of(Remedy.STATE_WIDTH));
            }
            try (Input input = Input.open(argument, standardInput)) {
                highest = Math.max(highest, LibsvmSource.highestIndex(input, stated.onBadRow()));
            }
        }
        if (any && highest == 0) {
            throw new BadInputException(Input.displayName(arguments.get(0)) + ": no rows");
        }
        return highest;
    }
}
