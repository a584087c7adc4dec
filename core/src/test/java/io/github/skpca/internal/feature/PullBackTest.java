package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.SampleRows;
import io.github.skpca.Workers;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.kernel.ShiftInvariantKernel;
import io.github.skpca.kernel.TwoGaussiansKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** In double every map has the features it has in float, and its gradients are what differences of those features say. */
class PullBackTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261116L);

    /** A map under a name that tests can show. */
    private record Named(String name, FeatureMap map) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Named> maps() {
        List<Kernel> kernels = new ArrayList<>();
        for (KernelFamily family : KernelFamily.values()) {
            kernels.add(family.withBandwidth(2.5));
        }
        kernels.add(new TwoGaussiansKernel(0.5, 3, 0.3));
        List<Named> maps = new ArrayList<>();
        for (Kernel kernel : kernels) {
            for (int columns : new int[] {1, 5, 40}) {
                String name = kernel.name() + " of " + columns;
                for (MapKind kind : MapKind.values()) {
                    boolean drawn = kernel instanceof IsotropicKernel
                            || kernel instanceof ShiftInvariantKernel && !kind.needsIsotropicKernel();
                    if (kind != MapKind.LANDMARKS && drawn) {
                        maps.add(
                                new Named(kind.label() + " " + name, RandomMaps.draw(kind, kernel, columns, 90, SEED)));
                    }
                }
                KernelValueMap values = new KernelValueMap(
                        kernel, SampleRows.narrowed(SampleRows.clusters(SEED, 31, columns)), columns);
                maps.add(new Named("kernel values " + name, values));
                maps.add(new Named("landmarks " + name, new NystromMap(values, factor(31, 9))));
            }
        }
        return maps.stream();
    }

    private static float[] factor(int landmarks, int features) {
        Random random = new Random(SEED);
        float[] factor = new float[landmarks * features];
        for (int i = 0; i < factor.length; i++) {
            factor[i] = (float) random.nextGaussian();
        }
        return factor;
    }

    @ParameterizedTest
    @MethodSource("maps")
    void featuresAndGradientsAreThoseOfTheMap(Named named) {
        FeatureMap map = named.map();
        int columns = map.columns();
        Random random = new Random(SEED);
        double[] rows = SampleRows.clusters(SEED + 1, 4, columns);
        for (int i = 0; i < 4; i++) {
            double[] row = Arrays.copyOfRange(rows, i * columns, (i + 1) * columns);
            double[] weights = random.doubles(map.features(), -1, 1).toArray();
            double[] wide = new double[map.features()];
            map.map(row, wide);
            requireFloats(map, row, wide);
            double[] gradient = new double[columns];
            Arrays.fill(gradient, 99);
            double value = map.pullBack(row, weights, gradient);
            double size = Math.sqrt(dot(wide, wide) * dot(weights, weights));
            assertThat(value).isCloseTo(dot(weights, wide), within(1e-12 * (1 + size)));
            double steepest = Math.sqrt(dot(gradient, gradient));
            for (int j = 0; j < Math.min(columns, 6); j++) {
                double difference = difference(map, row, j, weights);
                assertThat(gradient[j])
                        .as("column %s of row %s, skpca.test.seed=%s", j, i, SEED)
                        .isCloseTo(difference, within(1e-6 * (steepest + size)));
            }
        }
    }

    private static void requireFloats(FeatureMap map, double[] row, double[] wide) {
        float[] narrow = new float[map.features()];
        map.map(SampleRows.narrowed(row), 0, 1, narrow, 0, Workers.callerOnly());
        double largest = Arrays.stream(wide).map(Math::abs).max().orElseThrow();
        for (int j = 0; j < narrow.length; j++) {
            // A law with heavy tails draws frequencies whose phases are not known to all digits.
            double tolerance = map.frequencies().length == 0 ? 1e-4 * Math.max(1, largest) : 0.05;
            assertThat((double) narrow[j]).as("feature %s", j).isCloseTo(wide[j], within(tolerance));
        }
    }

    /** Of steps so short that no frequency that is likely turns far on the way; the error of two lengths cancels. */
    private static double difference(FeatureMap map, double[] row, int j, double[] weights) {
        double step = 2e-6;
        return (4 * slope(map, row, j, weights, step) - slope(map, row, j, weights, 2 * step)) / 3;
    }

    private static double slope(FeatureMap map, double[] row, int j, double[] weights, double step) {
        double[] scratch = new double[row.length];
        double[] moved = row.clone();
        moved[j] = row[j] + step;
        double rise = map.pullBack(moved, weights, scratch);
        moved[j] = row[j] - step;
        return (rise - map.pullBack(moved, weights, scratch)) / (2 * step);
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += x[j] * y[j];
        }
        return sum;
    }

    @Test
    void whatFloatsLoseFarAwayIsKept() {
        KernelValueMap map = new KernelValueMap(Kernel.gaussian(1), new float[] {0, 0}, 2);
        double[] gradient = new double[2];
        double value = map.pullBack(new double[] {30, 0}, new double[] {1}, gradient);
        assertThat((float) value).isZero();
        assertThat(value).isPositive();
        assertThat(gradient[0] / value).isCloseTo(-30, within(1e-9));
    }
}
