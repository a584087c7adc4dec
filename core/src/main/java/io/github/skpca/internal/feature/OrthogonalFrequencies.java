package io.github.skpca.internal.feature;

import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.IsotropicKernel;

/**
 * Frequencies whose directions are orthogonal in blocks of d: w_i = s_i chi_i q_i / bandwidth (Yu et al., NIPS 2016).
 *
 * <p>The q of a block are the rows of a uniformly random orthogonal matrix, chi has the law of the length of a standard normal
 * vector of d numbers, and s is the kernel's stretch. Each frequency alone has the law of an independent one, so z(x)'z(y) is as
 * unbiased; together they spread more evenly, and it varies less.
 */
final class OrthogonalFrequencies {
    /*
     * Normal rows that are orthogonalised one after another are rows of such a matrix. The first rows do not depend on the others, so
     * of a block that is used in part the rest is never drawn. A row that loses most of its length to the projections is
     * projected again (twice is enough: Giraud, Langou and Rozloznik, 2005). All sums are computed here in one order, not by the
     * backend: a seed must give the same frequencies on every machine, or learners of two machines could not be merged.
     */
    private static final double LITTLE = 0.1;

    private static final double NOTHING = 1e-8;

    private final RandomStream random;
    private final int columns;
    private final double[] basis;
    private final double[] row;

    private OrthogonalFrequencies(RandomStream random, int columns, int rows) {
        this.random = random;
        this.columns = columns;
        this.basis = new double[Math.multiplyExact(rows, columns)];
        this.row = new double[columns];
    }

    /** Draws {@code count} frequencies of {@code columns} numbers in time of the order count d min(count, d). */
    static float[] draw(IsotropicKernel kernel, int columns, int count, RandomStream random) {
        OrthogonalFrequencies block = new OrthogonalFrequencies(random, columns, Math.min(count, columns));
        float[] frequencies = new float[Math.multiplyExact(count, columns)];
        for (int i = 0; i < count; i++) {
            int inBlock = i % columns;
            block.drawDirection(inBlock);
            double length = length(kernel, columns, random);
            for (int j = 0; j < columns; j++) {
                frequencies[i * columns + j] = (float) (length * block.basis[inBlock * columns + j]);
            }
        }
        return frequencies;
    }

    /** The length of a frequency: that of {@code columns} normal numbers, stretched, over the bandwidth; fits a float. */
    static double length(IsotropicKernel kernel, int columns, RandomStream random) {
        double chi = Math.sqrt(2 * random.nextGamma(columns / 2.0));
        return Math.min(RandomFourierFeatures.FASTEST, chi * kernel.drawStretch(random) / kernel.bandwidth());
    }

    private void drawDirection(int inBlock) {
        double share;
        do {
            for (int j = 0; j < columns; j++) {
                row[j] = random.nextGaussian();
            }
            double before = length();
            project(inBlock);
            share = length() / before;
            if (share < LITTLE) {
                project(inBlock);
            }
            // The share is NaN if all drawn numbers are zero.
        } while (!(share > NOTHING));
        double length = length();
        for (int j = 0; j < columns; j++) {
            basis[inBlock * columns + j] = row[j] / length;
        }
    }

    private double length() {
        double sum = 0;
        for (double value : row) {
            sum += value * value;
        }
        return Math.sqrt(sum);
    }

    /** Subtracts the part in the first {@code count} directions, four at a time: independent sums hide the latency of additions. */
    private void project(int count) {
        int i = 0;
        for (; i + 4 <= count; i += 4) {
            takeFour(i * columns);
        }
        for (; i < count; i++) {
            double sum = 0;
            int at = i * columns;
            for (int j = 0; j < columns; j++) {
                sum += row[j] * basis[at + j];
            }
            for (int j = 0; j < columns; j++) {
                row[j] -= sum * basis[at + j];
            }
        }
    }

    private void takeFour(int at) {
        int at1 = at + columns;
        int at2 = at1 + columns;
        int at3 = at2 + columns;
        double a = 0;
        double b = 0;
        double c = 0;
        double d = 0;
        for (int j = 0; j < columns; j++) {
            double value = row[j];
            a += value * basis[at + j];
            b += value * basis[at1 + j];
            c += value * basis[at2 + j];
            d += value * basis[at3 + j];
        }
        for (int j = 0; j < columns; j++) {
            row[j] -= a * basis[at + j] + b * basis[at1 + j] + c * basis[at2 + j] + d * basis[at3 + j];
        }
    }
}
