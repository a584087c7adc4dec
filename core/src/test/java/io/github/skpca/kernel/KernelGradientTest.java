package io.github.skpca.kernel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.Random;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Gradients of kernels are what differences of similarities say, for those in the box and a user's own. */
class KernelGradientTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261116L);

    /** A user's kernel of the distance that knows nothing of slopes. */
    private record OwnDistanceKernel(double bandwidth) implements IsotropicKernel {
        @Override
        public String name() {
            return "own-distance";
        }

        @Override
        public double ofSquaredDistance(double squaredDistance) {
            return Math.exp(-squaredDistance / (2 * bandwidth * bandwidth));
        }

        @Override
        public double drawStretch(RandomGenerator random) {
            return 1;
        }
    }

    /** A user's kernel of the inner product that knows nothing of slopes. */
    private record OwnProductKernel(double bandwidth) implements DotProductKernel {
        @Override
        public String name() {
            return "own-product";
        }

        @Override
        public double ofInnerProduct(double innerProduct) {
            return Math.exp(innerProduct / (bandwidth * bandwidth));
        }
    }

    static Stream<Kernel> kernels() {
        Stream<Kernel> inTheBox = Arrays.stream(KernelFamily.values())
                .flatMap(family -> Stream.of(0.7, 3.0).map(family::withBandwidth));
        return Stream.concat(
                inTheBox,
                Stream.of(
                        Kernel.rationalQuadratic(1.3, 0.4),
                        Kernel.polynomial(2, 5),
                        new TwoGaussiansKernel(0.5, 3, 0.3),
                        new OwnDistanceKernel(1.5),
                        new OwnProductKernel(2)));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void isWhatDifferencesSay(Kernel kernel) {
        Random random = new Random(SEED);
        for (int columns : new int[] {1, 2, 7}) {
            for (int trial = 0; trial < 20; trial++) {
                double[] rows = new double[2 * columns + 1];
                Arrays.setAll(rows, j -> random.nextGaussian() * kernel.bandwidth());
                double[] gradient = new double[columns];
                Arrays.fill(gradient, 10);
                double[] kept = rows.clone();
                kernel.addGradient(rows, 1, rows, columns + 1, columns, -3, gradient);
                assertThat(rows).as("rows are read only").containsExactly(kept);
                double step = 1e-5 * kernel.bandwidth();
                double size = 1 + Math.abs(kernel.similarity(rows, 1, rows, columns + 1, columns));
                for (int j = 0; j < columns; j++) {
                    double[] moved = rows.clone();
                    moved[1 + j] += step;
                    double rise = kernel.similarity(moved, 1, rows, columns + 1, columns);
                    moved[1 + j] -= 2 * step;
                    rise -= kernel.similarity(moved, 1, rows, columns + 1, columns);
                    assertThat((gradient[j] - 10) * kernel.bandwidth())
                            .as("%s columns, trial %s, skpca.test.seed=%s", columns, trial, SEED)
                            .isCloseTo(-3 * rise / 2e-5, within(1e-6 * size));
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void isZeroBetweenEqualRowsWhereTheKernelHasItsPeakOrAKink(Kernel kernel) {
        double[] row = {0.3, -0.4};
        double[] gradient = new double[2];
        if (kernel instanceof ShiftInvariantKernel) {
            kernel.addGradient(row, 0, row, 0, 2, 1, gradient);
            assertThat(gradient).containsExactly(new double[] {0, 0}, within(1e-9));
        }
    }

    @Test
    void farAwayItIsSmallAndNotZero() {
        double[] origin = {0};
        for (double distance : new double[] {10, 20, 37}) {
            double[] gradient = new double[1];
            Kernel.gaussian(1).addGradient(new double[] {distance}, 0, origin, 0, 1, 1, gradient);
            double expected = -distance * Math.exp(-distance * distance / 2);
            assertThat(expected).isNotZero();
            assertThat(gradient[0] / expected).isCloseTo(1, within(1e-12));
        }
        double[] gradient = new double[1];
        Kernel.cauchy(1).addGradient(new double[] {1e200}, 0, origin, 0, 1, 1, gradient);
        assertThat(gradient[0]).isFinite();
    }
}
