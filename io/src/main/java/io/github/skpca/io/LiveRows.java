package io.github.skpca.io;

import org.jspecify.annotations.Nullable;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a text that is still being written: those that are there are given at once, and nothing is waited for unless asked.
 *
 * <p>A line is a row: a quoted field cannot hold a line break here. Columns, delimiter and header are decided by the first line of
 * all; where it is a header, an equal line at the head of a later file is skipped. Every row has a number, counted from 1 over
 * all files and over restarts, and a bad row has one, too. For one thread.
 */
public final class LiveRows implements Closeable {
    private static final String TOO_LONG = "a line is longer than 16 MiB; is this a text file of rows?";

    private final LineFeed feed;
    private final String argument;
    private final ReadOptions options;
    private final int columns;
    private final OfferedLine offered;
    private final RowPolicy policy;
    private final List<BadRow> badRows = new ArrayList<>();
    private @Nullable RowSource source;
    private @Nullable IOException failure;
    private String firstLine = "";
    private boolean header;
    private boolean once;
    private boolean ended;
    private long rows;
    private long skippedBefore;
    private String complaint = "";
    private long[] numbers = new long[0];
    private @Nullable RowTransform transform;
    private @Nullable DenseBuffer cells;

    LiveRows(LineFeed feed, String argument, ReadOptions options, int columns) {
        this.feed = feed;
        this.argument = argument;
        this.options = options;
        this.columns = columns;
        offered = new OfferedLine(feed.name());
        policy = new RowPolicy(options.onBadRow(), text -> complaint = text);
    }

    /**
     * Lets a transform make the rows from what is read; lines that give none are counted like all others.
     *
     * @param preparing makes rows of cells, from the next line on
     */
    public void prepare(RowTransform preparing) {
        transform = preparing;
        cells = new DenseBuffer(1, columns);
    }

    /** Takes over the counts and the columns of a position. */
    LiveRows from(@Nullable LivePosition position) throws IOException {
        if (position == null) {
            return this;
        }
        rows = position.rows();
        skippedBefore = position.badRows();
        if (!position.firstLine().isEmpty()) {
            byte[] line = position.firstLine().getBytes(StandardCharsets.UTF_8);
            offered.offer(line, 0, line.length, 1);
            layOut();
            offered.withdraw();
        }
        if (position.rows() > position.badRows()) {
            policy.accept();
        }
        return this;
    }

    /**
     * Makes the present end of a file the last, where a line without its line break is a row as well. Standard input has an end of
     * its own.
     */
    public void endAtEnd() {
        once = feed instanceof GrowingFile;
    }

    /**
     * What is known to be missing between the position that was gone on from and the rows that follow.
     *
     * @return one line, or empty
     */
    public Optional<String> gap() {
        return feed instanceof GrowingFile file ? file.gap() : Optional.empty();
    }

    /**
     * The names of the numeric columns.
     *
     * @return as many as the rows have columns; x and a number until the first line has come
     */
    public List<String> columnNames() {
        List<String> names = cellNames();
        return transform == null ? names : transform.columnNames(names);
    }

    private List<String> cellNames() {
        if (source != null) {
            return source.choice().columnNames();
        }
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= columns; i++) {
            names.add("x" + i);
        }
        return names;
    }

    /**
     * The names of the columns that are passed through as text.
     *
     * @return the names; empty until the first line has come
     */
    public List<String> keptNames() {
        return source == null ? List.of() : source.choice().keptNames();
    }

    /**
     * What a person should know of how the columns were found.
     *
     * @return one line each; none until the first line has come
     */
    public List<String> notes() {
        return source == null
                ? List.of()
                : source.choice().notes().stream()
                        .map(note -> feed.name() + ": " + note)
                        .toList();
    }

    /**
     * Clears the batch and fills it with rows that are there.
     *
     * @param batch receives the good rows
     * @param mostRows the most rows to go on by, bad ones included, at least 1
     * @return how many rows it went on by, bad ones included; 0 if there are none for now, or none will come
     * @throws BadInputException if the text cannot be read as rows, or a row is bad and not to be skipped
     * @throws IOException if reading fails
     */
    public int read(DenseBuffer batch, int mostRows) throws IOException {
        batch.requireColumns(transform == null ? columns : transform.columns());
        badRows.clear();
        batch.clear();
        if (failure != null) {
            throw failure;
        }
        if (source == null && !findLayout()) {
            return 0;
        }
        batch.begin(java.util.Objects.requireNonNull(source).choice().kept().length);
        if (numbers.length < batch.capacity()) {
            numbers = new long[batch.capacity()];
        }
        long before = rows;
        try {
            while (rows - before < mostRows && !batch.isFull() && (offered.isWaiting() || offerNext())) {
                readOffered(java.util.Objects.requireNonNull(source), batch);
            }
        } catch (BadInputException bad) {
            // The rows before it are good: they are given first.
            if (rows == before) {
                throw bad;
            }
            failure = bad;
        }
        return (int) (rows - before);
    }

    /**
     * The number, from 1, of a row of the last read among all rows.
     *
     * @param row the row in the batch, from 0
     * @return its number
     */
    public long number(int row) {
        return numbers[row];
    }

    /**
     * The rows of the last read that were skipped.
     *
     * @return in the order of their numbers; valid until the next read
     */
    public List<BadRow> badRows() {
        return badRows;
    }

    /**
     * All rows so far, bad ones and those of earlier runs included.
     *
     * @return the number of the last row
     */
    public long rows() {
        return rows;
    }

    /**
     * All rows that were skipped, those of earlier runs included.
     *
     * @return the count
     */
    public long skippedRows() {
        return skippedBefore + policy.skipped();
    }

    /**
     * Whether no more rows will come.
     *
     * @return true after the end of standard input, or of a file whose end is the last
     */
    public boolean hasEnded() {
        return ended || feed.hasEnded();
    }

    /**
     * Waits for something to come.
     *
     * @param milliseconds the longest wait
     * @throws InterruptedException if the thread is interrupted
     */
    public void await(long milliseconds) throws InterruptedException {
        feed.await(milliseconds);
    }

    /**
     * Where the last row that was read ends.
     *
     * @return a position to go on from
     */
    public LivePosition position() {
        return new LivePosition(rows, skippedRows(), firstLine, feed.position().orElse(null));
    }

    @Override
    public void close() throws IOException {
        feed.close();
    }

    private void readOffered(RowSource known, DenseBuffer batch) throws IOException {
        DenseBuffer read = cells;
        RowTransform preparing = transform;
        if (read == null || preparing == null) {
            readInto(known, batch);
            return;
        }
        read.begin(batch.keptCount());
        int good = batch.rows();
        if (!readInto(known, read)) {
            return;
        }
        long skipped = policy.skipped();
        preparing.begin(read, 0);
        if (preparing.next(read.values(), 0, batch.values(), batch.offset())) {
            batch.accept(read, 0);
            numbers[good] = rows;
        } else if (!preparing.complaint().isEmpty()) {
            policy.refuse(() -> new Complaint(
                    where() + preparing.complaint() + "; " + RowPolicy.SKIP_ADVICE, Remedy.SKIP_BAD_ROWS));
            if (policy.skipped() > skipped) {
                badRows.add(new BadRow(rows, withoutAdvice(complaint)));
            }
        }
    }

    /** Reads the offered line into a batch; whether it gave a row. */
    private boolean readInto(RowSource known, DenseBuffer batch) throws IOException {
        int good = batch.rows();
        long skipped = policy.skipped();
        if (feed.line().isTooLong()) {
            offered.withdraw();
            policy.refuse(() -> new Complaint(where() + TOO_LONG));
        } else {
            known.fill(batch);
        }
        if (batch.rows() > good) {
            rows++;
            // Cells have the number of the row that is made of them.
            if (batch != cells) {
                numbers[good] = rows;
            }
        } else if (policy.skipped() > skipped) {
            badRows.add(new BadRow(++rows, withoutAdvice(complaint)));
        }
        return batch.rows() > good;
    }

    private String where() {
        return feed.name() + ":" + feed.lineNumber() + ": ";
    }

    /** What to do about it is no news once it was done. */
    private static String withoutAdvice(String message) {
        int advice = message.lastIndexOf("; ");
        return advice < 0 ? message : message.substring(0, advice);
    }

    /** Decides on the columns by the first line that is not blank; false if it has not come yet. */
    private boolean findLayout() throws IOException {
        if (options.format() == RowFormat.LIBSVM) {
            layOut();
            return true;
        }
        while (nextLine()) {
            LineBuffer line = feed.line();
            if (line.isTooLong()) {
                throw new BadInputException(where() + TOO_LONG);
            }
            offered.offer(line.bytes(), line.start(), line.end(), feed.lineNumber());
            if (!offered.isBlank()) {
                firstLine = line.text();
                layOut();
                return true;
            }
        }
        return false;
    }

    private void layOut() throws IOException {
        if (options.format() == RowFormat.LIBSVM) {
            source = new LibsvmSource(offered, options, policy);
        } else {
            firstLine = new String(
                    offered.bytes(), offered.start(), offered.end() - offered.start(), StandardCharsets.UTF_8);
            DelimitedSource delimited = new DelimitedSource(offered, argument, options, policy);
            header = delimited.hasHeader();
            source = delimited;
        }
        int found = source.choice().columns();
        if (found != columns) {
            throw new BadInputException(
                    feed.name() + ": the rows have " + found + " columns and the model was fitted on " + columns
                            + ": choose the same ones",
                    List.of(Remedy.CHOOSE_COLUMNS));
        }
    }

    /** Offers the next line that may be a row; false if there is none for now. */
    private boolean offerNext() throws IOException {
        while (nextLine()) {
            LineBuffer line = feed.line();
            boolean isFirst = header && feed.lineNumber() == 1;
            if (isFirst && line.text().equals(firstLine)) {
                continue;
            }
            offered.offer(line.bytes(), line.start(), line.end(), feed.lineNumber());
            if (!isFirst || !isOtherHeader(line)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the first line of a later file names the wanted columns in another way; rows are then read by it. */
    private boolean isOtherHeader(LineBuffer line) throws IOException {
        if (options.names().isEmpty() || line.isTooLong() || offered.isBlank()) {
            return false;
        }
        try {
            DelimitedSource other = new DelimitedSource(offered, argument, options, policy);
            if (other.hasHeader()) {
                source = other;
                firstLine = line.text();
                return true;
            }
        } catch (BadInputException unfit) {
            // Some of the names are there, and not all: what follows are not the rows that are wanted.
            if (unfit.remedies().contains(Remedy.CHOOSE_COLUMNS)) {
                throw unfit;
            }
        }
        offered.offer(line.bytes(), line.start(), line.end(), feed.lineNumber());
        return false;
    }

    private boolean nextLine() throws IOException {
        if (ended) {
            return false;
        }
        boolean next = feed.next();
        // Where a file has just been replaced, a second look is what decides.
        while (!next && once && feed.isUndecided()) {
            next = feed.next();
        }
        if (!next && once) {
            ended = true;
            return feed.finish();
        }
        return next;
    }
}
