package io.github.skpca.internal.model;

/**
 * How long landmarks have been in use, and what matters to the rows learned: when they are chosen again depends on both.
 *
 * @param since the weight of the rows learned with the landmarks since they were chosen
 * @param level the energy from which a missed direction matters, when it was last looked at
 * @param blocks how many blocks ago that was
 * @param looked how many rows since then there were when missed rows were last looked at
 */
public record LandmarkWatch(double since, double level, int blocks, double looked) {
    /** More rows than any stream has, so that no sum of a hostile file overflows. */
    private static final double MOST = 1e18;

    /** Landmarks that were just chosen. */
    public static final LandmarkWatch START = new LandmarkWatch(0, 0, 0, 0);

    /** Checks the ranges, because it may come from a file. */
    public LandmarkWatch {
        if (!(since >= 0 && level >= 0 && looked >= 0) || !(since + level + looked <= MOST) || blocks < 0) {
            throw new IllegalArgumentException("what is known of landmarks must be finite and not negative");
        }
    }
}
