package io.github.skpca.benchmarks;

import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.linalg.SymmetricEigen;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.concurrent.TimeUnit;

/** The kernels of linalg on one thread, in both backends, at the sizes of training with m = 1000 and l = 50. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class KernelBenchmarks {
    private static final int ROWS = 48;
    private static final int FEATURES = 1000;
    private static final int DIRECTIONS = 72;
    private static final int COLUMNS = 21;

    /** Which arithmetic. */
    @Param({"on", "off"})
    public String simd = "on";

    private Backend backend;
    private float[] features;
    private float[] products;
    private Panels directions;
    private float[] rows;
    private Panels frequencies;
    private float[] angles;
    private float[] waves;
    private double[] stack;
    private double[] gram;
    private SymmetricEigen eigen;

    /** Fills everything with seeded numbers. */
    @Setup
    public void setUp() {
        backend = Backend.of(simd);
        RandomStream random = new RandomStream(1, Purpose.MADE_UP_ROWS);
        features = floats(random, ROWS * FEATURES);
        products = new float[ROWS * DIRECTIONS];
        directions = backend.products().panels(FEATURES, DIRECTIONS);
        directions.pack(floats(random, DIRECTIONS * FEATURES), 0, 1, FEATURES);
        rows = floats(random, ROWS * COLUMNS);
        frequencies = backend.products().panels(COLUMNS, FEATURES / 2);
        frequencies.pack(floats(random, FEATURES / 2 * COLUMNS), 0, 1, COLUMNS);
        angles = floats(random, FEATURES);
        waves = new float[2 * FEATURES];
        stack = random.doubles(2L * 50 * FEATURES).toArray();
        gram = new double[100 * 100];
        eigen = new SymmetricEigen(100);
    }

    private static float[] floats(RandomStream random, int count) {
        float[] values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    /** 48 x 1000 times 1000 x 72. */
    @Benchmark
    public float[] product() {
        backend.products().multiplyRows(features, 0, ROWS, directions, products, 0);
        return products;
    }

    /** 48 rows of 21 columns to 1000 features. */
    @Benchmark
    public float[] map() {
        backend.fourier().pairs(rows, 0, ROWS, frequencies, 1f, features, 0);
        return features;
    }

    /** 1000 cosines and sines. */
    @Benchmark
    public float[] cosines() {
        backend.functions().cosinesAndSines(angles, 0, FEATURES, 1f, waves, 0, FEATURES);
        return waves;
    }

    /** The Gram matrix of 100 rows of 1000 doubles. */
    @Benchmark
    public double[] gram() {
        backend.doubles().gram(stack, 100, FEATURES, gram);
        return gram;
    }

    /** The eigenproblem of that Gram matrix, which it needs first. */
    @Benchmark
    public double[] gramAndEigen() {
        backend.doubles().gram(stack, 100, FEATURES, gram);
        eigen.decompose(gram, 100);
        return eigen.values();
    }
}
