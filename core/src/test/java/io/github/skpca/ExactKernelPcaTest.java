package io.github.skpca;

import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** With many features and no shrink, the loadings are those of exact kernel PCA on the kernel matrix. */
class ExactKernelPcaTest {
    private static final int ROWS = 60;
    private static final int FEATURES = 40_000;
    private static final int COMPONENTS = 3;

    /** The map's error is about 1/sqrt(m) = 0.005 an entry of the kernel matrix; eigenvectors are moved by that over the gap. */
    private static final double TOLERANCE = 0.04;

    @ParameterizedTest
    @EnumSource(
            value = MapKind.class,
            names = {"FOURIER", "PAIRED", "ORTHOGONAL", "STRUCTURED"})
    void loadingsAgreeUpToSign(MapKind map) {
        double[] rows = SampleRows.clusters(5, ROWS, 2);
        IsotropicKernel kernel = Kernel.gaussian(2.5);
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(kernel)
                .map(map)
                .features(FEATURES)
                .sketchSize(ROWS + 4)
                .components(COMPONENTS)
                .warmUpRows(10)
                .seed(3)
                .build(2);
        learner.update(rows, ROWS);
        KernelPcaModel model = learner.snapshot();
        double[] centred = DenseOracle.doubleCentred(DenseOracle.gram(kernel, rows, ROWS, 2), ROWS);
        DenseOracle.Eigen exact = DenseOracle.jacobi(centred, ROWS);

        for (int c = 0; c < COMPONENTS; c++) {
            double value = exact.values()[c];
            assertThat(value)
                    .as("separated, or the comparison means nothing")
                    .isGreaterThan(1.3 * exact.values()[c + 1]);
            assertThat(model.spectrum()[c]).isCloseTo(value, within(TOLERANCE * exact.values()[0]));
            assertLoadings(model, rows, c, Arrays.copyOfRange(exact.vectors(), c * ROWS, (c + 1) * ROWS), value);
        }
        assertThat(model.shrinkSum()).isZero();
    }

    private static void assertLoadings(KernelPcaModel model, double[] rows, int c, double[] vector, double value) {
        double[] loadings = new double[ROWS];
        double agreement = 0;
        for (int i = 0; i < ROWS; i++) {
            loadings[i] = model.transform(Arrays.copyOfRange(rows, 2 * i, 2 * i + 2))[c];
            agreement += loadings[i] * vector[i];
        }
        for (int i = 0; i < ROWS; i++) {
            double expected = Math.copySign(Math.sqrt(value), agreement) * vector[i];
            assertThat(loadings[i]).as("component %d, row %d", c, i).isCloseTo(expected, within(TOLERANCE));
        }
    }
}
