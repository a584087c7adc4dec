/**
 * Streaming kernel PCA. Start at {@link io.github.skpca.StreamingKernelPca}.
 *
 * <p>SIMD is used where the application resolves the incubating Vector API ({@code --add-modules jdk.incubator.vector}); this module then
 * reads it at run time, so that it is not needed to compile or to run.
 */
module io.github.skpca.core {
    requires com.fasterxml.jackson.core;
    requires static jdk.management;
    requires static transitive org.jspecify;

    exports io.github.skpca;
    exports io.github.skpca.drift;
    exports io.github.skpca.error;
    exports io.github.skpca.kernel;
}
