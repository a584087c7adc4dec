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

    /** What a model is made of does not depend on the machine: every kernel, bit for bit. */
    @Test
    void hasTheBitsOfPlainJava() {
        assertThat(BackendBits.of(create())).isEqualTo(BackendBits.of(Backend.plain()));
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
