package io.github.skpca.experiments.theory;

import org.junit.jupiter.api.Test;

import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

final class TrialsTest {
    @Test
    void theCounterexampleBreaksTheFrobeniusLemma() {
        FrobeniusTrials.Sides sides =
                FrobeniusTrials.sides(new double[] {1, 0.3, 0.3, 1}, new double[] {1, -1e-7, -1e-7, 1}, 2, 1);
        assertThat(sides.left()).isCloseTo(1.3342, within(1e-4));
        assertThat(sides.right()).isCloseTo(1.0, within(1e-4));
        assertThat(FrobeniusTrials.counterexample().failures()).isEqualTo(1);
    }

    @Test
    void anExactApproximationKeepsTheLemma() {
        double[] g = {1, 0.3, 0.3, 1};
        assertThat(FrobeniusTrials.sides(g, g.clone(), 2, 1).fails()).isFalse();
    }

    /** A sampler takes the first row and then row t with probability 1/t: the harmonic number in all. */
    @Test
    void samplersReplaceAsOftenAsTheHarmonicNumberSays() {
        TrialResult result = ReplacementTrials.run(200, 500, 20, 3);
        double harmonic = 0;
        for (int t = 1; t <= 500; t++) {
            harmonic += 1.0 / t;
        }
        double counted = Double.parseDouble(result.detail().replace("replacements=", ""));
        // 4000 samplers with a variance below the mean each: five standard errors.
        assertThat(counted).as("seed=3").isCloseTo(200 * harmonic, within(200 * 5 * Math.sqrt(harmonic / 4000)));
    }

    @Test
    void statementsFailWhereTheirArithmeticIsWrongAndHoldWhereItIsRight() {
        List<TrialResult> results = new Trials(1, 0.1).run(text -> {});
        double share = 0;
        for (TrialResult result : results) {
            switch (result.statement()) {
                case "for-all", "for-each-corrected", "main-corrected" ->
                    assertThat(result.failures()).as(result.toString()).isZero();
                case "for-each" -> share = Math.max(share, (double) result.failures() / result.trials());
                default -> assertThat(result.trials()).isPositive();
            }
        }
        // Two thousand trials at a true rate of 2.1% are outside this range once in a million times.
        assertThat(share).isBetween(0.007, 0.037);
        assertThat(results)
                .filteredOn(result -> result.statement().equals("main") && result.failures() > 0)
                .as("a group that appears after the last decomposition is lost")
                .hasSize(1);
    }
}
