package io.github.skpca.internal.model;

/**
 * A named array of numbers with a shape.
 *
 * @param name its name in the file
 * @param type the type of its elements
 * @param shape its sizes
 * @param values a {@code double[]}, {@code long[]} or {@code float[]} according to the type, row-major, with as many elements
 *     as the shape has; held, not copied
 */
record Tensor(String name, TensorType type, TensorShape shape, Object values) {
    /** Bytes of all elements. */
    long bytes() {
        return (long) shape.elements() * type.width();
    }
}
