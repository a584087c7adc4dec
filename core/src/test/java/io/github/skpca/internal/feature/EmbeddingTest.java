package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import io.github.skpca.kernel.TwoGaussiansKernel;
import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class EmbeddingTest {
    private static final double[] ORIGIN = {1, 2};
    private static final double[] FACTORS = {2, 0.5};

    private static Embedding embedding(MapKind kind, ShiftInvariantKernel kernel, int features, long seed) {
        return new Embedding(
                Standardizer.of(ORIGIN, FACTORS), kernel, RandomMaps.draw(kind, kernel, 2, features, seed));
    }

    @Test
    void isTheStandardizerAndThenTheMap() {
        Embedding embedding = embedding(MapKind.PAIRED, Kernel.gaussian(1), 6, 1);
        double[] rows = {9, 3, 4, 5, 6};
        float[] narrow = {9, 3, 4, 5, 6};
        float[] scratch = new float[4];
        float[] z = new float[13];
        embedding.embed(rows, 1, 2, scratch, z, 1, Workers.callerOnly());
        float[] expected = new float[13];
        embedding.map().map(new float[] {4, 1, 8, 2}, 0, 2, expected, 1, Workers.callerOnly());
        assertThat(z).isEqualTo(expected);
        float[] fromFloats = new float[13];
        embedding.embed(narrow, 1, 2, scratch, fromFloats, 1, Workers.callerOnly());
        assertThat(fromFloats).isEqualTo(expected);
        assertThat(embedding.columns()).isEqualTo(2);
        assertThat(embedding.features()).isEqualTo(6);
    }

    @Test
    void threadsThatShareRowsChangeNoBit() {
        Embedding embedding = embedding(MapKind.PAIRED, Kernel.gaussian(1), 6, 1);
        for (int count : new int[] {64, 65, 203}) {
            Random random = new Random(count);
            float[] narrow = new float[1 + 2 * count];
            double[] rows = new double[narrow.length];
            for (int i = 0; i < rows.length; i++) {
                narrow[i] = (float) random.nextGaussian();
                rows[i] = narrow[i];
            }
            float[] alone = new float[2 + 6 * count];
            embedding.embed(rows, 1, count, new float[2 * count], alone, 2, Workers.callerOnly());
            for (int threads = 2; threads <= 4; threads++) {
                try (Workers workers = new Workers(threads)) {
                    float[] z = new float[alone.length];
                    embedding.embed(rows, 1, count, new float[2 * count], z, 2, workers);
                    assertThat(z).as("threads=%s seed=%s", threads, count).isEqualTo(alone);
                    embedding.embed(narrow, 1, count, new float[2 * count], z, 2, workers);
                    assertThat(z)
                            .as("floats, threads=%s seed=%s", threads, count)
                            .isEqualTo(alone);
                }
            }
        }
    }

    @Test
    void aUsersOwnKernelGoesThroughTheWholeMap() {
        ShiftInvariantKernel kernel = new TwoGaussiansKernel(0.5, 3, 0.3);
        Embedding embedding = embedding(MapKind.PAIRED, kernel, 40_000, 2);
        double[] rows = {1.25, 1, 0.5, 3};
        double[] standardised = new double[4];
        embedding.standardizer().apply(rows, 0, 2, standardised, 0);
        float[] z = new float[80_000];
        embedding.embed(rows, 0, 2, new float[4], z, 0, Workers.callerOnly());
        double product = 0;
        for (int j = 0; j < 40_000; j++) {
            product += (double) z[j] * z[40_000 + j];
        }
        // Five standard deviations of a product of 40,000 paired features, sqrt(2 / m) at most.
        assertThat(product)
                .as("seed=2")
                .isCloseTo(kernel.similarity(standardised, 0, standardised, 2, 2), within(5 * Math.sqrt(2 / 40_000.0)));
    }

    @Test
    void everyDifferenceIsNamed() {
        IsotropicKernel kernel = Kernel.gaussian(1);
        Embedding one = embedding(MapKind.PAIRED, kernel, 6, 1);
        assertThat(one.differenceFrom(embedding(MapKind.PAIRED, Kernel.gaussian(1), 6, 1)))
                .isEmpty();
        assertThat(one.differenceFrom(embedding(MapKind.PAIRED, kernel, 6, 2))).contains("frequencies differ");
        assertThat(one.differenceFrom(embedding(MapKind.PAIRED, kernel, 8, 1))).contains("6 and 8 features");
        assertThat(one.differenceFrom(embedding(MapKind.FOURIER, kernel, 6, 1))).contains("paired and fourier");
        assertThat(one.differenceFrom(embedding(MapKind.PAIRED, Kernel.gaussian(2), 6, 1)))
                .contains("bandwidths are 1.0 and 2.0");
        assertThat(one.differenceFrom(embedding(MapKind.PAIRED, Kernel.laplacian(1), 6, 1)))
                .contains("gaussian and laplacian");
        assertThat(one.differenceFrom(new Embedding(Standardizer.of(FACTORS, FACTORS), kernel, one.map())))
                .contains("origins differ");
        assertThat(one.differenceFrom(new Embedding(Standardizer.of(ORIGIN, new double[0]), kernel, one.map())))
                .contains("scales differ");
        Embedding narrow = new Embedding(
                Standardizer.of(new double[1], new double[0]),
                kernel,
                RandomMaps.draw(MapKind.PAIRED, kernel, 1, 6, 1));
        assertThat(one.differenceFrom(narrow)).contains("2 and 1 columns");
        Embedding structured = embedding(MapKind.STRUCTURED, kernel, 6, 1);
        assertThat(structured.differenceFrom(embedding(MapKind.STRUCTURED, Kernel.gaussian(1), 6, 1)))
                .isEmpty();
        assertThat(structured.differenceFrom(embedding(MapKind.STRUCTURED, kernel, 6, 2)))
                .contains("signs and lengths differ");
        assertThat(embedding(MapKind.ORTHOGONAL, kernel, 6, 1).differenceFrom(one))
                .contains("orthogonal and paired");
    }

    @Test
    void phasesCountAsADifference() {
        IsotropicKernel kernel = Kernel.gaussian(1);
        Embedding one = embedding(MapKind.FOURIER, kernel, 3, 1);
        float[] frequencies = one.map().frequencies();
        FeatureMap otherPhases = RandomFourierFeatures.of(MapKind.FOURIER, 2, frequencies, new float[] {1, 2, 3});
        Embedding other = new Embedding(one.standardizer(), kernel, otherPhases);
        assertThat(one.differenceFrom(other)).isNotEmpty();
    }

    @Test
    void partsOfDifferentWidthAreRefused() {
        IsotropicKernel kernel = Kernel.gaussian(1);
        FeatureMap map = RandomMaps.draw(MapKind.PAIRED, kernel, 3, 4, 1);
        assertThatThrownBy(() -> new Embedding(Standardizer.of(ORIGIN, FACTORS), kernel, map))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("2 columns and a map of 3");
    }
}
