package io.github.skpca.cli;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.io.RowReader;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A uniform sample of rows in random order, with their labels if there are any.
 *
 * @param values count x columns, row-major
 * @param labels one per row, empty texts where there are none
 * @param columns the numbers of a row
 * @param total the rows that it was drawn from
 */
record TuneRows(double[] values, List<String> labels, int columns, long total) {
    /** Draws a sample in one pass; the label is the first kept text. */
    static TuneRows draw(RowReader reader, int most, long seed, ProgressLine progress) throws IOException {
        int columns = reader.columns();
        RandomStream random = new RandomStream(seed, Purpose.COMMAND_SAMPLE, 1);
        RecentRate rate = new RecentRate(System.nanoTime(), 0);
        RowBatches batches = new RowBatches(reader);
        double[] values = new double[0];
        List<String> labels = new ArrayList<>();
        long total = 0;
        for (int read = batches.read(); read > 0; read = batches.read()) {
            for (int i = 0; i < read; i++) {
                total++;
                // The last place is anybody's, too: the order of the sample is as random as its choice.
                int slot = (int) Math.min(random.nextBelow(total), Integer.MAX_VALUE);
                String label =
                        batches.batch().keptCount() == 0 ? "" : batches.batch().kept(i, 0);
                if (labels.size() < most) {
                    int end = labels.size();
                    if (values.length < (end + 1) * columns) {
                        values = Arrays.copyOf(values, (int)
                                Math.min((long) most * columns, Math.max(1024L, 2L * (end + 1)) * columns));
                    }
                    labels.add(label);
                    System.arraycopy(values, slot * columns, values, end * columns, columns);
                    labels.set(end, labels.get(slot));
                }
                if (slot < labels.size()) {
                    batches.copy(i, values, slot * columns);
                    labels.set(slot, label);
                }
            }
            long shown = total;
            progress.update(() -> "reading: " + rate.text(System.nanoTime(), shown));
        }
        progress.done();
        return new TuneRows(values, labels, columns, total);
    }

    int count() {
        return labels.size();
    }

    /** Some of the rows. */
    TuneRows part(int from, int to) {
        return new TuneRows(
                Arrays.copyOfRange(values, from * columns, to * columns), labels.subList(from, to), columns, total);
    }

    /** The rows with a label, or all others. */
    TuneRows labelled(String label, boolean isThat) {
        double[] chosen = new double[values.length];
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count(); i++) {
            if (labels.get(i).equals(label) == isThat) {
                System.arraycopy(values, i * columns, chosen, names.size() * columns, columns);
                names.add(labels.get(i));
            }
        }
        return new TuneRows(chosen, names, columns, total);
    }

    /** The columns divided by their deviations among other rows, so that all count alike; those that are constant there are left out as zeros. */
    double[] dividedByDeviations(TuneRows others) {
        double[] result = new double[count() * columns];
        for (int j = 0; j < columns; j++) {
            double mean = 0;
            double squares = 0;
            for (int i = 0; i < others.count(); i++) {
                double difference = others.values[i * columns + j] - mean;
                mean += difference / (i + 1);
                squares += difference * (others.values[i * columns + j] - mean);
            }
            double deviation = Math.sqrt(squares / others.count());
            for (int i = 0; i < count(); i++) {
                result[i * columns + j] = deviation > 0 ? (values[i * columns + j] - mean) / deviation : 0;
            }
        }
        return result;
    }
}
