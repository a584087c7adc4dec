package io.github.skpca.internal.learning;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Looks for numbers that features, which are floats, could not hold: infinite ones, those beyond a float, and what is no number.
 *
 * <p>A whole batch is looked at before any of it is learned, so this is a pass of its own over all rows.
 */
final class FiniteNumbers {
    /** Numbers below which a handover costs more than it saves. */
    private static final int SHARED = 1 << 14;

    private FiniteNumbers() {}

    /** Finds the first bad one in [from, to), or {@code to}. */
    private interface Search {
        int firstBad(int from, int to);
    }

    /** The place of the first bad one among the first {@code count} numbers; {@code count} if all are good. */
    static int firstBad(double[] values, int count, Workers workers) {
        return isShort(count, workers)
                ? firstBad(values, 0, count)
                : firstBad(count, workers, (from, to) -> firstBad(values, from, to));
    }

    /** As {@link #firstBad(double[], int, Workers)}. */
    static int firstBad(float[] values, int count, Workers workers) {
        return isShort(count, workers)
                ? firstBad(values, 0, count)
                : firstBad(count, workers, (from, to) -> firstBad(values, from, to));
    }

    private static boolean isShort(int count, Workers workers) {
        return count < 2 * SHARED || workers.threads() == 1;
    }

    private static int firstBad(int count, Workers workers, Search search) {
        AtomicInteger first = new AtomicInteger(count);
        workers.split(count, SHARED, (from, to) -> {
            int bad = search.firstBad(from, to);
            if (bad < to) {
                first.accumulateAndGet(bad, Math::min);
            }
        });
        return first.get();
    }

    private static int firstBad(double[] values, int from, int to) {
        int i = Backend.active().sums().areFinite(values, from, to) ? to : from;
        while (i < to && Float.isFinite((float) values[i])) {
            i++;
        }
        return i;
    }

    private static int firstBad(float[] values, int from, int to) {
        int i = Backend.active().sums().areFinite(values, from, to) ? to : from;
        while (i < to && Float.isFinite(values[i])) {
            i++;
        }
        return i;
    }
}
