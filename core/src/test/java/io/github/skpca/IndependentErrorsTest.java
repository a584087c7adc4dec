package io.github.skpca;

import io.github.skpca.error.KernelError;
import io.github.skpca.internal.feature.KernelValueMap;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;
import java.util.zip.GZIPInputStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/**
 * Both kernel errors of every method on real rows agree with a computation by the textbook's formulas: loops in double, Jacobi's
 * rotations, the raw rows. Only what is drawn is taken from the model: which rows were sampled, which frequencies and phases.
 */
class IndependentErrorsTest {
    private static final int TRAIN = 200;

    /** The last 200 rows: half of them were not learned from. */
    private static final int TEST_FROM = 100;

    private static final int TEST = 200;

    /**
     * The matrices of cpu's rows are all but singular. With all components, a quarter of all seeds draws rows (nystrom), and half of them
     * draw features (rnca), with an eigenvalue so near the cut that floats and doubles rightly differ. This seed draws none.
     */
    private static final long SEED = 5;

    private static double[] rows(String name) throws IOException {
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(Objects.requireNonNull(
                        IndependentErrorsTest.class.getResourceAsStream("/samples/" + name + ".csv.gz"), name)),
                StandardCharsets.UTF_8))) {
            return reader.lines()
                    .flatMap(line -> Arrays.stream(line.split(",")))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        }
    }

    private static double[] part(double[] rows, int from, int count, int columns) {
        return Arrays.copyOfRange(rows, from * columns, (from + count) * columns);
    }

    private static double meanDistance(double[] rows, int count, int columns) {
        double sum = 0;
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < i; j++) {
                double square = 0;
                for (int c = 0; c < columns; c++) {
                    square += Math.pow(rows[i * columns + c] - rows[j * columns + c], 2);
                }
                sum += Math.sqrt(square);
            }
        }
        return sum / (count * (count - 1) / 2.0);
    }

    @ParameterizedTest
    @CsvSource({
        "cpu, 21, NYSTROM, 30, 10, false",
        "cpu, 21, NYSTROM, 50, 50, false",
        "cpu, 21, NYSTROM, 50, 50, true",
        "adult, 123, NYSTROM, 30, 10, false",
        "adult, 123, NYSTROM, 50, 50, false",
        "adult, 123, NYSTROM, 40, 5, true",
        "forest, 54, NYSTROM, 30, 10, false",
        "forest, 54, NYSTROM, 50, 50, false",
        "forest, 54, NYSTROM, 50, 50, true",
        "cpu, 21, EXACT, 0, 10, false",
        "adult, 123, EXACT, 0, 10, true",
        "forest, 54, EXACT, 0, 5, true",
        "cpu, 21, RNCA, 40, 40, false",
        "cpu, 21, RNCA, 40, 10, true",
        "adult, 123, RNCA, 40, 40, false",
        "adult, 123, RNCA, 60, 10, true",
        "forest, 54, RNCA, 40, 40, false",
        "forest, 54, RNCA, 40, 10, true",
        "cpu, 21, SKPCA, 40, 10, false",
        "adult, 123, SKPCA, 40, 20, false",
        "forest, 54, SKPCA, 40, 10, false"
    })
    void errorsAgree(String name, int columns, Method method, int size, int k, boolean centered) throws IOException {
        double[] all = rows(name);
        assertThat(all).hasSize(300 * columns);
        double[] train = part(all, 0, TRAIN, columns);
        double[] test = part(all, TEST_FROM, TEST, columns);
        IsotropicKernel kernel = Kernel.gaussian(meanDistance(train, TRAIN, columns));
        KernelPcaBuilder builder = StreamingKernelPca.builder()
                .method(method)
                .kernel(kernel)
                .features(Math.max(1, size))
                .centered(centered)
                .warmUpRows(60)
                .seed(SEED);
        if (method.sketchesFeatures()) {
            // The paper's own form: phases, Algorithm 1 with l = k, and all of what it leaves.
            builder.map(MapKind.FOURIER).shrink(ShrinkRule.PAPER).sketchSize(k);
        }
        StreamingKernelPca learner = builder.components(
                        method == Method.SKPCA ? ComponentCount.all() : ComponentCount.of(k))
                .build(columns);
        learner.update(train, TRAIN);
        KernelPcaModel model = learner.snapshot();
        KernelError measured = KernelError.measure(model, test, TEST, Workers.callerOnly());

        double[] loadings = method.sketchesFeatures()
                ? featureLoadings(model, train, test, k)
                : landmarkLoadings(model, kernel, train, test, k);
        int found = loadings.length / TEST;
        double[] error = DenseOracle.gram(kernel, test, TEST, columns);
        double[] products = DenseOracle.outer(loadings, TEST, found);
        for (int i = 0; i < error.length; i++) {
            error[i] -= products[i];
        }
        if (centered) {
            error = DenseOracle.doubleCentred(error, TEST);
        }
        double spectral = DenseOracle.spectralNorm(error, TEST) / TEST;
        double frobenius = DenseOracle.frobeniusNorm(error) / TEST / TEST;
        assertThat(found).isEqualTo(model.components());
        assertThat(measured.spectral()).isCloseTo(spectral, within(1e-3 * spectral + 1e-6));
        assertThat(measured.frobenius()).isCloseTo(frobenius, within(1e-3 * frobenius + 1e-7));
    }

    /** K(x, C) V_k Lambda_k^-1/2 with the rows as they came, about the mean of the landmarks if centred. */
    private static double[] landmarkLoadings(
            KernelPcaModel model, IsotropicKernel kernel, double[] train, double[] test, int k) {
        int d = model.columns();
        double[] landmarks = landmarks(model, train);
        int c = landmarks.length / d;
        double[] gram = DenseOracle.gram(kernel, landmarks, c, d);
        double[] mean = DenseOracle.mean(gram, c, c);
        boolean centered = model.mean() != null;
        DenseOracle.Eigen eigen = DenseOracle.jacobi(centered ? DenseOracle.doubleCentred(gram, c) : gram, c);
        // Where samples repeat, or all but do, the matrix has no inverse: what it has not is left out.
        int rank = 0;
        while (rank < Math.min(k, c)
                && eigen.values()[rank] > Math.max(1e-8 * eigen.values()[0], 0x1p-23 * Math.sqrt(c))) {
            rank++;
        }
        double[] loadings = new double[TEST * rank];
        for (int i = 0; i < TEST; i++) {
            for (int j = 0; j < c; j++) {
                double value = kernel.similarity(test, i * d, landmarks, j * d, d) - (centered ? mean[j] : 0);
                for (int a = 0; a < rank; a++) {
                    loadings[i * rank + a] += value * eigen.vectors()[a * c + j] / Math.sqrt(eigen.values()[a]);
                }
            }
        }
        return loadings;
    }

    /** The raw rows that the model's landmarks were. */
    private static double[] landmarks(KernelPcaModel model, double[] train) {
        int d = model.columns();
        float[] moved = ((KernelValueMap) FittedModel.of(model).embedding().map()).landmarks();
        double[] origin = FittedModel.of(model).embedding().standardizer().origin();
        double[] landmarks = new double[moved.length];
        for (int i = 0; i < moved.length / d; i++) {
            int nearest = -1;
            double least = Double.POSITIVE_INFINITY;
            for (int r = 0; r < TRAIN; r++) {
                double square = 0;
                for (int j = 0; j < d; j++) {
                    square += Math.pow(train[r * d + j] - origin[j] - moved[i * d + j], 2);
                }
                nearest = square < least ? r : nearest;
                least = Math.min(least, square);
            }
            System.arraycopy(train, nearest * d, landmarks, i * d, d);
        }
        return landmarks;
    }

    /** Z W of the test rows, with W from the second-moment matrix of the training rows or from Algorithm 1. */
    private static double[] featureLoadings(KernelPcaModel model, double[] train, double[] test, int k) {
        int m = model.features();
        double[] z = features(model, train, TRAIN);
        double[] mean = model.mean() == null ? new double[m] : DenseOracle.mean(z, TRAIN, m);
        double[] centred = DenseOracle.about(z, TRAIN, m, mean);
        double[] w = FittedModel.of(model).settings().method() == Method.RNCA
                ? rnca(centred, m, k)
                : algorithmOne(centred, m, k);
        double[] testFeatures = DenseOracle.about(features(model, test, TEST), TEST, m, mean);
        int found = w.length / m;
        double[] loadings = new double[TEST * found];
        for (int i = 0; i < TEST; i++) {
            for (int a = 0; a < found; a++) {
                for (int j = 0; j < m; j++) {
                    loadings[i * found + a] += testFeatures[i * m + j] * w[a * m + j];
                }
            }
        }
        return loadings;
    }

    /** sqrt(2/m) cos(w'x + phase), in double. */
    private static double[] features(KernelPcaModel model, double[] rows, int count) {
        int d = model.columns();
        int m = model.features();
        float[] frequencies = FittedModel.of(model).embedding().map().frequencies();
        float[] phases = FittedModel.of(model).embedding().map().phases();
        double[] origin = FittedModel.of(model).embedding().standardizer().origin();
        double[] z = new double[count * m];
        for (int i = 0; i < count; i++) {
            for (int f = 0; f < m; f++) {
                double angle = phases[f];
                for (int j = 0; j < d; j++) {
                    angle += frequencies[f * d + j] * (rows[i * d + j] - origin[j]);
                }
                z[i * m + f] = Math.sqrt(2.0 / m) * Math.cos(angle);
            }
        }
        return z;
    }

    /** The k leading eigenvectors of Z'Z, as rows. */
    private static double[] rnca(double[] z, int m, int k) {
        double[] moments = new double[m * m];
        for (int i = 0; i < TRAIN; i++) {
            for (int a = 0; a < m; a++) {
                for (int b = 0; b < m; b++) {
                    moments[a * m + b] += z[i * m + a] * z[i * m + b];
                }
            }
        }
        return Arrays.copyOf(DenseOracle.jacobi(moments, m).vectors(), k * m);
    }

    /** The right singular vectors of the sketch that the paper's Algorithm 1 holds after the last row. */
    private static double[] algorithmOne(double[] z, int m, int l) {
        double[] b = new double[l * m];
        int filled = 0;
        for (int i = 0; i < TRAIN; i++) {
            System.arraycopy(z, i * m, b, filled * m, m);
            filled++;
            if (filled == l) {
                filled = shrink(b, l, m, DenseOracle.jacobi(DenseOracle.outer(b, l, m), l), l / 2);
            }
        }
        double[] last = Arrays.copyOf(b, filled * m);
        int rank = shrink(last, filled, m, DenseOracle.jacobi(DenseOracle.outer(last, filled, m), filled), 0);
        double[] w = Arrays.copyOf(last, rank * m);
        for (int a = 0; a < rank; a++) {
            double norm = DenseOracle.frobeniusNorm(Arrays.copyOfRange(w, a * m, (a + 1) * m));
            for (int j = a * m; j < (a + 1) * m; j++) {
                w[j] /= norm;
            }
        }
        return w;
    }

    /** B <- sqrt(max(0, Sigma^2 - sigma_at^2 I)) W', by nothing if {@code at} is 0; returns the rows that are left. */
    private static int shrink(double[] b, int rows, int m, DenseOracle.Eigen eigen, int at) {
        double delta = at == 0 ? 0 : eigen.values()[at - 1];
        double[] before = b.clone();
        Arrays.fill(b, 0);
        int left = 0;
        for (int a = 0; a < rows && eigen.values()[a] > Math.max(delta, 1e-12 * eigen.values()[0]); a++) {
            double factor = Math.sqrt(1 - delta / eigen.values()[a]);
            for (int i = 0; i < rows; i++) {
                for (int j = 0; j < m; j++) {
                    b[a * m + j] += factor * eigen.vectors()[a * rows + i] * before[i * m + j];
                }
            }
            left++;
        }
        return left;
    }
}
