package io.github.skpca.internal.linalg;

import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * What it takes to have the halves of a vector of floats as doubles: the lower one is converted, the upper one moved and converted.
 *
 * <p>A float vector of half the width would be widened without a shuffle, but a second shape of vectors in the process costs every other
 * kernel its inlining (JDK 17). The shuffle is a constant: the conversion of an upper half as such makes one of its own, an object for
 * every vector where the compiler does not see through it.
 */
final class SimdWidening {
    private static final VectorSpecies<Float> FLOATS = SimdSpecies.FLOATS;
    private static final int HALF = SimdSpecies.DOUBLES.length();

    /** The upper half first. */
    static final VectorShuffle<Float> UPPER_FIRST = VectorShuffle.fromOp(FLOATS, i -> (i + HALF) % FLOATS.length());

    private SimdWidening() {}
}
