/** Rows in and out: CSV, TSV, LIBSVM, NPY, gzip, pipes. Start at {@link io.github.skpca.io.Rows}. */
module io.github.skpca.io {
    requires ch.randelshofer.fastdoubleparser;
    requires static transitive org.jspecify;

    exports io.github.skpca.io;
}
