package io.github.skpca.onnx;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/**
 * A graph in the making (GraphProto): constants, nodes in the order in which they are computed, inputs and outputs.
 *
 * <p>Every result gets a name of its own. The operators are those of opset {@value #OPSET} of the default domain.
 */
final class Graph {
    /** In the place of a number of columns: one number per row, without an axis for it. */
    static final int ONE_NUMBER = -1;

    /** The version of the operators. */
    static final int OPSET = 17;

    private static final int NODE = 1;
    private static final int NAME = 2;
    private static final int INITIALIZER = 5;
    private static final int INPUT = 11;
    private static final int OUTPUT = 12;

    private final ProtobufMessage nodes = new ProtobufMessage();
    private final String prefix;
    private int named;

    /**
     * An empty graph.
     *
     * @param name what names of results begin with, so that those of a graph inside another differ from those around it
     */
    Graph(String name) {
        this.prefix = name;
        nodes.text(NAME, name);
    }

    private String newName(String kind) {
        named++;
        return prefix + "_" + named + "_" + kind;
    }

    /** An input of the graph, of any shape. */
    Value input(String name, ElementType type) {
        nodes.message(INPUT, tensor(name, new ProtobufMessage().integer(1, type.number())));
        return new Value(name, type);
    }

    /** An input of the graph: rows of so many columns. */
    Value rows(String name, ElementType type, int columns) {
        nodes.message(INPUT, shaped(name, type, columns));
        return new Value(name, type);
    }

    /** Makes a value an output of the graph, of any shape. */
    void output(Value value) {
        nodes.message(
                OUTPUT,
                tensor(
                        value.name(),
                        new ProtobufMessage().integer(1, value.type().number())));
    }

    /** Gives a value the name of an output: so many columns per row, or {@link #ONE_NUMBER}. */
    void output(String name, Value value, int columns) {
        nodes.message(
                NODE,
                new ProtobufMessage()
                        .text(1, value.name())
                        .text(2, name)
                        .text(3, name)
                        .text(4, "Identity"));
        nodes.message(OUTPUT, shaped(name, value.type(), columns));
    }

    /** A tensor whose first dimension is free. */
    private static ProtobufMessage shaped(String name, ElementType type, int columns) {
        ProtobufMessage shape = new ProtobufMessage().message(1, new ProtobufMessage().text(2, "batch"));
        if (columns != ONE_NUMBER) {
            shape.message(1, new ProtobufMessage().integer(1, columns));
        }
        return tensor(name, new ProtobufMessage().integer(1, type.number()).message(2, shape));
    }

    private static ProtobufMessage tensor(String name, ProtobufMessage tensor) {
        return new ProtobufMessage().text(1, name).message(2, new ProtobufMessage().message(1, tensor));
    }

    /** A constant of floats, as doubles. */
    Value constant(float[] values, int... shape) {
        byte[] bytes = new byte[Math.multiplyExact(values.length, Float.BYTES)];
        littleEndian(bytes).asFloatBuffer().put(values);
        return cast(constant(ElementType.FLOAT, bytes, shape), ElementType.DOUBLE);
    }

    /** A constant of doubles. */
    Value constant(double[] values, int... shape) {
        byte[] bytes = new byte[Math.multiplyExact(values.length, Double.BYTES)];
        littleEndian(bytes).asDoubleBuffer().put(values);
        return constant(ElementType.DOUBLE, bytes, shape);
    }

    /** A single double. */
    Value constant(double value) {
        return constant(new double[] {value});
    }

    /** Whole numbers, for shapes, axes and places. */
    Value places(long... values) {
        byte[] bytes = new byte[Math.multiplyExact(values.length, Long.BYTES)];
        littleEndian(bytes).asLongBuffer().put(values);
        return constant(ElementType.INT64, bytes, values.length);
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private Value constant(ElementType type, byte[] bytes, int... shape) {
        String name = newName("constant");
        ProtobufMessage tensor = new ProtobufMessage();
        for (int length : shape) {
            tensor.integer(1, length);
        }
        tensor.integer(2, type.number()).text(8, name).bytes(9, bytes);
        nodes.message(INITIALIZER, tensor);
        return new Value(name, type);
    }

    /** A node with one result, of the type of its first input. */
    Value node(String operator, Value... inputs) {
        return node(operator, inputs[0].type(), List.of(), inputs);
    }

    /** A node with one result. */
    Value node(String operator, ElementType type, List<ProtobufMessage> attributes, Value... inputs) {
        String name = newName(operator);
        ProtobufMessage node = new ProtobufMessage();
        for (Value input : inputs) {
            node.text(1, input.name());
        }
        node.text(2, name).text(3, name).text(4, operator);
        for (ProtobufMessage attribute : attributes) {
            node.message(5, attribute);
        }
        nodes.message(NODE, node);
        return new Value(name, type);
    }

    Value cast(Value value, ElementType type) {
        return node("Cast", type, List.of(Attribute.of("to", type.number())), value);
    }

    Value add(Value one, Value other) {
        return node("Add", one, other);
    }

    Value subtract(Value one, Value other) {
        return node("Sub", one, other);
    }

    Value multiply(Value one, Value other) {
        return node("Mul", one, other);
    }

    Value divide(Value one, Value other) {
        return node("Div", one, other);
    }

    Value square(Value value) {
        return multiply(value, value);
    }

    /** The product of matrices. */
    Value product(Value one, Value other) {
        return node("MatMul", one, other);
    }

    /** The transpose of a matrix. */
    Value transpose(Value matrix) {
        return node("Transpose", matrix);
    }

    /**
     * The sums over the columns of a matrix, as one column: the product with a column of ones. onnxruntime's sum of no rows has the wrong
     * shape.
     */
    Value sum(Value matrix, int columns) {
        return sum(matrix, columns, 1);
    }

    /**
     * The same sums times a factor, which is what the column holds. A multiplication after the product would be made part of it by
     * onnxruntime, with the factor rounded to float.
     */
    Value sum(Value matrix, int columns, double factor) {
        double[] column = new double[columns];
        Arrays.fill(column, factor);
        return product(matrix, constant(column, columns, 1));
    }

    /** Some columns, the last axis. */
    Value columns(Value value, int from, int to) {
        return node("Slice", value, places(from), places(to), places(-1));
    }

    Value reshape(Value value, long... shape) {
        return node("Reshape", value, places(shape));
    }

    /** The graph as a message; nothing is to be added after. */
    ProtobufMessage message() {
        return nodes;
    }
}
