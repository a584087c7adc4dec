package io.github.skpca.experiments.run;

import io.github.skpca.Workers;
import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.internal.linalg.LeadingEigenpairs;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.ArrayList;
import java.util.List;

/** Exact kernel PCA of a sample of the training rows: the limit that the other methods are seen beside. */
public final class ExactTraining {
    /** The name in points.tsv. */
    public static final String EXACT = "exact";

    /** k, as many directions as the largest sketch has rows. */
    public static final int COMPONENTS = 50;

    private static final double TOLERANCE = 1e-8;

    private ExactTraining() {}

    /**
     * Fits at most {@code most} rows, drawn by the seed.
     *
     * @return the training; its number of fitted rows is what points.tsv has as size
     */
    public static Training train(HeldOut data, int most, long seed, Workers workers) {
        int count = Math.min(most, data.trainRows());
        float[] rows = sample(data, count, seed);
        List<Representation> made = new ArrayList<>();
        Clock clock = new Clock();
        clock.run(() -> {
            double[] gram = new double[Math.multiplyExact(count, count)];
            KernelRows.between(rows, count, rows, count, data.columns(), data.kernel(), gram, workers);
            LeadingEigenpairs pairs =
                    LeadingEigenpairs.of(gram, count, Math.min(COMPONENTS, count), TOLERANCE, workers);
            int kept = 0;
            while (kept < pairs.count() && pairs.values()[kept] > 1e-12 * pairs.values()[0]) {
                kept++;
            }
            made.add(new KernelRepresentation(
                    rows, data.columns(), data.kernel(), pairs.vectors(), pairs.values(), kept, kept));
        });
        long space = (long) count * (data.columns() + count);
        long bytes = 8L * count * count + 4L * rows.length;
        return new Training(EXACT, 0, clock.seconds(), 0, space, bytes, false, made.get(0));
    }

    private static float[] sample(HeldOut data, int count, long seed) {
        // Selection sampling keeps the order and needs no list of all rows.
        RandomStream random = new RandomStream(seed, Purpose.EXPERIMENT_EXACT);
        float[] rows = new float[count * data.columns()];
        int taken = 0;
        for (int i = 0; taken < count; i++) {
            if (random.nextBelow(data.trainRows() - i) < count - taken) {
                System.arraycopy(data.train(), i * data.columns(), rows, taken * data.columns(), data.columns());
                taken++;
            }
        }
        return rows;
    }
}
