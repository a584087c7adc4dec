package io.github.skpca;

import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** New landmarks after a drift: what is lost is in the bound, and rows that come later are seen better. */
class RedrawnLandmarksTest {
    private static final int COLUMNS = 3;

    @TempDir
    Path folder;

    private static KernelPcaBuilder small() {
        return StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(2))
                .map(MapKind.LANDMARKS)
                .features(40)
                .sketchSize(8)
                .components(5)
                .warmUpRows(300);
    }

    private static double[] moved(long seed, int count) {
        double[] rows = SampleRows.clusters(seed, count, COLUMNS);
        for (int i = 0; i < rows.length; i++) {
            rows[i] += 4;
        }
        return rows;
    }

    private static double[] joined(double[] first, double[] second) {
        double[] all = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** ||ZZ' - Z W W' Z'||_2 / n of all rows under the model's own map, Z about its mean if centred: of the model's W, with whole matrices. */
    private static double truth(KernelPcaModel model, double[] rows) {
        int n = rows.length / COLUMNS;
        int r = FittedModel.of(model).embedding().features();
        float[] narrow = new float[n * r];
        FittedModel.of(model).embedding().embed(rows, 0, n, new float[rows.length], narrow, 0, Workers.callerOnly());
        double[] mean = new double[r];
        for (int i = 0; i < narrow.length && model.mean() != null; i++) {
            mean[i % r] += narrow[i] / (double) n;
        }
        float[] w = model.directions();
        double[] moments = new double[r * r];
        double[] left = new double[r];
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < r; j++) {
                left[j] = narrow[i * r + j] - mean[j];
            }
            double[] row = left.clone();
            for (int c = 0; c < model.components(); c++) {
                double loading = 0;
                for (int j = 0; j < r; j++) {
                    loading += row[j] * w[c * r + j];
                }
                for (int j = 0; j < r; j++) {
                    left[j] -= loading * w[c * r + j];
                }
            }
            for (int p = 0; p < r; p++) {
                for (int q = 0; q < r; q++) {
                    moments[p * r + q] += left[p] * left[q] / n;
                }
            }
        }
        SymmetricEigen eigen = new SymmetricEigen(r);
        eigen.decompose(moments, r);
        return eigen.values()[0];
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theBoundHoldsForAllRowsUnderTheNewMap(long seed) {
        Random random = new Random(seed);
        StreamingKernelPca learner = small().centered(seed % 2 == 0)
                .features(5 + random.nextInt(40))
                .shrink(ShrinkRule.values()[random.nextInt(ShrinkRule.values().length)])
                .seed(seed)
                .build(COLUMNS);
        double[] before = SampleRows.clusters(seed, 2500, COLUMNS);
        double[] after = moved(seed + 100, 1500);
        learner.update(before, 2500);
        learner.update(after, 300);
        learner.redrawLandmarks(after, 300);
        double[] seen = joined(before, Arrays.copyOf(after, 300 * COLUMNS));
        KernelPcaModel at = learner.snapshot();
        assertThat(at.rows()).isEqualTo(2800);
        assertThat(at.sketchBound()).as("seed %s", seed).isGreaterThanOrEqualTo(truth(at, seen));
        learner.update(Arrays.copyOfRange(after, 300 * COLUMNS, after.length), 1200);
        KernelPcaModel later = learner.snapshot();
        assertThat(later.sketchBound()).as("seed %s", seed).isGreaterThanOrEqualTo(truth(later, joined(before, after)));
    }

    /** Where the old landmarks see everything there is hardly anything to lose. */
    @Test
    void littleIsLostWhereLandmarksSeeNearlyEverything() {
        StreamingKernelPca learner = small().features(300).centered(false).build(COLUMNS);
        double[] rows = SampleRows.clusters(9, 3000, COLUMNS);
        learner.update(rows, 3000);
        KernelPcaModel before = learner.snapshot();
        learner.redrawLandmarks(Arrays.copyOf(rows, 1000 * COLUMNS), 1000);
        KernelPcaModel after = learner.snapshot();
        assertThat(truth(after, rows)).isLessThan(1.1 * truth(before, rows));
        assertThat(after.sketchBound()).isLessThan(before.sketchBound() + 0.1);
        assertThat(after.spectrum()[0]).isBetween(0.98 * before.spectrum()[0], 1.001 * before.spectrum()[0]);
    }

    @Test
    void laterRowsAreRepresentedBetter() {
        StreamingKernelPca kept = small().build(COLUMNS);
        StreamingKernelPca redrawn = small().build(COLUMNS);
        double[] before = SampleRows.clusters(10, 2000, COLUMNS);
        double[] after = moved(11, 4000);
        for (StreamingKernelPca learner : new StreamingKernelPca[] {kept, redrawn}) {
            learner.update(before, 2000);
        }
        redrawn.redrawLandmarks(after, 1000);
        for (StreamingKernelPca learner : new StreamingKernelPca[] {kept, redrawn}) {
            learner.update(after, 4000);
        }
        double[] held = moved(12, 500);
        assertThat(score(redrawn.snapshot(), held)).as("seeds 10 to 12").isLessThan(0.8 * score(kept.snapshot(), held));
    }

    /** With a half-life the loss fades with the rows that it was of. */
    @Test
    void aHalfLifeForgetsTheLoss() {
        StreamingKernelPca learner =
                small().forgetting(Forgetting.halfLifeInRows(500)).build(COLUMNS);
        double[] after = moved(16, 6000);
        learner.update(SampleRows.clusters(17, 1500, COLUMNS), 1500);
        learner.redrawLandmarks(after, 1000);
        double bound = learner.snapshot().sketchBound();
        learner.update(after, 6000);
        assertThat(learner.snapshot().sketchBound()).as("seeds 16 and 17").isLessThan(0.2 * bound);
    }

    private static double score(KernelPcaModel model, double[] rows) {
        double[] scores = new double[rows.length / COLUMNS];
        FittedModel.of(model).projector().score(rows, 0, scores.length, scores, 0);
        return Arrays.stream(scores).sum() / scores.length;
    }

    @Test
    void aRedrawnLearnerIsSavedAndGoesOnTheSame() throws IOException {
        StreamingKernelPca learner = small().build(COLUMNS);
        learner.update(SampleRows.clusters(13, 1500, COLUMNS), 1500);
        double[] after = moved(14, 1000);
        learner.redrawLandmarks(after, 1000);
        Path path = folder.resolve("redrawn.skpca");
        learner.checkpoint(path);
        StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
        learner.update(after, 1000);
        resumed.update(after, 1000);
        assertThat(Bits.of(resumed)).isEqualTo(Bits.of(learner));
        StreamingKernelPca like = StreamingKernelPca.like(learner.snapshot(), Workers.callerOnly());
        like.update(after, 500);
        learner.merge(like);
        assertThat(learner.rows()).isEqualTo(3000);
    }

    @Test
    void whatHasNoLandmarksRefuses() {
        double[] rows = SampleRows.clusters(15, 400, COLUMNS);
        for (KernelPcaBuilder builder :
                new KernelPcaBuilder[] {small().map(MapKind.PAIRED), small().method(Method.NYSTROM)}) {
            StreamingKernelPca learner = builder.build(COLUMNS);
            learner.update(rows, 400);
            assertThatThrownBy(() -> learner.redrawLandmarks(rows, 400))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("no landmarks to redraw");
        }
        StreamingKernelPca warming = small().build(COLUMNS);
        warming.update(rows, 100);
        assertThatThrownBy(() -> warming.redrawLandmarks(rows, 400)).hasMessageContaining("before the warm-up ends");
        StreamingKernelPca polynomial = small().kernel(Kernel.polynomial(2, 2)).build(COLUMNS);
        polynomial.update(rows, 400);
        assertThatThrownBy(() -> polynomial.redrawLandmarks(rows, 400)).hasMessageContaining("kernels of differences");
        StreamingKernelPca window =
                small().forgetting(Forgetting.window(300, 0.1)).build(COLUMNS);
        window.update(rows, 400);
        assertThatThrownBy(() -> window.redrawLandmarks(rows, 400)).hasMessageContaining("under a window");
        warming.update(rows, 300);
        rows[5] = Double.NaN;
        assertThatThrownBy(() -> warming.redrawLandmarks(rows, 400)).isInstanceOf(BadRowException.class);
        assertThatThrownBy(() -> warming.redrawLandmarks(rows, 0)).isInstanceOf(BadRowException.class);
    }
}
