package io.github.skpca.internal.sketch;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;

/** What a window keeps beside its sketch S: the rows set aside, and a few numbers about each chunk of consecutive rows. */
final class WindowHistory {
    private final WindowPlan plan;
    private final int columns;
    private final int sumColumns;
    private final ArrayDeque<SetAside> aside = new ArrayDeque<>();
    private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
    private Chunk current;

    /** A direction that was moved out of S after row {@code at}. */
    private record SetAside(long at, double[] row) {}

    /** The sums over c consecutive rows. */
    static final class Chunk {
        final double[] sum;
        double shrinks;
        double rounding;
        double squares;
        double largest;

        /** An upper bound on ||S||^2 at the end of the chunk. */
        double left;

        private Chunk(int columns) {
            this.sum = new double[columns];
        }

        private void add(Chunk other) {
            for (int j = 0; j < sum.length; j++) {
                sum[j] += other.sum[j];
            }
            shrinks += other.shrinks;
            rounding += other.rounding;
            squares += other.squares;
            largest = Math.max(largest, other.largest);
        }

        private double[] numbers() {
            return new double[] {shrinks, rounding, squares, largest, left};
        }

        private void setNumbers(double[] source, int at) {
            shrinks = source[at];
            rounding = source[at + 1];
            squares = source[at + 2];
            largest = source[at + 3];
            left = source[at + 4];
        }
    }

    /** An empty history. */
    WindowHistory(WindowPlan plan, boolean centered) {
        this.plan = plan;
        this.columns = plan.columns();
        this.sumColumns = centered ? columns : 0;
        this.current = new Chunk(sumColumns);
    }

    /** Fills an empty history from a saved one. */
    void restore(WindowSketch.Past past) {
        for (int i = 0; i < past.numbers().length; i++) {
            setAside(past.numbers()[i], past.rows(), i);
        }
        for (int i = 0; i < past.chunkCount(); i++) {
            Chunk chunk = new Chunk(sumColumns);
            System.arraycopy(past.sums(), i * sumColumns, chunk.sum, 0, sumColumns);
            chunk.setNumbers(past.chunks(), i * WindowSketch.Past.CHUNK_NUMBERS);
            chunks.add(chunk);
        }
        current = chunks.removeLast();
    }

    /** The history to save. */
    WindowSketch.Past past() {
        double[] rows = new double[aside.size() * columns];
        long[] numbers = new long[aside.size()];
        int at = 0;
        for (SetAside one : aside) {
            numbers[at] = one.at;
            System.arraycopy(one.row, 0, rows, at * columns, columns);
            at++;
        }
        List<Chunk> all = new ArrayList<>(chunks);
        all.add(current);
        double[] numbersOfChunks = new double[all.size() * WindowSketch.Past.CHUNK_NUMBERS];
        double[] sums = new double[all.size() * sumColumns];
        for (int i = 0; i < all.size(); i++) {
            double[] five = all.get(i).numbers();
            System.arraycopy(five, 0, numbersOfChunks, i * five.length, five.length);
            System.arraycopy(all.get(i).sum, 0, sums, i * sumColumns, sumColumns);
        }
        return new WindowSketch.Past(rows, numbers, numbersOfChunks, sums);
    }

    /** The chunk that is not finished. */
    Chunk current() {
        return current;
    }

    /** Sets row {@code index} of a matrix aside, as moved out of S after row {@code at} of the stream. */
    void setAside(long at, double[] rows, int index) {
        aside.add(new SetAside(at, Arrays.copyOfRange(rows, index * columns, (index + 1) * columns)));
    }

    /** Ends the chunk if it is full, and drops what no window after {@code absorbed} rows can need. */
    void advance(long absorbed) {
        if (absorbed % plan.chunkRows() == 0) {
            chunks.add(current);
            current = new Chunk(sumColumns);
        }
        long begin = plan.begin(absorbed);
        for (Iterator<SetAside> oldest = aside.iterator(); oldest.hasNext() && oldest.next().at <= begin; ) {
            oldest.remove();
        }
        while (chunks.size() > absorbed / plan.chunkRows() - plan.firstChunk(absorbed)) {
            chunks.remove();
        }
    }

    /**
     * The sum of all chunks after tau; its {@code left} is the weight of S at tau.
     *
     * @param begin tau, the end of a chunk
     * @param absorbed how many rows the history covers
     */
    Chunk after(long begin, long absorbed) {
        Chunk whole = new Chunk(sumColumns);
        long index = plan.firstChunk(absorbed);
        for (Chunk chunk : chunks) {
            if ((index + 1) * plan.chunkRows() == begin) {
                whole.left = chunk.left;
            }
            if (index * plan.chunkRows() >= begin) {
                whole.add(chunk);
            }
            index++;
        }
        whole.add(current);
        return whole;
    }

    /** The rows set aside after tau, stacked over the rows of S. */
    double[] stacked(SketchState rest, long begin) {
        int young = 0;
        for (SetAside one : aside) {
            young += one.at > begin ? 1 : 0;
        }
        double[] rows = new double[(young + rest.count()) * columns];
        int at = 0;
        for (SetAside one : aside) {
            if (one.at > begin) {
                System.arraycopy(one.row, 0, rows, at, columns);
                at += columns;
            }
        }
        System.arraycopy(rest.rows(), 0, rows, at, rest.count() * columns);
        return rows;
    }

    /** How many rows are kept now: set aside, and sums of chunks. */
    int rowsHeld() {
        return aside.size() + (sumColumns > 0 ? chunks.size() + 1 : 0);
    }
}
