package io.github.skpca.internal.feature;

import io.github.skpca.SparseRows;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.SparseMatrix;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** Landmarks in a subspace have the kernel values that they have without it. */
class RowSubspaceTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261130L);
    private static final int COLUMNS = 90;

    /** Past a tile of rows twice, and no multiple of anything. */
    private static final int ROWS = 131;

    /** Rows with as many strong directions and noise in all others. */
    private static float[] rows(long seed, int count, int strong, double noise) {
        Random random = new Random(seed);
        Random fixed = new Random(5);
        double[] directions = new double[strong * COLUMNS];
        for (int i = 0; i < directions.length; i++) {
            directions[i] = fixed.nextGaussian() / Math.sqrt(COLUMNS);
        }
        float[] rows = new float[count * COLUMNS];
        for (int i = 0; i < count; i++) {
            for (int s = 0; s < strong; s++) {
                double part = random.nextGaussian();
                for (int j = 0; j < COLUMNS; j++) {
                    rows[i * COLUMNS + j] += (float) (part * directions[s * COLUMNS + j]);
                }
            }
            for (int j = 0; j < COLUMNS; j++) {
                rows[i * COLUMNS + j] += (float) (noise * random.nextGaussian());
            }
        }
        return rows;
    }

    private static RowSubspace found(float[] rows, float[] given, double least) {
        RowSubspace subspace = RowSubspace.of(rows, given, COLUMNS, least, COLUMNS, Workers.callerOnly());
        assertThat(subspace).isNotNull();
        return subspace;
    }

    private static void assertOrthonormal(float[] basis) {
        int q = basis.length / COLUMNS;
        for (int i = 0; i < q; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = 0;
                for (int k = 0; k < COLUMNS; k++) {
                    sum += (double) basis[i * COLUMNS + k] * basis[j * COLUMNS + k];
                }
                assertThat(sum).as(i + ", " + j).isCloseTo(i == j ? 1 : 0, within(2e-6));
            }
        }
    }

    @Test
    void hasTheStrongDirectionsAndFewOthers() {
        float[] rows = rows(SEED, 900, 5, 0.01);
        RowSubspace subspace = found(rows, new float[0], 0.05);
        assertThat(subspace.dimensions()).isEqualTo(16);
        assertOrthonormal(subspace.basis());
        float[] within = subspace.within(rows, Workers.callerOnly());
        double outside = 0;
        double whole = 0;
        for (int i = 0; i < rows.length; i++) {
            outside += (rows[i] - within[i]) * (rows[i] - within[i]);
            whole += rows[i] * rows[i];
        }
        assertThat(outside).isLessThan(0.01 * whole).isGreaterThan(0);
    }

    @Test
    void tooManyDirectionsAreNoSubspace() {
        assertThat(RowSubspace.of(rows(SEED, 900, 60, 0.01), new float[0], COLUMNS, 0.05, 40, Workers.callerOnly()))
                .isNull();
    }

    @Test
    void containsWhatIsGiven() {
        float[] given = found(rows(SEED, 900, 5, 0.01), new float[0], 0.05).basis();
        float[] other = rows(SEED + 1, 900, 30, 0.01);
        RowSubspace both = found(other, given, 0.05);
        assertThat(Arrays.copyOf(both.basis(), given.length)).isEqualTo(given);
        assertThat(both.dimensions()).isGreaterThan(given.length / COLUMNS);
        assertOrthonormal(both.basis());
        float[] own = found(other, new float[0], 0.05).basis();
        float[] union = RowSubspace.union(given, own, COLUMNS);
        assertOrthonormal(union);
        assertThat(RowSubspace.union(given, given, COLUMNS)).isEqualTo(given);
        // A basis that is contained but for rounding adds nothing.
        assertThat(RowSubspace.union(union, own, COLUMNS)).hasSameSizeAs(union);
    }

    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void kernelValuesAreTheSame(KernelFamily family) {
        Kernel kernel = family.withBandwidth(2);
        RowSubspace subspace = found(rows(SEED, 900, 5, 0.01), new float[0], 0.05);
        float[] landmarks = subspace.within(rows(SEED + 2, 37, 5, 0.01), Workers.callerOnly());
        KernelValueMap without = new KernelValueMap(kernel, landmarks, COLUMNS);
        KernelValueMap with = new KernelValueMap(kernel, landmarks, COLUMNS, subspace);
        float[] rows = rows(SEED + 3, ROWS, 8, 0.1);
        rows[3] = 1000;
        rows[COLUMNS] = 5;
        float[] expected = mapped(without, rows, ROWS);
        float[] actual = mapped(with, rows, ROWS);
        for (int i = 0; i < expected.length; i++) {
            assertThat(actual[i]).as(i + "").isCloseTo(expected[i], within((float)
                    (1e-5 * (1 + Math.abs(expected[i])))));
        }
        float[] one = new float[with.features()];
        for (int i = 0; i < ROWS; i++) {
            with.map(rows, i * COLUMNS, 1, one, 0, Workers.callerOnly());
            assertThat(one).isEqualTo(Arrays.copyOfRange(actual, i * one.length, (i + 1) * one.length));
        }
        assertThat(mapped(with.again(), rows, ROWS)).isEqualTo(actual);
        assertThat(with.tensors()).extracting(MapTensor::name).containsExactly("landmarks", "landmarkBasis");
    }

    /** Tiles of rows, single rows and sparse rows have the same bits. */
    @Test
    void everyWayHasTheSameBits() {
        RowSubspace subspace = found(rows(SEED, 900, 5, 0.01), new float[0], 0.05);
        float[] landmarks = subspace.within(rows(SEED + 2, 37, 5, 0.01), Workers.callerOnly());
        Random random = new Random(SEED);
        float[] factor = new float[37 * 11];
        for (int i = 0; i < factor.length; i++) {
            factor[i] = (float) random.nextGaussian();
        }
        NystromMap map = new NystromMap(new KernelValueMap(Kernel.gaussian(2), landmarks, COLUMNS, subspace), factor);
        double[] wide = new double[ROWS * COLUMNS];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = random.nextInt(3) == 0 ? (float) random.nextGaussian() : 0;
        }
        float[] rows = new float[wide.length];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = (float) wide[i];
        }
        float[] all = mapped(map, rows, ROWS);
        float[] one = new float[11];
        for (int i = 0; i < ROWS; i++) {
            map.map(rows, i * COLUMNS, 1, one, 0, Workers.callerOnly());
            assertThat(one).isEqualTo(Arrays.copyOfRange(all, i * 11, (i + 1) * 11));
        }
        SparseMatrix sparse = new SparseMatrix();
        Standardizer.of(new double[COLUMNS], new double[0])
                .apply(SparseRows.of(wide, 0, ROWS, COLUMNS), 0, ROWS, sparse);
        float[] ofSparse = new float[all.length];
        map.map(sparse, 0, ROWS, ofSparse, 0, Workers.callerOnly());
        assertThat(ofSparse).isEqualTo(all);
    }

    @Test
    void landmarksOutsideAreRefused() {
        RowSubspace subspace = found(rows(SEED, 900, 5, 0.01), new float[0], 0.05);
        assertThatThrownBy(() -> new KernelValueMap(Kernel.gaussian(2), rows(SEED, 3, 60, 1), COLUMNS, subspace))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("landmark 0 is not in the subspace of the landmarks");
        assertThatThrownBy(() -> new RowSubspace(new float[COLUMNS + 1], COLUMNS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no basis");
    }

    private static float[] mapped(FeatureMap map, float[] rows, int count) {
        float[] out = new float[count * map.features()];
        map.map(rows, 0, count, out, 0, Workers.callerOnly());
        return out;
    }
}
