package io.github.skpca.internal.model;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The sizes of a tensor along each of its dimensions; none at all is the shape of a single number. */
final class TensorShape {
    static final int MAX_RANK = 8;
    /** The largest array that every Java virtual machine can be expected to allocate. */
    static final int MAX_ELEMENTS = Integer.MAX_VALUE - 8;

    private final int[] sizes;
    private final int elements;

    /**
     * A checked shape.
     *
     * @param sizes one size per dimension, at most {@value #MAX_RANK}, none negative; copied
     * @throws IllegalArgumentException with the problem, worded to follow "a shape"
     */
    TensorShape(int... sizes) {
        if (sizes.length > MAX_RANK) {
            throw new IllegalArgumentException("of more than " + MAX_RANK + " dimensions");
        }
        long product = 1;
        for (int size : sizes) {
            if (size < 0) {
                throw new IllegalArgumentException("with a negative size, " + Arrays.toString(sizes));
            }
            // Two factors below 2^31 fit into a long, so stopping at the first excess cannot overflow.
            product *= size;
            if (product > MAX_ELEMENTS) {
                throw new IllegalArgumentException("of too many elements, " + Arrays.toString(sizes));
            }
        }
        this.sizes = sizes.clone();
        this.elements = (int) product;
    }

    /** How many numbers a tensor of this shape holds. */
    int elements() {
        return elements;
    }

    /** A fresh array of the sizes. */
    int[] sizes() {
        return sizes.clone();
    }

    /**
     * Whether this shape has the expected sizes.
     *
     * @param expected one size per dimension, -1 for any; not kept, not changed
     */
    boolean matches(int... expected) {
        if (expected.length != sizes.length) {
            return false;
        }
        for (int i = 0; i < sizes.length; i++) {
            if (expected[i] != -1 && expected[i] != sizes[i]) {
                return false;
            }
        }
        return true;
    }

    /** An expected shape as text, with "any" for -1. */
    static String describe(int... expected) {
        return Arrays.stream(expected)
                .mapToObj(size -> size == -1 ? "any" : Integer.toString(size))
                .collect(Collectors.joining(", ", "[", "]"));
    }

    @Override
    public String toString() {
        return Arrays.toString(sizes);
    }
}
