package io.github.skpca.internal.model;

import io.github.skpca.RowBatch;
import io.github.skpca.internal.baseline.LandmarkState;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.feature.MissedRows;
import io.github.skpca.internal.feature.Preprocessing;
import io.github.skpca.internal.feature.RowSample;
import io.github.skpca.internal.feature.TailRows;
import io.github.skpca.internal.feature.TailScore;
import io.github.skpca.internal.sketch.CenteredSketch;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/** What a learner holds between two rows, after its warm-up. */
public sealed interface LearnerState {
    /** All rows so far. */
    long rows();

    /** How rows are standardised, and the kernel. */
    Preprocessing preprocessing();

    /**
     * Features in a sketch. Seven components, because a file holds each of them.
     *
     * @param embedding from rows to features
     * @param algorithm which sketch it is
     * @param sketch the sketch of them; without waiting rows if landmarks follow the stream
     * @param sample a sample of the rows, by their weights
     * @param following what landmarks that follow the stream need, or null if the map is fixed
     * @param tail the rows that small p-values need, or null if they are not kept
     * @param further of a learner that begins with a model: the directions that its sketch was cut from; null otherwise
     */
    record Sketched(
            Embedding embedding,
            SketchAlgorithm algorithm,
            CenteredSketch.State sketch,
            RowSample.State sample,
            @Nullable Following following,
            @Nullable Tail tail,
            @Nullable FurtherDirections further)
            implements LearnerState {
        /** Checks that the parts fit. */
        public Sketched {
            if (embedding.features() != sketch.sketch().columns()) {
                throw new IllegalArgumentException("a map of " + embedding.features() + " features and a sketch of "
                        + sketch.sketch().columns() + " columns");
            }
            long rows =
                    sketch.rows() + (following == null ? 0 : following.waiting().count());
            if (sample.seen() != rows || sample.columns() != embedding.columns()) {
                throw new IllegalArgumentException("a sample of " + sample.seen() + " rows of " + sample.columns()
                        + " columns beside a sketch of " + rows + " rows of " + embedding.columns());
            }
            if (following != null && sketch.block().length > 0) {
                throw new IllegalArgumentException("rows wait in two forms");
            }
            if (tail != null && (tail.rows().seen() != rows || tail.rows().columns() != embedding.columns())) {
                throw new IllegalArgumentException(
                        "the tail of " + tail.rows().seen() + " rows beside a sketch of " + rows);
            }
        }

        /** The same state, with its map laid out for the arithmetic that is active now. */
        public Sketched again() {
            return new Sketched(embedding.again(), algorithm, sketch, sample, following, tail, further);
        }

        @Override
        public long rows() {
            return sample.seen();
        }

        @Override
        public Preprocessing preprocessing() {
            return embedding.preprocessing();
        }
    }

    /**
     * What landmarks that follow the stream need beside the sketch.
     *
     * @param watch what the landmarks leave of rows
     * @param missed rows that the features miss
     * @param waiting the raw rows of the block that is not full, with times if rows age by them
     */
    record Following(LandmarkWatch watch, MissedRows.State missed, RowBatch waiting) {}

    /**
     * The rows that small p-values need, and what the next rows are chosen by.
     *
     * @param rows the rows kept
     * @param score how novel the next rows are; null if that is to be computed from what was learned
     * @param renewedAt the number of rows at which the score was last due
     * @param changedAt the number of rows at which landmarks last changed
     * @param since the rows since then that are not common, by how many of the known ones score as high
     */
    record Tail(TailRows.State rows, TailScore.@Nullable State score, long renewedAt, long changedAt, double[] since) {
        /** Checks the range. */
        public Tail {
            boolean isPast = renewedAt >= 0 && renewedAt <= rows.seen() && changedAt >= 0 && changedAt <= rows.seen();
            boolean isCounted = since.length == 1 + (score == null ? 0 : score.scores().length)
                    && Arrays.stream(since).allMatch(count -> count >= 0 && count <= rows.seen());
            if (!isPast || !isCounted) {
                throw new IllegalArgumentException("the tail of " + rows.seen() + " rows renewed at " + renewedAt
                        + " and changed at " + changedAt);
            }
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
