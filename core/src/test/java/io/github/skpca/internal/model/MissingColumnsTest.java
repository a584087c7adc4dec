package io.github.skpca.internal.model;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MergeException;
import io.github.skpca.RowPreparation;
import io.github.skpca.RowPreparation.Missing;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Missing columns are filled by the model, and p-values are those of rows that miss the same. */
final class MissingColumnsTest {
    private static final int COLUMNS = 6;
    private static final int ROWS = 3000;

    private static KernelPcaModel model;

    @BeforeAll
    static void learn() {
        StreamingKernelPca learner =
                StreamingKernelPca.builder().warmUpRows(ROWS).build(COLUMNS);
        Random random = new Random(1);
        for (int i = 0; i < ROWS; i++) {
            learner.update(row(random));
        }
        model = learner.snapshot();
    }

    /** Two numbers decide about six. */
    private static double[] row(Random random) {
        double a = random.nextGaussian();
        double b = random.nextGaussian();
        return new double[] {a, b, a + b, a - b, 2 * a + 0.05 * random.nextGaussian(), a * b};
    }

    @Test
    void aMissingCellIsFoundFromTheOthers() {
        Random random = new Random(2);
        double[] byModel = new double[COLUMNS];
        double[] byOrigin = new double[COLUMNS];
        for (int i = 0; i < 200; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                double[] row = row(random);
                double truth = row[j];
                row[j] = Double.NaN;
                double[] filled = model.impute(row);
                byModel[j] += Math.pow(filled[j] - truth, 2);
                byOrigin[j] += truth * truth;
                row[j] = filled[j];
                assertThat(filled).isEqualTo(row);
            }
        }
        for (int j = 0; j < COLUMNS; j++) {
            assertThat(byModel[j]).as("column %d", j).isLessThan(0.1 * byOrigin[j]);
        }
    }

    @Test
    void aWholeRowStaysAndTheSameRowIsFilledAlike() {
        double[] row = row(new Random(3));
        assertThat(model.impute(row)).isEqualTo(row).isNotSameAs(row);
        row[2] = Double.NaN;
        assertThat(model.impute(row)).isEqualTo(model.impute(row));
        assertThatThrownBy(() -> model.impute(new double[2])).hasMessageContaining("a row of 2 columns");
        row[1] = Double.POSITIVE_INFINITY;
        assertThatThrownBy(() -> model.impute(row)).isInstanceOf(IllegalArgumentException.class);
    }

    /** Usual rows that miss two columns have p-values like those of whole rows; so have novel ones that can still be told. */
    @Test
    void aMaskHasItsOwnPValues() {
        boolean[] missing = {false, true, false, false, true, false};
        Calibration masked = model.calibration(missing, Workers.callerOnly()).orElseThrow();
        assertThat(masked.size()).isEqualTo(1024);
        Random random = new Random(4);
        int low = 0;
        int tries = 600;
        for (int i = 0; i < tries; i++) {
            low += masked.pValue(score(row(random), missing)) <= 0.1 ? 1 : 0;
        }
        // Three standard errors of 600 rows and of the sample's 1024.
        assertThat(low / (double) tries).isBetween(0.1 - 0.046, 0.1 + 0.046);
        double[] novel = row(random);
        novel[2] = novel[0] - 3;
        novel[3] = novel[0] - 3;
        assertThat(masked.pValue(score(novel, missing))).isLessThan(0.01);
    }

    private static double score(double[] row, boolean[] missing) {
        for (int j = 0; j < COLUMNS; j++) {
            row[j] = missing[j] ? Double.NaN : row[j];
        }
        return model.score(model.impute(row));
    }

    @Test
    void theModelFileHoldsHowRowsArePrepared() throws IOException {
        RowPreparation rows = RowPreparation.of(2)
                .withCategories(List.of(new RowPreparation.Categories(1, List.of("a,b", "", "\u00e4"))))
                .withLags(2)
                .withStride(3)
                .withMissing(Missing.MASK)
                .withFill(new double[] {0.5, 0});
        StreamingKernelPca learner =
                StreamingKernelPca.builder().preparation(rows).build(rows.columns());
        Random random = new Random(5);
        for (int i = 0; i < 50; i++) {
            learner.update(random.doubles(rows.columns()).toArray());
        }
        KernelPcaModel fitted = learner.snapshot();
        assertThat(KernelPcaModel.fromBytes(fitted.toBytes()).preparation()).isEqualTo(rows);
        StreamingKernelPca again = StreamingKernelPca.fromBytes(learner.toBytes(), Workers.callerOnly());
        assertThat(again.snapshot().preparation()).isEqualTo(rows);
        assertThat(model.preparation()).isEqualTo(RowPreparation.of(COLUMNS));
        assertThatThrownBy(() -> StreamingKernelPca.builder().preparation(rows).build(3))
                .hasMessageContaining("prepared to have 10 columns, not 3");
        StreamingKernelPca other =
                StreamingKernelPca.builder().preparation(rows.withStride(1)).build(rows.columns());
        other.update(new double[rows.columns()]);
        assertThatThrownBy(() -> other.merge(learner))
                .isInstanceOf(MergeException.class)
                .hasMessageContaining("prepared in different ways");
    }
}
