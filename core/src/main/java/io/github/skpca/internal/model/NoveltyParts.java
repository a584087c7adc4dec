package io.github.skpca.internal.model;

import io.github.skpca.Calibration;
import io.github.skpca.Novelty;
import io.github.skpca.RowBatch;
import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** The two parts of the scores of a model that was fitted for novelty, Q and T^2, and what they mean. Immutable. */
public final class NoveltyParts {
    private final LeadingDirections scoring;
    private final ScoreWeights weights;

    private NoveltyParts(LeadingDirections scoring, ScoreWeights weights) {
        this.scoring = scoring;
        this.weights = weights;
    }

    /** Those of directions that have weights in the score. */
    static Optional<NoveltyParts> of(LeadingDirections scoring) {
        ScoreWeights weights = scoring.weights();
        return weights == null ? Optional.empty() : Optional.of(new NoveltyParts(scoring, weights));
    }

    /** How many directions count less than half in the score, because few rows hold them. */
    public int weakDirections() {
        return weights.weak();
    }

    /** The share of the rows of the sample that are isolated: rows like them do not count as usual. */
    public double isolatedShare() {
        boolean[] isolated = scoring.leftOutRows();
        long count =
                IntStream.range(0, isolated.length).filter(i -> isolated[i]).count();
        return isolated.length == 0 ? 0 : (double) count / isolated.length;
    }

    /**
     * Both parts of the scores of rows.
     *
     * @param outside a number a row, Q; overwritten
     * @param inside a number a row, T^2; overwritten
     */
    public void measure(RowBatch rows, double[] outside, double[] inside) {
        scoring.parts(rows, outside, inside);
    }

    /** The p-value of Q; 1 if the model keeps no sample. */
    public double pValueOutside(double outside) {
        return pValue(LeadingDirections.PartCalibrations::outside, outside);
    }

    /** The p-value of T^2; 1 if the model keeps no sample. */
    public double pValueInside(double inside) {
        return pValue(LeadingDirections.PartCalibrations::inside, inside);
    }

    private double pValue(Function<LeadingDirections.PartCalibrations, Calibration> part, double value) {
        LeadingDirections.@Nullable PartCalibrations calibrations = scoring.partCalibrations();
        return calibrations == null ? 1 : part.apply(calibrations).pValue(value);
    }

    /** Why a row is novel. */
    Novelty of(double[] row) {
        double[] outside = new double[1];
        double[] inside = new double[1];
        double[] expected = scoring.preImages().expected(row);
        measure(RowBatch.of(row, 1), outside, inside);
        return new Novelty(
                new Novelty.Part(outside[0], pValueOutside(outside[0]), shares(row, expected, /* isOutside= */ true)),
                new Novelty.Part(inside[0], pValueInside(inside[0]), shares(row, expected, /* isOutside= */ false)),
                expected);
    }

    private double[] shares(double[] row, double[] expected, boolean isOutside) {
        return ColumnShares.of(
                (rows, count, out) -> {
                    double[] other = new double[count];
                    RowBatch batch = RowBatch.of(rows, count);
                    measure(batch, isOutside ? out : other, isOutside ? other : out);
                },
                row,
                expected,
                scoring.preImages().distances(row, expected));
    }
}
