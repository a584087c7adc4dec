package io.github.skpca.drift;

import io.github.skpca.BadRowException;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A change is found row by row, from the first rows on, and rarely where there is none. */
final class RowDriftDetectorTest {
    private static final int COLUMNS = 4;

    private static double[] row(Random random) {
        return random.doubles(COLUMNS).map(u -> random.nextGaussian()).toArray();
    }

    private static KernelPcaModel model() {
        Random random = new Random(11);
        StreamingKernelPca learner = StreamingKernelPca.builder().build(COLUMNS);
        for (int i = 0; i < 3000; i++) {
            learner.update(row(random));
        }
        learner.endWarmUp();
        return learner.snapshot();
    }

    private static List<DriftEvent> events(KernelPcaModel model, int rows, int from, double shift, long seed) {
        Random random = new Random(seed);
        RowDriftDetector detector = new RowDriftDetector(model, 1e-6);
        List<DriftEvent> events = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            double[] row = row(random);
            row[2] += i >= from ? shift : 0;
            Optional<DriftEvent> event = detector.update(row);
            event.ifPresent(events::add);
        }
        assertThat(detector.rows()).isEqualTo(rows);
        return events;
    }

    @Test
    void aStreamUnlikeTheModelIsFoundFromItsFirstRowsOn() {
        List<DriftEvent> events = events(model(), 400, 0, 1, 5);
        assertThat(events).hasSize(1);
        assertThat(events.get(0).row()).isBetween(65L, 200L);
        assertThat(events.get(0).columns().get(0).column()).isEqualTo(2);
        assertThat(events.get(0).columns().get(0).meanShift()).isBetween(0.5, 1.5);
    }

    @Test
    void aShiftIsFoundOnceAndTheRowsAfterItBecomeTheReference() {
        List<DriftEvent> events = events(model(), 8000, 1500, 1, 6);
        assertThat(events).hasSize(1);
        assertThat(events.get(0).row()).isBetween(1501L, 1600L);
        assertThat(events.get(0).rowsCompared()).isBetween(5L, 150L);
    }

    @Test
    void rowsLikeThoseLearnedAreNoDrift() {
        KernelPcaModel model = model();
        for (long seed = 20; seed < 23; seed++) {
            assertThat(events(model, 10_000, 0, 0, seed)).isEmpty();
        }
    }

    @Test
    void badRowsAreRefused() {
        RowDriftDetector detector = new RowDriftDetector(model(), 1e-6);
        assertThatThrownBy(() -> detector.update(new double[3])).isInstanceOf(BadRowException.class);
        assertThatThrownBy(() -> detector.update(new double[] {1, 2, Double.NaN, 3}))
                .isInstanceOf(BadRowException.class);
        assertThat(detector.rows()).isZero();
        assertThatThrownBy(() -> new RowDriftDetector(model(), 0.5)).hasMessageContaining("falseAlarmRate");
    }
}
