package io.github.skpca;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/** Something is wrong with a model file: one line that names the file, says what is wrong and what to do. */
public class ModelFileException extends IOException {
    private static final long serialVersionUID = 1L;

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
