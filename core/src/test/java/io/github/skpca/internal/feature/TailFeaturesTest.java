package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.RowBatch;
import io.github.skpca.Workers;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.ShiftInvariantKernel;
import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** Scores from features that were kept have the bits of scores from features that are computed again. */
class TailFeaturesTest {
    private static final int COLUMNS = 4;
    private static final int ROWS = 3000;
    private final Random random = new Random(11);
    private final double[] rows = random.doubles((long) ROWS * COLUMNS, -2, 2).toArray();

    private static Embedding embedding(int features, long seed) {
        ShiftInvariantKernel kernel = Kernel.gaussian(1);
        return new Embedding(
                Standardizer.of(new double[] {0.5, 0, -1, 2}, new double[0]),
                kernel,
                RandomMaps.draw(MapKind.PAIRED, kernel, COLUMNS, features, seed));
    }

    private TailScore score(Embedding embedding) {
        float[] directions = new float[7 * embedding.features()];
        for (int i = 0; i < directions.length; i++) {
            directions[i] = (float) (0.1 * random.nextGaussian());
        }
        return new TailScore(
                embedding,
                new TailScore.State(directions, new double[0], new double[0], new double[0], new double[0], 1));
    }

    private TailRows offered(TailFeatures kept, Embedding embedding) {
        float[] block = new float[ROWS * embedding.features()];
        embedding.embed(rows, 0, ROWS, new float[ROWS * COLUMNS], block, 0, Workers.callerOnly());
        TailRows tail = new TailRows(COLUMNS, 5);
        RowBatch batch = RowBatch.of(rows, ROWS);
        Random importance = new Random(2);
        for (int i = 0; i < ROWS; i++) {
            int place = tail.offer(batch, i, 1 / (0.01 + importance.nextDouble()));
            if (place >= 0) {
                kept.keep(tail, place, embedding.map(), block, i * embedding.features());
            }
        }
        return tail;
    }

    @Test
    void keptOrNot() {
        for (int features : new int[] {40, 600}) {
            Embedding embedding = embedding(features, 3);
            TailFeatures kept = new TailFeatures();
            TailRows tail = offered(kept, embedding);
            TailScore by = score(embedding);
            double[] again = new TailFeatures().scores(tail, by, embedding, Workers.callerOnly());
            assertThat(kept.scores(tail, by, embedding, Workers.callerOnly())).containsExactly(again);
            assertThat(kept.scores(tail, by, embedding, Workers.callerOnly())).containsExactly(again);
        }
    }

    @Test
    void anotherMapOrOtherRowsAreNotTakenForThose() {
        Embedding embedding = embedding(40, 3);
        TailFeatures kept = new TailFeatures();
        TailRows tail = offered(kept, embedding);
        Embedding other = embedding(40, 4);
        TailScore by = score(other);
        assertThat(kept.scores(tail, by, other, Workers.callerOnly()))
                .containsExactly(new TailFeatures().scores(tail, by, other, Workers.callerOnly()));
        TailRows merged = offered(new TailFeatures(), embedding);
        TailRows more = new TailRows(COLUMNS, 6);
        RowBatch batch = RowBatch.of(random.doubles(400L * COLUMNS, -2, 2).toArray(), 400);
        for (int i = 0; i < 400; i++) {
            more.offer(batch, i, 50);
        }
        merged.merge(more);
        kept.clear();
        assertThat(kept.scores(merged, by, other, Workers.callerOnly()))
                .containsExactly(new TailFeatures().scores(merged, by, other, Workers.callerOnly()));
    }
}
