package io.github.skpca;

import io.github.skpca.internal.learning.Learner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import static org.assertj.core.api.Assertions.assertThat;

/** A learner that several threads use at once. */
class SharedLearnerTest {
    private static final int COLUMNS = 3;
    private static final int COUNT = 3000;
    private static final int READERS = 2;
    private static final long LONGEST_SECONDS = 120;
    private static final double[] ROWS = SampleRows.clusters(11, COUNT, COLUMNS);

    /** Row by row from one thread, snapshots from others as fast as they can: each is what its rows alone would have given. */
    @ParameterizedTest
    @EnumSource(Method.class)
    void anyThreadTakesSnapshotsAtAnyTime(Method method) throws Exception {
        int rows = method == Method.EXACT ? 300 : COUNT;
        try (Workers workers = new Workers(2)) {
            StreamingKernelPca learner =
                    builder(method).warmUpRows(100).workers(workers).build(COLUMNS);
            learner.update(row(0));
            learner.update(row(1));
            AtomicBoolean over = new AtomicBoolean();
            Map<Long, byte[]> seen = new ConcurrentHashMap<>();
            ExecutorService threads = Executors.newFixedThreadPool(READERS + 1);
            try {
                Future<?>[] readers = new Future<?>[READERS];
                for (int i = 0; i < READERS; i++) {
                    readers[i] = threads.submit(() -> read(learner, over, seen));
                }
                Future<?> writer = threads.submit(() -> {
                    try {
                        // The warm-up ends here too, under the readers' eyes.
                        for (int i = 2; i < rows; i++) {
                            learner.update(row(i));
                        }
                    } finally {
                        over.set(true);
                    }
                });
                writer.get(LONGEST_SECONDS, TimeUnit.SECONDS);
                for (Future<?> reader : readers) {
                    reader.get(LONGEST_SECONDS, TimeUnit.SECONDS);
                }
            } finally {
                threads.shutdownNow();
            }

            assertThat(learner.rows()).isEqualTo(rows);
            StreamingKernelPca alone = builder(method).warmUpRows(100).build(COLUMNS);
            for (int i = 0; i < rows; i++) {
                alone.update(row(i));
                byte[] found = seen.remove(i + 1L);
                if (found != null && (i % 7 == 0 || i == rows - 1)) {
                    assertThat(found).as("snapshot of %d rows", i + 1).isEqualTo(Bits.of(alone.snapshot()));
                }
            }
            assertThat(seen).isEmpty();
            assertThat(Bits.of(learner.snapshot())).isEqualTo(Bits.of(alone.snapshot()));
            assertThat(learner.toBytes()).isEqualTo(alone.toBytes());
        }
    }

    private static Void read(StreamingKernelPca learner, AtomicBoolean over, Map<Long, byte[]> seen) throws Exception {
        long before = 0;
        boolean last;
        do {
            last = over.get();
            KernelPcaModel model = learner.snapshot();
            assertThat(model.rows()).isGreaterThanOrEqualTo(before);
            before = model.rows();
            seen.putIfAbsent(model.rows(), Bits.of(model));
            assertThat(learner.latest().orElseThrow().rows()).isGreaterThanOrEqualTo(before);
            assertThat(Learner.of(learner).save().rows()).isGreaterThanOrEqualTo(before);
            assertThat(StreamingKernelPca.fromBytes(learner.toBytes(), Workers.callerOnly())
                            .rows())
                    .isGreaterThanOrEqualTo(before);
            assertThat(learner.rows()).isGreaterThanOrEqualTo(before);
            assertThat(learner.workingBytes()).isPositive();
        } while (!last);
        assertThat(before).isEqualTo(learner.rows());
        return null;
    }

    /** A snapshot has whole batches, of rows with and without their zeros. */
    @Test
    void aSnapshotHasWholeBatches() throws Exception {
        int batch = 50;
        StreamingKernelPca learner = builder(Method.SKPCA).warmUpRows(2 * batch).build(COLUMNS);
        learner.update(ROWS, 2 * batch);
        AtomicBoolean over = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            Callable<Void> dense = () -> {
                for (int i = 2; i < COUNT / batch; i++) {
                    learner.update(Arrays.copyOfRange(ROWS, i * batch * COLUMNS, (i + 1) * batch * COLUMNS), batch);
                }
                return null;
            };
            Callable<Void> sparse = () -> {
                for (int i = 2; i < COUNT / batch; i++) {
                    learner.update(RowBatch.of(SparseRows.of(ROWS, i * batch * COLUMNS, batch, COLUMNS)));
                }
                return null;
            };
            Future<Void> first = threads.submit(dense);
            Future<Void> second = threads.submit(sparse);
            Future<Void> reader = threads.submit(() -> {
                while (!over.get()) {
                    assertThat(learner.snapshot().rows() % batch).isZero();
                }
                return null;
            });
            first.get(LONGEST_SECONDS, TimeUnit.SECONDS);
            second.get(LONGEST_SECONDS, TimeUnit.SECONDS);
            over.set(true);
            reader.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
        assertThat(learner.rows()).isEqualTo(2L * COUNT - 2 * batch);
    }

    /** Each thread wants both learners, and they would wait for each other if each took its own first. */
    @Test
    void twoLearnersAreMergedIntoEachOther() throws Exception {
        StreamingKernelPca pattern = builder(Method.SKPCA).warmUpRows(100).build(COLUMNS);
        pattern.update(ROWS, 200);
        StreamingKernelPca one = StreamingKernelPca.like(pattern.snapshot(), Workers.callerOnly());
        StreamingKernelPca other = StreamingKernelPca.like(pattern.snapshot(), Workers.callerOnly());
        one.update(ROWS, 100);
        other.update(ROWS, 100);
        CyclicBarrier together = new CyclicBarrier(2);
        int rounds = 20;
        ExecutorService threads = Executors.newFixedThreadPool(2);
        try {
            Future<Void> there = threads.submit(() -> merge(one, other, together, rounds));
            Future<Void> back = threads.submit(() -> merge(other, one, together, rounds));
            there.get(LONGEST_SECONDS, TimeUnit.SECONDS);
            back.get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } finally {
            threads.shutdownNow();
        }
        // A round turns (a, b) into (a + b, a + 2b) or (2a + b, a + b): 300 and 200 after the first, and so on.
        assertThat(one.rows() + other.rows()).isGreaterThan(200L << rounds);
        assertThat(one.snapshot().rows()).isEqualTo(one.rows());
    }

    private static Void merge(StreamingKernelPca into, StreamingKernelPca other, CyclicBarrier together, int rounds)
            throws Exception {
        for (int i = 0; i < rounds; i++) {
            together.await(LONGEST_SECONDS, TimeUnit.SECONDS);
            into.merge(other);
        }
        return null;
    }

    private static KernelPcaBuilder builder(Method method) {
        return StreamingKernelPca.builder()
                .method(method)
                .features(40)
                .sketchSize(8)
                .components(4)
                .seed(7);
    }

    private static double[] row(int i) {
        return Arrays.copyOfRange(ROWS, COLUMNS * i, COLUMNS * (i + 1));
    }
}
