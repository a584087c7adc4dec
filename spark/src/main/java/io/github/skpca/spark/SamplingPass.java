package io.github.skpca.spark;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.apache.spark.sql.Row;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/**
 * The rows of the sampling pass: those whose numbers h(seed, partition, row) are the smallest.
 *
 * <p>Which rows these are does not depend on the order in which samples of partitions are merged. The bytes live within one job.
 */
final class SamplingPass {
    /*
     * A row's number is uniform, so the rows with the smallest ones are a uniform sample without replacement of all rows, if each
     * partition may send as many as are wanted in all. With many partitions that would be far more than is used. Then each sends at most
     * four times its fair share, and not below FEWEST_ROWS: of partitions within a factor of four of each other in size the sample is still uniform.
     */
    private static final int FEWEST_ROWS = 1000;
    private static final int SHARES = 4;

    private static final Comparator<Drawn> BY_NUMBER = Comparator.comparingLong(Drawn::number)
            .thenComparingInt(Drawn::partition)
            .thenComparingLong(Drawn::row);

    private final int capacity;
    private final PriorityQueue<Drawn> kept = new PriorityQueue<>(BY_NUMBER.reversed());

    /** A row, where it was, and its number. */
    private record Drawn(long number, int partition, long row, Vector vector) {}

    private SamplingPass(int capacity) {
        this.capacity = capacity;
    }

    /** How many rows one of {@code partitions} partitions sends, where {@code wanted} are wanted in all. */
    static int share(int wanted, int partitions) {
        long fair = (SHARES * (long) wanted + partitions - 1) / partitions;
        return (int) Math.min(wanted, Math.max(FEWEST_ROWS, fair));
    }

    /**
     * The sample of one partition.
     *
     * @param rows rows with the vector as their only column
     * @param capacity the most rows to keep
     * @return its bytes
     */
    static byte[] draw(int partition, Iterator<Row> rows, int capacity, long seed) throws IOException {
        SamplingPass sample = new SamplingPass(capacity);
        RandomStream random = new RandomStream(seed, Purpose.SPARK_PARTITION, partition);
        int columns = -1;
        for (long row = 0; rows.hasNext(); row++) {
            Vector vector = VectorCheck.require((Vector) rows.next().get(0), columns, partition, row);
            columns = vector.size();
            sample.offer(random.nextLong(), partition, row, vector);
        }
        return sample.toBytes();
    }

    private void offer(long number, int partition, long row, Vector vector) {
        if (kept.size() < capacity) {
            kept.add(new Drawn(number, partition, row, vector));
        } else if (number <= kept.element().number()) {
            kept.add(new Drawn(number, partition, row, vector));
            kept.remove();
        }
    }

    /** The sample of two samples' rows, at most {@code capacity} of them. */
    static byte[] merge(byte[] first, byte[] second, int capacity) throws IOException {
        SamplingPass sample = new SamplingPass(capacity);
        for (byte[] bytes : List.of(first, second)) {
            for (Drawn drawn : read(bytes)) {
                sample.offer(drawn.number(), drawn.partition(), drawn.row(), drawn.vector());
            }
        }
        return sample.toBytes();
    }

    /** The rows of a sample. */
    static StartRows rows(byte[] sample) throws IOException {
        StartRows rows = new StartRows();
        for (Drawn drawn : read(sample)) {
            rows.add(drawn.vector(), drawn.partition(), drawn.row());
        }
        return rows;
    }

    private byte[] toBytes() throws IOException {
        List<Drawn> rows = new ArrayList<>(kept);
        rows.sort(BY_NUMBER);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeInt(rows.size());
        for (Drawn drawn : rows) {
            out.writeLong(drawn.number());
            out.writeInt(drawn.partition());
            out.writeLong(drawn.row());
            write(drawn.vector(), out);
        }
        return bytes.toByteArray();
    }

    private static void write(Vector vector, DataOutputStream out) throws IOException {
        boolean isSparse = vector instanceof SparseVector;
        out.writeBoolean(isSparse);
        out.writeInt(vector.size());
        double[] values = vector instanceof SparseVector sparse ? sparse.values() : vector.toArray();
        if (vector instanceof SparseVector sparse) {
            out.writeInt(values.length);
            for (int index : sparse.indices()) {
                out.writeInt(index);
            }
        }
        for (double value : values) {
            out.writeDouble(value);
        }
    }

    private static List<Drawn> read(byte[] bytes) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes));
        int count = in.readInt();
        List<Drawn> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(new Drawn(in.readLong(), in.readInt(), in.readLong(), readVector(in)));
        }
        return rows;
    }

    private static Vector readVector(DataInputStream in) throws IOException {
        boolean isSparse = in.readBoolean();
        int size = in.readInt();
        int entries = isSparse ? in.readInt() : size;
        int[] indices = new int[isSparse ? entries : 0];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = in.readInt();
        }
        double[] values = new double[entries];
        for (int i = 0; i < entries; i++) {
            values[i] = in.readDouble();
        }
        return isSparse ? Vectors.sparse(size, indices, values) : Vectors.dense(values);
    }
}
