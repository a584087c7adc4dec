package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowPreparation;
import io.github.skpca.RowPreparation.Missing;
import io.github.skpca.Workers;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/** The rows of a batch of which cells are missing: filled by the model that judges them, or not judged at all. */
final class MissingCells {
    /** Sets of missing columns whose calibrations are kept, the last ones used. */
    private static final int MOST_PATTERNS = 64;

    private static final int GRAIN = 4;

    private final Workers workers;
    private final boolean masks;
    private KernelPcaModel model;
    /** What is missing of each row of the batch; null for nothing, empty for a row that is not judged. */
    private @Nullable BitSet[] missing = new BitSet[0];

    private final Map<BitSet, Calibration> calibrations = new LinkedHashMap<>(16, 0.75f, true);
    private long patterns;
    private long notJudged;

    MissingCells(KernelPcaModel model, Workers workers) {
        this.model = model;
        this.workers = workers;
        RowPreparation preparation = model.preparation();
        this.masks = preparation.missing() == Missing.MASK;
    }

    /** Goes on with another model. */
    void renew(KernelPcaModel renewed) {
        model = renewed;
        calibrations.clear();
    }

    /**
     * Fills the missing cells of rows; a row without any cell becomes zeros, and is not to be judged.
     *
     * @param values rows of d numbers; changed
     * @param first the first row
     * @param count how many rows
     */
    void fill(double[] values, int first, int count) {
        if (missing.length < count) {
            missing = new BitSet[count];
        }
        int columns = model.columns();
        workers.split(count, GRAIN, (from, to) -> {
            for (int i = from; i < to; i++) {
                missing[i] = filled(values, (first + i) * columns, columns);
            }
        });
        for (int i = 0; i < count; i++) {
            notJudged += isJudged(i) ? 0 : 1;
        }
    }

    private @Nullable BitSet filled(double[] values, int at, int columns) {
        BitSet found = null;
        for (int j = 0; j < columns; j++) {
            if (Double.isNaN(values[at + j])) {
                found = found == null ? new BitSet(columns) : found;
                found.set(j);
            }
        }
        if (found == null) {
            return null;
        }
        if (found.cardinality() == columns) {
            Arrays.fill(values, at, at + columns, 0);
            return new BitSet();
        }
        double[] row = model.impute(Arrays.copyOfRange(values, at, at + columns));
        System.arraycopy(row, 0, values, at, columns);
        return found;
    }

    /** Whether row i of those that were filled last has anything to judge. */
    boolean isJudged(int i) {
        BitSet found = missing[i];
        return found == null || !found.isEmpty();
    }

    /**
     * The p-value of row i of those that were filled last: if so asked, among learned rows that miss the same columns.
     *
     * @param whole what scores of whole rows mean
     */
    double pValue(int i, double score, Calibration whole) {
        BitSet found = missing[i];
        if (found == null || !masks) {
            return whole.pValue(score);
        }
        Calibration known = calibrations.get(found);
        if (known == null) {
            boolean[] flags = new boolean[model.columns()];
            found.stream().forEach(j -> flags[j] = true);
            known = model.calibration(flags, workers).orElse(whole);
            patterns++;
            if (calibrations.size() == MOST_PATTERNS) {
                calibrations.remove(calibrations.keySet().iterator().next());
            }
            calibrations.put(found, known);
        }
        return known.pValue(score);
    }

    /** What was not judged, and how many sets of missing columns were looked at. */
    void describe(Map<String, Object> fields) {
        fields.put("rowsNotJudged", notJudged);
        if (masks) {
            fields.put("missingPatterns", patterns);
        }
    }
}
