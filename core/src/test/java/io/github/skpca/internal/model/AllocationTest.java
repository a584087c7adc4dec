package io.github.skpca.internal.model;

import com.sun.management.ThreadMXBean;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.SampleRows;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.kernel.Kernel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A single row on its way to loadings or a score allocates nothing, and one that is learned no tile: what the JVM counts, not what a
 * clock says.
 */
class AllocationTest {
    private static final int COLUMNS = 21;
    private static final int CALLS = 2000;

    @ParameterizedTest
    @EnumSource(Method.class)
    void aRowIsTransformedAndScoredWithoutAllocation(Method method) {
        requireNoAllocation(StreamingKernelPca.builder().method(method));
    }

    @ParameterizedTest
    @EnumSource(
            value = MapKind.class,
            names = {"FOURIER", "PAIRED", "ORTHOGONAL", "STRUCTURED"})
    void aRowIsMappedWithoutAllocation(MapKind map) {
        requireNoAllocation(StreamingKernelPca.builder().map(map));
    }

    private static double[] rows() {
        return new Random(5)
                .doubles(300L * COLUMNS)
                .map(value -> value < 0.8 ? 0 : value)
                .toArray();
    }

    private static KernelPcaModel fitted(KernelPcaBuilder builder) {
        StreamingKernelPca learner = builder.features(200).warmUpRows(300).build(COLUMNS);
        learner.update(rows(), 300);
        return learner.snapshot();
    }

    private static void requireNoAllocation(KernelPcaBuilder builder) {
        double[] rows = rows();
        Projector projector = FittedModel.of(fitted(builder)).projector();
        SparseRows sparse = SparseRows.of(rows, 0, 300, COLUMNS);
        float[] loadings = new float[10];
        double[] score = new double[1];
        // The count itself may cost a few bytes a round, never some a row.
        assertThat(leastBytes(300, CALLS, CALLS, i -> {
                    projector.transform(rows, i % 300 * COLUMNS, 1, loadings, 0);
                    projector.score(rows, i % 300 * COLUMNS, 1, score, 0);
                    projector.transform(sparse, i % 300, 1, loadings, 0);
                    projector.score(sparse, i % 300, 1, score, 0);
                }))
                .as("bytes of %s rows, seed 5", CALLS)
                .isLessThan(CALLS);
    }

    static Stream<KernelPcaBuilder> everyMethodAndMap() {
        List<KernelPcaBuilder> builders = new ArrayList<>();
        for (Method method : Method.values()) {
            builders.add(StreamingKernelPca.builder().method(method));
        }
        for (MapKind map : MapKind.values()) {
            builders.add(StreamingKernelPca.builder().map(map));
            builders.add(StreamingKernelPca.builder().map(map).centered(false));
        }
        builders.add(StreamingKernelPca.builder().kernel(Kernel.polynomial(2, 3)));
        return builders.stream();
    }

    @ParameterizedTest
    @MethodSource("everyMethodAndMap")
    void aModelAllocatesTheLoadingsAloneAndForAScoreNothing(KernelPcaBuilder builder) {
        SharedModel shared = new SharedModel(fitted(builder));
        assertThat(leastBytes(300, CALLS, CALLS, shared::score))
                .as("bytes of %s scores, seed 5", CALLS)
                .isLessThan(CALLS);
        long most = CALLS * shared.bytesOfLoadings() + CALLS;
        assertThat(leastBytes(300, CALLS, most, shared::transform))
                .as("bytes of the loadings of %s rows, seed 5", CALLS)
                .isLessThan(most);
    }

    /** What each thread is counted for, while all of them use one model at once. */
    @ParameterizedTest
    @MethodSource("everyMethodAndMap")
    void severalThreadsOnOneModelAllocateNoMore(KernelPcaBuilder builder) throws Exception {
        SharedModel shared = new SharedModel(fitted(builder));
        int threads = 4;
        long most = CALLS * shared.bytesOfLoadings() + CALLS;
        CyclicBarrier together = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Long>> counts = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counts.add(pool.submit(() -> {
                    long least = Long.MAX_VALUE;
                    // All go on until the slowest compiler has caught up: as many rounds for each, so that nobody works
                    // alone.
                    for (int round = 0; round < 12; round++) {
                        together.await();
                        least = Math.min(least, leastBytes(1, CALLS, 0, row -> {
                            shared.score(row);
                            shared.transform(row);
                        }));
                    }
                    return least;
                }));
            }
            for (Future<Long> count : counts) {
                assertThat(count.get())
                        .as("bytes of one of %s threads, %s rows, seed 5", threads, CALLS)
                        .isLessThan(most);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    /** A model that is asked for single rows, in both forms; defeats dead-code elimination by keeping what it is told. */
    private static final class SharedModel {
        private final KernelPcaModel model;
        private final double[][] rows = new double[300][];
        private final float[][] narrow = new float[300][];
        volatile double kept;

        SharedModel(KernelPcaModel model) {
            this.model = model;
            for (int i = 0; i < rows.length; i++) {
                rows[i] = Arrays.copyOfRange(rows(), i * COLUMNS, (i + 1) * COLUMNS);
                narrow[i] = SampleRows.narrowed(rows[i]);
            }
        }

        void score(int call) {
            kept = model.score(rows[call % 300]) + model.score(narrow[call % 300]) + model.residual(rows[call % 300]);
        }

        void transform(int call) {
            kept = model.transform(rows[call % 300])[0] + model.transform(narrow[call % 300])[0];
        }

        /** Of two rows: arrays of floats with their headers, in units of 8 bytes. */
        long bytesOfLoadings() {
            return 2L * (16 + (4L * model.components() + 7) / 8 * 8);
        }
    }

    /** Rows of one at a time, as a stream brings them. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aRowIsLearnedWithoutATileOfItsOwn(boolean wide) {
        double[] rows = SampleRows.clusters(5, 500, 3);
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .kernel(Kernel.gaussian(2))
                .map(MapKind.LANDMARKS)
                .features(40)
                .sketchSize(8)
                .components(4)
                .warmUpRows(100)
                .build(3);
        learner.update(rows, 500);
        double[] row = new double[3];
        float[] narrow = new float[3];
        int calls = 200;
        // A tile of kernel values, were it made anew for every row, has 7,680 bytes; vectors that the compiler did not
        // dissolve are small.
        long most = 512L * calls;
        assertThat(leastBytes(2000, calls, most, i -> {
                    for (int j = 0; j < 3; j++) {
                        row[j] = rows[3 * i + j];
                        narrow[j] = (float) row[j];
                    }
                    if (wide) {
                        learner.update(row);
                    } else {
                        learner.update(narrow);
                    }
                }))
                .as("bytes of %s rows, seed 5", calls)
                .isLessThan(most);
    }

    /** Until it is compiled the Vector API makes objects: of many rounds only the best counts, and none after one with less than enough. */
    private static long leastBytes(int rounds, int calls, long enough, IntConsumer call) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int round = 0; round < rounds && least >= enough; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < calls; i++) {
                call.accept(i);
            }
            long bytes = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;
            least = Math.min(least, bytes);
        }
        return least;
    }
}
