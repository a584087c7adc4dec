package io.github.skpca.onnx;

/**
 * A tensor of a graph: an input, a constant or the result of a node.
 *
 * @param name unique in the graph
 */
record Value(String name, ElementType type) {}
