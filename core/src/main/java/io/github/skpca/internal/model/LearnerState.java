package io.github.skpca.internal.model;

import io.github.skpca.internal.baseline.LandmarkState;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;

/** What a learner holds between two rows, after its warm-up. */
public sealed interface LearnerState {
    /** All rows so far. */
    long rows();

    /** How rows are standardised, and the kernel. */
    Preprocessing preprocessing();

    /**
     * A sketch of features.
     *
     * @param embedding from rows to features
     * @param algorithm which sketch it is
     * @param sketch the sketch of the features
     * @param sample a sample of the rows, by their weights
     */
    record Sketched(Embedding embedding, SketchAlgorithm algorithm, CenteredSketch.State sketch, RowSample.State sample)
            implements LearnerState {
        /** Checks that the parts fit. */
        public Sketched {
            if (embedding.features() != sketch.sketch().columns()) {
                throw new IllegalArgumentException("a map of " + embedding.features() + " features and a sketch of "
                        + sketch.sketch().columns() + " columns");
            }
            if (sample.seen() != sketch.rows() || sample.columns() != embedding.columns()) {
                throw new IllegalArgumentException("a sample of " + sample.seen() + " rows of " + sample.columns()
                        + " columns beside a sketch of " + sketch.rows() + " rows of " + embedding.columns());
            }
        }

        @Override
        public long rows() {
            return sketch.rows();
        }

        @Override
        public Preprocessing preprocessing() {
            return embedding.preprocessing();
        }
    }

    /**
     * Raw rows as landmarks: a sample, or all.
     *
     * @param preprocessing how they were standardised, and the kernel
     * @param landmarks the rows
     */
    record Sampled(Preprocessing preprocessing, LandmarkState landmarks) implements LearnerState {
        /** Checks that the parts fit. */
        public Sampled {
            if (preprocessing.columns() != landmarks.columns()) {
                throw new IllegalArgumentException(
                        "rows of " + preprocessing.columns() + " and " + landmarks.columns() + " columns");
            }
        }

        @Override
        public long rows() {
            return landmarks.seen();
        }
    }
}
