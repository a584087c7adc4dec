package io.github.skpca.internal.feature;

import io.github.skpca.DenseOracle;
import io.github.skpca.ErrorEstimate;
import io.github.skpca.MapKind;
import io.github.skpca.SampleRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.LeadingEigenpairs;
import io.github.skpca.internal.linalg.SymmetricOperator;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;

import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** The estimate of the map's error is exact for all rows, and its interval holds the truth as often as it says for a sample. */
class MapErrorTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 515L);
    private static final int COLUMNS = 6;
    private static final Workers ALONE = Workers.callerOnly();

    private static Embedding embedding(ShiftInvariantKernel kernel, MapKind map, int features, long seed) {
        return new Embedding(
                Standardizer.of(new double[COLUMNS], new double[0]),
                kernel,
                RandomMaps.draw(map, kernel, COLUMNS, features, seed));
    }

    /** G - ZZ', centred if asked. */
    private static double[] difference(Embedding embedding, double[] rows, int count, boolean centered) {
        int m = embedding.features();
        float[] narrow = new float[count * m];
        embedding.embed(rows, 0, count, new float[rows.length], narrow, 0, ALONE);
        double[] z = new double[narrow.length];
        Arrays.setAll(z, i -> narrow[i]);
        double[] gram = DenseOracle.gram(embedding.kernel(), rows, count, COLUMNS);
        double[] products = DenseOracle.outer(z, count, m);
        double[] difference = new double[gram.length];
        Arrays.setAll(difference, i -> gram[i] - products[i]);
        return centered ? DenseOracle.doubleCentred(difference, count) : difference;
    }

    @Test
    void ofAllRowsItIsExact() {
        int count = 150;
        double[] rows = SampleRows.clusters(SEED, count, COLUMNS);
        for (ShiftInvariantKernel kernel :
                new ShiftInvariantKernel[] {Kernel.gaussian(3), Kernel.laplacian(9), Kernel.matern(4, 1)}) {
            for (MapKind map : new MapKind[] {MapKind.PAIRED, MapKind.FOURIER}) {
                for (boolean centered : new boolean[] {false, true}) {
                    Embedding embedding = embedding(kernel, map, 40, SEED);
                    ErrorEstimate error = MapErrorEstimate.estimate(embedding, rows, count, count, centered, ALONE);
                    double truth =
                            DenseOracle.spectralNorm(difference(embedding, rows, count, centered), count) / count;
                    assertThat(error.estimate())
                            .as("%s %s centred %s skpca.test.seed=%d", kernel.name(), map, centered, SEED)
                            .isCloseTo(truth, within(1e-6 * truth));
                    assertThat(error.low()).isEqualTo(error.estimate());
                    assertThat(error.high()).isEqualTo(error.estimate());
                    assertThat(error.rows()).isEqualTo(count);
                }
            }
        }
    }

    @Test
    void threadsDoNotChangeABit() {
        double[] rows = SampleRows.clusters(SEED, 600, COLUMNS);
        Embedding embedding = embedding(Kernel.gaussian(3), MapKind.PAIRED, 100, SEED);
        ErrorEstimate alone = MapErrorEstimate.estimate(embedding, rows, 600, 10_000, true, ALONE);
        try (Workers workers = new Workers(3)) {
            assertThat(MapErrorEstimate.estimate(embedding, rows, 600, 10_000, true, workers))
                    .isEqualTo(alone);
        }
    }

    @Test
    void fewEqualAndFarAwayRowsHaveAnEstimate() {
        Embedding embedding = embedding(Kernel.gaussian(3), MapKind.FOURIER, 40, SEED);
        double[] rows = SampleRows.clusters(SEED, 40, COLUMNS);
        for (int count = 1; count <= 12; count++) {
            ErrorEstimate few = MapErrorEstimate.estimate(embedding, rows, count, 1_000_000, false, ALONE);
            assertThat(few.low()).as("%d rows", count).isLessThan(few.high());
            assertThat(MapErrorEstimate.estimate(embedding, rows, count, count, true, ALONE)
                            .low())
                    .isGreaterThanOrEqualTo(0);
        }
        double[] equal = new double[40 * COLUMNS];
        Arrays.fill(equal, 0.5);
        double error = Math.abs(difference(embedding, equal, 1, false)[0]);
        ErrorEstimate same = MapErrorEstimate.estimate(embedding, equal, 40, 4000, false, ALONE);
        assertThat(same.estimate()).isCloseTo(error, within(1e-9));
        assertThat(same.high()).isCloseTo(error, within(1e-9));
        assertThat(MapErrorEstimate.estimate(embedding, equal, 40, 4000, true, ALONE)
                        .high())
                .isLessThan(1e-12);

        rows[0] = 3e38;
        rows[COLUMNS] = -3e38;
        assertThat(MapErrorEstimate.estimate(embedding, rows, 40, 4000, true, ALONE)
                        .estimate())
                .isBetween(0.01, 2.0);
    }

    /** Pairs have a length of one, so of a single row nothing is left. */
    @Test
    void noDifferenceIsNoError() {
        Embedding embedding = embedding(Kernel.gaussian(3), MapKind.PAIRED, 40, SEED);
        ErrorEstimate none = MapErrorEstimate.estimate(embedding, new double[COLUMNS], 1, 1, true, ALONE);
        assertThat(none).isEqualTo(new ErrorEstimate(0, 0, 0, 1));
    }

    @Test
    void theIntervalHoldsTheTruthAndIsNarrow() {
        int count = 2500;
        int inside = 0;
        int runs = 0;
        double[] widths = new double[40];
        for (long seed = SEED; runs < widths.length; seed++) {
            double[] rows = rows(seed, count);
            MapKind map = seed % 2 == 0 ? MapKind.PAIRED : MapKind.FOURIER;
            boolean centered = seed % 4 < 2;
            Embedding embedding = embedding(Kernel.gaussian(4), map, 100, seed);
            double truth = norm(difference(embedding, rows, count, centered), count) / count;
            for (int draw = 0; draw < 5; draw++) {
                double[] sample = sample(rows, count, 600, seed * 100 + draw);
                ErrorEstimate error = MapErrorEstimate.estimate(embedding, sample, 600, count, centered, ALONE);
                inside += error.low() <= truth && truth <= error.high() ? 1 : 0;
                widths[runs++] = (error.high() - error.low()) / error.estimate();
            }
        }
        Arrays.sort(widths);
        // Of 40 runs that are right with a chance of 95%, fewer than 33 are seen once in two thousand times.
        assertThat(inside).as("of 40, skpca.test.seed=" + SEED).isGreaterThanOrEqualTo(33);
        assertThat(widths[20]).as("skpca.test.seed=" + SEED).isLessThan(0.5);
    }

    /** Clusters, and every third time tails like those of Student's law with three degrees of freedom. */
    private static double[] rows(long seed, int count) {
        double[] rows = SampleRows.clusters(seed, count, COLUMNS);
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS);
        for (int i = 0; i < rows.length && seed % 3 == 0; i++) {
            rows[i] = random.nextGaussian() / Math.sqrt(random.nextGamma(1.5) / 1.5);
        }
        return rows;
    }

    private static double[] sample(double[] rows, int count, int size, long seed) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS);
        double[] drawn = rows.clone();
        for (int i = 0; i < size; i++) {
            int j = i + (int) random.nextBelow(count - i);
            for (int c = 0; c < COLUMNS; c++) {
                double kept = drawn[i * COLUMNS + c];
                drawn[i * COLUMNS + c] = drawn[j * COLUMNS + c];
                drawn[j * COLUMNS + c] = kept;
            }
        }
        return Arrays.copyOf(drawn, size * COLUMNS);
    }

    /** By the leading eigenvalue of the square. */
    private static double norm(double[] matrix, int n) {
        SymmetricOperator once = SymmetricOperator.of(matrix, n, ALONE);
        SymmetricOperator square = new SymmetricOperator() {
            @Override
            public int size() {
                return n;
            }

            @Override
            public void multiply(double[] vectors, int width, double[] products) {
                double[] between = new double[n * width];
                once.multiply(vectors, width, between);
                once.multiply(between, width, products);
            }
        };
        return Math.sqrt(LeadingEigenpairs.of(square, 1, 1e-6, ALONE).values()[0]);
    }

    @Test
    void intervalsThatAreNoneAreRefused() {
        assertThatThrownBy(() -> new ErrorEstimate(1, 2, 3, 1)).hasMessageContaining("interval");
        assertThatThrownBy(() -> new ErrorEstimate(1, 0, Double.POSITIVE_INFINITY, 1))
                .hasMessageContaining("interval");
        assertThatThrownBy(() -> new ErrorEstimate(Double.NaN, 0, 1, 1)).hasMessageContaining("interval");
        assertThatThrownBy(() -> new ErrorEstimate(1, 1, 1, 0)).hasMessageContaining("rows");
        Embedding embedding = embedding(Kernel.gaussian(3), MapKind.PAIRED, 40, SEED);
        assertThatThrownBy(() -> MapErrorEstimate.estimate(embedding, new double[COLUMNS], 0, 1, true, ALONE))
                .hasMessageContaining("sample");
        assertThatThrownBy(() -> MapErrorEstimate.estimate(embedding, new double[12], 2, 1, true, ALONE))
                .hasMessageContaining("sample");
    }
}
