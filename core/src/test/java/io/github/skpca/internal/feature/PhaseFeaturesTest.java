package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class PhaseFeaturesTest extends FeatureMapContract {
    @Override
    MapKind kind() {
        return MapKind.FOURIER;
    }

    @Override
    double variance(double k1, double k2, int features, int columns) {
        return (1 + k2 / 2 - k1 * k1) / features;
    }

    @Test
    void anyNumberOfFeaturesIsAllowed() {
        assertThat(kind().allowedFeatures(7)).isEqualTo(7);
        assertThat(RandomMaps.draw(kind(), KernelFamily.GAUSSIAN.withBandwidth(1), 3, 1, 0)
                        .features())
                .isEqualTo(1);
    }

    /** Uniform on (0, 2 pi]: mean pi, variance pi^2/3, each within five standard errors. */
    @Test
    void phasesAreUniform() {
        int count = 50_000;
        float[] phases = RandomMaps.draw(kind(), KernelFamily.GAUSSIAN.withBandwidth(1), 1, count, 31)
                .phases();
        double sum = 0;
        double squares = 0;
        for (float phase : phases) {
            assertThat((double) phase).isBetween(0.0, 2 * Math.PI + 1e-6);
            sum += phase;
            squares += (phase - Math.PI) * (phase - Math.PI);
        }
        double deviation = Math.PI / Math.sqrt(3);
        assertThat(sum / count).as("seed=31").isCloseTo(Math.PI, within(5 * deviation / Math.sqrt(count)));
        // The fourth central moment of the law is pi^4/5.
        double error = Math.sqrt((Math.pow(Math.PI, 4) / 5 - Math.pow(deviation, 4)) / count);
        assertThat(squares / count).as("seed=31").isCloseTo(deviation * deviation, within(5 * error));
    }

    @Test
    void wrongSizesAreRefused() {
        assertThatThrownBy(() -> RandomMaps.draw(kind(), KernelFamily.GAUSSIAN.withBandwidth(1), 0, 4, 0))
                .hasMessageContaining("columns must be at least 1, not 0");
        assertThatThrownBy(() -> RandomMaps.draw(kind(), KernelFamily.GAUSSIAN.withBandwidth(1), 1, 0, 0))
                .hasMessageContaining("features must be positive, not 0");
        assertThatThrownBy(() -> RandomFourierFeatures.of(kind(), 3, new float[8], new float[2]))
                .hasMessageContaining("8 numbers are not frequencies of 3 columns");
        assertThatThrownBy(() -> RandomFourierFeatures.of(kind(), 3, new float[0], new float[0]))
                .hasMessageContaining("0 numbers are not frequencies of 3 columns");
        assertThatThrownBy(() -> RandomFourierFeatures.of(kind(), 2, new float[8], new float[3]))
                .hasMessageContaining("3 phases where there should be 4");
    }
}
