package io.github.skpca.kernel;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class BandwidthRuleTest {
    @ParameterizedTest
    @EnumSource(KernelFamily.class)
    void bothRulesAgreeWithANaiveComputation(KernelFamily family) {
        for (int count : new int[] {2, 3, 4, 5, 30, 31}) {
            for (int columns : new int[] {1, 4}) {
                long seed = 10L * count + columns;
                double[] rows =
                        new Random(seed).doubles((long) count * columns, -5, 5).toArray();
                List<Double> distances = distances(family, rows, count, columns);
                Collections.sort(distances);
                int pairs = distances.size();
                double median = (distances.get((pairs - 1) / 2) + distances.get(pairs / 2)) / 2;
                double mean =
                        distances.stream().mapToDouble(distance -> distance).sum() / pairs;
                String label = family + " count=" + count + " columns=" + columns + " seed=" + seed;
                double[] before = rows.clone();
                assertThat(BandwidthRule.MEDIAN
                                .bandwidth(family, rows, count, columns)
                                .orElseThrow())
                        .as(label)
                        .isCloseTo(median, within(1e-13));
                assertThat(BandwidthRule.MEAN
                                .bandwidth(family, rows, count, columns)
                                .orElseThrow())
                        .as(label)
                        .isCloseTo(mean, within(1e-13));
                assertThat(rows).isEqualTo(before);
            }
        }
    }

    /** Ties and rows in order, with which a selection of the median could go wrong. */
    @Test
    void theMedianOfManyEqualDistances() {
        for (int kinds : new int[] {2, 3, 7}) {
            double[] rows = new double[101];
            for (int i = 0; i < rows.length; i++) {
                rows[i] = kinds == 7 ? i : i % kinds;
            }
            List<Double> distances = distances(KernelFamily.GAUSSIAN, rows, rows.length, 1);
            Collections.sort(distances);
            int pairs = distances.size();
            assertThat(BandwidthRule.MEDIAN
                            .bandwidth(KernelFamily.GAUSSIAN, rows, rows.length, 1)
                            .orElse(0))
                    .isEqualTo((distances.get((pairs - 1) / 2) + distances.get(pairs / 2)) / 2);
        }
    }

    private static List<Double> distances(KernelFamily family, double[] rows, int count, int columns) {
        List<Double> distances = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            for (int j = i + 1; j < count; j++) {
                double cityBlock = 0;
                double squares = 0;
                for (int k = 0; k < columns; k++) {
                    double difference = rows[i * columns + k] - rows[j * columns + k];
                    cityBlock += Math.abs(difference);
                    squares += difference * difference;
                }
                distances.add(family == KernelFamily.LAPLACIAN ? cityBlock : Math.sqrt(squares));
            }
        }
        return distances;
    }

    @Test
    void aFarAwayRowMovesTheMeanButNotTheMedian() {
        double[] rows = {0, 1, 2, 3, 4, 5, 6, 1e6};
        assertThat(BandwidthRule.MEDIAN
                        .bandwidth(KernelFamily.GAUSSIAN, rows, 8, 1)
                        .orElseThrow())
                .isLessThan(10);
        assertThat(BandwidthRule.MEAN
                        .bandwidth(KernelFamily.GAUSSIAN, rows, 8, 1)
                        .orElseThrow())
                .isGreaterThan(1e5);
    }

    @ParameterizedTest
    @EnumSource(BandwidthRule.class)
    void rowsThatTellNothingGiveNone(BandwidthRule rule) {
        assertThat(rule.bandwidth(KernelFamily.GAUSSIAN, new double[0], 0, 2)).isEmpty();
        assertThat(rule.bandwidth(KernelFamily.GAUSSIAN, new double[] {1, 2}, 1, 2))
                .isEmpty();
        assertThat(rule.bandwidth(KernelFamily.GAUSSIAN, new double[] {1, 2, 1, 2, 1, 2}, 3, 2))
                .isEmpty();
        assertThat(rule.bandwidth(KernelFamily.GAUSSIAN, new double[] {1e200, -1e200}, 2, 1))
                .isEmpty();
    }

    @Test
    void moreThanHalfOfTheDistancesZeroGiveAMeanButNoMedian() {
        double[] rows = {1, 1, 1, 1, 1, 2};
        assertThat(BandwidthRule.MEDIAN.bandwidth(KernelFamily.GAUSSIAN, rows, 6, 1))
                .isEmpty();
        assertThat(BandwidthRule.MEAN
                        .bandwidth(KernelFamily.GAUSSIAN, rows, 6, 1)
                        .orElseThrow())
                .isCloseTo(1.0 / 3, within(1e-15));
    }

    @Test
    void labelsAreThoseOfTheCommandLine() {
        assertThat(BandwidthRule.MEDIAN.label()).isEqualTo("median");
        assertThat(BandwidthRule.MEAN.label()).isEqualTo("mean");
    }

    /** A spiral that many rows show, and a plane: the first needs a kernel that is narrower than its turns. */
    @Test
    void contrastFollowsHowColumnsGoTogether() {
        java.util.Random random = new java.util.Random(4);
        double[] spiral = new double[1000 * 2];
        double[] plane = new double[1000 * 4];
        for (int i = 0; i < 1000; i++) {
            double turn = 12 * random.nextDouble();
            spiral[2 * i] = turn * Math.cos(turn) + 0.1 * random.nextGaussian();
            spiral[2 * i + 1] = turn * Math.sin(turn) + 0.1 * random.nextGaussian();
            double x = random.nextGaussian();
            double y = random.nextGaussian();
            double[] row = {x, y, x + y, x - y};
            for (int j = 0; j < 4; j++) {
                plane[4 * i + j] = row[j] + 0.1 * random.nextGaussian();
            }
        }
        assertThat(multiple(spiral, 1000, 2)).isLessThanOrEqualTo(0.5);
        assertThat(multiple(plane, 1000, 4)).isEqualTo(1);
        assertThat(multiple(spiral, 59, 2)).isEqualTo(1);
    }

    /** The bandwidth by contrast over the median distance. */
    private static double multiple(double[] rows, int count, int columns) {
        double median = BandwidthRule.MEDIAN
                .bandwidth(KernelFamily.GAUSSIAN, rows, count, columns)
                .orElseThrow();
        return BandwidthRule.CONTRAST
                        .bandwidth(KernelFamily.GAUSSIAN, rows, count, columns)
                        .orElseThrow()
                / median;
    }
}
