package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;

/** A checkpoint that holds no model yet was given where a model is needed. */
public final class UnfinishedWarmUpException extends ModelFileException {
    private static final long serialVersionUID = 1L;

    UnfinishedWarmUpException(String path) {
        super(path, "is a checkpoint of an unfinished warm-up, not a model", "resume it with more rows first");
    }
}
