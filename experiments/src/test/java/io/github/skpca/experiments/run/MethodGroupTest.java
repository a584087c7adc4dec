package io.github.skpca.experiments.run;

import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.internal.baseline.ReservoirSample;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.LandmarkSelection;
import io.github.skpca.internal.feature.RandomMaps;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** One point of each method against plain loops. */
final class MethodGroupTest {
    private static final long SEED = 20260;
    private static final int SIZE = 24;
    private static final int L = 7;

    private final HeldOut data = data(SEED);
    private final double[][] gram = PlainLoops.kernelMatrix(
            data.test(), data.test(), data.columns(), data.kernel().bandwidth());

    /** Rows of three groups and some noise. */
    static HeldOut data(long seed) {
        int columns = 5;
        int train = 203;
        int test = 40;
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS);
        float[] rows = new float[(train + test) * columns];
        for (int i = 0; i < rows.length; i++) {
            int group = i / columns % 3;
            rows[i] = (float) (random.nextGaussian() + (i % columns == group ? 4 : 0));
        }
        float[] first = java.util.Arrays.copyOf(rows, train * columns);
        float[] last = java.util.Arrays.copyOfRange(rows, train * columns, rows.length);
        return new HeldOut(columns, first, train, last, test, Kernel.gaussian(4));
    }

    private GramError measured(String method) {
        List<Training> trained = new MethodGroup(data, Workers.callerOnly()).train(SIZE, List.of(L), SEED);
        Training training = trained.stream()
                .filter(one -> one.method().equals(method))
                .findFirst()
                .orElseThrow();
        Representation representation = training.representation();
        TestGram measuring =
                new TestGram(data.test(), data.testRows(), data.columns(), data.kernel(), Workers.callerOnly());
        return measuring.error(
                representation.loadings(data.test(), data.testRows(), Workers.callerOnly()), representation.width());
    }

    private void requireSame(String method, GramError expected) {
        GramError found = measured(method);
        assertThat(found.spectral()).as(method + ", seed " + SEED).isCloseTo(expected.spectral(), within(2e-6));
        assertThat(found.frobenius()).as(method + ", seed " + SEED).isCloseTo(expected.frobenius(), within(1e-7));
    }

    private FeatureMap map() {
        return RandomMaps.draw(MapKind.FOURIER, data.kernel(), data.columns(), SIZE, SEED);
    }

    private double[][] features(float[] rows) {
        return PlainLoops.phaseFeatures(rows, data.columns(), map().frequencies(), map().phases());
    }

    @Test
    void algorithmOneAsItStandsInThePaper() {
        double[][] w = PlainLoops.algorithmOne(features(data.train()), L);
        double[][] y = PlainLoops.times(features(data.test()), PlainLoops.transposed(w));
        requireSame(MethodGroup.SKPCA_PAPER, PlainLoops.error(gram, y));
    }

    @Test
    void rncaHasAllDirections() {
        requireSame(MethodGroup.RNCA, PlainLoops.error(gram, features(data.test())));
    }

    @Test
    void nystromIsTheKernelWithTheSampleAndItsPseudoInverse() {
        ReservoirSample sample = new ReservoirSample(data.kernel(), data.columns(), SIZE, SEED);
        for (int i = 0; i < data.trainRows(); i++) {
            sample.take(data.train(), i * data.columns());
        }
        float[] rows = sample.state().rows();
        double bandwidth = data.kernel().bandwidth();
        PlainLoops.Eigen eigen = PlainLoops.eigen(PlainLoops.kernelMatrix(rows, rows, data.columns(), bandwidth));
        double[][] similar = PlainLoops.kernelMatrix(data.test(), rows, data.columns(), bandwidth);
        double[][] y = PlainLoops.times(similar, PlainLoops.transposed(eigen.vectors()));
        for (double[] row : y) {
            for (int j = 0; j < SIZE; j++) {
                boolean real = eigen.values()[j] > 1e-8 * eigen.values()[0];
                row[j] = real ? row[j] / Math.sqrt(eigen.values()[j]) : 0;
            }
        }
        requireSame(MethodGroup.NYSTROM, PlainLoops.error(gram, y));
    }

    /** Features K(x, C) V Lambda^-1/2 on as many of their leading directions as the sketch has rows. */
    @Test
    void theDefaultOnFewLandmarksIsExactOnTheirFeatures() {
        WarmUpRows rows = new WarmUpRows() {
            @Override
            public int count() {
                return data.trainRows();
            }

            @Override
            public int columns() {
                return data.columns();
            }

            @Override
            public void copy(int row, float[] out, int offset) {
                System.arraycopy(data.train(), row * data.columns(), out, offset, data.columns());
            }
        };
        float[] landmarks = new LandmarkSelection(data.kernel(), rows, SEED, Workers.callerOnly())
                .select(LandmarkRule.PIVOTED, SIZE, SIZE)
                .values()
                .landmarks();
        assertThat(landmarks).hasSize(SIZE * data.columns());
        double bandwidth = data.kernel().bandwidth();
        PlainLoops.Eigen eigen =
                PlainLoops.eigen(PlainLoops.kernelMatrix(landmarks, landmarks, data.columns(), bandwidth));
        double[][] z = landmarkFeatures(data.train(), landmarks, eigen);
        PlainLoops.Eigen leading = PlainLoops.eigen(PlainLoops.times(PlainLoops.transposed(z), z));
        double[][] w = java.util.Arrays.copyOf(leading.vectors(), L);
        double[][] y = PlainLoops.times(landmarkFeatures(data.test(), landmarks, eigen), PlainLoops.transposed(w));
        GramError expected = PlainLoops.error(gram, y);
        GramError found = measured(MethodGroup.SKPCA);
        // Kernel values are floats, which small eigenvalues divide.
        assertThat(found.spectral()).as("seed " + SEED).isCloseTo(expected.spectral(), within(1e-4));
        assertThat(found.frobenius()).as("seed " + SEED).isCloseTo(expected.frobenius(), within(1e-5));
    }

    private double[][] landmarkFeatures(float[] rows, float[] landmarks, PlainLoops.Eigen eigen) {
        double[][] similar = PlainLoops.kernelMatrix(
                rows, landmarks, data.columns(), data.kernel().bandwidth());
        double[][] z = PlainLoops.times(similar, PlainLoops.transposed(eigen.vectors()));
        for (double[] row : z) {
            for (int j = 0; j < SIZE; j++) {
                row[j] /= Math.sqrt(eigen.values()[j]);
            }
        }
        return z;
    }

    @Test
    void exactIsKernelPcaOfAllRows() {
        int most = 1000;
        Training training = ExactTraining.train(data, most, SEED, Workers.callerOnly());
        double bandwidth = data.kernel().bandwidth();
        PlainLoops.Eigen eigen =
                PlainLoops.eigen(PlainLoops.kernelMatrix(data.train(), data.train(), data.columns(), bandwidth));
        double[][] similar = PlainLoops.kernelMatrix(data.test(), data.train(), data.columns(), bandwidth);
        int k = ExactTraining.COMPONENTS;
        double[][] y = PlainLoops.times(similar, PlainLoops.transposed(java.util.Arrays.copyOf(eigen.vectors(), k)));
        for (double[] row : y) {
            for (int j = 0; j < k; j++) {
                row[j] /= Math.sqrt(eigen.values()[j]);
            }
        }
        GramError expected = PlainLoops.error(gram, y);
        TestGram measuring =
                new TestGram(data.test(), data.testRows(), data.columns(), data.kernel(), Workers.callerOnly());
        GramError found = measuring.error(
                training.representation().loadings(data.test(), data.testRows(), Workers.callerOnly()),
                training.representation().width());
        assertThat(found.spectral()).isCloseTo(expected.spectral(), within(1e-7));
        assertThat(found.frobenius()).isCloseTo(expected.frobenius(), within(1e-8));
    }

    @Test
    void spaceIsWhatThePaperCounts() {
        List<Training> trained = new MethodGroup(data, Workers.callerOnly()).train(SIZE, List.of(L, SIZE + 1), SEED);
        assertThat(trained)
                .extracting(Training::method, Training::sketchSize, Training::space)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("skpca-paper", L, 24L * (5 + 7)),
                        org.assertj.core.groups.Tuple.tuple("rnca", 0, 24L * (5 + 24)),
                        org.assertj.core.groups.Tuple.tuple("rnca-row", 0, 24L * (5 + 24)),
                        org.assertj.core.groups.Tuple.tuple("skpca", L, 24L * (5 + 24) + 24 * 24),
                        org.assertj.core.groups.Tuple.tuple("nystrom", 0, 24L * (5 + 24)));
    }

    @Test
    void oneRowAloneIsRepresentedAsAmongMany() {
        for (Training training : new MethodGroup(data, Workers.callerOnly()).train(SIZE, List.of(L), SEED)) {
            Representation representation = training.representation();
            if (representation instanceof FourierRepresentation alone) {
                double[] all = alone.loadings(data.test(), data.testRows(), Workers.callerOnly());
                alone.represent(data.test(), 3 * data.columns());
                for (int j = 0; j < alone.width(); j++) {
                    assertThat((double) alone.last()[j]).isCloseTo(all[3 * alone.width() + j], within(1e-6));
                }
            }
            if (representation instanceof KernelRepresentation alone) {
                double[] all = alone.loadings(data.test(), data.testRows(), Workers.callerOnly());
                alone.represent(data.test(), 3 * data.columns());
                double product = 0;
                double expected = 0;
                for (int j = 0; j < alone.width(); j++) {
                    product += (double) alone.last()[j] * alone.last()[j];
                    expected += all[3 * alone.width() + j] * all[3 * alone.width() + j];
                }
                assertThat(product).isCloseTo(expected, within(1e-3));
            }
        }
    }

    @Test
    void threadsDoNotChangeErrors() {
        try (Workers three = new Workers(3)) {
            List<Training> alone = new MethodGroup(data, Workers.callerOnly()).train(SIZE, List.of(2, L), SEED);
            List<Training> shared = new MethodGroup(data, three).train(SIZE, List.of(2, L), SEED);
            for (int i = 0; i < alone.size(); i++) {
                Representation one = alone.get(i).representation();
                Representation other = shared.get(i).representation();
                if (one != null) {
                    assertThat(other.loadings(data.test(), data.testRows(), three))
                            .as(alone.get(i).method())
                            .isEqualTo(one.loadings(data.test(), data.testRows(), Workers.callerOnly()));
                }
            }
        }
    }
}
