package io.github.skpca.internal.sketch;

import io.github.skpca.Forgetting;
import io.github.skpca.Method;
import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

/**
 * A sketch B of the rows A absorbed so far, of bounded size: 0 <= ||Ax||^2 - ||Bx||^2 <= delta for every unit x.
 *
 * <p>Used by one thread. Queries change nothing.
 */
public interface MatrixSketch {
    /** m, the number of columns. */
    int columns();

    /** l, the most rows a summary has. */
    int size();

    /** Which algorithm this is. */
    SketchAlgorithm algorithm();

    /** The preferred number of rows of a block. */
    int blockRows();

    /**
     * Absorbs the rows (block_i - mean), then the row {@code jump}.
     *
     * @param block count x m, row-major, from the start of the array; read only
     * @param mean m numbers to subtract from every row, or null for none; read only
     * @param jump one more row, or null for none; read only
     */
    void absorb(float[] block, int count, double @Nullable [] mean, double @Nullable [] jump);

    /**
     * Merges another sketch with as many columns: afterwards this stands for the rows of both and for {@code jump}.
     *
     * @param jump one more row, or null for none; read only
     */
    void merge(SketchState other, double @Nullable [] jump);

    /**
     * Reduces the weight of all rows so far: A becomes sqrt(factor) A, and the sketch and its sums with it.
     *
     * @param factor from 0 to 1
     */
    void decay(double factor);

    /** Adds rounding that happened before rows were absorbed: a bound on the change of A'A. */
    void addRounding(double added);

    /** ||A||_F^2. */
    double squaredNorm();

    /** The sketch as it is, a copy. */
    SketchState state();

    /** The sketch as it is, decomposed; models are made from it. */
    SketchSummary summary();

    /** An independent sketch with the same content. */
    MatrixSketch copy();

    /** The bytes held, work space included. */
    long workingBytes();

    /** An empty sketch for skpca without forgetting, on the caller's thread. */
    static MatrixSketch create(ShrinkRule rule, int columns, int size) {
        return create(rule, columns, size, 0, Workers.callerOnly());
    }

    /** An empty sketch for skpca without forgetting, by the algorithm that {@link SketchAlgorithm} chooses. */
    static MatrixSketch create(ShrinkRule rule, int columns, int size, long seed, Workers workers) {
        SketchAlgorithm algorithm = SketchAlgorithm.of(Method.SKPCA, Forgetting.none(), rule, columns, size);
        return create(algorithm, columns, size, seed, workers);
    }

    /**
     * An empty sketch of all rows.
     *
     * @param algorithm any except {@link SketchAlgorithm#WINDOW}, which is a {@link WindowSketch}
     * @param seed the seed of the random probes of a block shrink
     * @param workers the threads that may share the work
     */
    static MatrixSketch create(SketchAlgorithm algorithm, int columns, int size, long seed, Workers workers) {
        return switch (algorithm) {
            case GRAM -> GramSketch.cutTo(size, columns, workers);
            case FREQUENT_DIRECTIONS_BLOCK -> new BlockFrequentDirections(columns, size, seed, workers);
            case FREQUENT_DIRECTIONS -> new FrequentDirections(ShrinkRule.FAST, columns, size);
            case ALGORITHM_1 -> new FrequentDirections(ShrinkRule.PAPER, columns, size);
            case WINDOW -> throw new IllegalArgumentException("a window is not a sketch of all rows");
        };
    }

    /** Refuses sizes that no sketch can have. */
    static void requireSizes(int columns, int size) {
        if (columns < 1) {
            throw new IllegalArgumentException("columns must be at least 1, not " + columns);
        }
        if (size < 1) {
            throw new IllegalArgumentException("sketch size must be at least 1, not " + size);
        }
    }

    /** Refuses a state with another number of columns. */
    static void requireColumns(SketchState other, int columns) {
        if (other.columns() != columns) {
            throw new IllegalArgumentException("a sketch of " + other.columns() + " columns into one of " + columns);
        }
    }
}
