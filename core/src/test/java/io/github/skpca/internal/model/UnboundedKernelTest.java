package io.github.skpca.internal.model;

import io.github.skpca.DenseOracle;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.ModelFileException;
import io.github.skpca.SampleRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Kernels of any size through every method and map: learned, saved, loaded, used, merged and resumed. */
class UnboundedKernelTest {
    private static final int COLUMNS = 3;
    private static final int ROWS = 120;

    static List<Arguments> all() {
        List<Kernel> kernels = new ArrayList<>();
        for (KernelFamily family : KernelFamily.values()) {
            kernels.add(family.withBandwidth(2.5));
        }
        for (int degree = 1; degree <= 10; degree++) {
            kernels.add(Kernel.polynomial(2.5, degree));
        }
        List<Arguments> all = new ArrayList<>();
        for (Kernel kernel : kernels) {
            for (Method method : Method.values()) {
                for (MapKind map : MapKind.values()) {
                    if (isTaken(kernel, method, map)) {
                        all.add(arguments(kernel, method, map));
                    }
                }
            }
        }
        return all;
    }

    private static boolean isTaken(Kernel kernel, Method method, MapKind map) {
        try {
            learner(kernel, method, map);
            return true;
        } catch (IllegalArgumentException refused) {
            return false;
        }
    }

    private static StreamingKernelPca learner(Kernel kernel, Method method, MapKind map) {
        return StreamingKernelPca.builder()
                .kernel(kernel)
                .method(method)
                .map(map)
                .features(32)
                .sketchSize(12)
                .components(6)
                .standardized(true)
                .warmUpRows(40)
                .build(COLUMNS);
    }

    @Test
    void everyKernelHasAMapForEveryMethodThatTakesLandmarks() {
        for (int degree = 1; degree <= 10; degree++) {
            for (Method method : Method.values()) {
                assertThat(isTaken(Kernel.polynomial(1, degree), method, MapKind.LANDMARKS))
                        .as("%s, degree %d", method, degree)
                        .isEqualTo(method != Method.RNCA);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void savedAndLoadedItIsTheSame(Kernel kernel, Method method, MapKind map) throws IOException {
        StreamingKernelPca learner = learner(kernel, method, map);
        double[] rows = SampleRows.clusters(41, ROWS, COLUMNS);
        learner.update(rows, ROWS);
        KernelPcaModel model = learner.snapshot();
        KernelPcaModel loaded = KernelPcaModel.fromBytes(model.toBytes());

        double[] scores = scores(model, rows);
        assertThat(scores(loaded, rows)).containsExactly(scores);
        assertThat(model.components()).isPositive();
        assertThat(Arrays.stream(scores).allMatch(score -> score >= 0 && Double.isFinite(score)))
                .isTrue();
        assertThat(KernelError.measure(loaded, rows, ROWS, Workers.callerOnly()).spectral())
                .isLessThan(model.spectrum()[0] * 1.5 / ROWS + 1e-6);

        StreamingKernelPca resumed = StreamingKernelPca.fromBytes(learner.toBytes(), Workers.callerOnly());
        resumed.update(rows, ROWS);
        learner.update(rows, ROWS);
        assertThat(resumed.snapshot().toBytes()).isEqualTo(learner.snapshot().toBytes());
        StreamingKernelPca merged = StreamingKernelPca.fromBytes(learner.toBytes(), Workers.callerOnly());
        merged.merge(resumed);
        assertThat(KernelPcaModel.fromBytes(merged.snapshot().toBytes()).rows()).isEqualTo(4L * ROWS);
    }

    private static double[] scores(KernelPcaModel model, double[] rows) {
        double[] scores = new double[rows.length / model.columns()];
        FittedModel.of(model).projector().score(rows, 0, scores.length, scores, 0);
        return scores;
    }

    /** Rows with tails, where single kernel values are a million times as large as others. */
    private static double[] heavyRows(int count, long seed) {
        Random random = new Random(seed);
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) Math.exp(1.5 * random.nextGaussian());
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"SKPCA", "NYSTROM", "EXACT"})
    void withHeavyTails(Method method) throws IOException {
        double[] rows = heavyRows(400, 42);
        for (int degree = 1; degree <= 10; degree++) {
            StreamingKernelPca learner = learner(Kernel.polynomial(1, degree), method, MapKind.LANDMARKS);
            learner.update(rows, 400);
            KernelPcaModel model = KernelPcaModel.fromBytes(learner.snapshot().toBytes());
            assertThat(Arrays.stream(scores(model, rows)).allMatch(Double::isFinite))
                    .as("degree %d", degree)
                    .isTrue();
        }
    }

    /** The error of the map is a small share of the norm for every degree: no kernel value is cut off. */
    @Test
    void landmarksRepresentEveryDegree() {
        double[] rows = heavyRows(400, 43);
        for (int degree = 1; degree <= 10; degree++) {
            StreamingKernelPca learner = StreamingKernelPca.builder()
                    .kernel(Kernel.polynomial(0.5, degree))
                    .map(MapKind.LANDMARKS)
                    .features(400)
                    .rank(400)
                    .sketchSize(50)
                    .centered(false)
                    .standardized(true)
                    .build(COLUMNS);
            learner.update(rows, 400);
            KernelPcaModel model = learner.snapshot();
            double norm = model.spectrum()[0] / 400;
            assertThat(model.mapError().orElseThrow().estimate() / norm)
                    .as("degree %d, norm %s", degree, norm)
                    .isLessThan(1e-4);
        }
    }

    /** Beyond the size that counts a row keeps the share of it that is outside: it is the most novel of all. */
    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"SKPCA", "NYSTROM", "EXACT"})
    void rowsBeyondAllReasonAreTheMostNovel(Method method) {
        double[] rows = SampleRows.clusters(44, 400, COLUMNS);
        for (int degree = 2; degree <= 10; degree++) {
            StreamingKernelPca learner = learner(Kernel.polynomial(2, degree), method, MapKind.LANDMARKS);
            learner.update(rows, 400);
            KernelPcaModel model = learner.snapshot();
            double most = Arrays.stream(scores(model, rows)).max().orElseThrow();
            for (double size : new double[] {1e3, 1e6, 1e12}) {
                double score = model.score(new double[] {size, -2 * size, 3 * size});
                assertThat(score)
                        .as("degree %d, size %s", degree, size)
                        .isGreaterThan(most)
                        .isFinite();
            }
        }
    }

    /** What is left of a row is 1e-6 of K(x, x) here, less than the rounding of the square of a float loading. */
    @Test
    void scoresAreNotLostInRounding() {
        int count = 120;
        Random random = new Random(45);
        double[] rows = new double[2 * count];
        for (int i = 0; i < count; i++) {
            rows[2 * i] = (float) (30 + random.nextGaussian());
            rows[2 * i + 1] = (float) (0.01 * random.nextGaussian());
        }
        Kernel kernel = Kernel.polynomial(10, 2);
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(kernel)
                .method(Method.EXACT)
                .components(1)
                .build(2);
        learner.update(rows, count);
        double[] scores = scores(learner.snapshot(), rows);
        double[] gram = DenseOracle.doubleCentred(DenseOracle.gram(kernel, rows, count, 2), count);
        DenseOracle.Eigen eigen = DenseOracle.jacobi(gram, count);
        double[] expected = new double[count];
        double[] off = new double[count];
        for (int i = 0; i < count; i++) {
            expected[i] = gram[i * count + i] - eigen.values()[0] * eigen.vectors()[i] * eigen.vectors()[i];
            off[i] = Math.abs(scores[i] - expected[i]);
        }
        Arrays.sort(expected);
        Arrays.sort(off);
        assertThat(expected[count / 2]).isBetween(1e-6, 1e-3);
        assertThat(off[count / 2]).isLessThan(0.1 * expected[count / 2]);
    }

    /** Numbers of a file that are changed with its checksum are refused, or give scores that are numbers. */
    @ParameterizedTest
    @EnumSource(
            value = Method.class,
            names = {"SKPCA", "NYSTROM", "EXACT"})
    void hostileFilesAreRefusedOrHarmless(Method method) throws IOException {
        double[] nasty = {1e300, -1e300, 1e36, 1e30, -1e18, 1e12, 1e-30, 0, -1, Double.NaN, Double.POSITIVE_INFINITY};
        double[] rows = SampleRows.clusters(46, ROWS, COLUMNS);
        double[] probes = Arrays.copyOf(rows, 3 * COLUMNS);
        Arrays.fill(probes, COLUMNS, 2 * COLUMNS, 1e6);
        StreamingKernelPca learner = learner(Kernel.polynomial(1, 3), method, MapKind.LANDMARKS);
        learner.update(rows, ROWS);
        byte[] file = learner.snapshot().toBytes();
        int length = (int) ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong();
        byte[] header = Arrays.copyOfRange(file, Long.BYTES, Long.BYTES + length);
        Random random = new Random(47);
        int refused = 0;
        for (int round = 0; round < 400; round++) {
            byte[] tensors = Arrays.copyOfRange(file, Long.BYTES + length, file.length);
            double value = nasty[random.nextInt(nasty.length)];
            int at = Double.BYTES * random.nextInt(tensors.length / Double.BYTES);
            ByteBuffer buffer = ByteBuffer.wrap(tensors).order(ByteOrder.LITTLE_ENDIAN);
            if (round % 2 == 0) {
                buffer.putDouble(at, value);
            } else {
                buffer.putFloat(at, (float) value);
            }
            try {
                KernelPcaModel model = KernelPcaModel.fromBytes(TensorFileBytes.sealed(header, tensors));
                assertThat(Arrays.stream(scores(model, probes)).allMatch(Double::isFinite))
                        .as("seed 47, round %d, %s at %d", round, value, at)
                        .isTrue();
            } catch (ModelFileException expected) {
                refused++;
            }
        }
        assertThat(refused).isBetween(50, 399);
    }
}
