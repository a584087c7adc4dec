package io.github.skpca.cli;

import org.jspecify.annotations.Nullable;

import java.io.PrintStream;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * One line of progress, rewritten in place. It stays silent for the first half second, so that quick runs leave no
 * trace, and then changes at most five times a second. For one thread at a time.
 */
final class ProgressLine {
    private static final long QUIET_NANOS = 500_000_000L;
    private static final long INTERVAL_NANOS = 200_000_000L;
    private static final int DEFAULT_COLUMNS = 80;

    private final PrintStream out;
    private final boolean shown;
    private final LongSupplier nanoTime;
    private final int columns;
    private long lastNanos;
    private long waitNanos = QUIET_NANOS;
    private int columnsInUse;

    /**
     * A line as wide as the terminal: as the launcher found it when the command began, as the environment variable COLUMNS says, or 80.
     *
     * @param shown false makes every method do nothing
     * @param nanoTime a monotonic clock such as {@code System::nanoTime}
     */
    ProgressLine(PrintStream out, boolean shown, LongSupplier nanoTime) {
        this(out, shown, nanoTime, columnsOfTerminal());
    }

    ProgressLine(PrintStream out, boolean shown, LongSupplier nanoTime, int columns) {
        if (columns < 2) {
            throw new IllegalArgumentException("columns must be at least 2, not " + columns);
        }
        this.out = out;
        this.shown = shown;
        this.nanoTime = nanoTime;
        this.columns = columns;
        this.lastNanos = nanoTime.getAsLong();
    }

    /** Shows the text if a change is due; the supplier is not asked otherwise. */
    void update(Supplier<String> text) {
        if (!shown) {
            return;
        }
        long now = nanoTime.getAsLong();
        if (now - lastNanos < waitNanos) {
            return;
        }
        lastNanos = now;
        waitNanos = INTERVAL_NANOS;
        rewrite(text.get());
    }

    /** Clears the line and leaves the cursor at its start. A later update shows it again. */
    void done() {
        if (columnsInUse > 0) {
            out.print("\r" + " ".repeat(columnsInUse) + "\r");
            out.flush();
            columnsInUse = 0;
        }
    }

    private void rewrite(String text) {
        StringBuilder line = new StringBuilder("\r");
        int used = 0;
        for (int i = 0; i < text.length(); ) {
            int codePoint = text.codePointAt(i);
            // A terminal wraps when its last column is written, and a wrapped line cannot be taken back.
            if (used + columnsOf(codePoint) > columns - 1) {
                break;
            }
            used += columnsOf(codePoint);
            // The text may hold a file name, and a file name may hold an escape sequence.
            line.appendCodePoint(Character.isISOControl(codePoint) ? '?' : codePoint);
            i += Character.charCount(codePoint);
        }
        line.append(" ".repeat(Math.max(0, columnsInUse - used)));
        columnsInUse = used;
        out.print(line);
        out.flush();
    }

    /** Two for every script that may be set wide: to cut too early is harmless. */
    private static int columnsOf(int codePoint) {
        return codePoint < 0x1100 || (codePoint >= 0x2000 && codePoint < 0x2E80) ? 1 : 2;
    }

    private static int columnsOfTerminal() {
        int told = columns(System.getProperty("skpca.columns"));
        int named = told > 0 ? told : columns(System.getenv("COLUMNS"));
        return named > 0 ? named : DEFAULT_COLUMNS;
    }

    /** A width that makes sense, or 0; a terminal that does not know its own says 0. */
    static int columns(@Nullable String text) {
        return text != null && text.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(text) : 0;
    }
}
