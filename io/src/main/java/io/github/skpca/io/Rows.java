package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.DoubleSupplier;

/** The entry point for rows: opens inputs and creates outputs. */
public final class Rows {
    private Rows() {}

    /**
     * Opens inputs, to be read one after another.
     *
     * @param inputs file names; {@code -} is standard input, at most once
     * @param options how to read them
     * @return a reader of all rows
     * @throws BadInputException if an input is missing, or cannot be read as asked
     * @throws IOException if reading fails
     */
    public static RowReader open(List<String> inputs, ReadOptions options) throws IOException {
        return open(inputs, options, System.in);
    }

    /**
     * Opens inputs, to be read one after another, with a given standard input.
     *
     * @param inputs file names; {@code -} is standard input, at most once
     * @param options how to read them
     * @param standardInput what {@code -} stands for; closed with the reader
     * @return a reader of all rows
     * @throws BadInputException if an input is missing, or cannot be read as asked
     * @throws IOException if reading fails
     */
    public static RowReader open(List<String> inputs, ReadOptions options, InputStream standardInput)
            throws IOException {
        return new SequentialReader(new Inputs(inputs, options, standardInput));
    }

    /**
     * Opens an input for a look at its cells.
     *
     * @param input a file name; {@code -} is standard input
     * @param options how to read it, as far as that was stated; columns are not chosen
     * @return its cells
     * @throws BadInputException if the input is missing, or cannot be read as asked
     * @throws IOException if reading fails
     */
    public static Cells look(String input, ReadOptions options) throws IOException {
        return new Inputs(List.of(input), options, System.in).openCells();
    }

    /**
     * How the rows of inputs can be reached: anywhere, or in their order only.
     *
     * @param inputs file names; {@code -} is standard input
     * @param options how to read them
     * @return what holds for all of them
     * @throws BadInputException if an input is missing
     * @throws IOException if reading fails
     */
    public static InputAccess access(List<String> inputs, ReadOptions options) throws IOException {
        return new Inputs(inputs, options, System.in).access();
    }

    /**
     * Options that need no reading beforehand: the width of LIBSVM inputs is found by reading them once, and stated.
     *
     * @param inputs file names; {@code -} is standard input, at most once
     * @param options how to read them
     * @return the options, with the width
     * @throws BadInputException if an input is missing, or does not tell its width
     * @throws IOException if reading fails
     */
    public static ReadOptions withWidth(List<String> inputs, ReadOptions options) throws IOException {
        return new Inputs(inputs, options, System.in).options();
    }

    /**
     * Opens a sample of the rows of plain files, taken at places all over them without reading what is between.
     *
     * @param inputs file names, of which {@link #access} is {@link InputAccess#ANYWHERE}
     * @param options how to read them
     * @param most the places, at least 1; of files that have no more rows all are taken, in their order
     * @param uniform draws the places: numbers of at least 0 and below 1
     * @return a reader of the sample
     * @throws BadInputException if an input is missing, or cannot be read as asked
     * @throws IOException if reading fails
     */
    public static SampledRows sample(List<String> inputs, ReadOptions options, int most, DoubleSupplier uniform)
            throws IOException {
        if (most < 1) {
            throw new IllegalArgumentException("most must be at least 1, not " + most);
        }
        return new SampledRows(new Inputs(inputs, options, System.in), most, uniform);
    }

    /**
     * Opens a text that is still being written, to be followed for as long as it grows.
     *
     * @param input a file name, of a file that may not be there yet; {@code -} is standard input
     * @param options how to read it; for LIBSVM they must tell the width
     * @param columns the number of columns that its rows must have
     * @param from where to go on, or null to begin at the beginning
     * @return the rows as they come
     * @throws BadInputException if the input is of a format that cannot be followed
     * @throws IOException if reading fails
     */
    public static LiveRows follow(String input, ReadOptions options, int columns, @Nullable LivePosition from)
            throws IOException {
        return follow(input, options, columns, from, System.in);
    }

    static LiveRows follow(
            String input, ReadOptions options, int columns, @Nullable LivePosition from, InputStream standardInput)
            throws IOException {
        RowFormat format = followedFormat(input, options);
        ReadOptions stated = format == RowFormat.LIBSVM ? options.withFormat(format) : options;
        String name = Input.displayName(input);
        if (input.equals(Input.STANDARD_INPUT)) {
            return new LiveRows(new StreamLines(standardInput, name).start(), input, stated, columns).from(from);
        }
        GrowingFile file = new GrowingFile(path(input), name);
        FilePosition position = from == null ? null : from.file();
        if (position != null) {
            file.resume(position);
        } else {
            // Known from the start, so that a position before its first row can be found again.
            file.open();
        }
        return new LiveRows(file, input, stated, columns).from(from);
    }

    /**
     * A number as it is written in rows: the shortest text that reads back as the same number, on every Java the same.
     *
     * @param value any number
     * @return its text
     */
    public static String text(double value) {
        return ShortestDecimal.text(value);
    }

    private static Path path(String input) throws BadInputException {
        try {
            return Path.of(input);
        } catch (InvalidPathException impossible) {
            throw new BadInputException(Input.displayName(input) + ": not a file name", impossible);
        }
    }

    private static RowFormat followedFormat(String input, ReadOptions options) throws BadInputException {
        String name = Input.displayName(input);
        boolean standard = input.equals(Input.STANDARD_INPUT);
        RowFormat format = options.format() != null
                ? options.format()
                : RowFormat.ofName(input).orElse(standard ? RowFormat.CSV : null);
        if (RowFormat.isCompressedName(input)) {
            throw new BadInputException(
                    name + ": a compressed file cannot be followed; unpack it, or read its text from a pipe",
                    List.of(Remedy.READ_A_PIPE));
        }
        if (format == null) {
            throw new BadInputException(
                    name + ": the name does not tell the format; state it",
                    List.of(Remedy.format("csv, tsv or libsvm")));
        }
        if (format == RowFormat.NPY) {
            throw new BadInputException(name + ": an NPY file does not grow; follow CSV, TSV or LIBSVM text");
        }
        if (format == RowFormat.LIBSVM && options.width() == 0) {
            throw new BadInputException(
                    name
                            + ": LIBSVM rows that are still being written do not tell how many columns there are; state the width",
                    List.of(Remedy.STATE_WIDTH));
        }
        return format;
    }

    /**
     * Reads ahead on one background daemon thread while the caller works. Rows, their order and errors are those of the
     * given reader.
     *
     * @param reader the reader to take over; closed with the result
     * @param batchRows the rows of a batch read ahead, at least 1; of sparse rows it has fewer if they are long
     * @param batches the most batches held, at least 1
     * @return a reader of the same rows
     */
    public static RowReader prefetching(RowReader reader, int batchRows, int batches) {
        if (batchRows < 1 || batches < 1) {
            throw new IllegalArgumentException(
                    "batchRows and batches must be at least 1, not " + batchRows + " and " + batches);
        }
        return new PrefetchingReader(reader, batchRows, batches).start();
    }

    /**
     * The rows that a transform makes of those of a reader.
     *
     * @param reader the reader to take over; closed with the result
     * @param transform makes rows of its rows
     * @return a reader of dense rows
     */
    public static RowReader transformed(RowReader reader, RowTransform transform) {
        return new TransformedReader(reader, transform);
    }

    /**
     * A reader whose first rows can be looked at before they are read.
     *
     * @param reader the reader to take over; closed with the result
     * @param most how many are looked at, at most
     * @return a reader of the same rows, dense
     * @throws IOException if reading fails
     */
    public static HeadReader withHead(RowReader reader, int most) throws IOException {
        return new HeadReader(reader, most);
    }

    /**
     * Creates an output of rows. A name that ends in {@code .gz} is compressed.
     *
     * @param output a file name; {@code -} is standard output
     * @param format CSV, TSV or NPY; null to go by the name, CSV on standard output
     * @param keptNames the names of the text columns, which come first
     * @param valueNames the names of the numeric columns, at least one
     * @return a writer to be committed and closed
     * @throws BadInputException if the output cannot be written as asked
     * @throws IOException if writing fails
     */
    public static RowWriter create(
            String output, @Nullable RowFormat format, List<String> keptNames, List<String> valueNames)
            throws IOException {
        // Not System.out, which would hide a reader that has gone away.
        return create(output, format, keptNames, valueNames, new FileOutputStream(FileDescriptor.out));
    }

    /**
     * Creates an output of rows with a given standard output.
     *
     * @param output a file name; {@code -} is standard output
     * @param format CSV, TSV or NPY; null to go by the name, CSV on standard output
     * @param keptNames the names of the text columns, which come first
     * @param valueNames the names of the numeric columns, at least one
     * @param standardOutput what {@code -} stands for; flushed after every write, never closed
     * @return a writer to be committed and closed
     * @throws BadInputException if the output cannot be written as asked
     * @throws IOException if writing fails
     */
    public static RowWriter create(
            String output,
            @Nullable RowFormat format,
            List<String> keptNames,
            List<String> valueNames,
            OutputStream standardOutput)
            throws IOException {
        if (valueNames.isEmpty()) {
            throw new IllegalArgumentException("valueNames must have at least one name");
        }
        boolean standard = output.equals("-");
        String name = standard ? "standard output" : BadInputException.printable(output);
        RowFormat written = outputFormat(output, name, format, standard);
        if (written == RowFormat.NPY) {
            refuseNpy(output, name, keptNames, standard);
            return new NpyWriter(PendingFile.create(output), valueNames.size());
        }
        PendingOutput destination = standard ? new StandardOutput(standardOutput) : PendingFile.create(output);
        try {
            byte delimiter = (byte) (written == RowFormat.TSV ? '\t' : ',');
            return new DelimitedWriter(destination, delimiter, keptNames, valueNames);
        } catch (IOException | RuntimeException failure) {
            destination.close();
            throw failure;
        }
    }

    private static RowFormat outputFormat(String output, String name, @Nullable RowFormat format, boolean standard)
            throws BadInputException {
        RowFormat written = format != null ? format : RowFormat.ofName(output).orElse(null);
        if (written == null && (standard || PendingFile.isSpecial(output))) {
            written = RowFormat.CSV;
        }
        if (written == null) {
            throw new BadInputException(name + ": the name does not tell the format; let it end in .csv, .tsv or .npy");
        }
        if (written == RowFormat.LIBSVM) {
            throw new BadInputException(name + ": LIBSVM is read but not written; write .csv, .tsv or .npy");
        }
        return written;
    }

    private static void refuseNpy(String output, String name, List<String> keptNames, boolean standard)
            throws BadInputException {
        if (standard || PendingFile.isSpecial(output)) {
            throw new BadInputException(
                    name
                            + ": NPY cannot go to a pipe, its header tells the rows in advance; write to a file, or write CSV",
                    List.of(Remedy.WRITE_A_FILE));
        }
        if (RowFormat.isCompressedName(output)) {
            throw new BadInputException(
                    name + ": NPY cannot be compressed as it is written; leave .gz out of the name, or write CSV");
        }
        if (!keptNames.isEmpty()) {
            throw new BadInputException(
                    name + ": NPY holds no text, so nothing can be kept in it; keep no columns, or write CSV",
                    List.of(Remedy.KEEP_NO_COLUMNS));
        }
    }
}
