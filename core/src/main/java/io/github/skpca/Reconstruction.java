package io.github.skpca;

/**
 * An approximate pre-image: the row whose image comes nearest to a point of a model's subspace.
 *
 * @param row d numbers in the units of the rows that were learned; owned by whoever asked for it
 * @param error the squared distance, in the space that scores are measured in, between the row's image and that point; not negative,
 *     and 0 if the row's image is the point
 */
public record Reconstruction(double[] row, double error) {
    /** Checks the error. */
    public Reconstruction {
        if (!(error >= 0)) {
            throw new IllegalArgumentException("error must not be negative, not " + error);
        }
    }
}
