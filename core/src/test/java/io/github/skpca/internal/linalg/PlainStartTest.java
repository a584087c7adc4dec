package io.github.skpca.internal.linalg;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

class PlainStartTest {
    /** Nobody would see a failure of the thread that it is run by. */
    @Test
    void whatItRunsIsRight() {
        Backend before = Backend.active();
        assertThatCode(PlainStart::round).doesNotThrowAnyException();
        assertThat(Backend.active()).isSameAs(before);
    }

    @Test
    void itsThreadEndsByItself() throws InterruptedException {
        PlainStart.begin();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().equals("skpca-plain")) {
                thread.join(20_000);
                assertThat(thread.isAlive()).isFalse();
            }
        }
    }
}
