package io.github.skpca.internal.model;

import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
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
            double[] doubles = kept.doubles();
            SparseRows sparse = kept.sparse();
            if (doubles == null ? sparse == null : doubles.length != (long) kept.count() * settings.columns()) {
                throw new IllegalArgumentException("the warm-up does not hold whole rows");
            }
            if (sparse != null && sparse.width() > settings.columns()) {
                throw new IllegalArgumentException(
                        "the warm-up has column " + (sparse.width() - 1) + " of " + settings.columns());
            }
            if (kept.count() >= settings.warmUpRows()) {
                throw new IllegalArgumentException("the warm-up holds all its rows and should have ended");
            }
            requireTimes(kept, settings.forgetting().needsTimes());
        }

        private static void requireTimes(RowBatch kept, boolean wanted) {
            double[] times = kept.times();
            // Without rows there are no times.
            int expected = wanted ? kept.count() : 0;
            if (times == null ? expected > 0 : times.length != expected) {
                throw new IllegalArgumentException("the warm-up does not hold a time per row");
            }
            for (int i = 0; times != null && i < times.length; i++) {
                if (!Double.isFinite(times[i])) {
                    throw new IllegalArgumentException("a time of the warm-up is not finite");
                }
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
