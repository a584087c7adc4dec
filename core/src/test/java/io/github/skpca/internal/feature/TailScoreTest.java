package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BackendStart;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class TailScoreTest {
    private static final int COLUMNS = 3;
    private static final int FEATURES = 20;

    /** SIMD may take over between two blocks, and lays out products otherwise than plain Java does. */
    @Test
    void doesNotDependOnTheArithmeticThatIsActiveWhenItIsUsed() {
        assumeTrue(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(), "no Vector API");
        Backend before = Backend.active();
        Random random = new Random(7);
        int count = 50;
        double[] rows = random.doubles((long) count * COLUMNS, -2, 2).toArray();
        ShiftInvariantKernel kernel = Kernel.gaussian(1);
        try {
            BackendStart.change(Backend.plain());
            Embedding embedding = new Embedding(
                    Standardizer.of(new double[COLUMNS], new double[0]),
                    kernel,
                    RandomMaps.draw(MapKind.PAIRED, kernel, COLUMNS, FEATURES, 5));
            float[] features = new float[count * FEATURES];
            embedding.embed(rows, 0, count, new float[count * COLUMNS], features, 0, Workers.callerOnly());
            TailScore score = new TailScore(embedding, state(random));
            double[] withPlain = scores(score, embedding, features, rows);
            BackendStart.change(Backend.of("at-once"));
            assertThat(scores(score, embedding, features, rows)).containsExactly(withPlain);
            assertThat(scores(new TailScore(embedding, score.state()), embedding, features, rows))
                    .containsExactly(withPlain);
        } finally {
            BackendStart.change(before);
        }
    }

    private static TailScore.State state(Random random) {
        float[] directions = new float[7 * FEATURES];
        for (int i = 0; i < directions.length; i++) {
            directions[i] = (float) (0.2 * random.nextGaussian());
        }
        double[] mean = random.doubles(FEATURES).toArray();
        return new TailScore.State(directions, mean, new double[0], new double[0], new double[0], 1);
    }

    /** The definition, computed row by row: what directions leave of the image, times one plus the distance from the box. */
    @Test
    void isWhatIsLeftOfARowTimesOnePlusItsDistanceFromTheBox() {
        Random random = new Random(9);
        int count = 70;
        double[] rows = random.doubles((long) count * COLUMNS, -2, 2).toArray();
        double bandwidth = 1.5;
        ShiftInvariantKernel kernel = Kernel.gaussian(bandwidth);
        double[] factors = {0.5, 1, 3};
        for (MapKind kind : new MapKind[] {MapKind.PAIRED, MapKind.FOURIER}) {
            Embedding embedding = new Embedding(
                    Standardizer.of(new double[] {1, 0, -1}, factors),
                    kernel,
                    RandomMaps.draw(kind, kernel, COLUMNS, FEATURES, 5));
            float[] features = new float[count * FEATURES];
            embedding.embed(rows, 0, count, new float[count * COLUMNS], features, 0, Workers.callerOnly());
            double[] box = TailScore.box(embedding, Arrays.copyOf(rows, 20 * COLUMNS));
            TailScore.State drawn = state(random);
            TailScore.State state =
                    new TailScore.State(drawn.directions(), drawn.mean(), box, new double[0], new double[0], 1);
            double[] scores = scores(new TailScore(embedding, state), embedding, features, rows);
            int outside = 0;
            for (int i = 0; i < count; i++) {
                double left = 0;
                for (int j = 0; j < FEATURES; j++) {
                    left += Math.pow(features[i * FEATURES + j] - state.mean()[j], 2);
                }
                for (int k = 0; k < 7; k++) {
                    double loading = 0;
                    for (int j = 0; j < FEATURES; j++) {
                        loading +=
                                (features[i * FEATURES + j] - state.mean()[j]) * state.directions()[k * FEATURES + j];
                    }
                    left -= loading * loading;
                }
                double distance = 0;
                for (int j = 0; j < COLUMNS; j++) {
                    double x = rows[i * COLUMNS + j];
                    double beyond = Math.max(0, Math.max(box[j] - x, x - box[COLUMNS + j]));
                    distance += Math.pow(beyond * factors[j] / bandwidth, 2) / 2;
                }
                outside += distance > 0 ? 1 : 0;
                assertThat(scores[i])
                        .as(kind + " row " + i)
                        .isCloseTo(Math.max(0, left) * (1 + distance), within(1e-5));
            }
            assertThat(outside).isBetween(5, count - 20);
        }
    }

    /** One comparison tells at least what the search does, and of most rows that they are common. */
    @Test
    void commonRowsAreToldFast() {
        ShiftInvariantKernel kernel = Kernel.gaussian(1);
        Embedding embedding = new Embedding(
                Standardizer.of(new double[COLUMNS], new double[0]),
                kernel,
                RandomMaps.draw(MapKind.PAIRED, kernel, COLUMNS, FEATURES, 5));
        double[] known = new double[200];
        double[] counts = new double[200];
        for (int i = 0; i < 200; i++) {
            known[i] = 1 - i / 200.0;
            counts[i] = (i == 0 ? 0 : counts[i - 1]) + 1 + i;
        }
        TailScore score = new TailScore(
                embedding,
                new TailScore.State(new float[7 * FEATURES], new double[0], new double[0], known, counts, counts[199]));
        int told = 0;
        for (int i = 0; i < 1000; i++) {
            double value = i / 1000.0;
            for (double asHigh : new double[] {0, 5}) {
                for (double since : new double[] {5, 1e6}) {
                    assertThat(score.importance(score.place(value), asHigh, since))
                            .isLessThanOrEqualTo(score.importanceAtMost(value));
                }
            }
            told += score.importanceAtMost(value) <= 17 ? 1 : 0;
        }
        assertThat(told).isGreaterThan(700);
    }

    /** Rows of a new kind are all rarities among the rows before; the first of them is one, the thousandth is not. */
    @Test
    void aFloodOfNovelRowsIsNotRare() {
        ShiftInvariantKernel kernel = Kernel.gaussian(1);
        Embedding embedding = new Embedding(
                Standardizer.of(new double[COLUMNS], new double[0]),
                kernel,
                RandomMaps.draw(MapKind.PAIRED, kernel, COLUMNS, FEATURES, 5));
        double[] known = {0.9, 0.8, 0.7};
        double[] counts = {1, 10, 1_000_000};
        TailScore score = new TailScore(
                embedding,
                new TailScore.State(new float[7 * FEATURES], new double[0], new double[0], known, counts, 1e6));
        RowsSince since = RowsSince.none(known.length);
        int place = score.place(0.85);
        assertThat(place).isEqualTo(1);
        assertThat(score.importance(place, 0, 0))
                .as("the first row after a renewal")
                .isGreaterThan(1000);
        double usual = 100_000;
        assertThat(score.importance(place, since.upTo(place), usual)).isGreaterThan(1e5);
        for (int i = 0; i < 1000; i++) {
            since.add(place);
        }
        assertThat(score.importance(place, since.upTo(place), usual + 1000)).isBetween(100.0, 210.0);
        assertThat(score.importance(0, since.upTo(0), usual + 1000)).isGreaterThan(1e5);
    }

    private static double[] scores(TailScore score, Embedding embedding, float[] features, double[] rows) {
        int count = rows.length / COLUMNS;
        float[] standardized = new float[rows.length];
        embedding.standardizer().apply(rows, 0, count, standardized, 0);
        score.begin(count);
        for (int first = 0; first < count; first += 30) {
            int some = Math.min(30, count - first);
            score.score(standardized, first * COLUMNS, features, first * FEATURES, first, some);
        }
        return Arrays.copyOf(score.scores(), count);
    }
}
