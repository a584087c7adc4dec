package io.github.skpca;

/** A model of a user's own kernel was loaded without it, and asked for something that needs it: one line that says what to do. */
public final class MissingKernelException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /**
     * An error.
     *
     * @param message what was asked for, and what to do
     */
    public MissingKernelException(String message) {
        super(message);
    }
}
