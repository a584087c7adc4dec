package io.github.skpca.experiments.results;

import java.io.IOException;
import java.nio.file.Path;

/** Says which line of which result file is not as it must be. */
public final class ResultFileException extends IOException {
    private static final long serialVersionUID = 1;

    /** A fault in a line, counted from 1. */
    public ResultFileException(Path file, long line, String fault) {
        super(file + ", line " + line + ": " + fault);
    }

    ResultFileException(Path file, String fault) {
        super(file + ": " + fault);
    }
}
