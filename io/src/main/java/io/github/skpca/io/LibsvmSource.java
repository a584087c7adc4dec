package io.github.skpca.io;

import java.io.IOException;
import java.util.Arrays;

/** The rows of a LIBSVM input, made dense. The label is left out unless it is chosen by the name {@code label}. */
final class LibsvmSource implements RowSource {
    private final Input input;
    private final String position;
    private final Records records;
    private final LibsvmLine line = new LibsvmLine();
    private final RowPolicy policy;
    private final int width;
    private final ColumnChoice choice;
    /** The place in a row of every source column; -1 if it is not chosen. The label is column number width. */
    private final int[] target;

    LibsvmSource(Input input, ReadOptions options) throws IOException {
        this.input = input;
        position = input.name() + ":";
        records = new Records(input);
        policy = new RowPolicy(options.onBadRow());
        width = options.width();
        choice = ColumnChoice.of(new ColumnChoice.Names(input.name(), width, null, "label"), options);
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
        Records records = new Records(input);
        while (records.next()) {
            int end = withoutComment(records);
            if (end < records.start()) {
                continue;
            }
            String complaint = line.parse(records.bytes(), records.start(), end, ColumnChoice.MOST_COLUMNS);
            if (complaint != null) {
                policy.refuse(() -> message(input.name() + ":" + records.line(), complaint));
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
    public void fill(RowBatch batch) throws IOException {
        while (!batch.isFull()) {
            if (!records.next()) {
                policy.end(input.name());
                return;
            }
            int end = withoutComment(records);
            if (end < records.start()) {
                continue;
            }
            String complaint = line.parse(records.bytes(), records.start(), end, width);
            if (complaint != null) {
                policy.refuse(() -> message(position + records.line(), complaint));
                continue;
            }
            store(batch);
            policy.accept();
            batch.accept(position, records.line());
        }
    }

    @Override
    public long skippedRows() {
        return policy.skipped();
    }

    @Override
    public double progress() {
        return input.progress();
    }

    @Override
    public void close() throws IOException {
        records.close();
    }

    private void store(RowBatch batch) {
        double[] values = batch.values();
        int offset = batch.offset();
        Arrays.fill(values, offset, offset + choice.columns(), 0);
        for (int pair = 0; pair < line.count(); pair++) {
            int place = target[line.index(pair) - 1];
            if (place >= 0) {
                values[offset + place] = line.value(pair);
            }
        }
        if (target[width] >= 0) {
            values[offset + target[width]] = line.label();
        }
        int[] kept = choice.kept();
        for (int i = 0; i < kept.length; i++) {
            batch.keep(i, ShortestDecimal.text(kept[i] == width ? line.label() : line.valueAt(kept[i] + 1)));
        }
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

    private static String message(String where, String complaint) {
        return where + ": " + complaint + ", or " + RowPolicy.SKIP_ADVICE;
    }
}
