package io.github.skpca;

/** More rows were given than the method can keep; nothing of the batch was learned. */
public final class TooManyRowsException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * An error.
     *
     * @param message how many rows there are, how many there may be, and what to do
     */
    public TooManyRowsException(String message) {
        super(message);
    }
}
