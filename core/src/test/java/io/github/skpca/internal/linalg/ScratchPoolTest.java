package io.github.skpca.internal.linalg;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import static org.assertj.core.api.Assertions.assertThat;

/** Nobody gets what another has, and what is given back is used again. */
class ScratchPoolTest {
    @Test
    void oneThreadGetsItsOwnAgain() {
        AtomicInteger made = new AtomicInteger();
        ScratchPool<int[]> pool = new ScratchPool<>(() -> new int[made.incrementAndGet()]);
        int[] first = pool.take();
        pool.give(first);
        for (int i = 0; i < 100; i++) {
            int[] again = pool.take();
            assertThat(again).isSameAs(first);
            pool.give(again);
        }
        assertThat(made).hasValue(1);
    }

    /** More than it keeps may be out at once; beyond what it keeps the rest is let go. */
    @Test
    void itKeepsABoundedNumber() {
        AtomicInteger made = new AtomicInteger();
        ScratchPool<int[]> pool = new ScratchPool<>(() -> new int[made.incrementAndGet()]);
        for (int round = 0; round < 2; round++) {
            List<int[]> out = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                out.add(pool.take());
            }
            Set<int[]> different = Collections.newSetFromMap(new IdentityHashMap<>());
            different.addAll(out);
            assertThat(different).hasSize(100);
            out.forEach(pool::give);
        }
        assertThat(made).hasValue(136);
    }

    @Test
    void noTwoThreadsHaveTheSame() throws Exception {
        int threads = 8;
        AtomicInteger made = new AtomicInteger();
        ScratchPool<AtomicBoolean> pool = new ScratchPool<>(() -> {
            made.incrementAndGet();
            return new AtomicBoolean();
        });
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> clashes = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                clashes.add(executor.submit(() -> {
                    int seen = 0;
                    for (int call = 0; call < 100_000; call++) {
                        AtomicBoolean inUse = pool.take();
                        seen += inUse.getAndSet(true) ? 1 : 0;
                        inUse.set(false);
                        pool.give(inUse);
                    }
                    return seen;
                }));
            }
            for (Future<Integer> clash : clashes) {
                assertThat(clash.get()).isZero();
            }
        } finally {
            executor.shutdownNow();
        }
        assertThat(made.get()).isBetween(1, 64 + threads);
    }
}
