package io.github.skpca.internal.model;

/**
 * A named array of numbers with a shape.
 *
 * @param name what the file calls it
 * @param type what its elements are
 * @param shape its sizes
 * @param values a {@code double[]}, {@code long[]} or {@code float[]} as the type says, row-major, of as many elements
 *     as the shape has; held, not copied
 */
record Tensor(String name, TensorType type, TensorShape shape, Object values) {
    /** Bytes of all elements. */
    long bytes() {
        return (long) shape.elements() * type.width();
    }
}
