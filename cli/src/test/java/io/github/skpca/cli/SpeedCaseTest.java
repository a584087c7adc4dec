package io.github.skpca.cli;

import io.github.skpca.MapKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

final class SpeedCaseTest {
    @ParameterizedTest
    @CsvSource({
        // Three whole transforms a block where the block's width is a power of two, 32 at least.
        "32, 64, 1 * 3 * 32 * 5",
        "21, 1000, 16 * 3 * 32 * 5",
        "256, 1000, 2 * 3 * 256 * 8",
        "256, 514, 2 * 3 * 256 * 8",
        // Six of the largest power of two inside it elsewhere, and no filling up.
        "33, 66, 1 * 6 * 32 * 5",
        "100, 1000, 5 * 6 * 64 * 6",
        "1000, 1000, 1 * 6 * 512 * 9",
        "1000, 4000, 2 * 6 * 512 * 9",
    })
    void theLimitOfTheStructuredMapCountsItsTransforms(int columns, int features, String product) {
        double expected = 1;
        for (String factor : product.split(" \\* ")) {
            expected *= Integer.parseInt(factor);
        }
        assertThat(SpeedCase.mapFlops(MapKind.STRUCTURED, columns, features)).isEqualTo(expected);
    }

    @Test
    void theLimitOfOtherMapsCountsAProduct() {
        for (MapKind map : MapKind.values()) {
            if (map != MapKind.STRUCTURED) {
                assertThat(SpeedCase.mapFlops(map, 21, 1000)).as(map.label()).isEqualTo(42_000);
            }
        }
    }
}
