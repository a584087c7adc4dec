package io.github.skpca.internal.model;

import io.github.skpca.Calibration;
import io.github.skpca.RowPreparation;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.RowSample;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Optional;

/** Rows of which columns are missing, filled by what the model knows of the others. Immutable but for what is made on first use. */
public final class MissingColumns {
    /*
     * The missing columns are those that make the row fit best: they minimise the squared distance of the row's image from the
     * subspace, with the known columns held. For a linear kernel this is the imputation of PCA. The gradient of that distance is the gradient
     * of the score without the growth beyond the sample (ResidualSpace), with zeros for known columns, so that the search for pre-images
     * moves the missing columns alone. It begins where learning would have filled them, or at the origin of the standardiser.
     */

    /** Evaluations of the distance; later ones change the score of a row by less than a missing column does. */
    private static final int MOST_LOOKS = 16;

    private static final int GRAIN = 8;

    private final LeadingDirections scoring;
    private final ResidualSpace space;
    /** Where the search begins; null for the origin of each column. */
    private final @Nullable RowPreparation start;
    /** What leaving each row of the sample out adds to its score. */
    private double @Nullable [] additions;

    MissingColumns(LeadingDirections scoring, RowPreparation preparation) {
        this.scoring = scoring;
        this.start = preparation.fill().length == 0 ? null : preparation;
        this.space = scoring.preImages().space();
    }

    /** A row with its missing columns, which are NaN, filled; the row is not changed. */
    public double[] filled(double[] row) {
        requireWidth(row.length);
        boolean[] missing = new boolean[row.length];
        boolean any = false;
        for (int j = 0; j < row.length; j++) {
            missing[j] = Double.isNaN(row[j]);
            any |= missing[j];
        }
        return any ? filled(row, missing) : row.clone();
    }

    private void requireWidth(int width) {
        if (width != space.columns()) {
            throw new IllegalArgumentException("a row of " + width + " columns for a model of " + space.columns());
        }
    }

    private double[] filled(double[] row, boolean[] missing) {
        double[] known = row.clone();
        for (int j = 0; j < row.length; j++) {
            known[j] = missing[j] ? Double.NaN : row[j];
        }
        double[] first = begin(known);
        double bandwidth = scoring.fit().embedding().kernel().bandwidth();
        PreImageSearch search = new PreImageSearch((at, gradient) -> distance(at, gradient, missing), bandwidth, first);
        search.run(MOST_LOOKS, Math.max(1, space.selfSimilarity(first)));
        double[] found = space.raw(search.row());
        for (int j = 0; j < row.length; j++) {
            known[j] = missing[j] ? found[j] : row[j];
        }
        return known;
    }

    /** The standardised row that the search begins at. */
    private double[] begin(double[] row) {
        if (start != null) {
            return space.standardized(start.filled(row.clone()));
        }
        double[] zeros = row.clone();
        for (int j = 0; j < row.length; j++) {
            zeros[j] = Double.isNaN(row[j]) ? 0 : row[j];
        }
        double[] begin = space.standardized(zeros);
        for (int j = 0; j < row.length; j++) {
            begin[j] = Double.isNaN(row[j]) ? 0 : begin[j];
        }
        return begin;
    }

    /** The squared distance of a row's image from its own projection, which moves with it only in second order. */
    private double distance(double[] row, double[] gradient, boolean[] missing) {
        double distance = space.point(space.loadings(row)).squaredDistance(row, gradient);
        for (int j = 0; j < gradient.length; j++) {
            gradient[j] = missing[j] ? gradient[j] : 0;
        }
        return distance;
    }

    /**
     * The scores of the sample with columns taken away and filled in the same way; empty if there is no sample. To each is added what
     * leaving the whole row out adds to its score: the model knows these rows.
     */
    public Optional<Calibration> calibration(boolean[] missing, Workers workers) {
        requireWidth(missing.length);
        RowSample.State sample = scoring.fit().sample();
        if (sample == null || sample.count() == 0) {
            return Optional.empty();
        }
        int count = sample.count();
        int columns = space.columns();
        double[] rows = new double[count * columns];
        workers.split(count, GRAIN, (from, to) -> {
            for (int i = from; i < to; i++) {
                double[] row = Arrays.copyOfRange(sample.rows(), i * columns, (i + 1) * columns);
                System.arraycopy(filled(row, missing), 0, rows, i * columns, columns);
            }
        });
        double[] scores = new double[count];
        scoring.score(rows, count, scores);
        double[] more = additions(sample);
        for (int i = 0; i < count; i++) {
            scores[i] += more[i];
        }
        return Optional.of(new Calibration(scores));
    }

    private synchronized double[] additions(RowSample.State sample) {
        double[] made = additions;
        if (made == null) {
            double[] whole = new double[sample.count()];
            scoring.score(sample.rows(), sample.count(), whole);
            made = new LeaveOneOut(scoring, sample).scores();
            for (int i = 0; i < whole.length; i++) {
                made[i] = Math.max(0, made[i] - whole[i]);
            }
            additions = made;
        }
        return made;
    }
}
