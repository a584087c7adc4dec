package io.github.skpca.internal.model;

import io.github.skpca.RowBatch;
import io.github.skpca.internal.sketch.CenteredSketch;
import org.jspecify.annotations.Nullable;

/** The state of a learner between two rows, as a checkpoint holds it. */
public sealed interface LearnerCheckpoint {
    /** The settings of the learner. */
    Settings settings();

    /** All rows so far. */
    long rows();

    /** A learner without rows. */
    static WarmingUp empty(Settings settings) {
        return new WarmingUp(settings, RowBatch.of(new double[0], 0));
    }

    /** What was learned, or null during the warm-up. */
    default @Nullable LearnerState learned() {
        return this instanceof Learned after ? after.state() : null;
    }

    /** The sketch, or null during the warm-up and for methods without one. */
    default CenteredSketch.@Nullable State sketch() {
        return learned() instanceof LearnerState.Sketched sketched ? sketched.sketch() : null;
    }

    /**
     * A learner in its warm-up.
     *
     * @param settings those of the learner
     * @param kept the rows so far: dense doubles, or sparse if the first came so; with times if rows age by them
     */
    record WarmingUp(Settings settings, RowBatch kept) implements LearnerCheckpoint {
        /** Checks that the rows belong to an unfinished warm-up. */
        public WarmingUp {
            KeptRowsFields.requireRows("warm-up", kept, settings);
            if (kept.count() >= settings.warmUpRows()) {
                throw new IllegalArgumentException("the warm-up holds all its rows and should have ended");
            }
        }

        @Override
        public long rows() {
            return kept.count();
        }
    }

    /**
     * A learner after its warm-up.
     *
     * @param settings those of the learner
     * @param state what it has learned
     */
    record Learned(Settings settings, LearnerState state) implements LearnerCheckpoint {
        /** Checks that the state belongs to the method of the settings. */
        public Learned {
            if (settings.method().sketchesFeatures() != (state instanceof LearnerState.Sketched)) {
                throw new IllegalArgumentException("what was learned is not what method "
                        + settings.method().label() + " learns");
            }
        }

        @Override
        public long rows() {
            return state.rows();
        }
    }
}
