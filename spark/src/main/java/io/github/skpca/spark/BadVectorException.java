package io.github.skpca.spark;

/** A vector was refused: none there, wrong size, or a number that is not finite. One line says where, what and what to do. */
public final class BadVectorException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    BadVectorException(int partition, long row, String problem) {
        super("partition " + partition + ", row " + row + problem);
    }

    BadVectorException(String problem) {
        super(problem);
    }

    BadVectorException(String problem, BadVectorException cause) {
        super(problem, cause);
    }
}
