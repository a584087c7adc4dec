package io.github.skpca.spark;

import org.apache.spark.ml.linalg.Vector;
import org.apache.spark.ml.linalg.Vectors;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** The sampling pass takes every row with the same chance, whatever the order of merges. */
class SamplingPassTest {
    private static List<Vector> counted(int from, int rows) {
        List<Vector> vectors = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            vectors.add(Vectors.dense(from + i));
        }
        return vectors;
    }

    private static byte[] draw(int partition, int rows, int capacity, long seed) throws IOException {
        return SamplingPass.draw(partition, CoreTwin.rows(counted(1000 * partition, rows)), capacity, seed);
    }

    /** The numbers in a sample of dense rows of one column. */
    private static double[] values(byte[] sample) {
        ByteBuffer in = ByteBuffer.wrap(sample);
        double[] values = new double[in.getInt()];
        for (int i = 0; i < values.length; i++) {
            // Before it stand the row's number, partition, place and form, and the one column's count.
            in.position(in.position() + 2 * Long.BYTES + 2 * Integer.BYTES + 1);
            values[i] = in.getDouble();
        }
        return values;
    }

    @Test
    void theOrderOfMergesDoesNotMatter() throws IOException {
        byte[] a = draw(0, 500, 40, 9);
        byte[] b = draw(1, 30, 40, 9);
        byte[] c = draw(2, 300, 40, 9);
        byte[] forth = SamplingPass.merge(SamplingPass.merge(a, b, 40), c, 40);
        byte[] back = SamplingPass.merge(c, SamplingPass.merge(b, a, 40), 40);
        assertThat(forth).isEqualTo(back);
        assertThat(SamplingPass.merge(draw(0, 500, 40, 10), b, 40)).isNotEqualTo(SamplingPass.merge(a, b, 40));
    }

    @Test
    void everyRowIsTakenAsOften() throws IOException {
        int[] taken = new int[100];
        int trials = 2000;
        for (int seed = 0; seed < trials; seed++) {
            byte[] merged = SamplingPass.merge(draw(0, 60, 20, seed), draw(1, 40, 20, seed), 20);
            for (double value : values(merged)) {
                taken[value < 1000 ? (int) value : (int) value - 940]++;
            }
        }
        assertThat(Arrays.stream(taken).sum()).isEqualTo(20 * trials);
        // 400 expected of each, deviation 18; of 100 rows none is beyond five deviations.
        assertThat(Arrays.stream(taken).min().orElseThrow()).isGreaterThan(310);
        assertThat(Arrays.stream(taken).max().orElseThrow()).isLessThan(490);
    }

    @Test
    void manyPartitionsSendTheirShareAlone() {
        assertThat(SamplingPass.share(10_000, 1)).isEqualTo(10_000);
        assertThat(SamplingPass.share(10_000, 4)).isEqualTo(10_000);
        assertThat(SamplingPass.share(10_000, 20)).isEqualTo(2000);
        assertThat(SamplingPass.share(10_000, 100_000)).isEqualTo(1000);
        assertThat(SamplingPass.share(300, 100)).isEqualTo(300);
    }
}
