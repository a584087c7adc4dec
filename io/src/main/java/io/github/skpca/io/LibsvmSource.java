package io.github.skpca.io;

import java.io.IOException;
import java.util.Arrays;

/** The rows of a LIBSVM input, sparse or made dense. The label is left out unless it is chosen by the name {@code label}. */
final class LibsvmSource implements RowSource {
    private final String position;
    private final Records records;
    private final LibsvmLine line = new LibsvmLine();
    private final RowPolicy policy;
    private final int width;
    private final ColumnChoice choice;
    /** The place in a row of every source column; -1 if it is not chosen. The label is column number width. */
    private final int[] target;
    /** Whether the current line is good and did not fit into the buffer before. */
    private boolean pending;
    /** Places and pairs of a row whose chosen columns are in another order than the input's. */
    private long[] order = new long[0];

    LibsvmSource(Records records, ReadOptions options, RowPolicy policy) throws BadInputException {
        this.records = records;
        this.policy = policy;
        position = records.place();
        width = options.width();
        choice = ColumnChoice.of(new ColumnChoice.Names(records.name(), width, null, "label"), options);
        if (!options.cells().named().isEmpty() || !options.cells().tables().isEmpty()) {
            throw new BadInputException(
                    records.name() + ": LIBSVM rows hold numbers alone, so no column can be one of categories");
        }
        target = new int[width + 1];
        Arrays.fill(target, -1);
        for (int i = 0; i < choice.columns(); i++) {
            target[choice.numeric()[i]] = i;
        }
    }

    /** The highest index in an input; lines that are bad do not count if they are to be skipped, else they fail here. */
    static int highestIndex(Input input, OnBadRow onBadRow) throws IOException {
        RowPolicy policy = new RowPolicy(onBadRow);
        LibsvmLine line = new LibsvmLine();
        int highest = 0;
        Records records = new InputRecords(input);
        while (records.next()) {
            int end = withoutComment(records);
            if (end < records.start()) {
                continue;
            }
            String wrong = line.parse(records.bytes(), records.start(), end, ColumnChoice.MOST_COLUMNS);
            if (wrong != null) {
                policy.refuse(() -> complaint(input.name() + ":" + records.line(), wrong));
            } else if (line.count() > 0) {
                highest = Math.max(highest, line.index(line.count() - 1));
            }
        }
        return highest;
    }

    @Override
    public ColumnChoice choice() {
        return choice;
    }

    @Override
    public void fill(DenseBuffer batch) throws IOException {
        while (!batch.isFull() && nextLine()) {
            store(batch);
            accept(batch);
        }
    }

    @Override
    public void fill(SparseBuffer batch) throws IOException {
        while (!batch.isFull() && nextLine()) {
            if (!batch.makeRoom(line.count() + 1)) {
                pending = true;
                return;
            }
            store(batch);
            accept(batch);
        }
    }

    @Override
    public long skip(long most) throws IOException {
        long rows = 0;
        while (rows < most && records.next()) {
            if (withoutComment(records) >= records.start()) {
                rows++;
            }
        }
        return rows;
    }

    @Override
    public long skippedRows() {
        return policy.skipped();
    }

    @Override
    public double progress() {
        return records.progress();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }

    private void store(DenseBuffer batch) {
        double[] values = batch.values();
        int offset = batch.offset();
        Arrays.fill(values, offset, offset + choice.columns(), 0);
        for (int pair = 0; pair < line.count(); pair++) {
            int place = target[line.index(pair) - 1];
            if (place >= 0) {
                values[offset + place] = withoutSign(line.value(pair));
            }
        }
        if (target[width] >= 0) {
            values[offset + target[width]] = withoutSign(line.label());
        }
    }

    private void store(SparseBuffer batch) {
        int count = 0;
        long previous = -1;
        boolean increasing = true;
        order = order.length > line.count() ? order : new long[line.count() + line.count() / 2 + 1];
        for (int pair = 0; pair <= line.count(); pair++) {
            long place = target[pair < line.count() ? line.index(pair) - 1 : width];
            if (place >= 0 && number(pair) != 0) {
                increasing &= place > previous;
                previous = place;
                order[count++] = place << Integer.SIZE | pair;
            }
        }
        if (!increasing) {
            Arrays.sort(order, 0, count);
        }
        for (int i = 0; i < count; i++) {
            batch.put((int) (order[i] >>> Integer.SIZE), number((int) order[i]));
        }
    }

    /** The value of a pair; the label behind the last. */
    private double number(int pair) {
        return pair < line.count() ? line.value(pair) : line.label();
    }

    /** Zero for minus zero, so that a zero that is written down and one that is left out are the same. */
    private static double withoutSign(double value) {
        return value + 0.0;
    }

    private void accept(RowBuffer batch) {
        int[] kept = choice.kept();
        for (int i = 0; i < kept.length; i++) {
            batch.keep(i, ShortestDecimal.text(kept[i] == width ? line.label() : line.valueAt(kept[i] + 1)));
        }
        batch.accept(position, records.line(), policy.accept());
    }

    /** Goes to the next good line; false at the end. */
    private boolean nextLine() throws IOException {
        if (pending) {
            pending = false;
            return true;
        }
        while (records.next()) {
            int end = withoutComment(records);
            if (end < records.start()) {
                continue;
            }
            String wrong = line.parse(records.bytes(), records.start(), end, width);
            if (wrong == null) {
                return true;
            }
            policy.refuse(() -> complaint(position + records.line(), wrong));
        }
        if (records.isWhole()) {
            policy.end(records.name());
        }
        return false;
    }

    /** Where the current record ends before a comment; less than its start if nothing but the comment is there. */
    private static int withoutComment(Records records) {
        byte[] bytes = records.bytes();
        boolean blank = true;
        for (int at = records.start(); at < records.end(); at++) {
            if (bytes[at] == '#') {
                return blank ? records.start() - 1 : at;
            }
            blank &= Decimals.isSpace(bytes[at]);
        }
        return records.end();
    }

    private static Complaint complaint(String where, String wrong) {
        String text = where + ": " + wrong + ", or " + RowPolicy.SKIP_ADVICE;
        return wrong.endsWith(LibsvmLine.LARGER_WIDTH)
                ? new Complaint(text, Remedy.STATE_WIDTH, Remedy.SKIP_BAD_ROWS)
                : new Complaint(text, Remedy.SKIP_BAD_ROWS);
    }
}
