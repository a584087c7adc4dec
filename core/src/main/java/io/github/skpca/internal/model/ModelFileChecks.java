package io.github.skpca.internal.model;

import io.github.skpca.internal.sketch.SketchState;

/** Checks of numbers from a file: a file that passes the checksum may still be nonsense. */
final class ModelFileChecks {
    /** A generous bound on the relative rounding of a sum. */
    static final double TOLERANCE = 1e-4;

    /** Far above any entry: the ridge keeps those of a factor at about ten thousand over the root of the largest K(c, c), or less. */
    private static final double LARGEST_FACTOR = 1e12;

    private ModelFileChecks() {}

    static void requireFinite(String name, double[] values) {
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException(name + " holds a number that is not finite");
            }
        }
    }

    static void requireFinite(String name, float[] values) {
        for (float value : values) {
            if (!Float.isFinite(value)) {
                throw new IllegalArgumentException(name + " holds a number that is not finite");
            }
        }
    }

    /** Checks raw rows, which a learner accepts only within the range of floats. */
    static void requireRows(String name, double[] values) {
        for (double value : values) {
            if (!Float.isFinite((float) value)) {
                throw new IllegalArgumentException(name + " holds a number that no row can have");
            }
        }
    }

    /**
     * Checks a matrix that turns kernel values into features: no product with it may overflow.
     *
     * @param largestSelf the largest K(c, c) of the landmarks
     */
    static void requireFactor(String name, float[] values, double largestSelf) {
        double most = largestSelf > 0 ? LARGEST_FACTOR / Math.sqrt(largestSelf) : LARGEST_FACTOR;
        for (float value : values) {
            if (!(Math.abs(value) <= most)) {
                throw new IllegalArgumentException(name + " holds a number that no factor has");
            }
        }
    }

    static void requireFeatures(String name, double[] values, double largestSquaredNorm) {
        if (!(squares(values) <= largestSquaredNorm * (1 + TOLERANCE))) {
            throw new IllegalArgumentException("the " + name + " is longer than features can be");
        }
    }

    /** Checks features that wait in a block: no longer than the map makes them, so that no product of them overflows. */
    static void requireFeatures(String name, float[] block, double largestSquaredNorm) {
        double most = largestSquaredNorm * (1 + TOLERANCE);
        for (float value : block) {
            if (!((double) value * value <= most)) {
                throw new IllegalArgumentException("the " + name + " holds a number that no feature can be");
            }
        }
    }

    static double squares(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value * value;
        }
        return sum;
    }

    /** Checks that a sketch weighs no more than its rows, and a row no more than the map allows, so that nothing later overflows. */
    static void requireWeight(SketchState state, double rows, double largestSquaredNorm) {
        double most = largestSquaredNorm * rows * (1 + TOLERANCE);
        double sum = state.isMoments() ? trace(state) : squares(state.rows());
        if (state.squaredNorm() > most || state.delta() > 2 * most || !(sum <= most)) {
            throw new IllegalArgumentException("the sketch weighs more than its rows can");
        }
    }

    /** The trace of a state that can be a Gram matrix: symmetric, and no entry above what its diagonal allows. */
    private static double trace(SketchState state) {
        int columns = state.columns();
        double[] moments = state.rows();
        double trace = 0;
        for (int i = 0; i < columns; i++) {
            trace += moments[i * columns + i];
        }
        for (int i = 0; i < columns; i++) {
            double diagonal = moments[i * columns + i];
            for (int j = 0; j <= i; j++) {
                double entry = moments[i * columns + j];
                double most = Math.sqrt(Math.max(0, diagonal) * Math.max(0, moments[j * columns + j]));
                if (diagonal < 0
                        || entry != moments[j * columns + i]
                        || Math.abs(entry) > most + TOLERANCE * Math.abs(trace)) {
                    throw new IllegalArgumentException("the moments are not those of any rows");
                }
            }
        }
        return trace;
    }

    static void requireSquares(SketchState state, double[] squares) {
        int columns = state.columns();
        double largest = squares.length == 0 ? 0 : squares[0];
        for (int i = 0; i < squares.length; i++) {
            double sum = 0;
            for (int j = i * columns; j < (i + 1) * columns; j++) {
                sum += state.rows()[j] * state.rows()[j];
            }
            if (!(sum > 0) || Math.abs(sum - squares[i]) > TOLERANCE * largest) {
                throw new IllegalArgumentException("the spectrum is not that of the sketch");
            }
        }
    }

    static void requireDescending(double[] values) {
        double before = Double.MAX_VALUE;
        for (double value : values) {
            if (!(value >= 0 && value <= before)) {
                throw new IllegalArgumentException("the spectrum is not a descending list of squares");
            }
            before = value;
        }
    }
}
