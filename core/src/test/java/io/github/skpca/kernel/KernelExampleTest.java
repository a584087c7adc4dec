package io.github.skpca.kernel;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.StreamingKernelPca;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** The kernels in the javadoc of {@link Kernel} compile, are what it says they are, and can be learned with. */
class KernelExampleTest {
    private static final int COLUMNS = 3;

    // The two records are those of the javadoc, but for the annotations.
    record InverseMultiquadric(double bandwidth) implements IsotropicKernel {
        @Override
        public String name() {
            return "inverse-multiquadric";
        }

        @Override
        public double ofSquaredDistance(double squaredDistance) {
            return 1 / Math.sqrt(1 + squaredDistance / (bandwidth * bandwidth));
        }

        @Override
        public double drawStretch(RandomGenerator random) {
            return Math.abs(random.nextGaussian());
        }
    }

    record CityBlock(double bandwidth) implements Kernel {
        @Override
        public String name() {
            return "city-block";
        }

        @Override
        public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
            double distance = 0;
            for (int j = 0; j < columns; j++) {
                distance += Math.abs(x[xOffset + j] - y[yOffset + j]);
            }
            return 1 / (1 + distance / bandwidth);
        }

        @Override
        public boolean isNormalized() {
            return true;
        }
    }

    @Test
    void theJavadocHasTheseVeryLines() throws Exception {
        String folder = "java/io/github/skpca/kernel/";
        String javadoc = Files.readString(Path.of("src/main/" + folder + "Kernel.java"));
        List<String> documented = new ArrayList<>();
        for (String part : javadoc.split("<pre>\\{@code\n", -1)) {
            if (part.contains("}</pre>")) {
                documented.add(plain(part.substring(0, part.indexOf("}</pre>")).replaceAll("(?m)^ \\* ?", "")));
            }
        }
        assertThat(documented).hasSize(2);
        String compiled = plain(Files.readString(Path.of("src/test/" + folder + "KernelExampleTest.java")));
        assertThat(compiled).contains(documented);
    }

    private static String plain(String source) {
        return source.replace("@Override", "").replaceAll("\\s+", " ").strip();
    }

    /** It is the rational quadratic kernel of shape 1/2, which the library has. */
    @Test
    void theFrequenciesAreThoseOfTheKernel() {
        Kernel known = Kernel.rationalQuadratic(1.7, 0.5);
        IsotropicKernel own = new InverseMultiquadric(1.7);
        Random random = new Random(7);
        double[] x = {0.4, -1.2, 0.3};
        double[] y = {-0.5, 0.8, 1.0};
        assertThat(own.similarity(x, y)).isEqualTo(known.similarity(x, y), within(1e-12));
        int draws = 40_000;
        double sum = 0;
        double[] frequency = new double[COLUMNS];
        for (int i = 0; i < draws; i++) {
            own.drawFrequency(random, frequency, 0, COLUMNS);
            double angle = 0;
            for (int j = 0; j < COLUMNS; j++) {
                angle += frequency[j] * (x[j] - y[j]);
            }
            sum += Math.cos(angle);
        }
        assertThat(sum / draws).isEqualTo(own.similarity(x, y), within(0.02));
    }

    @ParameterizedTest
    @EnumSource(MapKind.class)
    void everyMapTakesTheKernelOfTheDistance(MapKind map) {
        KernelPcaModel model = fitted(new InverseMultiquadric(2), map);
        assertThat(model.score(new double[] {9, -9, 9})).isGreaterThan(model.score(new double[COLUMNS]));
    }

    @Test
    void landmarksTakeAnyKernel() {
        KernelPcaModel model = fitted(new CityBlock(2), MapKind.LANDMARKS);
        assertThat(model.score(new double[] {9, -9, 9})).isGreaterThan(model.score(new double[COLUMNS]));
        assertThat(model.mapError()).isPresent();
    }

    /** A kernel that says that K(x, x) = 1 has the scores of one that leaves it to be computed. */
    @Test
    void aNormalizedKernelSavesTheComputationAndNothingElse() {
        Kernel silent = new Kernel() {
            private final CityBlock block = new CityBlock(2);

            @Override
            public String name() {
                return block.name();
            }

            @Override
            public double bandwidth() {
                return block.bandwidth();
            }

            @Override
            public double similarity(double[] x, int xOffset, double[] y, int yOffset, int columns) {
                return block.similarity(x, xOffset, y, yOffset, columns);
            }
        };
        KernelPcaModel one = fitted(new CityBlock(2), MapKind.LANDMARKS);
        KernelPcaModel other = fitted(silent, MapKind.LANDMARKS);
        double[] rows = rows(50, 12);
        for (int i = 0; i < 50; i++) {
            double[] row = java.util.Arrays.copyOfRange(rows, i * COLUMNS, (i + 1) * COLUMNS);
            assertThat(one.transform(row)).containsExactly(other.transform(row));
            assertThat(one.score(row)).isEqualTo(other.score(row), within(1e-5));
        }
    }

    private static KernelPcaModel fitted(Kernel kernel, MapKind map) {
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(kernel)
                .map(map)
                .landmarkRule(LandmarkRule.UNIFORM)
                .features(64)
                .sketchSize(16)
                .components(6)
                .warmUpRows(200)
                .build(COLUMNS);
        learner.update(rows(400, 11), 400);
        return learner.snapshot();
    }

    private static double[] rows(int count, long seed) {
        Random random = new Random(seed);
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = random.nextGaussian();
        }
        return rows;
    }
}
