package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.Scale;
import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class StandardizerTest {
    @Test
    void learnedRowsHaveMeanZeroAndDeviationOne() {
        int count = 500;
        int columns = 4;
        Random random = new Random(1);
        double[] rows = new double[count * columns];
        double[] offsets = {0, 1e6, -3, 1e-3};
        double[] scales = {1, 1e3, 1e-6, 1e8};
        for (int i = 0; i < rows.length; i++) {
            rows[i] = offsets[i % columns] + scales[i % columns] * random.nextGaussian();
        }
        double[] before = rows.clone();
        Standardizer standardizer = Standardizer.learn(rows, count, columns, Scale.COLUMNS);
        double[] out = new double[rows.length];
        standardizer.apply(rows, 0, count, out, 0);
        for (int j = 0; j < columns; j++) {
            double sum = 0;
            double squares = 0;
            for (int i = 0; i < count; i++) {
                sum += out[i * columns + j];
                squares += out[i * columns + j] * out[i * columns + j];
            }
            assertThat(sum / count).as("mean of column %s, seed=1", j).isCloseTo(0, within(1e-9));
            assertThat(squares / count).as("variance of column %s, seed=1", j).isCloseTo(1, within(1e-9));
        }
        assertThat(rows).isEqualTo(before);
    }

    @Test
    void withoutScalingOnlyTheOriginMoves() {
        Standardizer standardizer = Standardizer.learn(new double[] {1, 10, 3, 30}, 2, 2, Scale.NONE);
        assertThat(standardizer.columns()).isEqualTo(2);
        assertThat(standardizer.origin()).containsExactly(2, 20);
        assertThat(standardizer.factors()).isEmpty();
        double[] out = new double[2];
        standardizer.apply(new double[] {5, 5}, 0, 1, out, 0);
        assertThat(out).containsExactly(3, -15);
    }

    /** One zero in a hundred fixes the origin at zero; fewer do not. Rows without their zeros give the same. */
    @Test
    void columnsWithZerosStayWhereTheyAre() {
        int count = 200;
        Random random = new Random(4);
        double[] rows = new double[count * 3];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = 5 + random.nextGaussian();
        }
        rows[0] = 0;
        rows[1] = 0;
        rows[3 * 7 + 1] = -0.0;
        for (Scale scale : Scale.values()) {
            Standardizer standardizer = Standardizer.learn(rows, count, 3, scale);
            assertThat(standardizer.origin()[0]).isCloseTo(5, within(0.5));
            assertThat(standardizer.origin()[1]).isZero();
            assertThat(standardizer.origin()[2]).isCloseTo(5, within(0.5));
            Standardizer sparse = Standardizer.learn(SparseRows.of(rows, 0, count, 3), 3, scale);
            assertThat(sparse.origin()).as("seed=4").containsExactly(standardizer.origin());
            assertThat(sparse.factors()).as("seed=4").containsExactly(standardizer.factors());
            if (scale == Scale.COLUMNS) {
                // The spread is about the mean, wherever the origin is.
                assertThat(standardizer.factors()[1]).isCloseTo(1, within(0.4));
            }
        }
    }

    @Test
    void constantColumnsAreNotBlownUp() {
        int count = 100;
        double[] constants = {0, 5, 0.1, -1e9 / 3, 1e300, 1e-300};
        int columns = constants.length + 1;
        double[] rows = new double[count * columns];
        for (int i = 0; i < count; i++) {
            System.arraycopy(constants, 0, rows, i * columns, constants.length);
            rows[i * columns + constants.length] = i % 2;
        }
        Standardizer standardizer = Standardizer.learn(rows, count, columns, Scale.COLUMNS);
        double[] expected = new double[columns];
        Arrays.fill(expected, 1);
        expected[constants.length] = 2;
        assertThat(standardizer.factors()).isEqualTo(expected);
    }

    @Test
    void roundingIsNotSpread() {
        // Neighbouring doubles: a deviation of 1e-16 of the value is no information.
        double[] rows = {0.1, Math.nextUp(0.1), 0.1, Math.nextDown(0.1)};
        assertThat(Standardizer.learn(rows, 4, 1, Scale.COLUMNS).factors()).containsExactly(1);
    }

    @Test
    void oneRowIsItsOwnOrigin() {
        Standardizer standardizer = Standardizer.learn(new double[] {3, 4}, 1, 2, Scale.COLUMNS);
        assertThat(standardizer.origin()).containsExactly(3, 4);
        assertThat(standardizer.factors()).containsExactly(1, 1);
    }

    /** With an origin that moved along, an offset of 1e9 leaves no trace, not even in the last bit. */
    @ParameterizedTest
    @EnumSource(
            value = MapKind.class,
            names = {"FOURIER", "PAIRED", "ORTHOGONAL", "STRUCTURED"})
    void aHugeOffsetDoesNotChangePhases(MapKind kind) {
        int count = 40;
        int columns = 3;
        double offset = 1e9;
        Random random = new Random(2);
        double[] rows = new double[count * columns];
        double[] moved = new double[rows.length];
        double[] movedOrigin = new double[columns];
        for (int i = 0; i < rows.length; i++) {
            // Twentieths of a thousandth would not survive the offset; multiples of 2^-10 do.
            rows[i] = Math.rint(1024 * random.nextGaussian()) / 1024;
            moved[i] = rows[i] + offset;
        }
        double[] origin = {0.5, -0.25, 2};
        for (int j = 0; j < columns; j++) {
            movedOrigin[j] = origin[j] + offset;
        }
        double[] factors = {1, 3, 0.5};
        FeatureMap map = RandomMaps.draw(kind, KernelFamily.GAUSSIAN.withBandwidth(1), columns, 64, 3);
        float[] z = features(Standardizer.of(origin, factors), map, rows, count);
        assertThat(features(Standardizer.of(movedOrigin, factors), map, moved, count))
                .isEqualTo(z);
        // A learned origin is a mean, rounded at the size of the offset: 1e9 2^-53 a step, a little after many.
        float[] learned = features(Standardizer.learn(rows, count, columns, Scale.COLUMNS), map, rows, count);
        float[] learnedMoved = features(Standardizer.learn(moved, count, columns, Scale.COLUMNS), map, moved, count);
        for (int i = 0; i < z.length; i++) {
            assertThat((double) learnedMoved[i]).as("feature %s, seed=2", i).isCloseTo(learned[i], within(1e-5));
        }
    }

    private static float[] features(Standardizer standardizer, FeatureMap map, double[] rows, int count) {
        float[] scratch = new float[rows.length];
        float[] z = new float[count * map.features()];
        standardizer.apply(rows, 0, count, scratch, 0);
        map.map(scratch, 0, count, z, 0, Workers.callerOnly());
        return z;
    }

    @Test
    void floatsAndDoublesAgreeAndOffsetsAreKept() {
        Standardizer standardizer = Standardizer.of(new double[] {1, 2}, new double[] {2, 0.5});
        double[] rows = {9, 3, 4, 5, 6, 9};
        float[] narrow = {9, 3, 4, 5, 6, 9};
        float[] out = {9, 9, 9, 9, 9, 9};
        standardizer.apply(rows, 1, 2, out, 1);
        assertThat(out).containsExactly(9, 4, 1, 8, 2, 9);
        float[] fromFloats = {9, 9, 9, 9, 9, 9};
        standardizer.apply(narrow, 1, 2, fromFloats, 1);
        assertThat(fromFloats).isEqualTo(out);
        double[] wide = {9, 9, 9, 9, 9, 9};
        standardizer.apply(rows, 1, 2, wide, 1);
        assertThat(wide).containsExactly(9, 4, 1, 8, 2, 9);
    }

    @Test
    void isImmutable() {
        double[] origin = {1};
        double[] factors = {2};
        Standardizer standardizer = Standardizer.of(origin, factors);
        origin[0] = 9;
        factors[0] = 9;
        standardizer.origin()[0] = 9;
        standardizer.factors()[0] = 9;
        assertThat(standardizer.origin()).containsExactly(1);
        assertThat(standardizer.factors()).containsExactly(2);
    }

    @Test
    void wrongFactorsAreRefused() {
        assertThatThrownBy(() -> Standardizer.of(new double[2], new double[1]))
                .hasMessageContaining("1 factors for 2 columns");
        for (double factor : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
            assertThatThrownBy(() -> Standardizer.of(new double[1], new double[] {factor}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("positive and finite, not " + factor);
        }
    }
}
