package io.github.skpca.cli;

import io.github.skpca.Workers;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.FloatMatrix;
import io.github.skpca.internal.linalg.Panels;

/**
 * What this machine can do at most, with all threads.
 *
 * @param productFlops floating-point operations a second of our matrix product at its best size
 * @param registerFlops the same of a loop that touches no memory
 * @param cosines cosines a second, from and to the first cache
 */
record MachineLimits(double productFlops, double registerFlops, double cosines) {
    /** Pieces of work for each thread: threads take them as they come, so one that is held up does not hold up the others. */
    private static final int PIECES = 8;

    private static final int ROUNDS = 250_000;
    private static final int ANGLES = 1000;
    private static final int REPEATS = 250;

    /** The higher of the two rates. */
    double flops() {
        return Math.max(productFlops, registerFlops);
    }

    /** Rows a second at the limit. */
    double rowsPerSecond(double flopsPerRow, double cosinesPerRow) {
        return 1 / (flopsPerRow / flops() + cosinesPerRow / cosines);
    }

    static MachineLimits measure(Workers workers, double seconds) {
        Backend backend = Backend.active();
        return new MachineLimits(
                product(backend, workers, seconds),
                registers(backend, workers, seconds),
                cosine(backend, workers, seconds));
    }

    private static double product(Backend backend, Workers workers, double seconds) {
        int rows = 480 * workers.threads();
        int depth = 1000;
        int columns = 256;
        float[] a = new float[rows * depth];
        float[] b = new float[depth * columns];
        float[] c = new float[rows * columns];
        java.util.Arrays.fill(a, 0.5f);
        java.util.Arrays.fill(b, 0.25f);
        Panels panels = backend.products().panels(depth, columns);
        backend.products().packRows(FloatMatrix.of(b, columns), panels);
        double perSecond = Stopwatch.bestRate(
                seconds,
                () -> workers.split(
                        rows,
                        48,
                        (from, to) -> backend.products()
                                .multiplyRows(a, from * depth, to - from, panels, c, from * columns)));
        return perSecond * 2.0 * rows * depth * columns;
    }

    private static double registers(Backend backend, Workers workers, double seconds) {
        double[] flops = new double[PIECES * workers.threads()];
        double perSecond = Stopwatch.bestRate(
                seconds,
                () -> workers.split(flops.length, 1, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        flops[i] = backend.multiplyAddLoop(ROUNDS);
                    }
                }));
        return perSecond * flops[0] * flops.length;
    }

    /** Each piece has its own angles; cosine and sine of one angle are two, as in the paired map. */
    private static double cosine(Backend backend, Workers workers, double seconds) {
        int count = PIECES * workers.threads();
        float[] angles = new float[count * ANGLES];
        for (int i = 0; i < angles.length; i++) {
            angles[i] = i % 17 - 8;
        }
        float[] out = new float[2 * angles.length];
        double perSecond = Stopwatch.bestRate(
                seconds,
                () -> workers.split(count, 1, (from, to) -> {
                    for (int i = from; i < to; i++) {
                        int at = i * ANGLES;
                        for (int repeat = 0; repeat < REPEATS; repeat++) {
                            backend.functions().cosinesAndSines(angles, at, ANGLES, 1f, out, 2 * at, 2 * at + ANGLES);
                        }
                    }
                }));
        return perSecond * count * REPEATS * 2.0 * ANGLES;
    }
}
