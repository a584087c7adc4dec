package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.RowBatch;
import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.BackendStart;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class TailScoreTest {
    private static final int COLUMNS = 3;
    private static final int FEATURES = 20;

    /** SIMD may take over between two blocks, and lays out products otherwise than plain Java does. */
    @Test
    void doesNotDependOnTheArithmeticThatIsActiveWhenItIsUsed() {
        assumeTrue(ModuleLayer.boot().findModule("jdk.incubator.vector").isPresent(), "no Vector API");
        Backend before = Backend.active();
        Random random = new Random(7);
        int count = 50;
        double[] rows = random.doubles((long) count * COLUMNS, -2, 2).toArray();
        ShiftInvariantKernel kernel = Kernel.gaussian(1);
        try {
            BackendStart.change(Backend.plain());
            Embedding embedding = new Embedding(
                    Standardizer.of(new double[COLUMNS], new double[0]),
                    kernel,
                    RandomMaps.draw(MapKind.PAIRED, kernel, COLUMNS, FEATURES, 5));
            float[] features = new float[count * FEATURES];
            embedding.embed(rows, 0, count, new float[count * COLUMNS], features, 0, Workers.callerOnly());
            TailScore score = new TailScore(embedding, state(random));
            double[] withPlain = scores(score, embedding, features, rows);
            BackendStart.change(Backend.of("at-once"));
            assertThat(scores(score, embedding, features, rows)).containsExactly(withPlain);
            assertThat(scores(new TailScore(embedding, score.state()), embedding, features, rows))
                    .containsExactly(withPlain);
        } finally {
            BackendStart.change(before);
        }
    }

    private static TailScore.State state(Random random) {
        float[] directions = new float[7 * FEATURES];
        for (int i = 0; i < directions.length; i++) {
            directions[i] = (float) (0.2 * random.nextGaussian());
        }
        double[] mean = random.doubles(FEATURES).toArray();
        return new TailScore.State(directions, mean, new double[0], new double[0], new double[0], 1);
    }

    private static double[] scores(TailScore score, Embedding embedding, float[] features, double[] rows) {
        int count = rows.length / COLUMNS;
        RowBatch batch = RowBatch.of(rows, count);
        return Arrays.copyOf(score.scores(embedding, features, 0, batch, 0, count, Workers.callerOnly()), count);
    }
}
