package io.github.skpca.linalg;

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
        AtomicInteger pieces = new AtomicInteger();
        Set<String> crooked = ConcurrentHashMap.newKeySet();
        workers.split(items, grain, (from, to) -> {
            pieces.incrementAndGet();
            if (from >= to || from % grain != 0 || (to % grain != 0 && to != items)) {
                crooked.add("[" + from + ", " + to + ")");
            }
            for (int i = from; i < to; i++) {
                done.incrementAndGet(i);
            }
        });
        for (int i = 0; i < items; i++) {
            assertThat(done.get(i)).as("%s: item %s", label, i).isEqualTo(1);
        }
        assertThat(crooked).as(label).isEmpty();
        assertThat(pieces.get()).as(label).isLessThanOrEqualTo(workers.threads());
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
            workers.split(3, 1, (from, to) -> seen.add(Thread.currentThread()));
        }
        seen.remove(Thread.currentThread());
        assertThat(seen).isNotEmpty().allMatch(Thread::isDaemon);
    }

    @Test
    void aFailureOfTheCallersPieceIsRethrownAfterTheOthersEnded() {
        try (Workers workers = new Workers(3)) {
            AtomicInteger ended = new AtomicInteger();
            assertThatThrownBy(() -> workers.split(3, 1, (from, to) -> {
                        if (from == 0) {
                            throw new UnsupportedOperationException("mine");
                        }
                        Thread.yield();
                        ended.incrementAndGet();
                    }))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessage("mine");
            assertThat(ended.get()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aFailureOfAnotherPieceIsRethrownWithItsCause(int failing) {
        try (Workers workers = new Workers(3)) {
            AtomicInteger ended = new AtomicInteger();
            assertThatThrownBy(() -> workers.split(3, 1, (from, to) -> {
                        if (from == failing) {
                            throw new AssertionError("theirs");
                        }
                        ended.incrementAndGet();
                    }))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("theirs")
                    .hasCauseInstanceOf(AssertionError.class);
            assertThat(ended.get()).isEqualTo(2);
            // The pool survives a failure.
            requireCovered(workers, 50, 3);
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
