package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.FalseDiscoveryRate;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.io.RowReader;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Which rows of a file are discoveries, by Benjamini and Hochberg: a first pass counts p-values, and the second writes them with 1 for a row that is
 * one.
 *
 * <p>P-values that were counted are few different numbers, and extrapolated ones are rounded up to three digits, so memory does not grow with the rows.
 */
final class FileDiscoveries implements RowPass.Work {
    static final List<String> NAMES = List.of("score", "pValue", "novel");

    private final Calibration calibration;
    private final Projector projector;
    private final double rate;
    private final TreeMap<Double, Long> counts = new TreeMap<>();
    private double[] scores = new double[0];
    private double level;
    private long rows;
    private long discoveries;

    FileDiscoveries(FittedModel model, Calibration calibration, double rate, Workers workers) {
        this.calibration = calibration;
        this.projector = model.projector(workers);
        this.rate = rate;
    }

    /** Counts the p-values of all rows. */
    void count(RowReader reader) throws IOException {
        RowBatches batches = new RowBatches(reader);
        for (int read = batches.read(); read > 0; read = batches.read()) {
            score(batches);
            for (int i = 0; i < read; i++) {
                counts.merge(pValue(scores[i]), 1L, Long::sum);
            }
            rows += read;
        }
        double[] values =
                counts.keySet().stream().mapToDouble(Double::doubleValue).toArray();
        long[] times = counts.values().stream().mapToLong(Long::longValue).toArray();
        level = FalseDiscoveryRate.benjaminiHochberg(values, times, rate);
    }

    private void score(RowBatches batches) {
        int count = batches.batch().rows();
        if (scores.length < count) {
            scores = new double[batches.capacity()];
        }
        batches.score(projector, 0, count, scores);
    }

    private double pValue(double score) {
        Calibration.Estimate estimate = calibration.estimate(score);
        if (!estimate.isExtrapolated()) {
            return estimate.pValue();
        }
        double safe = Math.min(calibration.smallestPValue(), estimate.pValue() + estimate.standardError());
        double digits = StrictMath.pow(10, StrictMath.floor(StrictMath.log10(safe)) - 2);
        return Math.min(
                calibration.smallestPValue(), Math.max(Double.MIN_NORMAL, StrictMath.ceil(safe / digits) * digits));
    }

    @Override
    public void apply(RowBatches batches, double[] out) {
        score(batches);
        int count = batches.batch().rows();
        for (int i = 0; i < count; i++) {
            double p = pValue(scores[i]);
            boolean isNovel = p <= level;
            discoveries += isNovel ? 1 : 0;
            out[3 * i] = scores[i];
            out[3 * i + 1] = p;
            out[3 * i + 2] = isNovel ? 1 : 0;
        }
    }

    /** What to report of them. */
    void report(Map<String, Object> fields) {
        fields.put("smallestPValue", calibration.smallestPValue());
        fields.put("fdr", rate);
        fields.put("level", level);
        fields.put("discoveries", discoveries);
    }

    /** Whether both passes read the same rows. */
    boolean isSame(long second) {
        return rows == second;
    }
}
