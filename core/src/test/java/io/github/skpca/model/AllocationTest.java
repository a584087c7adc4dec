package io.github.skpca.model;

import com.sun.management.ThreadMXBean;
import io.github.skpca.StreamingKernelPca;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.lang.management.ManagementFactory;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** A single row on its way to loadings or a score allocates nothing: what the JVM counts, not what a clock says. */
class AllocationTest {
    private static final int COLUMNS = 21;
    private static final int CALLS = 20_000;

    @ParameterizedTest
    @EnumSource(Method.class)
    void aRowIsTransformedAndScoredWithoutAllocation(Method method) {
        Random random = new Random(5);
        double[] rows = random.doubles(300L * COLUMNS).toArray();
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .method(method)
                .features(200)
                .warmUpRows(300)
                .build(COLUMNS);
        learner.update(rows, 300);
        Projector projector = learner.snapshot().projector();
        float[] loadings = new float[10];
        double[] score = new double[1];
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        // Until it is compiled the Vector API makes objects: only the best of many rounds counts.
        for (int round = 0; round < 30 && least > 0; round++) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            for (int i = 0; i < CALLS / 10; i++) {
                projector.transform(rows, i % 300 * COLUMNS, 1, loadings, 0);
                projector.score(rows, i % 300 * COLUMNS, 1, score, 0);
            }
            least = Math.min(
                    least,
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before);
        }
        // The count itself may cost a few bytes a round, never some a row.
        assertThat(least).as("bytes of %s rows, seed 5", CALLS / 10).isLessThan(CALLS / 10);
    }
}
