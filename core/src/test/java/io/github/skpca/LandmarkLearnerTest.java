package io.github.skpca;

import io.github.skpca.error.KernelError;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.ModelFile;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

/** What landmarks under a sketch give beyond the contract of all learners. */
class LandmarkLearnerTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20261104L);

    private static KernelPcaBuilder small() {
        return StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(2))
                .map(MapKind.LANDMARKS)
                .features(40)
                .sketchSize(8)
                .components(4)
                .warmUpRows(100)
                .seed(3);
    }

    private static StreamingKernelPca learned(KernelPcaBuilder builder, double[] rows, int columns) {
        StreamingKernelPca learner = builder.build(columns);
        learner.update(rows, rows.length / columns);
        return learner;
    }

    /** The ten products of which (1 + x'y / b^2)^2 of three columns is the inner product. */
    private static double[] products(double[] rows, int count, double bandwidth) {
        double[] z = new double[10 * count];
        for (int i = 0; i < count; i++) {
            int to = 10 * i;
            z[to++] = 1;
            for (int a = 0; a < 3; a++) {
                double x = rows[3 * i + a] / bandwidth;
                z[to++] = Math.sqrt(2) * x;
                for (int b = 0; b <= a; b++) {
                    z[to++] = (a == b ? 1 : Math.sqrt(2)) * x * rows[3 * i + b] / bandwidth;
                }
            }
        }
        return z;
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void polynomialLoadingsAreThoseOfPcaOnAllProducts(boolean centered) {
        int count = 300;
        double bandwidth = 3;
        double[] rows = SampleRows.clusters(SEED, count, 3);
        KernelPcaModel model = learned(
                        small().kernel(Kernel.polynomial(bandwidth, 2))
                                .sketchSize(12)
                                .centered(centered),
                        rows,
                        3)
                .snapshot();
        // The rank of all products of three columns, and perhaps one that rounding adds.
        assertThat(model.features()).isBetween(10, 11);
        assertThat(FittedModel.of(model).embedding().standardizer().origin())
                .as("where the user has it")
                .containsOnly(0.0);

        double[] z = products(rows, count, bandwidth);
        double[] mean = centered ? DenseOracle.mean(z, count, 10) : new double[10];
        double[] about = DenseOracle.about(z, count, 10, mean);
        double[] moments = new double[100];
        for (int i = 0; i < count; i++) {
            for (int a = 0; a < 10; a++) {
                for (int b = 0; b < 10; b++) {
                    moments[10 * a + b] += about[10 * i + a] * about[10 * i + b];
                }
            }
        }
        DenseOracle.Eigen exact = DenseOracle.jacobi(moments, 10);
        double[] fresh = SampleRows.clusters(SEED + 1, 40, 3);
        double[] freshProducts = DenseOracle.about(products(fresh, 40, bandwidth), 40, 10, mean);
        for (int c = 0; c < 4; c++) {
            assertThat(model.spectrum()[c]).isCloseTo(exact.values()[c], within(1e-3 * exact.values()[0]));
            assertComponent(model, c, fresh, freshProducts, Arrays.copyOfRange(exact.vectors(), 10 * c, 10 * c + 10));
        }
        assertResiduals(model, fresh, freshProducts, exact);
    }

    private static void assertComponent(
            KernelPcaModel model, int c, double[] fresh, double[] products, double[] direction) {
        double[] found = new double[40];
        double[] expected = new double[40];
        double agreement = 0;
        for (int i = 0; i < 40; i++) {
            found[i] = model.transform(Arrays.copyOfRange(fresh, 3 * i, 3 * i + 3))[c];
            for (int j = 0; j < 10; j++) {
                expected[i] += direction[j] * products[10 * i + j];
            }
            agreement += found[i] * expected[i];
        }
        for (int i = 0; i < 40; i++) {
            assertThat(found[i])
                    .as("component %s, row %s, skpca.test.seed=%s", c, i, SEED)
                    .isCloseTo(Math.signum(agreement) * expected[i], within(1e-3));
        }
    }

    /** ||z - mu||^2 less the loadings' squares: K(x,x), which is not 1 here, is in it. */
    private static void assertResiduals(
            KernelPcaModel model, double[] fresh, double[] products, DenseOracle.Eigen exact) {
        for (int i = 0; i < 40; i++) {
            double residual = 0;
            for (int j = 0; j < 10; j++) {
                residual += products[10 * i + j] * products[10 * i + j];
            }
            for (int c = 0; c < 4; c++) {
                double loading = 0;
                for (int j = 0; j < 10; j++) {
                    loading += exact.vectors()[10 * c + j] * products[10 * i + j];
                }
                residual -= loading * loading;
            }
            assertThat(model.residual(Arrays.copyOfRange(fresh, 3 * i, 3 * i + 3)))
                    .as("row %s, skpca.test.seed=%s", i, SEED)
                    .isCloseTo(residual, within(1e-2));
        }
    }

    @Test
    void theOriginOfADotProductKernelMovesOnlyIfRowsAreStandardised() {
        double[] rows = SampleRows.clusters(SEED, 200, 3);
        KernelPcaBuilder builder = small().kernel(Kernel.polynomial(2, 3));
        assertThat(FittedModel.of(learned(builder, rows, 3).snapshot())
                        .embedding()
                        .standardizer()
                        .origin())
                .containsOnly(0.0);
        assertThat(FittedModel.of(learned(builder.standardized(true), rows, 3).snapshot())
                        .embedding()
                        .standardizer()
                        .origin())
                .doesNotContain(0.0);
    }

    /** A row unlike all that were learned is as new as a row can be, although its features are near zero. */
    @Test
    void aRowFarFromAllLandmarksIsNew() {
        KernelPcaModel model = learned(small().centered(false), SampleRows.clusters(SEED, 400, 3), 3)
                .snapshot();
        // Nothing of it is in the subspace, and distance adds to that.
        assertThat(model.transform(new double[] {500, -500, 500})).containsOnly(0f);
        assertThat(model.score(new double[] {500, -500, 500})).isGreaterThan(1000);
        assertThat(model.score(SampleRows.clusters(SEED, 1, 3))).isLessThan(0.5);
    }

    /** Also after a file and more rows; and to name the default changes nothing. */
    @Test
    void aRowHasAsManyFeaturesAsTheRankSays(@TempDir Path folder) throws IOException {
        double[] rows = SampleRows.clusters(SEED, 600, 3);
        StreamingKernelPca narrow = learned(small().sketchSize(5).rank(7), rows, 3);
        KernelPcaModel model = narrow.snapshot();
        assertThat(FittedModel.of(model).embedding().map().features()).isEqualTo(7);
        Path file = folder.resolve("narrow.skpca");
        ModelFile.writeCheckpoint(Learner.of(narrow).save(), FittedModel.of(model), file);
        StreamingKernelPca again = Learner.resume(ModelFile.readLearner(file, null), Workers.callerOnly());
        assertThat(Learner.of(again).settings()).isEqualTo(Learner.of(narrow).settings());
        again.update(RowBatch.of(rows, 600));
        assertThat(FittedModel.of(again.snapshot()).embedding().map().features())
                .isEqualTo(7);
        assertThat(Learner.of(narrow)
                        .settings()
                        .differenceFrom(Learner.of(learned(small().sketchSize(5), rows, 3))
                                .settings()))
                .isEqualTo("rank 7 and 96");
        assertThat(learned(small().sketchSize(5).rank(96), rows, 3).snapshot().directions())
                .isEqualTo(learned(small().sketchSize(5), rows, 3).snapshot().directions());
        assertThatThrownBy(() -> small().sketchSize(5).rank(4).build(3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rank must be at least the rows of the sketch, 5, not 4: raise it, or lower the sketch");
    }

    @Test
    void otherLandmarksAreNotMerged() {
        double[] rows = SampleRows.clusters(SEED, 150, 3);
        StreamingKernelPca learner = learned(small(), rows, 3);
        StreamingKernelPca uniform = learned(small().landmarkRule(LandmarkRule.UNIFORM), rows, 3);
        byte[] before = Bits.of(learner);
        assertThatThrownBy(() -> learner.merge(uniform))
                .isInstanceOf(MergeException.class)
                .hasMessage("cannot merge: landmarks differ (chosen from other rows);"
                        + " build the second one like the first");
        StreamingKernelPca elsewhere =
                learned(small().kernel(Kernel.gaussian(3)), SampleRows.clusters(SEED + 1, 150, 3), 3);
        assertThatThrownBy(() -> learner.merge(elsewhere))
                .isInstanceOf(MergeException.class)
                .hasMessageContaining("bandwidths are");
        assertThat(Bits.of(learner)).isEqualTo(before);
        // Another origin alone is none that a kernel of differences minds: see FollowingLandmarksTest.
        StreamingKernelPca moved = learned(small(), SampleRows.clusters(SEED + 1, 150, 3), 3);
        learner.merge(moved);
        assertThat(learner.rows()).isEqualTo(300);
    }

    @Test
    void partsThatAreFittedLikeTheFirstMergeToTheWhole() {
        double[] rows = SampleRows.clusters(SEED, 600, 3);
        // Landmarks that stay as they are: others are carried over, see FollowingLandmarksTest.
        KernelPcaBuilder fixed = small().sketchSize(40).landmarkRule(LandmarkRule.UNIFORM);
        StreamingKernelPca first = learned(fixed, Arrays.copyOf(rows, 300 * 3), 3);
        StreamingKernelPca second = StreamingKernelPca.like(first.snapshot(), Workers.callerOnly());
        second.update(Arrays.copyOfRange(rows, 300 * 3, 600 * 3), 300);
        first.merge(second);
        double[] whole = learned(fixed, rows, 3).snapshot().spectrum();
        double[] merged = first.snapshot().spectrum();
        for (int c = 0; c < 8; c++) {
            assertThat(merged[c]).as("skpca.test.seed=" + SEED).isCloseTo(whole[c], within(1e-6 * whole[0]));
        }
    }

    /** With landmarks for every direction the error is that of exact kernel PCA on the same rows. */
    @ParameterizedTest
    @EnumSource(
            value = KernelFamily.class,
            names = {"GAUSSIAN", "LAPLACIAN", "MATERN32", "POLYNOMIAL2"})
    void theErrorComesCloseToThatOfExactKernelPca(KernelFamily family) {
        double[] rows = SampleRows.clusters(SEED, 500, 3);
        double[] fresh = SampleRows.clusters(SEED + 1, 200, 3);
        KernelPcaBuilder builder = small().kernel(family.withBandwidth(4))
                .features(200)
                .warmUpRows(500)
                .sketchSize(40)
                .centered(false);
        KernelPcaModel model = learned(builder, rows, 3).snapshot();
        KernelPcaModel exact =
                learned(builder.copy().method(Method.EXACT), rows, 3).snapshot();
        double ours =
                KernelError.measure(model, fresh, 200, Workers.callerOnly()).spectral();
        double best =
                KernelError.measure(exact, fresh, 200, Workers.callerOnly()).spectral();
        assertThat(ours).as("skpca.test.seed=" + SEED).isLessThan(1.1 * best + 1e-5);
        assertThat(((NystromMap) FittedModel.of(model).embedding().map()).landmarkCount())
                .isLessThanOrEqualTo(200);
    }

    @Test
    void aSampleInPlaceOfAWarmUpIsNotLearned() {
        double[] sample = SampleRows.clusters(SEED, 80, 3);
        StreamingKernelPca learner = small().landmarkRule(LandmarkRule.UNIFORM).buildFrom(RowBatch.of(sample, 80), 3);
        assertThat(learner.isWarmingUp()).isFalse();
        assertThat(learner.rows()).isZero();
        double[] rows = SampleRows.clusters(SEED + 1, 150, 3);
        learner.update(rows, 150);
        StreamingKernelPca warmed =
                small().landmarkRule(LandmarkRule.UNIFORM).warmUpRows(80).build(3);
        warmed.update(sample, 80);
        assertThat(FittedModel.of(learner.snapshot())
                        .embedding()
                        .differenceFrom(FittedModel.of(warmed.snapshot()).embedding()))
                .isEmpty();
        assertThat(learner.snapshot().rows()).isEqualTo(150);
        StreamingKernelPca alike = StreamingKernelPca.like(warmed.snapshot(), Workers.callerOnly());
        alike.update(rows, 150);
        assertThat(learner.snapshot().spectrum())
                .containsExactly(alike.snapshot().spectrum());
        assertThatThrownBy(() -> small().landmarkRule(LandmarkRule.UNIFORM).buildFrom(RowBatch.of(new double[0], 0), 3))
                .isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> small().landmarkRule(LandmarkRule.UNIFORM)
                        .buildFrom(RowBatch.of(new double[] {1, Double.NaN, 2}, 1), 3))
                .isInstanceOf(BadRowException.class);
    }
}
