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
    /** m, the width of a row. */
    int columns();

    /** l, the most rows a summary has. */
    int size();

    /** What it is. */
    SketchAlgorithm algorithm();

    /** How many rows it wants in a block. */
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
     * Absorbs another sketch of the same width: afterwards this stands for the rows of both and for {@code jump}.
     *
     * @param jump one more row, or null for none; read only
     */
    void merge(SketchState other, double @Nullable [] jump);

    /**
     * Lets all rows so far count less: A becomes sqrt(factor) A, and the sketch and its sums with it.
     *
     * @param factor from 0 to 1
     */
    void decay(double factor);

    /** Counts what rounding did to rows before they were absorbed, a bound on what it moved A'A by. */
    void addRounding(double added);

    /** ||A||_F^2. */
    double squaredNorm();

    /** The sketch as it is, a copy. */
    SketchState state();

    /** The sketch as it is, decomposed; what a model is made of. */
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
     * @param algorithm any but {@link SketchAlgorithm#WINDOW}, which is a {@link WindowSketch}
     * @param seed where the random probes of a block shrink come from
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

    /** Refuses a state of rows of another width. */
    static void requireColumns(SketchState other, int columns) {
        if (other.columns() != columns) {
            throw new IllegalArgumentException("a sketch of " + other.columns() + " columns into one of " + columns);
        }
    }
}
