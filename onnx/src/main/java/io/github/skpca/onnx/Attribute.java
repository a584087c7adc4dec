package io.github.skpca.onnx;

/** Named constants of nodes, as ONNX writes them (AttributeProto). */
final class Attribute {
    private static final int NAME = 1;
    private static final int INTEGER = 3;
    private static final int GRAPH = 6;
    private static final int INTEGERS = 8;
    private static final int TYPE = 20;
    private static final int TYPE_INTEGER = 2;
    private static final int TYPE_GRAPH = 5;
    private static final int TYPE_INTEGERS = 7;

    private Attribute() {}

    static ProtobufMessage of(String name, long value) {
        return new ProtobufMessage().text(NAME, name).integer(INTEGER, value).integer(TYPE, TYPE_INTEGER);
    }

    static ProtobufMessage list(String name, long... values) {
        ProtobufMessage message = new ProtobufMessage().text(NAME, name).integer(TYPE, TYPE_INTEGERS);
        for (long value : values) {
            message.integer(INTEGERS, value);
        }
        return message;
    }

    static ProtobufMessage of(String name, ProtobufMessage graph) {
        return new ProtobufMessage().text(NAME, name).message(GRAPH, graph).integer(TYPE, TYPE_GRAPH);
    }
}
