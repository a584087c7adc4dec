package io.github.skpca.cli;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ProgressLineTest {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(bytes, false, StandardCharsets.UTF_8);

    // Near the end of the range, because the origin of a monotonic clock is arbitrary and it may wrap.
    private long now = Long.MAX_VALUE - 100_000_000L;

    @Test
    void staysSilentForHalfASecond() {
        ProgressLine line = line(true, 80);
        line.update(() -> "too early");
        passMillis(499);
        line.update(() -> "too early");
        assertThat(written()).isEmpty();
        passMillis(1);
        line.update(() -> "10 rows");
        assertThat(written()).isEqualTo("\r10 rows");
    }

    @Test
    void changesAtMostFiveTimesASecondAndAsksForNoTextInBetween() {
        ProgressLine line = line(true, 80);
        AtomicInteger asked = new AtomicInteger();
        for (int millis = 0; millis < 2500; millis++) {
            line.update(() -> "step " + asked.incrementAndGet());
            passMillis(1);
        }
        assertThat(asked).hasValue(10);
    }

    @Test
    void aShorterTextLeavesNothingOfTheLongerOne() {
        ProgressLine line = line(true, 80);
        passMillis(500);
        line.update(() -> "1000 rows");
        passMillis(200);
        line.update(() -> "done");
        assertThat(written()).isEqualTo("\r1000 rows\rdone     ");
        line.done();
        assertThat(written()).isEqualTo("\r1000 rows\rdone     \r    \r");
    }

    @Test
    void isCutBeforeTheLastColumn() {
        ProgressLine line = line(true, 10);
        passMillis(500);
        line.update(() -> "0123456789abc");
        assertThat(written()).isEqualTo("\r012345678");
    }

    @Test
    void isCutEarlierWhereLettersAreWide() {
        ProgressLine line = line(true, 6);
        passMillis(500);
        line.update(() -> "漢字漢字");
        assertThat(written()).isEqualTo("\r漢字");
    }

    @Test
    void letsNoControlCharacterThrough() {
        ProgressLine line = line(true, 80);
        passMillis(500);
        line.update(() -> "a\u001b[2Jb\nc");
        assertThat(written()).isEqualTo("\ra?[2Jb?c");
    }

    @Test
    void isSilentWhenNotShown() {
        ProgressLine line = line(false, 80);
        passMillis(5000);
        line.update(() -> {
            throw new AssertionError("asked for a text that nobody sees");
        });
        line.done();
        assertThat(written()).isEmpty();
    }

    @Test
    void clearsNothingIfNothingWasShown() {
        line(true, 80).done();
        assertThat(written()).isEmpty();
    }

    @Test
    void refusesALineWithoutRoom() {
        assertThatThrownBy(() -> line(true, 1)).hasMessageContaining("columns must be at least 2");
    }

    @Test
    void takesItsWidthFromTheEnvironmentUnlessTold() {
        ProgressLine line = new ProgressLine(out, true, () -> now);
        passMillis(500);
        line.update(() -> "x".repeat(20_000));
        assertThat(written().length()).isBetween(2, 9999);
    }

    @Test
    void aWidthThatMakesNoSenseIsNone() {
        assertThat(ProgressLine.columns("132")).isEqualTo(132);
        for (String nonsense : new String[] {"", "0", "7", "-80", "99999", "eighty", "80 "}) {
            assertThat(ProgressLine.columns(nonsense)).as(nonsense).isZero();
        }
        assertThat(ProgressLine.columns(null)).isZero();
    }

    private ProgressLine line(boolean shown, int columns) {
        return new ProgressLine(out, shown, () -> now, columns);
    }

    private void passMillis(long millis) {
        now += millis * 1_000_000L;
    }

    private String written() {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
