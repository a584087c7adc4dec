package io.github.skpca.internal.learning;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.model.KernelChoice;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;

import java.util.random.RandomGenerator;

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
                skpca(KernelChoice.of(Kernel.rationalQuadratic(1, 0.3)), 5, 100, 100),
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
                skpca(KernelChoice.of(Kernel.polynomial(1, 5)), 20, 1000, 10),
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
            return Kernel.gaussian(bandwidth).similarity(x, xOffset, y, yOffset, columns);
        }

        @Override
        public void drawFrequency(RandomGenerator random, double[] frequency, int offset, int columns) {
            Kernel.gaussian(bandwidth).drawFrequency(random, frequency, offset, columns);
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
        for (Kernel kernel : new Kernel[] {Kernel.gaussian(1), new OwnKernel(1), Kernel.polynomial(1, 2)}) {
            for (int columns : new int[] {3, 300}) {
                for (int features : new int[] {40, 41, 5000}) {
                    KernelPcaBuilder builder = StreamingKernelPca.builder()
                            .kernel(kernel)
                            .features(features)
                            .warmUpRows(40);
                    MapKind chosen =
                            MapChoice.of(Learner.settings(builder, columns)).map();
                    assertThat(Learner.of(builder.build(columns)).settings().map())
                            .isEqualTo(chosen);
                    assertThat(Learner.settings(builder.copy(), columns)).isEqualTo(Learner.settings(builder, columns));
                }
            }
        }
        KernelPcaBuilder told = StreamingKernelPca.builder().map(MapKind.FOURIER);
        assertThat(Learner.settings(told, 3).map()).isEqualTo(MapKind.FOURIER);
        assertThat(Learner.settings(told.copy(), 3)).isEqualTo(Learner.settings(told, 3));
        assertThat(MapChoice.of(Learner.settings(told, 3)).map()).isEqualTo(MapKind.LANDMARKS);
    }
}
