package io.github.skpca.experiments.theory;

import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

final class TrialsTest {
    private static final List<TrialResult> RESULTS = new Trials(1, 0.1, Workers.callerOnly()).run(text -> {});

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
        double share = 0;
        for (TrialResult result : RESULTS) {
            switch (result.statement()) {
                case "for-all", "for-each-corrected", "main-current-w", "main-corrected" ->
                    assertThat(result.failures()).as(result.toString()).isZero();
                case "for-each" -> share = Math.max(share, (double) result.failures() / result.trials());
                default -> assertThat(result.trials()).isPositive();
            }
        }
        // Two thousand trials at a true rate of 2.1% are outside this range once in a million times.
        assertThat(share).isBetween(0.007, 0.037);
    }

    /** The same rows, maps and l with the W of the current sketch hold; a doubled l with the old W does not help. */
    @Test
    void theMainTheoremIsBrokenByTheOldWAndNotByTheSizeOfTheSketch() {
        for (String statement : List.of("main", "main-doubled-l")) {
            assertThat(RESULTS)
                    .filteredOn(result -> result.statement().equals(statement) && result.failures() > 0)
                    .as("a group that appears after the last decomposition is lost")
                    .singleElement()
                    .satisfies(result -> {
                        assertThat(result.failures()).isEqualTo(result.trials());
                        assertThat(result.parameters())
                                .startsWith("n=101 m=28617 ")
                                .contains("a group in the last 19 rows");
                    });
        }
        assertThat(RESULTS)
                .filteredOn(result -> result.statement().equals("main-current-w")
                        && result.parameters().startsWith("n=101 m=28617 l=40 epsilon=0.1 seeds=1..5;"))
                .singleElement()
                .satisfies(result -> assertThat(largest(result)).isLessThan(0.05));
    }

    @Test
    void theMainTheoremIsTriedWithNoMoreFeaturesThanRows() {
        List<TrialResult> main = RESULTS.stream()
                .filter(result -> result.statement().equals("main") && size("m", result) <= size("n", result))
                .toList();
        assertThat(main).hasSize(3).allMatch(result -> result.failures() == 0);
        assertThat(main).allMatch(result -> size("l", result) == 8 && size("m", result) > 1800);
    }

    /** Right after a shrink that cut off one of l/2 groups the loss is what Algorithm 1 may lose, epsilon n/2. */
    @Test
    void theShrinksLoseAllThatTheyMayAndNoMore() {
        assertThat(RESULTS)
                .filteredOn(result -> result.statement().equals("main-current-w")
                        && result.parameters().contains("shrunk at the last row"))
                .hasSize(2)
                .allSatisfy(result -> {
                    double epsilon = result.parameters().contains("epsilon=0.5") ? 0.5 : 0.2;
                    assertThat(largest(result)).as(result.toString()).isBetween(0.45 * epsilon, 0.65 * epsilon);
                });
    }

    @Test
    void everyTrialSaysItsSizesAndSeeds() {
        assertThat(RESULTS)
                .filteredOn(result -> result.trials() > 1)
                .allSatisfy(result -> assertThat(result.parameters()).contains("n=", "seeds=1.." + result.trials()));
    }

    private static int size(String letter, TrialResult result) {
        Matcher found = Pattern.compile("(?:^| )" + letter + "=([0-9]+)").matcher(result.parameters());
        assertThat(found.find()).as(result.toString()).isTrue();
        return Integer.parseInt(found.group(1));
    }

    private static double largest(TrialResult result) {
        return Double.parseDouble(result.detail().replaceAll(".* ", ""));
    }
}
