package io.github.skpca.internal.model;

import io.github.skpca.SparseRows;
import io.github.skpca.internal.sketch.CenteredSketch;
import org.jspecify.annotations.Nullable;

/**
 * A learner between two rows: what a checkpoint holds.
 *
 * @param settings what it was told
 * @param learned what it has learned, or null during the warm-up
 * @param warmUp the rows of the warm-up so far, row-major; empty afterwards, and if they are kept without their zeros
 * @param sparseWarmUp the rows of the warm-up so far without their zeros, if they came so; else null
 * @param warmUpTimes the times of the rows of the warm-up so far; empty if rows have no times
 */
public record LearnerCheckpoint(
        Settings settings,
        @Nullable LearnerState learned,
        double[] warmUp,
        @Nullable SparseRows sparseWarmUp,
        double[] warmUpTimes) {
    /** Checks that it is either before or after the end of the warm-up, and of the method that its settings name. */
    public LearnerCheckpoint {
        if (learned != null && settings.method().sketchesFeatures() != (learned instanceof LearnerState.Sketched)) {
            throw new IllegalArgumentException(
                    "what was learned is not what method " + settings.method().label() + " learns");
        }
        if (warmUp.length % settings.columns() != 0) {
            throw new IllegalArgumentException("the warm-up does not hold whole rows");
        }
        if (sparseWarmUp != null && (learned != null || warmUp.length > 0)) {
            throw new IllegalArgumentException("rows of a warm-up without their zeros, and something beside them");
        }
        if (sparseWarmUp != null && sparseWarmUp.width() > settings.columns()) {
            throw new IllegalArgumentException(
                    "the warm-up has column " + (sparseWarmUp.width() - 1) + " of " + settings.columns());
        }
        if (kept(settings, warmUp, sparseWarmUp) >= settings.warmUpRows()) {
            throw new IllegalArgumentException("the warm-up holds all its rows and should have ended");
        }
        boolean timed = learned == null && settings.forgetting().needsTimes();
        if (warmUpTimes.length != (timed ? kept(settings, warmUp, sparseWarmUp) : 0)) {
            throw new IllegalArgumentException("the warm-up does not hold a time a row");
        }
        for (double time : warmUpTimes) {
            if (!Double.isFinite(time)) {
                throw new IllegalArgumentException("a time of the warm-up is not finite");
            }
        }
    }

    private static int kept(Settings settings, double[] warmUp, @Nullable SparseRows sparseWarmUp) {
        return sparseWarmUp != null ? sparseWarmUp.count() : warmUp.length / settings.columns();
    }

    /** A learner that is still warming up with these rows, which came without their zeros. */
    public static LearnerCheckpoint warmingUp(Settings settings, SparseRows rows) {
        return new LearnerCheckpoint(settings, null, new double[0], rows, new double[0]);
    }

    /** A learner that is still warming up with these rows. */
    public static LearnerCheckpoint warmingUp(Settings settings, double[] rows) {
        return new LearnerCheckpoint(settings, null, rows, null, new double[0]);
    }

    /** A learner that is still warming up with these rows, which have times. */
    public static LearnerCheckpoint warmingUp(Settings settings, double[] rows, double[] times) {
        return new LearnerCheckpoint(settings, null, rows, null, times);
    }

    /** A learner that is still warming up with these rows, which came without their zeros and have times. */
    public static LearnerCheckpoint warmingUp(Settings settings, SparseRows rows, double[] times) {
        return new LearnerCheckpoint(settings, null, new double[0], rows, times);
    }

    /** A learner after its warm-up. */
    public static LearnerCheckpoint of(Settings settings, LearnerState learned) {
        return new LearnerCheckpoint(settings, learned, new double[0], null, new double[0]);
    }

    /** The sketch, or null during the warm-up and for methods without one. */
    public CenteredSketch.@Nullable State sketch() {
        return learned instanceof LearnerState.Sketched sketched ? sketched.sketch() : null;
    }

    /** All rows so far. */
    public long rows() {
        return learned == null ? kept(settings, warmUp, sparseWarmUp) : learned.rows();
    }
}
