package io.github.skpca.kernel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class KernelFamilyTest {
    /** x - y = (3, 4), bandwidth 5: Euclidean distance 5, city-block distance 7. Values by hand from the formulas. */
    @ParameterizedTest
    @CsvSource({
        "GAUSSIAN, 0.6065306597126334", // exp(-1/2)
        "LAPLACIAN, 0.2465969639416065", // exp(-7/5)
        "CAUCHY, 0.4483500717360115", // 1 / ((1 + 9/25) (1 + 16/25))
        "MATERN12, 0.36787944117144233", // exp(-1)
        "MATERN32, 0.4833577245965077", // (1 + sqrt 3) exp(-sqrt 3)
        "MATERN52, 0.5239941088318203", // (1 + sqrt 5 + 5/3) exp(-sqrt 5)
        "RATIONAL_QUADRATIC, 0.6666666666666666", // 1 / (1 + 1/2)
        "POLYNOMIAL2, 1.9600000000000002", // (1 + 10/25)^2
        "POLYNOMIAL3, 2.744" // (1 + 10/25)^3
    })
    void knownValues(KernelFamily family, double expected) {
        Kernel kernel = family.withBandwidth(5);
        assertThat(kernel.similarity(new double[] {1, 2}, new double[] {-2, 6})).isCloseTo(expected, within(1e-15));
    }

    @Test
    void rationalQuadraticWithAShapeAndItsLimit() {
        double[] x = {3, 4};
        double[] y = {0, 0};
        assertThat(Kernel.rationalQuadratic(5, 0.5).similarity(x, y)).isCloseTo(Math.sqrt(0.5), within(1e-15));
        assertThat(Kernel.rationalQuadratic(5, 2).similarity(x, y)).isCloseTo(0.64, within(1e-15));
        assertThat(Kernel.rationalQuadratic(5, 1e9).similarity(x, y)).isCloseTo(Math.exp(-0.5), within(1e-6));
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void labelsLeadBackAndKernelsCarryThem(KernelFamily family) {
        assertThat(KernelFamily.ofLabel(family.label())).contains(family);
        assertThat(family.withBandwidth(2).name()).isEqualTo(family.label());
        assertThat(family.withBandwidth(2).bandwidth()).isEqualTo(2);
        assertThat(KernelFamily.labels()).contains(family.label());
    }

    @Test
    void labelsAreThoseOfTheCommandLine() {
        assertThat(KernelFamily.labels())
                .isEqualTo(
                        "gaussian, laplacian, cauchy, matern12, matern32, matern52, rational-quadratic, polynomial2, polynomial3");
        assertThat(KernelFamily.ofLabel("rbf")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void distanceIsCityBlockForLaplacianAndEuclideanForOthers(KernelFamily family) {
        double[] flat = {9, 1, 2, -2, 6, 9};
        assertThat(family.distance(flat, 1, flat, 3, 2)).isEqualTo(family == KernelFamily.LAPLACIAN ? 7 : 5);
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void bandwidthsThatAreNotPositiveAndFiniteAreRefused(KernelFamily family) {
        for (double bandwidth : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> family.withBandwidth(bandwidth))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("bandwidth must be positive and finite, not " + bandwidth);
        }
    }

    @Test
    void otherParametersAreChecked() {
        assertThatThrownBy(() -> Kernel.matern(1, 2)).hasMessageContaining("1, 3 or 5, not 2");
        assertThatThrownBy(() -> Kernel.rationalQuadratic(1, 0)).hasMessageContaining("shape must be positive");
    }
}
