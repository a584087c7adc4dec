package io.github.skpca;

/** The rows seen so far do not tell a bandwidth: there is only one, or they are all alike. */
public final class BandwidthException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    /** With one line that says what to do. */
    public BandwidthException(String message) {
        super(message);
    }
}
