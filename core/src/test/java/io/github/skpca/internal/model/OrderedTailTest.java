package io.github.skpca.internal.model;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.feature.TailRows;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Objects;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** The rows that small p-values need, where rows come in an order: one place after the other, for each of which landmarks change. */
class OrderedTailTest {
    private static final int COLUMNS = 4;

    /** Between 2^16 and 2^17 the number of all rows does not double. */
    private static final int[] ROWS = {70_000, 60_000};

    private static final double LEVEL = 1e-3;
    private static final double APART = 10;

    /** Its kept rows beyond a level count as many independent ones would, not as the few that stand for nearly all rows. */
    @Test
    void aPlaceThatCameLateHasItsTail() {
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .features(300)
                .sketchSize(40)
                .warmUpRows(2000)
                .build(COLUMNS);
        Random random = new Random(7);
        for (int place = 0; place < ROWS.length; place++) {
            learner.update(RowBatch.of(rows(random, place), ROWS[place]));
        }
        KernelPcaModel model = learner.snapshot();
        TailRows.State tail = Objects.requireNonNull(FittedModel.of(model).fit().tail());
        double threshold = model.calibration().orElseThrow().scoreAt(LEVEL);
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < tail.count(); i++) {
            double[] row = Arrays.copyOfRange(tail.rows(), i * COLUMNS, (i + 1) * COLUMNS);
            if (row[0] > APART / 2 && model.score(row) > threshold) {
                sum += tail.weight(i);
                squares += tail.weight(i) * tail.weight(i);
            }
        }
        assertThat(sum * sum / squares).isGreaterThan(20);
    }

    private static double[] rows(Random random, int place) {
        double[] rows = new double[ROWS[place] * COLUMNS];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = APART * place + random.nextGaussian();
        }
        return rows;
    }
}
