package io.github.skpca;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/** Something is wrong with a model file: one line that names the file, says what is wrong and what to do. */
public final class ModelFileException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST_QUOTE = 80;

    /** The file as the user named it. */
    private final String path;

    /**
     * An error with the message {@code path: problem; remedy}.
     *
     * @param path the file as the user named it
     * @param problem what is wrong with it
     * @param remedy what to do about it
     */
    public ModelFileException(String path, String problem, String remedy) {
        this(path, problem, remedy, null);
    }

    /**
     * An error with the message {@code path: problem; remedy} and a cause.
     *
     * @param path the file as the user named it
     * @param problem what is wrong with it
     * @param remedy what to do about it
     * @param cause what found the problem, or null
     */
    public ModelFileException(String path, String problem, String remedy, @Nullable Throwable cause) {
        super(oneLine(path + ": " + problem + "; " + remedy), cause);
        this.path = path;
    }

    /** The file as the user named it. */
    public String path() {
        return path;
    }

    /** The file is a model, but its bytes are not what was written. */
    public static ModelFileException damaged(String path, String problem) {
        return new ModelFileException(path, problem, "copy the file again or fit it anew");
    }

    /** The file is not a model. */
    public static ModelFileException foreign(String path) {
        return new ModelFileException(path, "is not a skpca model", "give a file that skpca wrote");
    }

    /** The file cannot be read, for a reason that the cause tells. */
    public static ModelFileException unreadable(Path path, IOException cause) {
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

    /** The file cannot be written, for a reason that the cause tells. */
    public static ModelFileException unwritable(Path path, IOException cause) {
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

    /** A name out of a file, fit for a message whatever it holds and however long it is. */
    public static String quote(String text) {
        String head = text.length() <= LONGEST_QUOTE ? text : text.substring(0, LONGEST_QUOTE) + "...";
        return '"' + head + '"';
    }

    private static String reason(IOException cause) {
        // A FileSystemException's message starts with a path, which here may be that of the temporary file.
        String text = cause instanceof FileSystemException failure ? failure.getReason() : cause.getMessage();
        return text == null ? cause.getClass().getSimpleName() : text;
    }

    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text);
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                line.setCharAt(i, ' ');
            }
        }
        return line.toString();
    }
}
