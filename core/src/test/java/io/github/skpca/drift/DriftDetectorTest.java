package io.github.skpca.drift;

import io.github.skpca.BadRowException;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Changes are found and named, and nothing else is; restarts and splits into calls make no difference. */
class DriftDetectorTest {
    private static final int COLUMNS = 5;
    private static final double RATE = 1e-6;

    private static KernelPcaBuilder small() {
        return StreamingKernelPca.builder()
                .features(48)
                .sketchSize(8)
                .components(4)
                .warmUpRows(400);
    }

    private static double[] normal(long seed, int count) {
        return new Random(seed)
                .doubles((long) count * COLUMNS, 0, 1)
                .map(DriftDetectorTest::normalOf)
                .toArray();
    }

    /** Near enough to a normal quantile, and one number of a stream each. */
    private static double normalOf(double uniform) {
        double p = Math.max(1e-9, Math.min(1 - 1e-9, uniform));
        return Math.log(p / (1 - p)) * Math.sqrt(3) / Math.PI;
    }

    private static KernelPcaModel fitted(KernelPcaBuilder builder) {
        StreamingKernelPca learner = builder.build(COLUMNS);
        learner.update(normal(1, 1000), 1000);
        return learner.snapshot();
    }

    private static List<DriftEvent> events(DriftDetector detector, double[] rows) {
        List<DriftEvent> events = new ArrayList<>();
        detector.update(rows, 0, rows.length / COLUMNS, events::add);
        return events;
    }

    /** 20,000 rows, of which the second half has one column moved and another one wider. */
    private static double[] changing(long seed, double shift, double factor) {
        double[] rows = normal(seed, 20_000);
        for (int i = 10_000; i < 20_000; i++) {
            rows[i * COLUMNS + 3] += shift;
            rows[i * COLUMNS + 1] *= factor;
        }
        return rows;
    }

    @ParameterizedTest
    @EnumSource(MapKind.class)
    void everyMapFindsAShift(MapKind map) {
        for (boolean centered : new boolean[] {true, false}) {
            DriftDetector detector = new DriftDetector(fitted(small().map(map).centered(centered)), RATE);
            List<DriftEvent> events = events(detector, changing(7, 0.5, 1));
            assertThat(events).as("%s, seed 7", map).hasSize(1);
            DriftEvent event = events.get(0);
            assertThat(event.row()).isBetween(10_001L, 13_000L);
            assertThat(event.strength()).isGreaterThan(event.threshold());
            assertThat(event.columns().get(0).column()).isEqualTo(3);
            assertThat(event.columns().get(0).meanShift()).isBetween(0.2, 0.8);
            assertThat(event.columns().get(0).spreadRatio()).isBetween(0.8, 1.2);
            assertThat(event.columns()).hasSize(COLUMNS);
        }
    }

    @ParameterizedTest
    @EnumSource(Method.class)
    void everyMethodFindsAShift(Method method) {
        KernelPcaModel model = fitted(small().method(method));
        assertThat(events(new DriftDetector(model, RATE), changing(8, 0.8, 1)))
                .as("%s, seed 8", method)
                .singleElement()
                .satisfies(event -> assertThat(event.row()).isBetween(10_001L, 13_000L));
    }

    @Test
    void aChangeOfSpreadIsFoundAndNamed() {
        List<DriftEvent> events = events(new DriftDetector(fitted(small())), changing(9, 0, 2));
        assertThat(events).as("seed 9").hasSize(1);
        ColumnShift first = events.get(0).columns().get(0);
        assertThat(first.column()).isEqualTo(1);
        assertThat(first.spreadRatio()).isBetween(1.4, 2.2);
        assertThat(first.meanShift()).isBetween(-0.3, 0.3);
    }

    @Test
    void aSlowChangeIsFound() {
        double[] rows = normal(10, 150_000);
        for (int i = 70_000; i < 150_000; i++) {
            rows[i * COLUMNS] += 0.7 * (i - 70_000) / 80_000;
        }
        List<DriftEvent> events = events(new DriftDetector(fitted(small())), rows);
        assertThat(events).as("seed 10").isNotEmpty();
        assertThat(events.get(0).row()).isGreaterThan(70_000);
        assertThat(events.get(0).columns().get(0).column()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13})
    void aStreamThatDoesNotChangeGivesNoEvent(long seed) {
        DriftDetector detector = new DriftDetector(fitted(small().features(32)), RATE);
        assertThat(events(detector, normal(seed, 100_000))).as("seed %s", seed).isEmpty();
    }

    /** Neighbours alike make means of blocks vary nineteen times as much as those of independent rows do. */
    @ParameterizedTest
    @ValueSource(longs = {21, 22})
    void rowsThatDependOnTheirNeighboursGiveNoEvent(long seed) {
        double[] rows = normal(seed, 100_000);
        for (int i = COLUMNS; i < rows.length; i++) {
            rows[i] = 0.9 * rows[i - COLUMNS] + Math.sqrt(1 - 0.81) * rows[i];
        }
        DriftDetector detector = new DriftDetector(fitted(small().features(32)), RATE);
        assertThat(events(detector, rows)).as("seed %s", seed).isEmpty();
    }

    @Test
    void aStreamThatChangesTwiceGivesTwoEvents() {
        double[] rows = normal(14, 40_000);
        for (int i = 12_000; i < 26_000; i++) {
            rows[i * COLUMNS + 2] += 1;
        }
        List<DriftEvent> events = events(new DriftDetector(fitted(small())), rows);
        assertThat(events).as("seed 14").hasSize(2);
        assertThat(events.get(0).row()).isBetween(12_001L, 13_000L);
        assertThat(events.get(1).row()).isBetween(26_001L, 27_000L);
        assertThat(events.get(0).columns().get(0).meanShift()).isPositive();
        assertThat(events.get(1).columns().get(0).meanShift()).isNegative();
    }

    @Test
    void rowsAloneInBatchesAndAfterRestartsGiveTheSame() {
        KernelPcaModel model = fitted(small());
        double[] rows = changing(15, 0.6, 1.3);
        DriftDetector whole = new DriftDetector(model, RATE);
        List<DriftEvent> expected = events(whole, rows);
        assertThat(expected).isNotEmpty();

        List<DriftEvent> alone = new ArrayList<>();
        DriftDetector detector = new DriftDetector(model, RATE);
        for (int i = 0; i < 20_000; i++) {
            detector.update(Arrays.copyOfRange(rows, i * COLUMNS, (i + 1) * COLUMNS))
                    .ifPresent(alone::add);
        }
        assertThat(alone).isEqualTo(expected);

        List<DriftEvent> restarted = new ArrayList<>();
        detector = new DriftDetector(model, RATE);
        Random random = new Random(16);
        for (int i = 0; i < 20_000; ) {
            int count = Math.min(20_000 - i, random.nextInt(1200));
            detector.update(rows, i * COLUMNS, count, restarted::add);
            detector = DriftDetector.restore(model, RATE, detector.state());
            i += count;
        }
        assertThat(restarted).as("seed 16").isEqualTo(expected);
        assertThat(detector.state().sums()).containsExactly(whole.state().sums());
        assertThat(detector.rows()).isEqualTo(20_000);
    }

    @Test
    void aRestartAfterTheReferenceIsFullGivesTheSame() {
        KernelPcaModel model = fitted(small().features(16));
        double[] rows = normal(17, 90_000);
        for (int i = 80_000; i < 90_000; i++) {
            rows[i * COLUMNS] += 0.6;
        }
        List<DriftEvent> expected = events(new DriftDetector(model, RATE), rows);
        assertThat(expected).as("seed 17").hasSize(1);
        List<DriftEvent> restarted = new ArrayList<>();
        DriftDetector detector = new DriftDetector(model, RATE);
        for (int i = 0; i < 90_000; i += 7500) {
            detector = DriftDetector.restore(model, RATE, detector.state());
            detector.update(rows, i * COLUMNS, 7500, restarted::add);
        }
        assertThat(restarted).isEqualTo(expected);
    }

    @Test
    void constantRowsAndAFewOddOnesAreNoDriftButALastingJumpIs() {
        DriftDetector detector = new DriftDetector(fitted(small()), RATE);
        double[] rows = new double[30_000 * COLUMNS];
        Arrays.fill(rows, 0.25);
        rows[12_345 * COLUMNS] = 1e30;
        Arrays.fill(rows, 20_000 * COLUMNS, rows.length, 1.25);
        List<DriftEvent> events = events(detector, rows);
        assertThat(events).hasSize(1);
        assertThat(events.get(0).row()).isBetween(20_001L, 20_512L);
    }

    @Test
    void aColumnThatNeverVariedHasAFiniteShift() {
        DriftDetector detector = new DriftDetector(fitted(small()), RATE);
        double[] rows = normal(18, 12_000);
        for (int i = 0; i < 12_000; i++) {
            rows[i * COLUMNS + 4] = i < 8192 ? 0.3 : 4.1;
        }
        List<DriftEvent> events = events(detector, rows);
        assertThat(events).as("seed 18").isNotEmpty();
        assertThat(events.get(0).columns().get(0)).isEqualTo(new ColumnShift(4, 1e9, 1));
    }

    @Test
    void hugeRowsAndUnboundedKernelsDoNotBreakIt() {
        DriftDetector detector =
                new DriftDetector(fitted(small().map(MapKind.LANDMARKS).kernel(Kernel.polynomial(2, 1))), RATE);
        double[] rows = normal(19, 8000);
        rows[6000 * COLUMNS] = Float.MAX_VALUE;
        rows[6001 * COLUMNS] = -Float.MAX_VALUE;
        assertThat(events(detector, rows)).as("seed 19").hasSizeLessThan(3);
        Arrays.stream(detector.state().sums()).forEach(sum -> assertThat(sum).isFinite());
    }

    @Test
    void badRowsAreRefusedAndChangeNothing() {
        DriftDetector detector = new DriftDetector(fitted(small()), RATE);
        detector.update(normal(20, 300), 0, 300, event -> {});
        double[] batch = normal(20, 10);
        batch[7 * COLUMNS + 2] = Double.NaN;
        assertThatThrownBy(() -> detector.update(batch, 0, 10, event -> {}))
                .isInstanceOf(BadRowException.class)
                .hasMessage("row 8, column 3: NaN is not a finite number");
        assertThatThrownBy(() -> detector.update(new double[] {0, 0, 1e300, 0, 0}))
                .isInstanceOf(BadRowException.class)
                .hasMessageContaining("beyond the range of a float");
        assertThatThrownBy(() -> detector.update(new double[3]))
                .isInstanceOf(BadRowException.class)
                .hasMessageContaining("3 columns where 5 are expected");
        assertThatThrownBy(() -> detector.update(batch, 10, 10, event -> {})).isInstanceOf(BadRowException.class);
        assertThat(detector.rows()).isEqualTo(300);
        assertThat(detector.state().waiting()).hasSize(44 * COLUMNS);
    }

    @Test
    void wrongRatesAndForeignStatesAreRefused() {
        KernelPcaModel model = fitted(small());
        for (double rate : new double[] {0, -1, Double.NaN, 0.5}) {
            assertThatThrownBy(() -> new DriftDetector(model, rate))
                    .hasMessageContaining("falseAlarmRate must be from 1.0E-12 to 1.0E-4");
        }
        DriftDetector.State state = new DriftDetector(fitted(small().features(20)), RATE).state();
        assertThatThrownBy(() -> DriftDetector.restore(model, RATE, state)).hasMessageContaining("another map");
        double[] sums = new DriftDetector(model, RATE).state().sums();
        assertThatThrownBy(() ->
                        DriftDetector.restore(model, RATE, new DriftDetector.State(3, 0, sums, new double[COLUMNS])))
                .hasMessageContaining("3 rows of 5 columns wait");
        assertThatThrownBy(() -> new DriftDetector.State(300, 2, sums, new double[0]))
                .hasMessageContaining("blocks must be from 0 to 1");
        assertThatThrownBy(() -> new DriftDetector.State(0, 0, new double[] {Double.NaN}, new double[0]))
                .hasMessageContaining("sums must be finite");
    }
}
