package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.SampleRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.KernelFamily;
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
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** The gradient of the score is what differences of scores say, and shares of columns find the column that was changed. */
class ScoreGradientTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261116L);
    private static final int COLUMNS = 4;

    /** How a model is made, under a name that tests can show. */
    private record Recipe(String name, KernelPcaBuilder builder) {
        KernelPcaModel fitted(double[] rows, int columns) {
            StreamingKernelPca learner = builder.seed(SEED).warmUpRows(200).build(columns);
            learner.update(rows, rows.length / columns);
            return learner.snapshot();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Recipe> recipes() {
        List<Recipe> recipes = new ArrayList<>();
        for (MapKind map : MapKind.values()) {
            for (KernelFamily family :
                    List.of(KernelFamily.GAUSSIAN, KernelFamily.MATERN52, KernelFamily.POLYNOMIAL2)) {
                if (family.isShiftInvariant() || map == MapKind.LANDMARKS) {
                    add(recipes, map.label() + " " + family.label(), builder(map, family));
                }
            }
        }
        add(recipes, "landmarks cauchy", builder(MapKind.LANDMARKS, KernelFamily.CAUCHY));
        KernelPcaBuilder own = builder(MapKind.LANDMARKS, KernelFamily.GAUSSIAN);
        add(recipes, "landmarks of a user's kernel", own.copy().kernel(new TwoGaussiansKernel(2, 6, 0.3)));
        add(recipes, "rnca", builder(MapKind.PAIRED, KernelFamily.GAUSSIAN).method(Method.RNCA));
        for (Method method : List.of(Method.NYSTROM, Method.EXACT)) {
            KernelPcaBuilder landmarks = builder(MapKind.LANDMARKS, KernelFamily.GAUSSIAN);
            add(recipes, method.label(), landmarks.method(method));
        }
        add(
                recipes,
                "nystrom polynomial3",
                builder(MapKind.LANDMARKS, KernelFamily.POLYNOMIAL3).method(Method.NYSTROM));
        return recipes.stream();
    }

    private static KernelPcaBuilder builder(MapKind map, KernelFamily family) {
        return StreamingKernelPca.builder()
                .map(map)
                .kernel(family, BandwidthRule.MEDIAN)
                .features(60)
                .sketchSize(20)
                .components(4);
    }

    private static void add(List<Recipe> recipes, String name, KernelPcaBuilder builder) {
        for (boolean centered : new boolean[] {true, false}) {
            for (boolean standardized : new boolean[] {true, false}) {
                recipes.add(new Recipe(
                        name + (centered ? " centred" : "") + (standardized ? " standardised" : ""),
                        builder.copy().centered(centered).standardized(standardized)));
            }
        }
    }

    /** Columns of very different units. */
    private static double[] rows(long seed, int count) {
        double[] rows = SampleRows.clusters(seed, count, COLUMNS);
        for (int i = 0; i < rows.length; i++) {
            rows[i] *= 1 + i % COLUMNS;
        }
        return rows;
    }

    @ParameterizedTest
    @MethodSource("recipes")
    void isWhatDifferencesOfScoresSay(Recipe recipe) {
        KernelPcaModel model = recipe.fitted(rows(SEED, 300), COLUMNS);
        double[] factors = FittedModel.of(model).embedding().standardizer().factors();
        Random random = new Random(SEED);
        double[] test = rows(SEED + 1, 6);
        for (int i = 0; i < 6; i++) {
            double[] row = Arrays.copyOfRange(test, i * COLUMNS, (i + 1) * COLUMNS);
            // Rows like those seen, rows between them, and rows far away.
            double stretch = i % 3 == 2 ? 4 : 1;
            Arrays.setAll(row, j -> stretch * (row[j] + random.nextGaussian()));
            double[] gradient = model.scoreGradient(row);
            double score = model.score(row);
            double[] standardized = new double[COLUMNS];
            FittedModel.of(model).embedding().standardizer().apply(row, 0, 1, standardized, 0);
            // What floats leave of differences of kernel values.
            double self = FittedModel.of(model).embedding().kernel().similarity(standardized, standardized);
            for (int j = 0; j < COLUMNS; j++) {
                double unit =
                        FittedModel.of(model).embedding().kernel().bandwidth() / (factors.length == 0 ? 1 : factors[j]);
                double slope = slope(model, row, j, 0.02 * unit);
                double half = slope(model, row, j, 0.01 * unit);
                assertThat(gradient[j] * unit)
                        .as("column %s of row %s, skpca.test.seed=%s", j, i, SEED)
                        .isCloseTo((4 * half - slope) / 3 * unit, within(1e-3 * (0.5 + score) + 2e-4 * self));
            }
        }
    }

    private static double slope(KernelPcaModel model, double[] row, int j, double step) {
        double[] moved = row.clone();
        moved[j] = row[j] + step;
        double rise = model.score(moved);
        moved[j] = row[j] - step;
        return (rise - model.score(moved)) / (2 * step);
    }

    /** At 30 bandwidths a float has no kernel value any more: what is left is the distance from the learned rows. */
    @Test
    void farFromAllRowsItPointsAwayFromThem() {
        Recipe recipe = new Recipe("", builder(MapKind.LANDMARKS, KernelFamily.GAUSSIAN));
        double[] rows = rows(SEED, 300);
        KernelPcaModel model = recipe.fitted(rows, COLUMNS);
        double bandwidth = FittedModel.of(model).embedding().kernel().bandwidth();
        double[] row = Arrays.copyOf(rows, COLUMNS);
        row[0] = 30 * bandwidth;
        double highest = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < 300; i++) {
            highest = Math.max(highest, rows[i * COLUMNS]);
        }
        double[] gradient = model.scoreGradient(row);
        double outside = (row[0] - highest) / bandwidth;
        double residual = model.score(row) / (1 + outside * outside / 2);
        assertThat(gradient[0]).isCloseTo(residual * outside / bandwidth, within(1e-4));
        assertThat(Math.abs(gradient[1])).isLessThan(1e-100);
    }

    static Stream<Recipe> standardised() {
        return recipes().filter(recipe -> recipe.name().endsWith(" standardised"));
    }

    /** Correlated columns; in one of them a row is moved by 4 to 8 deviations, or by thousands. */
    @ParameterizedTest
    @MethodSource("standardised")
    void sharesFindTheColumnThatWasChanged(Recipe recipe) {
        Random random = new Random(SEED);
        int columns = 6;
        double[] rows = correlated(random, 400, columns);
        // The score takes all directions off: what is left of a row is small beside the noise of 60 random features.
        Recipe precise = new Recipe(recipe.name(), recipe.builder().copy().features(120));
        KernelPcaModel model = precise.fitted(rows, columns);
        double[] test = correlated(random, 20, columns);
        int found = 0;
        for (int i = 0; i < 20; i++) {
            double[] row = Arrays.copyOfRange(test, i * columns, (i + 1) * columns);
            int changed = random.nextInt(columns);
            double deviations = i % 4 == 3 ? 5000 : 4 + 4 * random.nextDouble();
            row[changed] += (random.nextBoolean() ? 1 : -1) * deviations * (1 + changed);
            double[] shares = model.contributions(row);
            assertThat(Arrays.stream(shares).min().orElseThrow()).isNotNegative();
            assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-12));
            double ofChanged = shares[changed];
            shares[changed] = 0;
            // More than all others: equal shares name nobody.
            found += ofChanged > Arrays.stream(shares).max().orElseThrow() ? 1 : 0;
        }
        assertThat(found).as("of 20, skpca.test.seed=%s", SEED).isGreaterThanOrEqualTo(19);
    }

    private static double[] correlated(Random random, int count, int columns) {
        double[] rows = new double[count * columns];
        for (int i = 0; i < count; i++) {
            double u = random.nextGaussian();
            double v = random.nextGaussian();
            for (int j = 0; j < columns; j++) {
                double value = Math.cos(j) * u + Math.sin(j) * v + 0.2 * random.nextGaussian();
                rows[i * columns + j] = (1 + j) * value + 100 * j;
            }
        }
        return rows;
    }

    @Test
    void rowsThatAreNoneAreRefused() {
        KernelPcaModel model =
                new Recipe("", builder(MapKind.PAIRED, KernelFamily.GAUSSIAN)).fitted(rows(SEED, 300), COLUMNS);
        for (double hostile : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
            double[] row = {0, 1, hostile, 2};
            assertThatThrownBy(() -> model.scoreGradient(row))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("column 3 of the row is " + hostile);
            assertThatThrownBy(() -> model.contributions(row)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> model.scoreGradient(new double[3])).hasMessageContaining("a row of 3 columns");
        assertThat(model.contributions(new double[] {1e300, -1e300, 0, 0})).doesNotContain(Double.NaN);
    }
}
