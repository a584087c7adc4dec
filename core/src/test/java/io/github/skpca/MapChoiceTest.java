package io.github.skpca;

import io.github.skpca.feature.BandwidthRule;
import io.github.skpca.feature.MapKind;
import io.github.skpca.kernel.GaussianKernel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.kernel.PolynomialKernel;
import io.github.skpca.kernel.RandomStream;
import io.github.skpca.kernel.RationalQuadraticKernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import io.github.skpca.model.KernelChoice;
import io.github.skpca.model.Method;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The map that is taken when none is named, in every case, and that every choice can be built. */
class MapChoiceTest {
    private static final KernelChoice GAUSSIAN = KernelChoice.of(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN);
    private static final KernelChoice LAPLACIAN = KernelChoice.of(KernelFamily.LAPLACIAN, BandwidthRule.MEDIAN);

    private static void assertChoice(MapChoice choice, MapKind map, String reason) {
        assertThat(choice.map()).isEqualTo(map);
        assertThat(choice.reason()).contains(reason).doesNotContain("\n").hasSizeLessThan(140);
    }

    private static MapChoice skpca(KernelChoice kernel, int columns, int features, int warmUpRows) {
        return MapChoice.of(Method.SKPCA, kernel, columns, features, warmUpRows);
    }

    @Test
    void landmarksAreTakenWhereTheWarmUpHasEnoughRows() {
        for (KernelChoice kernel : new KernelChoice[] {GAUSSIAN, LAPLACIAN}) {
            assertChoice(skpca(kernel, 20, 1000, 10_000), MapKind.LANDMARKS, "exact kernel PCA");
            assertChoice(skpca(kernel, 20, 1000, 1000), MapKind.LANDMARKS, "exact kernel PCA");
            assertChoice(skpca(kernel, 2000, 4096, 10_000), MapKind.LANDMARKS, "exact kernel PCA");
            assertChoice(skpca(kernel, 20, 7, 10_000), MapKind.LANDMARKS, "exact kernel PCA");
        }
        assertChoice(
                skpca(KernelChoice.of(new RationalQuadraticKernel(1, 0.3)), 5, 100, 100),
                MapKind.LANDMARKS,
                "exact kernel PCA");
    }

    @Test
    void otherwiseARandomMapIs() {
        assertChoice(skpca(GAUSSIAN, 20, 1000, 999), MapKind.ORTHOGONAL, "landmarks would need a warm-up of 1000 rows");
        assertChoice(skpca(GAUSSIAN, 255, 5000, 10_000), MapKind.ORTHOGONAL, "more than 4096 landmarks");
        assertChoice(skpca(GAUSSIAN, 256, 5000, 10_000), MapKind.STRUCTURED, "256 columns");
        assertChoice(skpca(GAUSSIAN, 256, 1001, 500), MapKind.FOURIER, "an even number of features");
        assertChoice(skpca(LAPLACIAN, 20, 1000, 500), MapKind.PAIRED, "kernel laplacian is none of the distance alone");
        assertChoice(
                skpca(LAPLACIAN, 500, 5000, 10_000), MapKind.PAIRED, "kernel laplacian is none of the distance alone");
    }

    @Test
    void aKernelWithoutFrequenciesHasLandmarksAlone() {
        KernelChoice polynomial = KernelChoice.of(KernelFamily.POLYNOMIAL3, BandwidthRule.MEDIAN);
        assertChoice(skpca(polynomial, 20, 1000, 10_000), MapKind.LANDMARKS, "kernel polynomial3 has no other");
        assertChoice(skpca(polynomial, 20, 5001, 10), MapKind.LANDMARKS, "kernel polynomial3 has no other");
        assertChoice(
                skpca(KernelChoice.of(new PolynomialKernel(1, 5)), 20, 1000, 10),
                MapKind.LANDMARKS,
                "kernel polynomial5 has no other");
    }

    @Test
    void theOtherMethodsKeepTheirs() {
        assertChoice(MapChoice.of(Method.NYSTROM, GAUSSIAN, 3, 100, 100), MapKind.LANDMARKS, "method nystrom");
        assertChoice(MapChoice.of(Method.EXACT, GAUSSIAN, 3, 100, 10), MapKind.LANDMARKS, "method exact");
        assertChoice(MapChoice.of(Method.RNCA, GAUSSIAN, 3, 100, 100), MapKind.PAIRED, "rnca");
    }

    private record OwnKernel(double bandwidth) implements ShiftInvariantKernel {
        @Override
        public String name() {
            return "my-own";
        }

        @Override
        public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
            return new GaussianKernel(bandwidth).similarity(x, xOffset, y, yOffset, columns);
        }

        @Override
        public void drawFrequency(RandomStream random, double[] frequency, int offset, int columns) {
            new GaussianKernel(bandwidth).drawFrequency(random, frequency, offset, columns);
        }
    }

    /** A file of landmarks could not be used again without the kernel's class. */
    @Test
    void aKernelOfAUsersOwnGetsAMapThatAFileCanHold() {
        KernelChoice own = KernelChoice.of(new OwnKernel(1));
        assertChoice(skpca(own, 20, 1000, 10_000), MapKind.PAIRED, "a model file holds no code");
        assertChoice(skpca(own, 20, 1001, 10_000), MapKind.FOURIER, "a model file holds no code");
    }

    @Test
    void theBuilderTakesTheChoiceAndCanBeToldOtherwise() {
        for (Kernel kernel : new Kernel[] {new GaussianKernel(1), new OwnKernel(1), new PolynomialKernel(1, 2)}) {
            for (int columns : new int[] {3, 300}) {
                for (int features : new int[] {40, 41, 5000}) {
                    StreamingKernelPca.Builder builder = StreamingKernelPca.builder()
                            .kernel(kernel)
                            .features(features)
                            .warmUpRows(40);
                    MapKind chosen = builder.mapChoice(columns).map();
                    assertThat(builder.build(columns).settings().map()).isEqualTo(chosen);
                    assertThat(builder.copy().settings(columns)).isEqualTo(builder.settings(columns));
                }
            }
        }
        StreamingKernelPca.Builder told = StreamingKernelPca.builder().map(MapKind.FOURIER);
        assertThat(told.settings(3).map()).isEqualTo(MapKind.FOURIER);
        assertThat(told.copy().settings(3)).isEqualTo(told.settings(3));
        assertThat(told.mapChoice(3).map()).isEqualTo(MapKind.LANDMARKS);
    }
}
