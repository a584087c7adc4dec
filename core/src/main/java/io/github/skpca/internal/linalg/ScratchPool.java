package io.github.skpca.internal.linalg;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Work space that is used again: a thread takes one, works with it, and gives it back. Any number of threads share a pool, without locks.
 *
 * <p>The pool keeps at most {@value #SLOTS}. A thread that finds none gets a new one; one that is given back to a full pool is left to the
 * garbage collector. So a pool holds about as many as there were threads at once, and it holds them only as long as its owner lives, unlike
 * a {@link ThreadLocal}, whose values stay with threads.
 *
 * @param <T> the work space; whoever was interrupted by an exception in the middle of its work does not give it back
 */
public final class ScratchPool<T> {
    private static final int SLOTS = 64;

    /** References between two slots: threads that use neighbouring slots do not share a cache line. */
    private static final int STRIDE = 16;

    private final AtomicReferenceArray<@Nullable T> slots = new AtomicReferenceArray<>(SLOTS * STRIDE);
    private final Supplier<T> maker;

    /**
     * An empty pool.
     *
     * @param maker makes one when none is left
     */
    public ScratchPool(Supplier<T> maker) {
        this.maker = maker;
    }

    /** One that nobody else uses until it is given back. */
    public T take() {
        int own = ownSlot();
        for (int i = 0; i < SLOTS; i++) {
            int at = place(own + i);
            // Reading first: an exchange takes the cache line away from the other threads even if there is nothing to
            // take.
            if (slots.get(at) != null) {
                T taken = slots.getAndSet(at, null);
                if (taken != null) {
                    return taken;
                }
            }
        }
        return maker.get();
    }

    /** Gives back what was taken; the caller must not use it any more. */
    public void give(T scratch) {
        int own = ownSlot();
        for (int i = 0; i < SLOTS; i++) {
            int at = place(own + i);
            if (slots.get(at) == null && slots.compareAndSet(at, null, scratch)) {
                return;
            }
        }
    }

    /** Where a thread looks first: with few threads each finds its own again. */
    private static int ownSlot() {
        return (int) Thread.currentThread().getId();
    }

    private static int place(int slot) {
        return (slot & SLOTS - 1) * STRIDE;
    }
}
