package io.github.skpca.linalg;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PlainBackendTest extends BackendContract {
    @Override
    Backend create() {
        return Backend.plain();
    }

    @Test
    void isChosenByNameWhateverTheProcessUses() {
        assertThat(Backend.of("off").name()).isEqualTo("plain");
        assertThat(Backend.of("OFF").name()).isEqualTo("plain");
        assertThat(Backend.plain().name()).isEqualTo("plain");
    }

    @Test
    void anUnknownChoiceIsRefusedWithTheChoices() {
        assertThatThrownBy(() -> Backend.of("fast"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("on, off or auto")
                .hasMessageContaining("fast");
    }
}
