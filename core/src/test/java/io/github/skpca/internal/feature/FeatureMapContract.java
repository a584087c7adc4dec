package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.kernel.ShiftInvariantKernel;
import io.github.skpca.kernel.TwoGaussiansKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What every feature map must do for every kernel that it takes; each kind of map runs it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FeatureMapContract {
    private static final float GUARD = -77.25f;

    abstract MapKind kind();

    /**
     * The variance of z(x)'z(y) over maps, for k1 = k(x - y), k2 = k(2(x - y)) and m features; not a number where there is no formula,
     * and where it is to be at most that of independent pairs.
     */
    abstract double variance(double k1, double k2, int features, int columns);

    /** The frequencies of a map, f x d, row-major. */
    double[] frequencies(FeatureMap map) {
        float[] frequencies = map.frequencies();
        double[] wide = new double[frequencies.length];
        Arrays.setAll(wide, i -> frequencies[i]);
        return wide;
    }

    Stream<ShiftInvariantKernel> kernels() {
        Stream<ShiftInvariantKernel> inTheBox = Arrays.stream(KernelFamily.values())
                .filter(KernelFamily::isShiftInvariant)
                .map(family -> (ShiftInvariantKernel) family.withBandwidth(1.5));
        return Stream.concat(
                        inTheBox, Stream.of(Kernel.rationalQuadratic(1.5, 0.4), new TwoGaussiansKernel(0.5, 3, 0.3)))
                .filter(kernel -> !kind().needsIsotropicKernel() || kernel instanceof IsotropicKernel);
    }

    /**
     * Over 1,500 maps, the mean of z(x)'z(y) is K(x, y) and its variance the formula's, each within five of its own standard
     * errors (and 2e-6 for float arithmetic).
     */
    @ParameterizedTest
    @MethodSource("kernels")
    void productsHaveTheKernelAsMeanAndTheirVariance(ShiftInvariantKernel kernel) {
        int maps = 1500;
        int features = 8;
        for (int columns : new int[] {1, 6}) {
            double[] x = row(columns, 1, 0.5 / Math.sqrt(columns));
            for (double distance : new double[] {0.4, 1.0, 2.5}) {
                double[] y = x.clone();
                double[] twice = x.clone();
                for (int j = 0; j < columns; j++) {
                    // Floats exactly, so that the kernel and the map see the same rows.
                    y[j] += (float) (distance / Math.sqrt(columns));
                    y[j] = (float) y[j];
                    twice[j] = 2 * y[j] - x[j];
                }
                double[] products = new double[maps];
                for (int seed = 0; seed < maps; seed++) {
                    FeatureMap map = RandomMaps.draw(kind(), kernel, columns, features, seed);
                    products[seed] = dot(map(map, x), map(map, y));
                }
                double k1 = kernel.similarity(x, y);
                double k2 = kernel.similarity(x, twice);
                String label = "columns=" + columns + " distance=" + distance + " seeds 0..";
                double expected = variance(k1, k2, features, columns);
                boolean atMost = Double.isNaN(expected);
                requireMoments(products, k1, atMost ? (1 + k2 - 2 * k1 * k1) / features : expected, atMost, label);
            }
        }
    }

    private static void requireMoments(double[] values, double mean, double variance, boolean atMost, String label) {
        int n = values.length;
        double found = Arrays.stream(values).sum() / n;
        double second = 0;
        double fourth = 0;
        for (double value : values) {
            double square = (value - found) * (value - found);
            second += square / n;
            fourth += square * square / n;
        }
        assertThat(found).as(label + ", mean").isCloseTo(mean, within(5 * Math.sqrt(second / n) + 2e-6));
        double standardError = Math.sqrt((fourth - second * second) / n);
        double tolerance = 5 * standardError + 2e-6;
        if (atMost) {
            assertThat(second).as(label + ", variance").isLessThan(variance + tolerance);
        } else {
            assertThat(second).as(label + ", variance").isCloseTo(variance, within(tolerance));
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void manyFeaturesComeCloseToTheKernel(ShiftInvariantKernel kernel) {
        int columns = 4;
        FeatureMap map = RandomMaps.draw(kind(), kernel, columns, 20_000, 5);
        for (int i = 0; i < 10; i++) {
            double[] x = row(columns, 2 * i, 1);
            double[] y = row(columns, 2 * i + 1, 1);
            // Five standard deviations of the largest variance there is, 1.5 / m.
            assertThat(dot(map(map, x), map(map, y)))
                    .as("rows of seeds %s and %s, map of seed 5", 2 * i, 2 * i + 1)
                    .isCloseTo(kernel.similarity(x, y), within(5 * Math.sqrt(1.5 / 20_000)));
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void squaredNormsStayBelowTheirBound(ShiftInvariantKernel kernel) {
        for (int columns : new int[] {1, 9}) {
            FeatureMap map = RandomMaps.draw(kind(), kernel, columns, 66, 6);
            for (int i = 0; i < 200; i++) {
                float[] z = map(map, row(columns, i, Math.pow(10, i % 7 - 3)));
                assertThat(dot(z, z)).as("row of seed %s", i).isBetween(0.0, map.largestSquaredNorm() + 1e-5);
            }
        }
        assertThat(RandomMaps.draw(kind(), kernel, 1, 2, 6).largestSquaredNorm())
                .isEqualTo(kind().largestSquaredNorm());
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void aBatchIsItsRowsOneByOne(ShiftInvariantKernel kernel) {
        int columns = 5;
        for (int features : new int[] {2, 34, 130}) {
            FeatureMap map = RandomMaps.draw(kind(), kernel, columns, features, 7);
            for (int count = 0; count <= 30; count++) {
                float[] rows = floats(count * columns + 3, count);
                float[] before = rows.clone();
                float[] batch = new float[2 + count * features + 17];
                Arrays.fill(batch, GUARD);
                map.map(rows, 3, count, batch, 2, Workers.callerOnly());
                float[] alone = new float[batch.length];
                Arrays.fill(alone, GUARD);
                for (int i = 0; i < count; i++) {
                    map.map(rows, 3 + i * columns, 1, alone, 2 + i * features, Workers.callerOnly());
                }
                // Guards before and after are compared as well.
                assertThat(batch).as("%s rows, seed=%s", count, count).isEqualTo(alone);
                assertThat(rows).as("the input").isEqualTo(before);
                assertThat(batch[1]).isEqualTo(GUARD);
                assertThat(batch[2 + count * features]).isEqualTo(GUARD);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void threadsDoNotChangeAByte(ShiftInvariantKernel kernel) {
        int columns = 3;
        int features = 50;
        FeatureMap map = RandomMaps.draw(kind(), kernel, columns, features, 8);
        for (int count : new int[] {1, 11, 12, 13, 25, 100, 257}) {
            float[] rows = floats(count * columns, count);
            float[] expected = new float[count * features];
            map.map(rows, 0, count, expected, 0, Workers.callerOnly());
            for (int threads = 1; threads <= 3; threads++) {
                try (Workers workers = new Workers(threads)) {
                    float[] z = new float[count * features];
                    map.map(rows, 0, count, z, 0, workers);
                    assertThat(z).as("%s threads, %s rows", threads, count).isEqualTo(expected);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void aSeedRepeatsAndAnotherDiffers(ShiftInvariantKernel kernel) {
        FeatureMap one = RandomMaps.draw(kind(), kernel, 4, 20, 9);
        FeatureMap same = RandomMaps.draw(kind(), kernel, 4, 20, 9);
        FeatureMap other = RandomMaps.draw(kind(), kernel, 4, 20, 10);
        double[] x = row(4, 1, 1);
        assertThat(map(same, x)).isEqualTo(map(one, x));
        assertThat(frequencies(same)).isEqualTo(frequencies(one));
        assertThat(same.phases()).isEqualTo(one.phases());
        assertThat(map(other, x)).isNotEqualTo(map(one, x));
        assertThat(frequencies(other)).isNotEqualTo(frequencies(one));
    }

    @ParameterizedTest
    @MethodSource("kernels")
    void frequenciesAndPhasesMakeTheSameMapAgain(ShiftInvariantKernel kernel) {
        FeatureMap map = RandomMaps.draw(kind(), kernel, 4, 46, 11);
        FeatureMap again = map instanceof StructuredFeatures structured
                ? StructuredFeatures.of(4, structured.signs(), structured.lengths())
                : RandomFourierFeatures.of(kind(), 4, map.frequencies(), map.phases());
        assertThat(again.kind()).isEqualTo(kind());
        assertThat(again.columns()).isEqualTo(4);
        assertThat(again.features()).isEqualTo(46).isEqualTo(map.features());
        assertThat(again.bytes()).isEqualTo(map.bytes()).isGreaterThanOrEqualTo(8L * map.frequencies().length);
        assertThat(again.frequencies()).isEqualTo(map.frequencies());
        assertThat(again.phases()).isEqualTo(map.phases());
        for (int i = 0; i < 20; i++) {
            double[] x = row(4, i, 2);
            assertThat(map(again, x)).as("row of seed %s", i).isEqualTo(map(map, x));
        }
    }

    @Test
    void whatIsReturnedIsACopy() {
        FeatureMap map = RandomMaps.draw(kind(), KernelFamily.GAUSSIAN.withBandwidth(1), 4, 20, 12);
        double[] x = row(4, 1, 1);
        float[] before = map(map, x);
        if (map instanceof StructuredFeatures structured) {
            Arrays.fill(structured.signs(), 0f);
            Arrays.fill(structured.lengths(), 0f);
        }
        Arrays.fill(map.frequencies(), 0f);
        Arrays.fill(map.phases(), 0f);
        assertThat(map(map, x)).isEqualTo(before);
        double[] frequencies = frequencies(map);
        assertThat(frequencies).isNotEqualTo(new double[frequencies.length]);
    }

    /** z is what the formula says, from the map's own frequencies and phases, in double. */
    @ParameterizedTest
    @MethodSource("kernels")
    void featuresAreThoseOfTheFormula(ShiftInvariantKernel kernel) {
        int columns = 3;
        FeatureMap map = RandomMaps.draw(kind(), kernel, columns, 30, 13);
        double[] w = frequencies(map);
        float[] phases = map.phases();
        double scale = Math.sqrt(2.0 / 30);
        for (int i = 0; i < 20; i++) {
            double[] x = row(columns, i, 1);
            float[] z = map(map, x);
            for (int f = 0; f < w.length / columns; f++) {
                double angle = phases.length == 0 ? 0 : phases[f];
                double size = Math.abs(angle) + 1;
                for (int j = 0; j < columns; j++) {
                    angle += w[f * columns + j] * x[j];
                    size += Math.abs(w[f * columns + j] * x[j]);
                }
                // A structured map rounds once a stage of its three transforms, and not its few columns alone.
                int steps = kind() == MapKind.STRUCTURED ? 20 : columns + 2;
                double tolerance = scale * (2.5e-7 + steps * 0x1p-24 * size);
                assertThat((double) z[f]).isCloseTo(scale * Math.cos(angle), within(tolerance));
                if (phases.length == 0) {
                    assertThat((double) z[f + 15]).isCloseTo(scale * Math.sin(angle), within(tolerance));
                }
            }
        }
    }

    static float[] map(FeatureMap map, double[] x) {
        float[] row = new float[x.length];
        for (int j = 0; j < x.length; j++) {
            row[j] = (float) x[j];
        }
        float[] z = new float[map.features()];
        map.map(row, 0, 1, z, 0, Workers.callerOnly());
        return z;
    }

    static double dot(float[] x, float[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += (double) x[j] * y[j];
        }
        return sum;
    }

    /** A random row of floats, as doubles. */
    static double[] row(int columns, long seed, double scale) {
        Random random = new Random(seed);
        double[] row = new double[columns];
        for (int j = 0; j < columns; j++) {
            row[j] = (float) (scale * random.nextGaussian());
        }
        return row;
    }

    private static float[] floats(int count, long seed) {
        Random random = new Random(seed);
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }
}
