package io.github.skpca.onnx;

/** The type of the elements of a tensor, with its number in ONNX. */
enum ElementType {
    FLOAT(1),
    INT32(6),
    INT64(7),
    BOOL(9),
    DOUBLE(11);

    private final int number;

    ElementType(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }
}
