package io.github.skpca.io;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

final class RandomNoisyTest {
    private static double[] all(RandomNoisy source, int rows, int batchRows) {
        double[] all = new double[rows * source.columns()];
        DenseBuffer batch = new DenseBuffer(batchRows, source.columns());
        int filled = 0;
        for (int read = source.read(batch); read > 0; read = source.read(batch)) {
            System.arraycopy(batch.values(), 0, all, filled, read * source.columns());
            filled += read * source.columns();
        }
        assertThat(filled).isEqualTo(all.length);
        return all;
    }

    @Test
    void rowsDependOnSeedAndNumberOnly() {
        double[] rows = all(new RandomNoisy(100, 7, 3, 10, 42), 100, 100);
        assertThat(all(new RandomNoisy(100, 7, 3, 10, 42), 100, 9)).isEqualTo(rows);
        assertThat(all(new RandomNoisy(100, 7, 3, 10, 43), 100, 9)).isNotEqualTo(rows);
        double[] later = all(new RandomNoisy(10, 7, 3, 10, 42).rows(60, 40), 40, 11);
        assertThat(later).isEqualTo(Arrays.copyOfRange(rows, 60 * 7, 700));
    }

    @Test
    void rowsAreTheSameOnEveryJdk() {
        double[] rows = all(new RandomNoisy(2, 3, 2, 10, 1), 2, 2);
        assertThat(rows)
                .containsExactly(
                        0.406117601659727,
                        0.8296863860897473,
                        -0.6170918598607725,
                        -0.9842868202961743,
                        -0.39662102204696453,
                        1.2655776432881891);
    }

    @Test
    void tellsWhereRowsComeFrom() {
        RandomNoisy source = new RandomNoisy(4, 3, 2, 10, 1).rows(2, 2);
        DenseBuffer batch = new DenseBuffer(1, 3);
        assertThat(source.progress()).isZero();
        assertThat(source.read(batch)).isEqualTo(1);
        assertThat(batch.position(0)).isEqualTo("random-noisy row 3");
        assertThat(source.progress()).isEqualTo(0.5);
        assertThat(source.columnNames()).containsExactly("x1", "x2", "x3");
        assertThat(source.keptNames()).isEmpty();
        assertThat(source.skippedRows()).isZero();
    }

    @Test
    void withoutNoiseTheRowsLieInTheSignalSpaceWithTheRightSpectrum() {
        // Noise of 1e-9 leaves A = S D U; with n large A'A / n is close to U' D^2 U, whose trace is the sum of D_ii^2.
        int n = 40_000;
        int d = 6;
        int s = 3;
        double[] rows = all(new RandomNoisy(n, d, s, 1e9, 3), n, 1000);
        double[][] covariance = covariance(rows, n, d);
        double trace = 0;
        double squares = 0;
        for (int i = 0; i < d; i++) {
            trace += covariance[i][i];
            for (int j = 0; j < d; j++) {
                squares += covariance[i][j] * covariance[i][j];
            }
        }
        double expectedTrace = 0;
        double expectedSquares = 0;
        for (int i = 0; i < s; i++) {
            double variance = Math.pow(1 - (double) i / d, 2);
            expectedTrace += variance;
            expectedSquares += variance * variance;
        }
        assertThat(trace).isCloseTo(expectedTrace, within(0.03));
        assertThat(squares).isCloseTo(expectedSquares, within(0.05));
    }

    @Test
    void aFullRotationIsOrthonormalToTheLastDigits() {
        // With s = d = 2 and tiny noise, cov = U' diag(1, 1/4) U exactly up to sampling: determinant 1/4.
        int n = 100_000;
        double[][] covariance = covariance(all(new RandomNoisy(n, 2, 2, 1e9, 8), n, 1000), n, 2);
        double determinant = covariance[0][0] * covariance[1][1] - covariance[0][1] * covariance[1][0];
        assertThat(determinant).isCloseTo(0.25, within(0.01));
    }

    @Test
    void noiseIsStandardNormalOverZeta() {
        int n = 50_000;
        double[] few = all(new RandomNoisy(n, 40, 1, 0.5, 9), n, 1000);
        double sum = 0;
        double squares = 0;
        double fourth = 0;
        for (double value : few) {
            double noise = value * 0.5;
            sum += noise;
            squares += noise * noise;
            fourth += noise * noise * noise * noise;
        }
        // The one signal direction adds 1 to the total variance of 40 columns, a quarter of that after scaling.
        assertThat(sum / few.length).isCloseTo(0, within(0.005));
        assertThat(squares / few.length).isCloseTo(1 + 0.25 / 40, within(0.005));
        assertThat(fourth / few.length).isCloseTo(3, within(0.1));
    }

    private static double[][] covariance(double[] rows, int n, int d) {
        double[][] covariance = new double[d][d];
        for (int row = 0; row < n; row++) {
            for (int i = 0; i < d; i++) {
                for (int j = 0; j < d; j++) {
                    covariance[i][j] += rows[row * d + i] * rows[row * d + j] / n;
                }
            }
        }
        return covariance;
    }

    @Test
    void refusesImpossibleSettings() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RandomNoisy(-1, 3, 2, 10, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RandomNoisy(1, 0, 2, 10, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RandomNoisy(1, 3, 4, 10, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RandomNoisy(1, 3, 2, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RandomNoisy(1, 3, 2, Double.NaN, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new RandomNoisy(1, 3, 2, 10, 1).rows(-1, 4));
    }
}
