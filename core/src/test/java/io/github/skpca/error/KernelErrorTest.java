package io.github.skpca.error;

import io.github.skpca.ComponentCount;
import io.github.skpca.DenseOracle;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.SampleRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Both error measures against whole matrices in double. */
class KernelErrorTest {
    private static final int COLUMNS = 4;
    private static final int ALL = 30;

    private static KernelPcaModel model(ShiftInvariantKernel kernel, MapKind map, boolean centered, int k) {
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(kernel)
                .map(map)
                .features(200)
                .sketchSize(ALL)
                .components(k)
                .centered(centered)
                .standardized(true)
                .warmUpRows(100)
                .seed(21)
                .build(COLUMNS);
        learner.update(SampleRows.clusters(22, 700, COLUMNS), 700);
        return learner.snapshot();
    }

    /** E = G - G' from the definition: no tiles, no floats kept, another path to the loadings. */
    private static double[] difference(KernelPcaModel model, double[] rows, int n) {
        double[] standardised = new double[rows.length];
        FittedModel.of(model).embedding().standardizer().apply(rows, 0, n, standardised, 0);
        double[] e = DenseOracle.gram(FittedModel.of(model).embedding().kernel(), standardised, n, COLUMNS);
        int m = FittedModel.of(model).embedding().features();
        double[] z = DenseOracle.features(model, rows, n);
        double[] loadings = DenseOracle.product(z, n, m, model.directions(), model.components());
        double[] approximation = DenseOracle.outer(loadings, n, model.components());
        for (int i = 0; i < e.length; i++) {
            e[i] -= approximation[i];
        }
        if (model.mean() == null) {
            return e;
        }
        // About any other mean the loadings of all rows move alike, and centring takes that away again.
        double[] centred = DenseOracle.doubleCentred(
                DenseOracle.gram(FittedModel.of(model).embedding().kernel(), standardised, n, COLUMNS), n);
        double[] centredApproximation = DenseOracle.doubleCentred(approximation, n);
        for (int i = 0; i < e.length; i++) {
            e[i] = centred[i] - centredApproximation[i];
        }
        return e;
    }

    private static KernelError measure(KernelPcaModel model, double[] rows, int n) {
        return KernelError.measure(model, rows, n, Workers.callerOnly());
    }

    private static void assertAgrees(KernelPcaModel model, int n) {
        double[] rows = SampleRows.clusters(23, n, COLUMNS);
        double[] e = difference(model, rows, n);
        double spectral = DenseOracle.spectralNorm(e, n) / n;
        double frobenius = DenseOracle.frobeniusNorm(e) / ((double) n * n);
        KernelError error = measure(model, rows, n);

        assertThat(error.rows()).isEqualTo(n);
        assertThat(error.spectral()).isCloseTo(spectral, within(1e-3 * spectral + 1e-12));
        assertThat(error.frobenius()).isCloseTo(frobenius, within(1e-3 * frobenius + 1e-12));
        assertThat(error.frobenius()).isLessThanOrEqualTo(error.spectral() * 1.001 / Math.sqrt(n) + 1e-12);
    }

    static List<Arguments> large() {
        return List.of(
                arguments(Kernel.gaussian(2), MapKind.PAIRED, true, 10),
                arguments(Kernel.gaussian(2), MapKind.FOURIER, false, ALL),
                arguments(Kernel.laplacian(4), MapKind.FOURIER, true, 2),
                arguments(Kernel.rationalQuadratic(1, 2), MapKind.PAIRED, false, 1),
                arguments(Kernel.cauchy(2), MapKind.PAIRED, true, ALL),
                arguments(Kernel.gaussian(2), MapKind.LANDMARKS, true, 3),
                arguments(Kernel.laplacian(4), MapKind.LANDMARKS, false, 10));
    }

    @ParameterizedTest
    @MethodSource("large")
    void errorsOfFiveHundredRowsAreThoseOfTheWholeMatrix(
            ShiftInvariantKernel kernel, MapKind map, boolean centered, int k) {
        assertAgrees(model(kernel, map, centered, k), 500);
    }

    static List<Arguments> grid() {
        List<Arguments> all = new ArrayList<>();
        for (ShiftInvariantKernel kernel :
                List.of(Kernel.gaussian(1), Kernel.laplacian(3), Kernel.matern(2, 3), Kernel.cauchy(1))) {
            for (MapKind map : List.of(MapKind.FOURIER, MapKind.PAIRED)) {
                for (boolean centered : new boolean[] {true, false}) {
                    for (int k : new int[] {1, 5, ALL}) {
                        all.add(arguments(kernel, map, centered, k));
                    }
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("grid")
    void errorsAreThoseOfTheWholeMatrix(ShiftInvariantKernel kernel, MapKind map, boolean centered, int k) {
        assertAgrees(model(kernel, map, centered, k), 133);
    }

    /** About multiples of the block of 32 vectors, where the search runs out of directions. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 31, 32, 33, 34, 63, 64, 65, 97, 129, 130, 140})
    void fewRowsAreMeasuredToo(int n) {
        assertAgrees(model(Kernel.gaussian(2), MapKind.FOURIER, false, 3), n);
        assertAgrees(model(Kernel.gaussian(2), MapKind.PAIRED, true, 3), n);
        assertAgrees(model(Kernel.gaussian(1), MapKind.PAIRED, true, 5), n);
    }

    @Test
    void oneRowOfACentredModelHasNoError() {
        KernelError error = measure(model(Kernel.gaussian(2), MapKind.PAIRED, true, 3), new double[COLUMNS], 1);
        assertThat(error.spectral()).isZero();
        assertThat(error.frobenius()).isZero();
    }

    @Test
    void noRowsAreRefused() {
        KernelPcaModel model = model(Kernel.gaussian(2), MapKind.PAIRED, true, 3);
        assertThatThrownBy(() -> measure(model, new double[0], 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no rows to measure the error on");
    }

    @Test
    void matrixTooLargeToKeepGivesTheSameErrors() {
        // Eight copies of every row: both norms of E are eight times what they were, and so is n.
        int different = 513;
        int copies = 8;
        double[] few = SampleRows.clusters(24, different, COLUMNS);
        double[] many = new double[copies * few.length];
        for (int c = 0; c < copies; c++) {
            System.arraycopy(few, 0, many, c * few.length, few.length);
        }
        KernelPcaModel model = model(Kernel.gaussian(2), MapKind.PAIRED, true, 5);
        KernelError kept = measure(model, few, different);
        KernelError made;
        try (Workers workers = new Workers(2)) {
            made = KernelError.measure(model, many, copies * different, workers);
        }

        assertThat(made.spectral()).isCloseTo(kept.spectral(), within(2e-3 * kept.spectral()));
        assertThat(copies * made.frobenius()).isCloseTo(kept.frobenius(), within(1e-6 * kept.frobenius()));
    }

    @Test
    void threadsDoNotChangeADigit() {
        double[] rows = SampleRows.clusters(25, 300, COLUMNS);
        KernelPcaModel model = model(Kernel.gaussian(2), MapKind.PAIRED, true, 5);
        KernelError alone = measure(model, rows, 300);
        for (int threads = 2; threads <= 4; threads++) {
            try (Workers workers = new Workers(threads)) {
                assertThat(KernelError.measure(model, rows, 300, workers)).isEqualTo(alone);
            }
        }
    }

    @Test
    void rowsAreNotChangedAndMeasuringRepeats() {
        double[] rows = SampleRows.clusters(26, 100, COLUMNS);
        double[] given = rows.clone();
        KernelPcaModel model = model(Kernel.gaussian(2), MapKind.PAIRED, true, 5);
        KernelError first = measure(model, given, 100);
        assertThat(measure(model, given, 100)).isEqualTo(first);
        assertThat(given).containsExactly(rows);
    }

    @Test
    void moreComponentsAndMoreFeaturesComeCloser() {
        double[] rows = SampleRows.clusters(27, 300, COLUMNS);
        KernelPcaModel model = model(Kernel.gaussian(2), MapKind.PAIRED, false, ALL);
        double all = measure(model, rows, 300).spectral();
        double one =
                measure(model.withComponents(ComponentCount.of(1)), rows, 300).spectral();
        assertThat(all).isLessThan(one);
        assertThat(all).isLessThan(0.1);
    }
}
