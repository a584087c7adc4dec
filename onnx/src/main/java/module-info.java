/** Models as ONNX files, for runtimes that know nothing of this library. Start at {@link io.github.skpca.onnx.OnnxModel}. */
module io.github.skpca.onnx {
    requires transitive io.github.skpca.core;
    // Not transitive: an application compiles and runs without these annotations.
    requires static org.jspecify;

    exports io.github.skpca.onnx;
}
