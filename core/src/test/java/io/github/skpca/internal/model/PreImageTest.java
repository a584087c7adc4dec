package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.Reconstruction;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.kernel.TwoGaussiansKernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Pre-images lie where the rows lie, are nearer to the projection than what they were searched from, and lose noise. */
class PreImageTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261116L);
    private static final int COLUMNS = 3;

    private static KernelPcaModel fitted(KernelPcaBuilder builder, double[] rows) {
        StreamingKernelPca learner = builder.seed(SEED).warmUpRows(300).build(COLUMNS);
        learner.update(rows, rows.length / COLUMNS);
        return learner.snapshot();
    }

    /** A circle of radius 5 about (100, 0), in a plane that leans, with noise. */
    private static double[] circle(Random random, int count, double noise) {
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < count; i++) {
            double angle = 2 * Math.PI * random.nextDouble();
            rows[i * COLUMNS] = 100 + 5 * Math.cos(angle) + noise * random.nextGaussian();
            rows[i * COLUMNS + 1] = 5 * Math.sin(angle) + noise * random.nextGaussian();
            rows[i * COLUMNS + 2] = 3 * Math.cos(angle) + noise * random.nextGaussian();
        }
        return rows;
    }

    private static double distanceFromCircle(double[] row) {
        double best = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 2000; i++) {
            double angle = 2 * Math.PI * i / 2000;
            double[] on = {100 + 5 * Math.cos(angle), 5 * Math.sin(angle), 3 * Math.cos(angle)};
            best = Math.min(best, distance(row, on));
        }
        return best;
    }

    private static double distance(double[] x, double[] y) {
        double sum = 0;
        for (int j = 0; j < x.length; j++) {
            sum += (x[j] - y[j]) * (x[j] - y[j]);
        }
        return Math.sqrt(sum);
    }

    private static double[] row(double[] rows, int i) {
        return Arrays.copyOfRange(rows, i * COLUMNS, (i + 1) * COLUMNS);
    }

    private static KernelPcaBuilder builder(MapKind map) {
        return StreamingKernelPca.builder()
                .map(map)
                .kernel(Kernel.gaussian(5))
                .features(200)
                .sketchSize(30)
                .components(12);
    }

    @ParameterizedTest
    @EnumSource(MapKind.class)
    void aRowWithoutNoiseComesBack(MapKind map) {
        double[] rows = circle(new Random(SEED), 500, 0);
        KernelPcaModel model = fitted(builder(map), rows);
        for (int i = 0; i < 20; i++) {
            Reconstruction found = model.reconstruct(row(rows, i));
            assertThat(distance(found.row(), row(rows, i)))
                    .as("row %s, skpca.test.seed=%s", i, SEED)
                    .isLessThan(0.05);
            assertThat(found.error()).isLessThan(1e-3);
            Reconstruction alone = model.reconstructLoadings(model.transform(row(rows, i)));
            assertThat(distance(alone.row(), row(rows, i)))
                    .as("row %s from loadings, skpca.test.seed=%s", i, SEED)
                    .isLessThan(0.05);
            assertThat(model.transform(alone.row())).containsExactly(model.transform(row(rows, i)), within(0.02f));
        }
    }

    /** With 5 of the components, what is off the circle is lost: the mean distance falls to less than a half. */
    @ParameterizedTest
    @EnumSource(MapKind.class)
    void noiseIsLost(MapKind map) {
        Random random = new Random(SEED);
        KernelPcaModel model = fitted(builder(map).components(5), circle(random, 1500, 0.5));
        double[] test = circle(random, 100, 0.5);
        double before = 0;
        double after = 0;
        for (int i = 0; i < 100; i++) {
            before += distanceFromCircle(row(test, i)) / 100;
            after += distanceFromCircle(model.reconstruct(row(test, i)).row()) / 100;
        }
        assertThat(after).as("from %s, skpca.test.seed=%s", before, SEED).isLessThan(0.5 * before);
    }

    static Stream<KernelPcaBuilder> everything() {
        List<KernelPcaBuilder> builders = new ArrayList<>();
        for (MapKind map : MapKind.values()) {
            builders.add(builder(map));
            builders.add(builder(map)
                    .centered(false)
                    .standardized(true)
                    .kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN));
        }
        for (KernelFamily family : KernelFamily.values()) {
            builders.add(builder(MapKind.LANDMARKS).standardized(true).kernel(family, BandwidthRule.MEDIAN));
        }
        builders.add(builder(MapKind.LANDMARKS).kernel(new TwoGaussiansKernel(3, 9, 0.4)));
        builders.add(builder(MapKind.PAIRED).kernel(KernelFamily.LAPLACIAN, BandwidthRule.MEDIAN));
        builders.add(builder(MapKind.LANDMARKS).method(Method.NYSTROM));
        builders.add(builder(MapKind.LANDMARKS).method(Method.EXACT).centered(false));
        builders.add(builder(MapKind.PAIRED).method(Method.RNCA));
        return builders.stream();
    }

    @ParameterizedTest
    @MethodSource("everything")
    void isNeverWorseThanItsStart(KernelPcaBuilder builder) {
        Random random = new Random(SEED);
        KernelPcaModel model = fitted(builder, circle(random, 400, 0.3));
        double[] test = circle(random, 6, 2);
        // Far away, where nothing leads back, and beyond all reason.
        test[0] += 1e3;
        test[COLUMNS] = 1e300;
        for (int i = 0; i < 6; i++) {
            Reconstruction found = model.reconstruct(row(test, i));
            // Phases beyond all reason are as good as drawn anew in another precision.
            double residual = i == 1 ? 1e300 : model.residual(row(test, i));
            assertThat(found.row()).as("row %s", i).doesNotContain(Double.NaN).hasSize(COLUMNS);
            assertThat(found.error())
                    .as("row %s, skpca.test.seed=%s", i, SEED)
                    .isBetween(0.0, 1.0001 * residual + 1e-4);
            assertThat(model.reconstruct(row(test, i)).row()).containsExactly(found.row());
        }
    }

    /** The error is the distance of what was found, measured again from loadings and residual: residuals are orthogonal. */
    @ParameterizedTest
    @MethodSource("everything")
    void theErrorIsTheDistanceFromTheProjection(KernelPcaBuilder builder) {
        Random random = new Random(SEED);
        KernelPcaModel model = fitted(builder, circle(random, 400, 0.3));
        double[] test = circle(random, 4, 1);
        for (int i = 0; i < 4; i++) {
            float[] wanted = model.transform(row(test, i));
            for (Reconstruction found : List.of(model.reconstruct(row(test, i)), model.reconstructLoadings(wanted))) {
                float[] loadings = model.transform(found.row());
                double distance = model.residual(found.row());
                double size = distance;
                for (int j = 0; j < loadings.length; j++) {
                    distance += Math.pow(loadings[j] - wanted[j], 2);
                    size += Math.pow(wanted[j], 2);
                }
                assertThat(found.error())
                        .as("row %s, skpca.test.seed=%s", i, SEED)
                        .isCloseTo(distance, within(1e-3 * Math.max(1, size)));
            }
        }
    }

    @Test
    void whatIsNoRowAndNoLoadingIsRefused() {
        KernelPcaModel model = fitted(builder(MapKind.PAIRED), circle(new Random(SEED), 300, 0.1));
        assertThatThrownBy(() -> model.reconstruct(new double[] {1, Double.NaN, 2}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("column 2 of the row is NaN: give a number, or leave the row out");
        assertThatThrownBy(() -> model.reconstruct(new double[2])).hasMessageContaining("a row of 2 columns");
        assertThatThrownBy(() -> model.reconstructLoadings(new float[3]))
                .hasMessage("3 loadings for a model of 12 components");
        float[] loadings = new float[12];
        loadings[4] = Float.NEGATIVE_INFINITY;
        assertThatThrownBy(() -> model.reconstructLoadings(loadings))
                .hasMessage("loading 5 is -Infinity: give a number");
    }

    @Test
    void rowsThatAreAllAlikeComeBackAsThatRow() {
        double[] rows = new double[100 * COLUMNS];
        Arrays.fill(rows, 7);
        KernelPcaModel model = fitted(builder(MapKind.PAIRED), rows);
        assertThat(model.components()).isZero();
        Reconstruction found = model.reconstruct(new double[] {7, 7, 9});
        assertThat(distance(found.row(), new double[] {7, 7, 7})).isLessThan(0.01);
    }
}
