package io.github.skpca.internal.feature;

import org.junit.jupiter.api.Test;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

class RowsSinceTest {
    /** Against plain sums over all counts. */
    @Test
    void sumsTheRowsUpToAPlace() {
        Random random = new Random(3);
        for (int known : new int[] {0, 1, 7, 8, 512}) {
            RowsSince since = RowsSince.none(known);
            double[] counts = new double[known + 1];
            for (int i = 0; i < 2000; i++) {
                int place = random.nextInt(known + 1);
                since.add(place);
                counts[place]++;
            }
            double sum = 0;
            for (int place = 0; place <= known; place++) {
                sum += counts[place];
                assertThat(since.upTo(place))
                        .as(known + " known, place " + place)
                        .isEqualTo(sum);
            }
            assertThat(since.counts()).containsExactly(counts);
            assertThat(RowsSince.of(counts).counts()).containsExactly(counts);
        }
    }
}
