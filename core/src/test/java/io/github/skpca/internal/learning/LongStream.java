package io.github.skpca.internal.learning;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A program that learns, and transforms what it learns, until SIMD has taken over from plain Java and a little longer, or as many batches as it
 * is told to. Prints how many batches that were, the arithmetic at the end, and a checksum.
 */
public final class LongStream {
    private static final int COLUMNS = 7;
    private static final int BATCH = 1000;
    private static final int MOST = 20_000;

    private LongStream() {}

    /**
     * Prints the three.
     *
     * @param arguments how many batches, or nothing for as many as it takes
     */
    public static void main(String[] arguments) throws NoSuchAlgorithmException {
        int wanted = arguments.length > 0 ? Integer.parseInt(arguments[0]) : MOST;
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .features(100)
                .sketchSize(10)
                .warmUpRows(1000)
                .seed(5)
                .build(COLUMNS);
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        int batches = 0;
        int left = 20;
        KernelPcaModel model = null;
        while (batches < wanted && left > 0) {
            double[] rows = rows(batches);
            learner.update(RowBatch.of(rows, BATCH));
            if (model == null) {
                model = learner.snapshot();
            }
            for (float loading : model.transform(Arrays.copyOf(rows, COLUMNS))) {
                digest.update((byte) Float.floatToRawIntBits(loading));
            }
            batches++;
            left -= arguments.length == 0 && StreamingKernelPca.backend().startsWith("simd") ? 1 : 0;
        }
        digest.update(learner.toBytes());
        System.out.println(batches);
        System.out.println(StreamingKernelPca.backend());
        System.out.println(HexFormat.of().formatHex(digest.digest()));
    }

    private static double[] rows(int batch) {
        RandomStream random = new RandomStream(9, Purpose.MADE_UP_ROWS, batch);
        double[] rows = new double[BATCH * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = random.nextGaussian() + (i % COLUMNS == batch / 50 % COLUMNS ? 2 : 0);
        }
        return rows;
    }
}
