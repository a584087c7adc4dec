package io.github.skpca.feature;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

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
}
