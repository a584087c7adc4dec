package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class PairedFeaturesTest extends FeatureMapContract {
    @Override
    MapKind kind() {
        return MapKind.PAIRED;
    }

    @Override
    double variance(double k1, double k2, int features, int columns) {
        return (1 + k2 - 2 * k1 * k1) / features;
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void everyRowHasLengthOne(ShiftInvariantKernel kernel) {
        for (int features : new int[] {2, 8, 1000}) {
            FeatureMap map = RandomMaps.draw(kind(), kernel, 2, features, 21);
            for (int i = 0; i < 100; i++) {
                double[] x = {Math.pow(10, i % 8 - 3), i};
                float[] z = map(map, x);
                assertThat(Math.sqrt(dot(z, z)))
                        .as("row %s, %s features", i, features)
                        .isCloseTo(1, within(1e-5));
            }
        }
    }

    @Test
    void anOddNumberOfFeaturesIsRefusedAndTheNextEvenOneOffered() {
        assertThatThrownBy(() -> RandomMaps.draw(kind(), KernelFamily.GAUSSIAN.withBandwidth(1), 2, 7, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("even")
                .hasMessageContaining("not 7");
        assertThat(kind().allowedFeatures(7)).isEqualTo(8);
        assertThat(kind().allowedFeatures(8)).isEqualTo(8);
    }

    @Test
    void phasesAreRefused() {
        assertThat(RandomMaps.draw(kind(), KernelFamily.GAUSSIAN.withBandwidth(1), 2, 8, 0)
                        .phases())
                .isEmpty();
        assertThatThrownBy(() -> RandomFourierFeatures.of(kind(), 2, new float[8], new float[4]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("4 phases where there should be 0");
    }
}
