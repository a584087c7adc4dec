package io.github.skpca.experiments.data;

import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

import static org.assertj.core.api.Assertions.assertThat;

final class PaperRowsTest {
    /** Rows that carry their own number, counted from 1: a column with zeros would keep its origin there. */
    private static HeldOut split(int count, int train, int test, long seed) {
        int[] numbers = new RandomStream(seed, Purpose.EXPERIMENT_SPLIT).nextDistinct(count, train + test);
        return HeldOut.of(
                (number, target) -> {
                    target[0] = number + 1;
                    target[1] = 7;
                },
                numbers,
                new HeldOut.Choice(2, train, test, seed));
    }

    @Test
    void noRowIsBothLearnedFromAndHeldOut() {
        HeldOut data = split(100, 60, 25, 3);
        Set<Float> seen = new HashSet<>();
        for (int i = 0; i < 60; i++) {
            assertThat(seen.add(data.train()[2 * i])).isTrue();
        }
        for (int i = 0; i < 25; i++) {
            assertThat(seen.add(data.test()[2 * i])).isTrue();
        }
        assertThat(seen).hasSize(85);
    }

    @Test
    void theSeedAloneDecides() {
        assertThat(split(100, 60, 25, 3).test()).isEqualTo(split(100, 60, 25, 3).test());
        assertThat(split(100, 60, 25, 3).test())
                .isNotEqualTo(split(100, 60, 25, 4).test());
    }

    @Test
    void theBandwidthIsTheMeanDistanceAndRowsStandAboutTheOrigin() {
        HeldOut data = split(50, 40, 10, 1);
        double sum = 0;
        int pairs = 0;
        for (int i = 0; i < 40; i++) {
            for (int j = 0; j < i; j++) {
                sum += Math.abs(data.train()[2 * i] - data.train()[2 * j]);
                pairs++;
            }
        }
        assertThat(data.kernel().bandwidth()).isCloseTo(sum / pairs, org.assertj.core.api.Assertions.within(1e-4));
        double mean = 0;
        for (int i = 0; i < 40; i++) {
            mean += data.train()[2 * i] / 40;
        }
        assertThat(mean).isCloseTo(0, org.assertj.core.api.Assertions.within(1e-4));
    }

    @Test
    void generatedRowsHaveTheirShapeAndRepeat() throws IOException {
        HeldOut data = new PaperRows(null, 5, 400).load(PaperDataSet.RANDOM_NOISY);
        assertThat(data.trainRows()).isEqualTo(300);
        assertThat(data.testRows()).isEqualTo(100);
        assertThat(data.columns()).isEqualTo(1000);
        HeldOut again = new PaperRows(null, 5, 400).load(PaperDataSet.RANDOM_NOISY);
        assertThat(Arrays.equals(data.train(), again.train())).isTrue();
        assertThat(data.kernel()).isEqualTo(again.kernel());
    }

    @Test
    void theRegistryHasThePapersShapes() {
        assertThat(PaperDataSet.values())
                .extracting(PaperDataSet::label, PaperDataSet::rows, PaperDataSet::columns, PaperDataSet::testRows)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("random-noisy", 20_000, 1000, 1000),
                        org.assertj.core.groups.Tuple.tuple("cpu", 7373, 21, 800),
                        org.assertj.core.groups.Tuple.tuple("adult", 33_561, 123, 1000),
                        org.assertj.core.groups.Tuple.tuple("forest", 523_910, 54, 1000));
    }
}
