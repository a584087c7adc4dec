package io.github.skpca.experiments.data;

import io.github.skpca.Scale;
import io.github.skpca.internal.feature.Standardizer;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;

/**
 * Rows to learn from and rows held out, about one origin, and the kernel of both.
 *
 * <p>The origin is the mean of a sample of the training rows; a kernel of differences does not mind it, and floats near zero
 * are finer. Nothing is standardised.
 *
 * @param columns d
 * @param train trainRows x d, row-major; shared, not to be changed
 * @param trainRows how many
 * @param test testRows x d, row-major; shared, not to be changed
 * @param testRows how many
 * @param kernel Gaussian, its bandwidth the mean distance of a sample of the training rows
 */
public record HeldOut(int columns, float[] train, int trainRows, float[] test, int testRows, IsotropicKernel kernel) {

    /** Checks that the parts fit. */
    public HeldOut {
        if (columns < 1 || (long) columns * trainRows != train.length || (long) columns * testRows != test.length) {
            throw new IllegalArgumentException("rows do not have the stated shape");
        }
    }

    /** d, the two counts of rows, and the seed of every choice among them. */
    record Choice(int columns, int trainRows, int testRows, long seed) {}

    /** A source of single rows by number. */
    interface Source {
        /** Copies row {@code number} to {@code target} from the start on. */
        void row(int number, double[] target);
    }

    /**
     * Takes rows from a source, in the order of the given numbers: the training rows first, then those held out.
     *
     * @param numbers trainRows + testRows row numbers
     */
    static HeldOut of(Source source, int[] numbers, Choice choice) {
        int columns = choice.columns();
        int sampleRows = Math.min(BandwidthRule.SAMPLE_ROWS, choice.trainRows());
        double[] sample = sample(source, numbers, choice, sampleRows);
        Standardizer origin = Standardizer.learn(sample, sampleRows, columns, Scale.NONE);
        double bandwidth = BandwidthRule.MEAN
                .bandwidth(KernelFamily.GAUSSIAN, sample, sampleRows, columns)
                .orElseThrow(() -> new IllegalArgumentException("the rows do not tell a bandwidth"));
        float[] train = new float[Math.multiplyExact(choice.trainRows(), columns)];
        float[] test = new float[Math.multiplyExact(choice.testRows(), columns)];
        double[] row = new double[columns];
        for (int i = 0; i < numbers.length; i++) {
            source.row(numbers[i], row);
            boolean training = i < choice.trainRows();
            int at = (training ? i : i - choice.trainRows()) * columns;
            origin.apply(row, 0, 1, training ? train : test, at);
        }
        return new HeldOut(columns, train, choice.trainRows(), test, choice.testRows(), Kernel.gaussian(bandwidth));
    }

    private static double[] sample(Source source, int[] numbers, Choice choice, int sampleRows) {
        double[] sample = new double[sampleRows * choice.columns()];
        double[] row = new double[choice.columns()];
        int[] drawn = new RandomStream(choice.seed(), Purpose.EXPERIMENT_BANDWIDTH)
                .nextDistinct(choice.trainRows(), sampleRows);
        for (int i = 0; i < sampleRows; i++) {
            source.row(numbers[drawn[i]], row);
            System.arraycopy(row, 0, sample, i * choice.columns(), choice.columns());
        }
        return sample;
    }
}
