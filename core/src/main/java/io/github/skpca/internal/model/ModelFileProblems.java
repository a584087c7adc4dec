package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** The problems of a model file, in words. */
final class ModelFileProblems {
    private static final int LONGEST_QUOTE = 80;

    private ModelFileProblems() {}

    /** The bytes are not as they were written. */
    static ModelFileException damaged(String path, String problem) {
        return damaged(path, problem, null);
    }

    static ModelFileException damaged(String path, String problem, @Nullable Throwable cause) {
        return new ModelFileException(path, problem, "copy the file again or fit it again", cause);
    }

    /** The bytes are as they were written, so copying them again would not help. */
    static ModelFileException unfit(String path, String problem) {
        return new ModelFileException(path, problem, "fit it again");
    }

    static ModelFileException foreign(String path) {
        return new ModelFileException(path, "is not a skpca model", "give a file that skpca wrote");
    }

    /**
     * A file of a format that is not read.
     *
     * @param format its format
     * @param read the one format that is read
     */
    static ModelFileException ofOtherFormat(String path, int format, int read) {
        return format < read
                ? unfit(path, "is of format " + format + ", which this version no longer reads")
                : new ModelFileException(
                        path, "is of format " + format + ", and this version reads format " + read, "update skpca");
    }

    static ModelFileException unreadable(Path path, IOException cause) {
        String file = path.toString();
        if (cause instanceof NoSuchFileException) {
            return new ModelFileException(file, "does not exist", "check the path", cause);
        }
        if (cause instanceof AccessDeniedException) {
            return new ModelFileException(
                    file, "permission denied", "ask for the right to read it or give another file", cause);
        }
        return new ModelFileException(
                file, "cannot be read (" + reason(cause) + ")", "check the disk or give another file", cause);
    }

    static ModelFileException unwritable(Path path, IOException cause) {
        String file = path.toString();
        if (cause instanceof NoSuchFileException || cause instanceof NotDirectoryException) {
            return new ModelFileException(
                    file, "cannot be written, its folder does not exist", "make the folder first", cause);
        }
        if (cause instanceof AccessDeniedException) {
            return new ModelFileException(
                    file, "permission denied", "choose a place where you have the right to write", cause);
        }
        return new ModelFileException(
                file, "cannot be written (" + reason(cause) + ")", "free some space or choose another place", cause);
    }

    /** A name from a file, safe for a message whatever its characters and length. */
    static String quote(String text) {
        String head = text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
        return '"' + head + '"';
    }

    private static String reason(IOException cause) {
        // The message of a FileSystemException starts with a path, which here may be that of the temporary file.
        String text = cause instanceof FileSystemException failure ? failure.getReason() : cause.getMessage();
        return text == null ? cause.getClass().getSimpleName() : text;
    }
}
