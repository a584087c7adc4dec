package io.github.skpca;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ComponentCountTest {
    /** Three directions with squares 5, 3 and 1, of rows that weigh 10. */
    private static final double[] SQUARES = {5, 3, 1};

    private static final double WEIGHT = 10;

    @Test
    void numberIsAtMostWhatTheSketchHas() {
        assertThat(ComponentCount.of(1).resolve(SQUARES, WEIGHT)).isEqualTo(1);
        assertThat(ComponentCount.of(3).resolve(SQUARES, WEIGHT)).isEqualTo(3);
        assertThat(ComponentCount.of(50).resolve(SQUARES, WEIGHT)).isEqualTo(3);
        assertThat(ComponentCount.all().resolve(SQUARES, WEIGHT)).isEqualTo(3);
    }

    @Test
    void shareTakesTheFewestComponentsThatReachIt() {
        assertThat(ComponentCount.ofShare(0.1).resolve(SQUARES, WEIGHT)).isEqualTo(1);
        assertThat(ComponentCount.ofShare(0.5).resolve(SQUARES, WEIGHT)).isEqualTo(1);
        assertThat(ComponentCount.ofShare(0.51).resolve(SQUARES, WEIGHT)).isEqualTo(2);
        assertThat(ComponentCount.ofShare(0.85).resolve(SQUARES, WEIGHT)).isEqualTo(3);
        assertThat(ComponentCount.ofShare(0.95).resolve(SQUARES, WEIGHT)).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "10", "0.95", "0.5", "1E-10", "0.30000000000000004", "all"})
    void textReadsBack(String text) {
        ComponentCount count = ComponentCount.parse(text);
        assertThat(ComponentCount.parse(count.toString())).isEqualTo(count);
        assertThat(count.toString()).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "-1", "1.0", "0.0", "1.5", "-0.5", "All", "NaN", "1e5", "99999999999", "0x1", "."})
    void nonsenseIsRefusedInOneLine(String text) {
        assertThatThrownBy(() -> ComponentCount.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("components must be a number");
    }
}
