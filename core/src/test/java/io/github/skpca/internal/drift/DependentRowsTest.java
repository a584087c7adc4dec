package io.github.skpca.internal.drift;

import io.github.skpca.StreamingKernelPca;
import io.github.skpca.drift.DriftDetector;
import io.github.skpca.drift.DriftEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** Rows that depend on their neighbours: alarms are no more than stated, the dependence is told, and a change is still found. */
class DependentRowsTest {
    private static final int COLUMNS = 10;
    private static final int ROWS = 300_000;

    private enum Kind {
        INDEPENDENT,
        /** Columns stay as they are for 50 rows, all or the first. */
        BURSTS,
        BURSTS_OF_ONE_COLUMN,
        /** One of two states, left with probability 1/100 at every row. */
        CHAIN,
        CHAIN_OF_ONE_COLUMN,
        AUTOREGRESSION
    }

    /** Rows of a kind, one after the other. */
    private static final class Source {
        private final Kind kind;
        private final Random random;
        private final double[] state = new double[COLUMNS];
        private long rows;
        private int sign = 1;

        Source(Kind kind, long seed) {
            this.kind = kind;
            this.random = new Random(seed);
        }

        double[] next(int count) {
            double[] batch = new double[count * COLUMNS];
            for (int i = 0; i < count; i++) {
                boolean isNewBurst = rows++ % 50 == 0;
                sign = random.nextInt(100) == 0 ? -sign : sign;
                for (int j = 0; j < COLUMNS; j++) {
                    double own = random.nextGaussian();
                    state[j] = kind == Kind.AUTOREGRESSION
                            ? 0.9 * state[j] + Math.sqrt(1 - 0.81) * own
                            : isNewBurst ? random.nextGaussian() : state[j];
                    batch[i * COLUMNS + j] = switch (kind) {
                        case INDEPENDENT -> own;
                        case BURSTS -> state[j] + 0.1 * own;
                        case BURSTS_OF_ONE_COLUMN -> j == 0 ? state[j] : own;
                        case CHAIN -> sign + own;
                        case CHAIN_OF_ONE_COLUMN -> (j == 0 ? sign : 0) + own;
                        case AUTOREGRESSION -> state[j];
                    };
                }
            }
            return batch;
        }

        DriftDetector detector(double rate) {
            StreamingKernelPca learner = StreamingKernelPca.builder()
                    .features(64)
                    .sketchSize(8)
                    .warmUpRows(2000)
                    .build(COLUMNS);
            learner.update(next(2000), 2000);
            return new DriftDetector(learner.snapshot(), rate);
        }
    }

    /** At 1e-5 three alarms are to be expected in so many rows, at most. */
    @ParameterizedTest
    @EnumSource(Kind.class)
    void alarmsAreNoMoreThanStated(Kind kind) {
        Source source = new Source(kind, 31);
        DriftDetector detector = source.detector(1e-5);
        List<DriftEvent> events = new ArrayList<>();
        for (int i = 0; i < ROWS; i += 10_000) {
            detector.update(source.next(10_000), 0, 10_000, events::add);
        }
        assertThat(events).as("%s, seed 31", kind).hasSizeLessThan(6);
    }

    @ParameterizedTest
    @CsvSource({
        "INDEPENDENT, 1, 1",
        "BURSTS, 35, 80",
        "BURSTS_OF_ONE_COLUMN, 2, 40",
        "CHAIN, 30, 110",
        "CHAIN_OF_ONE_COLUMN, 4, 40",
        "AUTOREGRESSION, 10, 25"
    })
    void theDependenceIsTold(Kind kind, double least, double most) {
        Source source = new Source(kind, 32);
        DriftDetector detector = source.detector(1e-6);
        assertThat(detector.varianceInflation()).isEqualTo(1);
        detector.update(source.next(30_000), 0, 30_000, event -> {});
        assertThat(detector.varianceInflation()).as("%s, seed 32", kind).isBetween(least, most);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void aChangeIsStillFound(Kind kind) {
        Source source = new Source(kind, 33);
        DriftDetector detector = source.detector(1e-6);
        List<DriftEvent> events = new ArrayList<>();
        detector.update(source.next(40_000), 0, 40_000, events::add);
        assertThat(events).as("%s, seed 33", kind).isEmpty();
        double told = detector.varianceInflation();
        double[] rows = source.next(20_000);
        for (int i = 0; i < rows.length; i += COLUMNS) {
            rows[i + 4] += 1.5;
        }
        detector.update(rows, 0, 20_000, events::add);
        assertThat(events).as("%s, seed 33", kind).isNotEmpty();
        assertThat(events.get(0).row()).isBetween(40_001L, kind == Kind.INDEPENDENT ? 40_500L : 57_000L);
        assertThat(events.get(0).columns().get(0).column()).isEqualTo(4);
        assertThat(events.get(0).varianceInflation()).isBetween(told * 0.5, told * 2);
    }

    /** One thing now and then for fifty rows: the first time it is a change, later it is known. */
    @Test
    void burstsThatTheReferenceHasSeenAreNoChange() {
        Source source = new Source(Kind.INDEPENDENT, 34);
        DriftDetector detector = source.detector(1e-6);
        Random random = new Random(35);
        List<DriftEvent> events = new ArrayList<>();
        for (int i = 0; i < ROWS; i += 5000) {
            double[] rows = source.next(5000);
            int at = random.nextInt(4950) * COLUMNS;
            for (int j = at; j < at + 50 * COLUMNS; j++) {
                rows[j] += 8;
            }
            detector.update(rows, 0, 5000, events::add);
        }
        assertThat(events).as("60 bursts, seeds 34 and 35").hasSizeLessThan(6);
        assertThat(detector.varianceInflation()).isGreaterThan(2);
    }

    /** Vectors of known covariance: what blocks are made of is independent, so traces are those of rows. */
    @Test
    void blockMomentsAreThoseOfTheCovariance() {
        Random random = new Random(36);
        int features = 5;
        BlockMoments moments = new BlockMoments(features);
        double[] sums = new double[features];
        for (int block = 0; block < 4000; block++) {
            for (int j = 0; j < features; j++) {
                sums[j] = 1000 + Math.sqrt(BlockSums.ROWS * Math.pow(0.5, j)) * random.nextGaussian();
            }
            moments.add(sums);
        }
        Cumulants found = moments.cumulants();
        assertThat(moments.count()).isEqualTo(2000);
        assertThat(found.trace()).as("seed 36").isBetween(1.85, 2.03);
        assertThat(found.squareTrace()).as("seed 36").isBetween(1.2, 1.46);
        assertThat(found.cubeTrace()).as("seed 36").isBetween(0.95, 1.35);
    }
}
