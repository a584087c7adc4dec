package io.github.skpca.internal.model;

import java.nio.ByteBuffer;

/**
 * The type of a tensor's elements. A file holds its tensors in the order of these constants: with the wide ones first
 * every element is aligned and no padding is needed between tensors.
 *
 * <p>Values are passed as {@code Object} and are a {@code double[]}, {@code long[]} or {@code float[]} according to the constant;
 * buffers are little-endian and start at position 0.
 */
enum TensorType {
    F64(Double.BYTES) {
        @Override
        Object allocate(int count) {
            return new double[count];
        }

        @Override
        void encode(Object values, int from, int count, ByteBuffer into) {
            into.asDoubleBuffer().put((double[]) values, from, count);
        }

        @Override
        void decode(ByteBuffer bytes, Object values, int from, int count) {
            bytes.asDoubleBuffer().get((double[]) values, from, count);
        }
    },
    I64(Long.BYTES) {
        @Override
        Object allocate(int count) {
            return new long[count];
        }

        @Override
        void encode(Object values, int from, int count, ByteBuffer into) {
            into.asLongBuffer().put((long[]) values, from, count);
        }

        @Override
        void decode(ByteBuffer bytes, Object values, int from, int count) {
            bytes.asLongBuffer().get((long[]) values, from, count);
        }
    },
    F32(Float.BYTES) {
        @Override
        Object allocate(int count) {
            return new float[count];
        }

        @Override
        void encode(Object values, int from, int count, ByteBuffer into) {
            into.asFloatBuffer().put((float[]) values, from, count);
        }

        @Override
        void decode(ByteBuffer bytes, Object values, int from, int count) {
            bytes.asFloatBuffer().get((float[]) values, from, count);
        }
    };

    private final int width;

    TensorType(int width) {
        this.width = width;
    }

    /** Bytes of one element. */
    int width() {
        return width;
    }

    abstract Object allocate(int count);

    /** Writes {@code values[from .. from + count)} to the start of a buffer. */
    abstract void encode(Object values, int from, int count, ByteBuffer into);

    /** Fills {@code values[from .. from + count)} from the start of a buffer. */
    abstract void decode(ByteBuffer bytes, Object values, int from, int count);
}
