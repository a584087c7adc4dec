package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.Workers;
import io.github.skpca.error.KernelError;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;
import io.github.skpca.io.RowBuffer;
import io.github.skpca.io.RowReader;
import io.github.skpca.kernel.KernelFamily;
import io.github.skpca.report.Chart;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a report needs of the rows that go by: a uniform sample, the most novel ones, and counts of p-values. However many rows there are, it
 * holds some thousands.
 */
final class ReportRows {
    /** Axes of a map; more make a longer page and are seldom looked at. */
    static final int MOST_COMPONENTS = 10;

    private static final int MOST_SAMPLED = 5000;
    private static final int MOST_NOVEL = 200;
    private static final int FEWEST_NOVEL = 12;
    private static final int NOVEL_NUMBERS = 1 << 20;
    private static final int MOST_MEASURED = 500;
    private static final int MEASURED_NUMBERS = 1 << 22;
    private static final int LONGEST_LABEL = 40;

    private final KernelPcaModel model;
    private final RowScoring scoring;
    private final Workers workers;
    private final Label label;
    private final Projector projector;
    private final int shown;
    private final RandomStream random = new RandomStream(0, Purpose.COMMAND_SAMPLE);
    private final List<Seen> sample = new ArrayList<>();
    private final NovelRows novel;
    private List<Seen> mapped = List.of();
    private final double[][] measured;
    private final PValueShares shares = new PValueShares();
    private final WatchChart chart = new WatchChart(0);
    private final int alertPower;
    private final double threshold;
    private double[] loadings = new double[0];
    private double[] results = new double[0];
    private long rows;
    private long judged;

    /**
     * A row on the map.
     *
     * @param number among all rows of the input, from 1
     * @param place its loadings, as many as are shown, and its score
     * @param pValue NaN if the model has none
     * @param label what it is coloured by
     */
    record Seen(long number, double[] place, double pValue, String label) {
        double score() {
            return place[place.length - 1];
        }
    }

    /**
     * What rows are coloured by.
     *
     * @param name blank if there is no label
     * @param kept which kept text; -1 if none
     * @param column which of the model's columns; -1 if none
     */
    record Label(String name, int kept, int column) {}

    ReportRows(KernelPcaModel model, RowScoring scoring, Workers workers, Label label) {
        this.model = model;
        this.scoring = scoring;
        this.workers = workers;
        this.label = label;
        this.projector = FittedModel.of(model).projector(workers);
        this.shown = Math.min(MOST_COMPONENTS, model.components());
        int mostNovel = Math.max(FEWEST_NOVEL, Math.min(MOST_NOVEL, NOVEL_NUMBERS / model.columns()));
        this.novel = new NovelRows(scoring, new NovelRows.Limits(mostNovel, ExplainOptions.DEFAULT_COLUMNS, 1));
        this.measured = new double[Math.max(2, Math.min(MOST_MEASURED, MEASURED_NUMBERS / model.columns()))][];
        double reach = model.calibration().map(Calibration::smallestPValue).orElse(0.0);
        this.alertPower = reach <= 0.001 ? 3 : reach <= 0.01 ? 2 : 1;
        this.threshold =
                model.calibration().map(known -> known.scoreAt(alert())).orElse(Double.NaN);
    }

    /** Takes in all rows of a reader. */
    void read(RowReader reader, ProgressLine progress) throws IOException {
        RowBatches batches = new RowBatches(reader);
        novel.begin(reader);
        loadings = new double[Math.multiplyExact(batches.capacity(), model.components())];
        results = new double
                [Math.multiplyExact(batches.capacity(), scoring.names().size())];
        for (int read = batches.read(); read > 0; read = batches.read()) {
            novel.apply(batches, results);
            novel.take(batches, results);
            batches.transform(projector, model.components(), loadings);
            for (int i = 0; i < read; i++) {
                take(batches, i);
            }
            progress.update(() -> "drawing: " + Console.text(rows) + " rows");
        }
        progress.done();
        mapped = drawn();
    }

    private void take(RowBatches batches, int i) {
        rows++;
        int width = scoring.names().size();
        double score = results[i * width];
        if (!Double.isFinite(score)) {
            return;
        }
        judged++;
        double pValue = scoring.hasPValues() ? results[i * width + 1] : Double.NaN;
        shares.add(pValue);
        chart.add(rows, score, threshold);
        long place = sample.size() < MOST_SAMPLED ? sample.size() : random.nextBelow(judged);
        if (place < MOST_SAMPLED) {
            Seen seen = seen(batches, i, score, pValue);
            if (place == sample.size()) {
                sample.add(seen);
            } else {
                sample.set((int) place, seen);
            }
        }
        // The measured rows are drawn by themselves: they are fewer and wider.
        long row = judged <= measured.length ? judged - 1 : random.nextBelow(judged);
        if (row < measured.length) {
            measured[(int) row] = copy(batches, i);
        }
    }

    private double[] copy(RowBatches batches, int i) {
        double[] row = new double[model.columns()];
        batches.copy(i, row, 0);
        return row;
    }

    private Seen seen(RowBatches batches, int i, double score, double pValue) {
        int k = model.components();
        double[] place = Arrays.copyOf(Arrays.copyOfRange(loadings, i * k, i * k + shown), shown + 1);
        place[shown] = score;
        RowBuffer batch = batches.batch();
        String text = "";
        if (label.kept() >= 0) {
            text = batch.kept(i, label.kept()).strip();
        } else if (label.column() >= 0) {
            text = Double.toString(copy(batches, i)[label.column()]);
        }
        return new Seen(batch.rowNumber(i), place, pValue, cut(text));
    }

    /** The same of one of the novel rows. */
    private Seen seen(NovelRows.Row row) {
        float[] all = new float[model.components()];
        projector.transform(row.judged(), 0, 1, all, 0);
        double[] place = new double[shown + 1];
        for (int i = 0; i < shown; i++) {
            place[i] = all[i];
        }
        place[shown] = row.score();
        return new Seen(row.number(), place, scoring.hasPValues() ? row.pValue() : Double.NaN, label(row));
    }

    /** What a novel row is coloured by. */
    String label(NovelRows.Row row) {
        if (label.kept() >= 0) {
            return cut(row.kept().get(label.kept()).strip());
        }
        return label.column() >= 0 ? Double.toString(row.judged()[label.column()]) : "";
    }

    private static String cut(String text) {
        return text.length() > LONGEST_LABEL ? text.substring(0, LONGEST_LABEL) + "…" : text;
    }

    /** All rows, also those that could not be judged. */
    long rows() {
        return rows;
    }

    /** Rows that have a score. */
    long judged() {
        return judged;
    }

    /** How many components the places have. */
    int shownComponents() {
        return shown;
    }

    String labelName() {
        return label.name();
    }

    /** Counts of p-values. */
    PValueShares shares() {
        return shares;
    }

    /** The p-value from which on rows are called novel: 0.001, or more where the model is of too few rows for it. */
    double alert() {
        return PValueShares.power(alertPower);
    }

    /** How many rows are novel. */
    long novelRows() {
        return shares.atMostPower(alertPower);
    }

    /** Scores, row after row. */
    Chart scores() {
        return chart.chart("Scores, row after row", alert());
    }

    /** The sample and the most novel rows, each once, in the order of their numbers. */
    List<Seen> mapped() {
        return mapped;
    }

    private List<Seen> drawn() {
        Set<Long> numbers = new HashSet<>();
        List<Seen> all = new ArrayList<>();
        for (Seen seen : sample) {
            numbers.add(seen.number());
            all.add(seen);
        }
        novel.rows().stream()
                .filter(row -> Double.isFinite(row.score()) && numbers.add(row.number()))
                .forEach(row -> all.add(seen(row)));
        all.sort(Comparator.comparingLong(Seen::number));
        return all;
    }

    /** Whether there were more rows than the map has. */
    boolean isSampled() {
        return judged > sample.size();
    }

    /** The most novel rows. */
    NovelRows novel() {
        return novel;
    }

    /** The model's kernel error on a sample of the rows; empty for a kernel whose code is not here. */
    Optional<KernelError> error() {
        int count = (int) Math.min(judged, measured.length);
        boolean isKnown = KernelFamily.ofLabel(
                        FittedModel.of(model).embedding().kernel().name())
                .isPresent();
        if (count < 2 || !isKnown) {
            return Optional.empty();
        }
        double[] flat = new double[Math.multiplyExact(count, model.columns())];
        for (int i = 0; i < count; i++) {
            System.arraycopy(measured[i], 0, flat, i * model.columns(), model.columns());
        }
        return Optional.of(KernelError.measure(model, flat, count, workers));
    }
}
