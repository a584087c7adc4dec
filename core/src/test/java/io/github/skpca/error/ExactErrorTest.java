package io.github.skpca.error;

import io.github.skpca.DenseOracle;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Exact kernel PCA leaves out the eigenvalue after its last one and nothing else: its error does not grow with the number of
 * components.
 */
class ExactErrorTest {
    private static final int ROWS = 264;

    /** In norms of the kernel matrix: kernel values and loadings are floats. */
    private static final double ROUNDING = 5e-7;

    private static double[] rows(int count, int columns, long seed) {
        Random random = new Random(seed);
        double[] rows = new double[count * columns];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) random.nextGaussian();
        }
        return rows;
    }

    /** Columns of very different tails, as counts of a machine's events have. */
    private static double[] heavyRows(int count, int columns, long seed) {
        double[] rows = rows(count, columns, seed);
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) Math.exp(1.5 * rows[i]);
        }
        return rows;
    }

    private static KernelPcaModel model(double[] rows, int columns, Method method, KernelFamily family, int k) {
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .method(method)
                .kernel(family, BandwidthRule.MEDIAN)
                .features(rows.length / columns)
                .components(k)
                .standardized(true)
                .build(columns);
        learner.update(rows, rows.length / columns);
        return learner.snapshot();
    }

    private static double error(KernelPcaModel model, double[] rows) {
        int count = rows.length / model.columns();
        return KernelError.measure(model, rows, count, Workers.callerOnly()).spectral() * count;
    }

    /** Eigenvalues of HKH in double. */
    private static double[] spectrum(KernelPcaModel model, double[] rows) {
        int columns = model.columns();
        int count = rows.length / columns;
        double[] standardised = new double[rows.length];
        FittedModel.of(model).embedding().standardizer().apply(rows, 0, count, standardised, 0);
        double[] gram = DenseOracle.gram(FittedModel.of(model).embedding().kernel(), standardised, count, columns);
        return DenseOracle.eigenvalues(DenseOracle.doubleCentred(gram, count), count);
    }

    private static void assertNoWorseWithMore(double[] rows, int columns, KernelFamily family, int... components) {
        double[] spectrum = new double[0];
        double before = Double.POSITIVE_INFINITY;
        for (int k : components) {
            KernelPcaModel model = model(rows, columns, Method.EXACT, family, k);
            spectrum = spectrum.length == 0 ? spectrum(model, rows) : spectrum;
            double slack = ROUNDING * spectrum[0];
            double error = error(model, rows);
            int kept = model.components();
            assertThat(error)
                    .as("%s, %d of %d components", family, kept, k)
                    .isLessThanOrEqualTo(before + slack)
                    .isCloseTo(kept < spectrum.length ? spectrum[kept] : 0, within(slack));
            before = error;
        }
    }

    @ParameterizedTest
    @CsvSource({"GAUSSIAN, 1", "GAUSSIAN, 3", "CAUCHY, 1", "LAPLACIAN, 2", "POLYNOMIAL2, 2", "POLYNOMIAL3, 6"})
    void theErrorIsTheNextEigenvalue(KernelFamily family, int columns) {
        // Up to 20 by products with blocks of vectors, then by the whole decomposition.
        assertNoWorseWithMore(rows(ROWS, columns, 31), columns, family, 1, 5, 10, 15, 20, 40, 120, ROWS - 1, ROWS);
    }

    @ParameterizedTest
    @CsvSource({"GAUSSIAN", "POLYNOMIAL2", "POLYNOMIAL3"})
    void withHeavyTails(KernelFamily family) {
        assertNoWorseWithMore(heavyRows(ROWS, 5, 32), 5, family, 1, 5, 10, 20, 60, ROWS - 1);
    }

    @ParameterizedTest
    @CsvSource({"GAUSSIAN", "MATERN12", "POLYNOMIAL2"})
    void withRowsThatRepeat(KernelFamily family) {
        double[] distinct = rows(ROWS / 8, 2, 33);
        double[] rows = new double[8 * distinct.length];
        for (int i = 0; i < 8; i++) {
            System.arraycopy(distinct, 0, rows, i * distinct.length, distinct.length);
        }
        assertNoWorseWithMore(rows, 2, family, 1, 5, 10, 20, ROWS / 8 - 1, ROWS / 8, 100, ROWS - 1);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 7, 40})
    void withFewRows(int count) {
        for (int k = 1; k < count; k = 2 * k + 1) {
            assertNoWorseWithMore(rows(count, 3, 34), 3, KernelFamily.GAUSSIAN, k, count - 1);
        }
    }

    @Test
    void rowsThatAreAllTheSameHaveNoDirection() {
        double[] rows = new double[2 * 300];
        java.util.Arrays.fill(rows, 7);
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .method(Method.EXACT)
                .kernel(KernelFamily.POLYNOMIAL3.withBandwidth(2))
                .components(5)
                .build(2);
        learner.update(rows, 300);
        KernelPcaModel model = learner.snapshot();
        assertThat(model.components()).isZero();
        assertThat(error(model, rows)).isLessThan(ROUNDING * 300);
    }

    /** Every row may be a landmark several times: the eigenvalues go down to rounding, the error must not go up. */
    @ParameterizedTest
    @CsvSource({"GAUSSIAN, 1", "CAUCHY, 2", "POLYNOMIAL2, 2"})
    void nystromIsNoWorseWithMore(KernelFamily family, int columns) {
        double[] rows = rows(ROWS, columns, 35);
        double before = Double.POSITIVE_INFINITY;
        double slack = 0;
        for (int k : new int[] {1, 3, 5, 10, 20, 40, ROWS - 1}) {
            KernelPcaModel model = model(rows, columns, Method.NYSTROM, family, k);
            slack = slack == 0 ? ROUNDING * spectrum(model, rows)[0] : slack;
            double error = error(model, rows);
            assertThat(error).as("%s, %d components", family, k).isLessThanOrEqualTo(before + slack);
            before = error;
        }
    }

    /** E = G - G' is of the size of G, and HEH a ten-millionth of it: neither norm may be lost in the means that are taken off. */
    @ParameterizedTest
    @CsvSource({
        "GAUSSIAN, 10",
        "GAUSSIAN, 12",
        "GAUSSIAN, 14",
        "CAUCHY, 24",
        "CAUCHY, 30",
        "POLYNOMIAL2, 2",
        "POLYNOMIAL3, 3"
    })
    void smallErrorsAreThoseOfTheWholeMatrix(KernelFamily family, int k) {
        int count = 300;
        double[] rows = rows(count, 1, 36);
        KernelPcaModel model = model(rows, 1, Method.EXACT, family, k);
        double[] standardised = new double[count];
        FittedModel.of(model).embedding().standardizer().apply(rows, 0, count, standardised, 0);
        double[] error = DenseOracle.doubleCentred(
                DenseOracle.gram(FittedModel.of(model).embedding().kernel(), standardised, count, 1), count);
        int found = model.components();
        float[] narrow = new float[count * found];
        FittedModel.of(model).projector().transform(rows, 0, count, narrow, 0);
        double[] loadings = new double[narrow.length];
        for (int i = 0; i < narrow.length; i++) {
            loadings[i] = narrow[i];
        }
        loadings = DenseOracle.about(loadings, count, found, DenseOracle.mean(loadings, count, found));
        double[] products = DenseOracle.outer(loadings, count, found);
        for (int i = 0; i < error.length; i++) {
            error[i] -= products[i];
        }
        KernelError measured = KernelError.measure(model, rows, count, Workers.callerOnly());
        double frobenius = DenseOracle.frobeniusNorm(error) / count / count;
        double spectral = DenseOracle.spectralNorm(error, count) / count;
        assertThat(frobenius * count).isLessThan(1e-5);
        assertThat(measured.frobenius()).isCloseTo(frobenius, within(1e-6 * frobenius));
        assertThat(measured.spectral()).isCloseTo(spectral, within(1e-3 * spectral));
    }
}
