package io.github.skpca.experiments.run;

import io.github.skpca.Workers;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

final class TestGramTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "3, 2", "5, 7", "33, 4", "64, 1", "70, 90"})
    void bothNormsAgreeWithPlainLoops(int count, int width) {
        long seed = 31 * count + width;
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS);
        float[] rows = new float[count * 3];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) random.nextGaussian();
        }
        double[][] y = new double[count][width];
        double[] flat = new double[count * width];
        for (int i = 0; i < flat.length; i++) {
            flat[i] = random.nextGaussian() / Math.sqrt(width);
            y[i / width][i % width] = flat[i];
        }
        GramError expected = PlainLoops.error(PlainLoops.kernelMatrix(rows, rows, 3, 2), y);
        try (Workers workers = new Workers(2)) {
            GramError found = new TestGram(rows, count, 3, Kernel.gaussian(2), workers).error(flat, width);
            assertThat(found.spectral())
                    .as("seed " + seed)
                    .isCloseTo(expected.spectral(), within(2e-4 * expected.spectral() + 1e-14));
            assertThat(found.frobenius())
                    .as("seed " + seed)
                    .isCloseTo(expected.frobenius(), within(1e-10 * expected.frobenius() + 1e-14));
        }
    }
}
