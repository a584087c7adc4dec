/** Rows in and out: CSV, TSV, LIBSVM, NPY, gzip, pipes. Start at {@link io.github.skpca.io.Rows}. */
module io.github.skpca.io {
    requires ch.randelshofer.fastdoubleparser;
    // Not transitive: an application compiles and runs without these annotations.
    requires static org.jspecify;

    exports io.github.skpca.io;
}
