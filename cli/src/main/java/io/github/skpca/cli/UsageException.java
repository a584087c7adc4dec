package io.github.skpca.cli;

/** The options make no sense, or not together: one line that says what to do. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UsageException(String message) {
        super(message);
    }

    /** Runs something whose arguments come straight from options: what it refuses is wrong usage. */
    static <T> T checking(java.util.function.Supplier<T> call) {
        try {
            return call.get();
        } catch (IllegalArgumentException e) {
            throw new UsageException(String.valueOf(e.getMessage()));
        }
    }
}
