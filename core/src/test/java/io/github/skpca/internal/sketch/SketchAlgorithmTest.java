package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;
import io.github.skpca.Method;
import io.github.skpca.ShrinkRule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SketchAlgorithmTest {
    private static SketchAlgorithm.Choice skpca(ShrinkRule shrink, int columns, int size) {
        return SketchAlgorithm.choose(Method.SKPCA, Forgetting.none(), shrink, columns, size);
    }

    @ParameterizedTest
    @EnumSource(SketchAlgorithm.class)
    void labelsComeBack(SketchAlgorithm algorithm) {
        assertThat(SketchAlgorithm.ofLabel(algorithm.label())).contains(algorithm);
        assertThat(SketchAlgorithm.labels()).contains(algorithm.label());
        assertThat(SketchAlgorithm.ofLabel(algorithm.name())).isEmpty();
        assertThat(algorithm.holdsMatrix()).isEqualTo(algorithm == SketchAlgorithm.GRAM);
    }

    @ParameterizedTest
    @CsvSource({
        "150, 50, GRAM, 'few features: 150, at most 200 = max(200, 4 l)'",
        "200, 1, GRAM, 'few features: 200, at most 200 = max(200, 4 l)'",
        "201, 50, FREQUENT_DIRECTIONS_BLOCK, 'many features: 201, more than 200 = max(200, 4 l)'",
        "400, 100, GRAM, 'few features: 400, at most 400 = max(200, 4 l)'",
        "512, 300, GRAM, 'few features: 512, at most 512 = max(200, min(512, 4 l))'",
        "513, 2000000000, FREQUENT_DIRECTIONS_BLOCK, 'many features: 513, more than 512 = max(200, min(512, 4 l))'",
    })
    void theNumberOfColumnsDecidesUnderTheDefaultShrink(
            int columns, int size, SketchAlgorithm expected, String reason) {
        SketchAlgorithm.Choice choice = skpca(ShrinkRule.BLOCK, columns, size);
        assertThat(choice.algorithm()).isEqualTo(expected);
        assertThat(choice.reason()).isEqualTo(reason);
    }

    @Test
    void exactShrinksAreTakenAtTheirWord() {
        assertThat(skpca(ShrinkRule.FAST, 10, 50))
                .isEqualTo(new SketchAlgorithm.Choice(SketchAlgorithm.FREQUENT_DIRECTIONS, "shrink fast"));
        assertThat(skpca(ShrinkRule.PAPER, 10, 50))
                .isEqualTo(new SketchAlgorithm.Choice(SketchAlgorithm.ALGORITHM_1, "shrink paper"));
    }

    @Test
    void methodsAndForgettingGoBeforeTheShrink() {
        for (ShrinkRule shrink : ShrinkRule.values()) {
            assertThat(SketchAlgorithm.of(Method.RNCA, Forgetting.none(), shrink, 4096, 50))
                    .isEqualTo(SketchAlgorithm.GRAM);
            assertThat(SketchAlgorithm.choose(Method.SKPCA, Forgetting.window(1000, 0.1), shrink, 4096, 50))
                    .isEqualTo(new SketchAlgorithm.Choice(SketchAlgorithm.WINDOW, "the last 1000 rows alone count"));
        }
        assertThat(SketchAlgorithm.of(Method.SKPCA, Forgetting.halfLifeInRows(9), ShrinkRule.BLOCK, 4096, 50))
                .isEqualTo(SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK);
        for (Method method : new Method[] {Method.NYSTROM, Method.EXACT}) {
            assertThatThrownBy(() -> SketchAlgorithm.of(method, Forgetting.none(), ShrinkRule.BLOCK, 10, 5))
                    .hasMessage("method " + method.label() + " has no sketch");
        }
    }
}
