package io.github.skpca.internal.sketch;

import io.github.skpca.ShrinkRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Both rules against a transcription of Algorithm 1 with the oracle's singular value decomposition. */
class ShrinkTranscriptionTest {
    /** B starts as zeros; a row replaces a zero row; a B without zero rows is shrunk by the square of one singular value. */
    private static final class Transcription {
        private final double[][] b;
        private final int columns;
        private final int index;
        private double delta;

        Transcription(ShrinkRule rule, int size, int columns) {
            boolean paper = rule == ShrinkRule.PAPER;
            this.b = new double[paper ? size : 2 * size][columns];
            this.index = paper ? Math.max(1, size / 2) : size + 1;
            this.columns = columns;
        }

        void insert(float[] row) {
            double[] free = b[zeroRow()];
            for (int j = 0; j < columns; j++) {
                free[j] = row[j];
            }
            if (zeroRow() < 0) {
                shrink();
            }
        }

        private int zeroRow() {
            for (int i = 0; i < b.length; i++) {
                boolean zero = true;
                for (double value : b[i]) {
                    zero &= value == 0;
                }
                if (zero) {
                    return i;
                }
            }
            return -1;
        }

        /** [Y, Sigma, W] = svd(B); delta = sigma_index^2; B = sqrt(max(0, Sigma^2 - delta I)) W'. */
        private void shrink() {
            Dense.Spectrum spectrum = Dense.spectrum(Dense.scatter(b, b.length, columns), columns);
            double cut = index <= columns ? spectrum.values()[index - 1] : 0;
            delta += cut;
            for (int i = 0; i < b.length; i++) {
                // A wide B has as many singular values as rows; a tall one m, and then zero rows.
                double kept = i < columns ? Math.max(0, spectrum.values()[i] - cut) : 0;
                for (int j = 0; j < columns; j++) {
                    b[i][j] = kept == 0 ? 0 : Math.sqrt(kept) * spectrum.vectors()[i][j];
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ShrinkRule.class,
            names = {"PAPER", "FAST"})
    void everyStepIsTheSame(ShrinkRule rule) {
        TestStream[] streams = {
            TestStream.RANDOM, TestStream.DRIFTING, TestStream.GROWING, TestStream.DECAYING, TestStream.OFFSET
        };
        for (int size : new int[] {1, 2, 3, 4, 5, 7, 8, 13, 16}) {
            for (int columns : new int[] {1, 2, 6, 17}) {
                for (TestStream stream : streams) {
                    requireSame(rule, size, columns, stream, 40L * size + columns);
                }
            }
        }
    }

    private static void requireSame(ShrinkRule rule, int size, int columns, TestStream stream, long seed) {
        float[][] rows = stream.rows(80, columns, size, seed);
        Transcription expected = new Transcription(rule, size, columns);
        MatrixSketch sketch = MatrixSketch.create(rule, columns, size);
        double squaredNorm = 0;
        for (int n = 0; n < rows.length; n++) {
            expected.insert(rows[n]);
            sketch.absorb(rows[n], 1, null, null);
            for (float value : rows[n]) {
                squaredNorm += (double) value * value;
            }
            String label = stream + " " + rule + " l=" + size + " m=" + columns + " row " + n + " seed=" + seed;
            double[] found = Dense.scatter(sketch.state());
            double[] transcribed = Dense.scatter(expected.b, expected.b.length, columns);
            for (int i = 0; i < found.length; i++) {
                if (!(Math.abs(found[i] - transcribed[i]) <= 1e-9 * squaredNorm)) {
                    throw new AssertionError(label + ": " + found[i] + " where Algorithm 1 has " + transcribed[i]);
                }
            }
            assertThat(sketch.state().delta()).as(label).isCloseTo(expected.delta, within(1e-9 * squaredNorm));
            requireSummary(sketch, found, 1e-9 * squaredNorm, label);
        }
    }

    /** A summary of more than l rows takes sigma_{l+1}^2 off, one of fewer takes nothing. */
    private static void requireSummary(MatrixSketch sketch, double[] scatter, double tolerance, String label) {
        int size = sketch.size();
        double cut = size < sketch.columns()
                ? Dense.spectrum(scatter, sketch.columns()).values()[size]
                : 0;
        SketchState summarised = sketch.summary().state();
        double expected = sketch.state().count() > size ? cut : 0;
        assertThat(summarised.delta() - sketch.state().delta())
                .as(label + ", summary")
                .isCloseTo(expected, within(tolerance));
    }

    @Test
    void thePapersSketchOfOneOrTwoRowsIsEmptiedByEveryShrink() {
        for (int size = 1; size <= 2; size++) {
            float[][] rows = TestStream.RANDOM.rows(20, 4, size, 9);
            MatrixSketch sketch = MatrixSketch.create(ShrinkRule.PAPER, 4, size);
            for (int n = 1; n <= rows.length; n++) {
                sketch.absorb(rows[n - 1], 1, null, null);
                assertThat(sketch.state().count())
                        .as("l=%s n=%s seed=9", size, n)
                        .isEqualTo(n % size);
            }
        }
    }

    /** The fast form loses nothing of a stream whose rank is l, not only below l. */
    @Test
    void theFastSketchKeepsAStreamOfItsOwnRank() {
        float[][] rows = TestStream.LOW_RANK.rows(200, 9, 3, 10);
        MatrixSketch sketch = MatrixSketch.create(ShrinkRule.FAST, 9, TestStream.LOW_RANK.rank());
        for (float[] row : rows) {
            sketch.absorb(row, 1, null, null);
        }
        assertThat(sketch.summary().state().delta()).as("seed=10").isZero();
    }
}
