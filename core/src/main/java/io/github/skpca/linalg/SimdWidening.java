package io.github.skpca.linalg;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The halves of a vector of floats as doubles.
 *
 * <p>A float vector of half the width would be widened without a shuffle, but a second shape of vectors in the process costs every other
 * kernel its inlining (JDK 17). The shuffle is a constant of ours: the conversion of an upper half makes one of its own, an object for
 * every vector where the compiler does not see through it.
 */
final class SimdWidening {
    private static final VectorSpecies<Float> FLOATS = FloatVector.SPECIES_PREFERRED;
    private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;
    private static final VectorShuffle<Float> UPPER_FIRST =
            VectorShuffle.fromOp(FLOATS, i -> (i + DOUBLES.length()) % FLOATS.length());

    private SimdWidening() {}

    static DoubleVector low(FloatVector narrow) {
        return (DoubleVector) narrow.convertShape(VectorOperators.F2D, DOUBLES, 0);
    }

    static DoubleVector high(FloatVector narrow) {
        return low(narrow.rearrange(UPPER_FIRST));
    }
}
