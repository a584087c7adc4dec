package io.github.skpca;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class WorkersTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 8})
    void everyItemIsDoneOnceInPiecesOfWholeGrains(int threads) {
        try (Workers workers = new Workers(threads)) {
            assertThat(workers.threads()).isEqualTo(threads);
            for (int grain : new int[] {1, 2, 3, 7, 12, 64}) {
                for (int items = 0; items <= 100; items++) {
                    requireCovered(workers, items, grain);
                }
                requireCovered(workers, 12_345, grain);
            }
        }
    }

    private static void requireCovered(Workers workers, int items, int grain) {
        String label = items + " items, grain " + grain + ", " + workers.threads() + " threads";
        AtomicIntegerArray done = new AtomicIntegerArray(items);
        AtomicInteger strangers = new AtomicInteger();
        AtomicIntegerArray inside = new AtomicIntegerArray(workers.threads());
        Set<String> crooked = ConcurrentHashMap.newKeySet();
        workers.splitNumbered(items, grain, (thread, from, to) -> {
            if (inside.incrementAndGet(thread) > 1) {
                strangers.incrementAndGet();
            }
            if (from >= to || from % grain != 0 || (to % grain != 0 && to != items)) {
                crooked.add("[" + from + ", " + to + ")");
            }
            for (int i = from; i < to; i++) {
                done.incrementAndGet(i);
            }
            inside.decrementAndGet(thread);
        });
        for (int i = 0; i < items; i++) {
            assertThat(done.get(i)).as("%s: item %s", label, i).isEqualTo(1);
        }
        assertThat(crooked).as(label).isEmpty();
        assertThat(strangers.get())
                .as("%s: two at once under one thread's number", label)
                .isZero();
    }

    @Test
    void theCallerAloneWorksInItsOwnThread() {
        Thread caller = Thread.currentThread();
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        Workers.callerOnly().split(1000, 1, (from, to) -> seen.add(Thread.currentThread()));
        assertThat(seen).containsExactly(caller);
    }

    @Test
    void otherThreadsAreDaemons() {
        Set<Thread> seen = ConcurrentHashMap.newKeySet();
        try (Workers workers = new Workers(3)) {
            // Until another thread has come: the caller may be done before it wakes.
            for (int round = 0; round < 10_000 && seen.size() < 2; round++) {
                workers.split(300, 1, (from, to) -> seen.add(Thread.currentThread()));
            }
        }
        seen.remove(Thread.currentThread());
        assertThat(seen).isNotEmpty().allMatch(Thread::isDaemon);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void aFailureIsThrownAsItIsAfterWhatWasBegunHasEnded(int failing) {
        try (Workers workers = new Workers(3)) {
            for (int round = 0; round < 50; round++) {
                AtomicInteger begun = new AtomicInteger();
                AtomicInteger ended = new AtomicInteger();
                assertThatThrownBy(() -> workers.split(3, 1, (from, to) -> {
                            begun.incrementAndGet();
                            if (from == failing) {
                                ended.incrementAndGet();
                                throw new UnsupportedOperationException("this one");
                            }
                            Thread.yield();
                            ended.incrementAndGet();
                        }))
                        .isInstanceOf(UnsupportedOperationException.class)
                        .hasMessage("this one");
                assertThat(ended.get()).isEqualTo(begun.get());
            }
            // The pool survives a failure.
            requireCovered(workers, 50, 3);
        }
    }

    @Test
    void aThreadThatIsHeldUpKeepsOnlyTheRangeItHas() {
        try (Workers workers = new Workers(2)) {
            AtomicInteger left = new AtomicInteger(1000);
            workers.split(1000, 1, (from, to) -> {
                left.addAndGet(from - to);
                long end = System.nanoTime() + 5_000_000_000L;
                while (from == 0 && left.get() > 0 && System.nanoTime() < end) {
                    Thread.onSpinWait();
                }
                if (from == 0) {
                    assertThat(left.get()).as("items that nobody else took").isZero();
                }
            });
        }
    }

    @Test
    void anInterruptIsKeptForTheCaller() {
        try (Workers workers = new Workers(2)) {
            Thread.currentThread().interrupt();
            AtomicInteger ended = new AtomicInteger();
            workers.split(2, 1, (from, to) -> ended.incrementAndGet());
            assertThat(ended.get()).isEqualTo(2);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void fewerThanOneThreadIsRefused() {
        assertThatThrownBy(() -> new Workers(0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("threads must be at least 1, not 0");
    }
}
