package io.github.skpca.internal.linalg;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

class SimdBackendTest extends BackendContract {
    @Override
    Backend create() {
        try {
            return Backend.of("on");
        } catch (IllegalStateException e) {
            return abort(e.getMessage());
        }
    }

    @Test
    void isNamedByTheWidthOfAVector() {
        assertThat(create().name()).matches("simd-\\d+");
    }

    @Test
    void isWhatTheProcessUsesUnlessToldOtherwise() {
        Backend simd = create();
        if (System.getProperty("skpca.simd") == null) {
            assertThat(Backend.active().name())
                    .isIn(simd.name(), Backend.plain().name());
        }
        assertThat(Backend.of("auto").name()).isIn(simd.name(), Backend.plain().name());
    }
}
