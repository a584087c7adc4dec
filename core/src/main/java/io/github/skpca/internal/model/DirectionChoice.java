package io.github.skpca.internal.model;

import io.github.skpca.ComponentCount;
import io.github.skpca.Method;
import org.jspecify.annotations.Nullable;

/** How many leading directions of a fit are its components, and how many rows are scored with. */
final class DirectionChoice {
    /** A direction of fewer rows than these, on average, would be the rows themselves: then every learned row fits. */
    private static final int ROWS_PER_DIRECTION = 3;

    private DirectionChoice() {}

    /** The directions asked for; {@code given} if it has the same number. */
    static LeadingDirections leading(Fit fit, ComponentCount wanted, @Nullable LeadingDirections given) {
        int count = wanted.resolve(fit.subspace().squares(), fit.subspace().squaredNorm());
        return given != null && given.count() == count ? given : new LeadingDirections(fit, count);
    }

    /** As many directions as asked for, that count in the score as these settings say. */
    static LeadingDirections scoring(Settings settings, Fit fit, ComponentCount wanted) {
        int count = wanted.resolve(fit.subspace().squares(), fit.subspace().squaredNorm());
        return new LeadingDirections(fit, count, settings.score() == ScoreRule.NOVELTY);
    }

    /**
     * The directions that rows are scored with by default: all of the sketch. The leading directions alone do not hold all that a sketch
     * knows of usual rows, and novel rows stand out more when all directions are removed.
     *
     * <p>Only the components where all directions would leave next to nothing of any row: for the methods without a sketch, for rnca, and
     * where a sketch has as many rows as there are random features. And of a model for novelty no more than rows can tell of.
     */
    static LeadingDirections scoring(Settings settings, Fit fit) {
        boolean isWhole = fit.embedding().map().landmarkCount() == 0
                && fit.subspace().squares().length >= fit.embedding().features();
        boolean takesAll = settings.method() == Method.SKPCA && !isWhole;
        LeadingDirections wanted = scoring(settings, fit, takesAll ? ComponentCount.all() : settings.components());
        int most = (int) Math.max(1, fit.subspace().weight() / ROWS_PER_DIRECTION);
        return wanted.isWeighted() && wanted.count() > most ? new LeadingDirections(fit, most, true) : wanted;
    }
}
