package io.github.skpca.internal.feature;

import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** What callers ask of a map instead of looking at its class. */
class MapAnswersTest {
    private static final int COLUMNS = 3;
    private static final int ROWS = 60;
    private static final IsotropicKernel KERNEL = Kernel.gaussian(1.5);

    private static float[] rows() {
        Random random = new Random(4);
        float[] rows = new float[ROWS * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) random.nextGaussian();
        }
        return rows;
    }

    private static NystromMap nystrom(Kernel kernel, long seed) {
        return new LandmarkSelection(
                        kernel, LandmarkSelectionTest.of(rows(), COLUMNS), seed, Workers.callerOnly())
                .select(LandmarkRule.UNIFORM, 20, 8);
    }

    private static FeatureMap drawn(MapKind kind, long seed) {
        return kind == MapKind.LANDMARKS ? nystrom(KERNEL, seed) : RandomMaps.draw(kind, KERNEL, COLUMNS, 40, seed);
    }

    static Stream<FeatureMap> maps() {
        return Stream.concat(
                Arrays.stream(MapKind.values()).map(kind -> drawn(kind, 1)),
                Stream.of(
                        new KernelValueMap(KERNEL, rows(), COLUMNS),
                        new KernelValueMap(Kernel.polynomial(2, 2), rows(), COLUMNS),
                        nystrom(Kernel.polynomial(2, 2), 1)));
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += x[j] * y[j];
        }
        return sum;
    }

    @ParameterizedTest
    @MethodSource("maps")
    void directionsFoldIntoTheInnerMap(FeatureMap map) {
        double[] row = {0.3, -0.7, 1.1};
        double[] w = new Random(5).doubles(2L * map.features(), -1, 1).toArray();
        double[] z = new double[map.features()];
        map.map(row, z);
        FeatureMap inner = map.inner();
        double[] v = new double[inner.features()];
        inner.map(row, v);
        double[] folded = map.folded(w, map.features(), 1);
        assertThat(folded).hasSize(inner.features());
        double expected = dot(z, Arrays.copyOfRange(w, map.features(), 2 * map.features()));
        assertThat(dot(v, folded)).isEqualTo(expected, within(1e-6 * Math.max(1, Math.abs(expected))));
        assertThat(inner.inner()).isSameAs(inner);
        assertThat(map.factor()).hasSize(inner == map ? 0 : inner.features() * map.features());
    }

    /** Where the image of a row has a length of its own, it is K(x, x); the same in float and double. */
    @ParameterizedTest
    @MethodSource("maps")
    void lengthsAreSelfSimilarities(FeatureMap map) {
        double[] row = {0.5, -0.25, 1.5};
        double self = map.selfSimilarity(row, new double[COLUMNS]);
        float[] narrow = {0.5f, -0.25f, 1.5f};
        assertThat(map.selfSimilarity(narrow, 0, new double[COLUMNS])).isEqualTo(self);
        double[] z = new double[map.features()];
        map.map(row, z);
        if (map.residual() == ResidualKind.OF_FEATURES) {
            assertThat(self).isEqualTo(1);
            assertThat(Math.abs(dot(z, z) - self) < 1e-6).isEqualTo(map.hasExactLength());
        } else if (map.residual() == ResidualKind.OF_LANDMARK_FEATURES) {
            assertThat(dot(z, z)).isLessThanOrEqualTo(self * (1 + 1e-4));
        }
        assertThat(map.hasExactLength()).isEqualTo(map.kind() != MapKind.FOURIER);
    }

    /** Of the images of rows that are the landmarks themselves, the mean has the length that means of kernel values say. */
    @ParameterizedTest
    @MethodSource("maps")
    void theMeanIsAPointOfTheInnerMap(FeatureMap map) {
        double[] mean = new double[map.features()];
        float[] rows = rows();
        float[] z = new float[ROWS * map.features()];
        map.map(rows, 0, ROWS, z, 0, Workers.callerOnly());
        for (int i = 0; i < z.length; i++) {
            mean[i % mean.length] += z[i] / (double) ROWS;
        }
        double[] weights = map.meanWeights(mean);
        assertThat(weights).hasSize(map.inner().features());
        // The mean's own product with the mean, by its weights.
        double product = 0;
        double[] v = new double[weights.length];
        for (int i = 0; i < ROWS; i++) {
            double[] row = {rows[3 * i], rows[3 * i + 1], rows[3 * i + 2]};
            map.inner().map(row, v);
            product += dot(v, weights) / ROWS;
        }
        assertThat(map.squaredMean(mean)).isEqualTo(product, within(1e-5 * Math.max(1, product)));
    }

    @ParameterizedTest
    @MethodSource("maps")
    void tensorsHaveTheirShapesAndLandmarksTheirNumber(FeatureMap map) {
        for (MapTensor tensor : map.tensors()) {
            int length = Arrays.stream(tensor.shape()).reduce(1, (one, other) -> one * other);
            assertThat(tensor.values()).as(tensor.name()).hasSize(length);
        }
        assertThat(map.landmarks()).hasSize(map.landmarkCount() * COLUMNS);
        assertThat(map.landmarkCount() > 0).isEqualTo(map.kind() == MapKind.LANDMARKS);
        assertThat(map.size()).isEqualTo(map.landmarkCount() > 0 ? map.landmarkCount() : map.features());
        assertThat(map.space())
                .isEqualTo((long) map.size() * COLUMNS + (map.inner() == map ? 0 : (long) map.size() * map.features()));
        assertThat(map.leftByOtherLandmarks(Workers.callerOnly())).hasSize(map.landmarkCount());
        assertThat(map.isTiled()).isEqualTo(map.tiled() != null);
    }

    @ParameterizedTest
    @EnumSource(MapKind.class)
    void mapsOfOneSeedAreTheSameAndOfTwoAreNot(MapKind kind) {
        FeatureMap map = drawn(kind, 1);
        assertThat(map.differenceFrom(drawn(kind, 1))).isEmpty();
        assertThat(map.differenceFrom(drawn(kind, 2))).isEqualTo(map.differingPart()).contains("differ");
        List<MapTensor> tensors = map.tensors();
        assertThat(MapTensor.areSame(tensors, tensors.subList(0, tensors.size() - 1))).isFalse();
    }
}
