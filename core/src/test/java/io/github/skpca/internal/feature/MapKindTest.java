package io.github.skpca.internal.feature;

import io.github.skpca.MapKind;
import io.github.skpca.kernel.IsotropicKernel;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class MapKindTest {
    @ParameterizedTest
    @EnumSource(MapKind.class)
    void labelsLeadBack(MapKind kind) {
        assertThat(MapKind.ofLabel(kind.label())).contains(kind);
        assertThat(MapKind.labels()).contains(kind.label());
    }

    @Test
    void anotherLabelIsNone() {
        assertThat(MapKind.ofLabel("Paired")).isEmpty();
        assertThat(MapKind.ofLabel("")).isEmpty();
    }

    @Test
    void boundsOnTheSquaredNorm() {
        assertThat(MapKind.PAIRED.largestSquaredNorm()).isEqualTo(1);
        assertThat(MapKind.FOURIER.largestSquaredNorm()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(MapKind.class)
    void pairsAreEvenAndOfLengthOne(MapKind kind) {
        assertThat(kind.isPaired()).isEqualTo(kind.largestSquaredNorm() == 1);
        assertThat(kind.allowedFeatures(7)).isEqualTo(kind.isPaired() ? 8 : 7);
        assertThat(kind.allowedFeatures(8)).isEqualTo(8);
    }

    @ParameterizedTest
    @EnumSource(
            value = MapKind.class,
            names = {"PAIRED", "ORTHOGONAL", "STRUCTURED"})
    void oddAndMissingSizesAreRefused(MapKind kind) {
        IsotropicKernel kernel = Kernel.gaussian(1);
        assertThatThrownBy(() -> RandomMaps.draw(kind, kernel, 2, 7, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("features must be positive and even for the " + kind.label() + " map, not 7");
        assertThatThrownBy(() -> RandomMaps.draw(kind, kernel, 0, 8, 0))
                .hasMessage("columns must be at least 1, not 0");
    }
}
