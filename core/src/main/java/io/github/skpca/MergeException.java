package io.github.skpca;

/** Two learners cannot be merged, because their sketches speak of different features. */
public final class MergeException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /**
     * An error with advice.
     *
     * @param difference what the two do not have in common
     */
    public MergeException(String difference) {
        super("cannot merge: " + difference + "; build the second one like the first");
    }
}
