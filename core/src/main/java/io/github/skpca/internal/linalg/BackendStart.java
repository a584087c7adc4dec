package io.github.skpca.internal.linalg;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Makes SIMD ready beside the work, and changes to it.
 *
 * <p>Until the compiler has seen them often, SIMD kernels are slower than plain loops. So a process begins with plain Java. If its work goes on for
 * longer than a moment, a thread in the background does a piece of that work again and again with SIMD, and throws the results away. Once that is
 * faster than plain Java, the process changes over. Both give the same bits, so nobody can tell from a result.
 */
public final class BackendStart {
    /** Rows that are all learned or scored sooner do not get its own back. Counted from the first of them: what comes before is done once. */
    private static final long DELAY = TimeUnit.MILLISECONDS.toNanos(1000);

    /** After so long without being faster, SIMD is not used at all. */
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(60);

    /** A piece must have been faster so many times in a row. */
    private static final int WINS = 3;

    private static final AtomicBoolean BEGUN = new AtomicBoolean(!BackendChoice.isWaiting());

    private BackendStart() {}

    /** Whether it is time to begin: ask with every batch of rows, it costs next to nothing. */
    public static boolean isDue() {
        return !BEGUN.get() && System.nanoTime() - FirstAsked.AT > DELAY;
    }

    private static final class FirstAsked {
        static final long AT = System.nanoTime();
    }

    /**
     * Begins, unless it has begun.
     *
     * @param rehearsal makes a piece of work of its own, with what it needs laid out for the arithmetic that is then active; called twice, by
     *     the thread in the background
     */
    public static void begin(Supplier<Runnable> rehearsal) {
        if (!BEGUN.compareAndSet(false, true)) {
            return;
        }
        Thread thread = new Thread(() -> rehearseQuietly(rehearsal), "skpca-simd");
        thread.setDaemon(true);
        thread.start();
    }

    /** Changes at once, for those who measure speed. */
    public static void changeNow() {
        if (BEGUN.compareAndSet(false, true)) {
            BackendChoice.change(BackendChoice.simdOrPlain());
        }
    }

    /** Changes to a backend, whichever is in use: for tests of the change. */
    public static void change(Backend backend) {
        BEGUN.set(true);
        BackendChoice.change(backend);
    }

    /** What goes wrong here, such as too little memory for a second copy, is nobody's concern: plain Java goes on. */
    private static void rehearseQuietly(Supplier<Runnable> rehearsal) {
        try {
            rehearse(rehearsal);
        } catch (RuntimeException | OutOfMemoryError | LinkageError staysPlain) {
            BackendChoice.changeThread(null);
        }
    }

    private static void rehearse(Supplier<Runnable> rehearsal) {
        Backend plain = BackendChoice.active();
        Backend simd = BackendChoice.simdOrPlain();
        Runnable withPlain = made(plain, rehearsal);
        Runnable withSimd = made(simd, rehearsal);
        long end = System.nanoTime() + PATIENCE;
        int wins = 0;
        while (wins < WINS && System.nanoTime() < end) {
            long simdTime = time(simd, withSimd);
            wins = simdTime < time(plain, withPlain) ? wins + 1 : 0;
        }
        if (wins == WINS) {
            BackendChoice.change(simd);
        }
    }

    private static Runnable made(Backend backend, Supplier<Runnable> rehearsal) {
        BackendChoice.changeThread(backend);
        return rehearsal.get();
    }

    private static long time(Backend backend, Runnable work) {
        BackendChoice.changeThread(backend);
        long start = System.nanoTime();
        work.run();
        return System.nanoTime() - start;
    }
}
