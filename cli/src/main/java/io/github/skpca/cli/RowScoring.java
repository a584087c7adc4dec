package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.NoveltyParts;
import io.github.skpca.internal.model.Projector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Scores rows with a model, or, as they come, with the model of the rows before them.
 *
 * <p>What a row gets depends on the rows before it and on its place alone, not on the batches in which they are read.
 */
final class RowScoring implements RowPass.Work {
    /** Rows of which p-value count as alarms where nobody has named one: enough of them to see bursts. */
    private static final double ALARM = 0.01;

    /** The level that watch takes unless told otherwise. */
    private static final double USUAL_LEVEL = 0.001;

    private final @Nullable ComponentCount components;
    private final Workers workers;
    private final @Nullable Learning learning;
    private final PValueRuns runs = new PValueRuns(ALARM);
    private KernelPcaModel scored;
    private Projector projector;
    private @Nullable Calibration calibration;
    private double[] scores = new double[0];
    /** Null where rows are learned as they come. */
    private final @Nullable MissingCells missing;

    private final int stride;
    private long rowsBefore;

    private @Nullable Parts parts;

    /** The two parts of scores, and room for those of a batch. */
    private static final class Parts {
        /** Numbers of a row. */
        static final int NUMBERS = 4;

        private NoveltyParts measures;
        private double[] outside = new double[0];
        private double[] inside = new double[0];

        Parts(KernelPcaModel model) {
            measures = of(model);
        }

        private static NoveltyParts of(KernelPcaModel model) {
            return FittedModel.of(model).noveltyParts().orElseThrow();
        }

        void measure(RowBatch rows) {
            if (outside.length < rows.count()) {
                outside = new double[rows.count()];
                inside = new double[rows.count()];
            }
            measures.measure(rows, outside, inside);
        }

        void write(int row, double[] out, int at) {
            out[at] = outside[row];
            out[at + 1] = measures.pValueOutside(outside[row]);
            out[at + 2] = inside[row];
            out[at + 3] = measures.pValueInside(inside[row]);
        }
    }

    /** What learns the rows that were scored, and after how many of them their model is taken for the next. */
    private static final class Learning {
        final StreamingKernelPca learner;
        final long refresh;
        long untilRefresh;

        Learning(StreamingKernelPca learner, long refresh) {
            this.learner = learner;
            this.refresh = refresh;
            this.untilRefresh = refresh;
        }
    }

    private RowScoring(
            KernelPcaModel model, @Nullable ComponentCount components, Workers workers, @Nullable Learning learning) {
        KernelPcaModel chosen = chosen(model, components);
        this.scored = chosen;
        this.components = components;
        this.workers = workers;
        this.learning = learning;
        this.projector = FittedModel.of(chosen).projector(workers);
        this.calibration = chosen.calibration().orElse(null);
        this.missing = model.preparation().isPlain() ? null : new MissingCells(chosen, workers);
        this.stride = model.preparation().stride();
    }

    /** Scores with a model as it is. */
    static RowScoring by(KernelPcaModel model, @Nullable ComponentCount components, Workers workers) {
        return new RowScoring(model, components, workers, null);
    }

    /** Scores with what a learner has learned, and lets it learn: its model is renewed after every {@code refresh} rows. */
    static RowScoring learning(
            StreamingKernelPca learner, long refresh, @Nullable ComponentCount components, Workers workers) {
        return new RowScoring(learner.snapshot(), components, workers, new Learning(learner, refresh));
    }

    private static KernelPcaModel chosen(KernelPcaModel model, @Nullable ComponentCount components) {
        return components == null ? model : model.withScoreComponents(components);
    }

    /** Gives each row the two parts of its score too, of a model that was fitted for novelty. */
    void withParts() {
        parts = new Parts(scored);
    }

    /** The numbers of a row. */
    List<String> names() {
        List<String> names = new ArrayList<>(calibration == null ? List.of("score") : List.of("score", "pValue"));
        if (parts != null) {
            names.addAll(List.of("q", "qPValue", "t2", "t2PValue"));
        }
        return names;
    }

    /** Whether missing cells of rows are filled where they stand. */
    boolean fillsRows() {
        return missing != null;
    }

    /** Whether scores come with p-values. */
    boolean hasPValues() {
        return calibration != null;
    }

    /** The smallest p-value that a row can have; 1 if there are none. */
    double smallestPValue() {
        return calibration == null ? 1 : calibration.smallestPValue();
    }

    /** What a person should know of the p-values so far. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>(runs.warnings());
        warnings.addAll(UnlikeRows.warnings(runs.rows(), runs.alarms(), "have a p-value of at most " + ALARM));
        Calibration meaning = calibration;
        if (meaning != null && meaning.smallestPValue() > USUAL_LEVEL) {
            warnings.add("the smallest p-value of this model is " + Console.number(meaning.smallestPValue())
                    + " (sample size " + meaning.size() + "): a level of " + USUAL_LEVEL
                    + " cannot be reached; flag at a larger one, or fit with more rows");
        }
        return warnings;
    }

    /** What the p-values so far look like, one after the other. */
    PValueRuns runs() {
        return runs;
    }

    @Override
    public void apply(RowBatches rows, double[] out) {
        int count = rows.batch().rows();
        if (scores.length < count) {
            scores = new double[rows.capacity()];
        }
        int done = 0;
        while (done < count) {
            int piece = learning == null ? count : (int) Math.min(count - done, learning.untilRefresh);
            if (missing != null) {
                missing.fill(rows.denseValues(), done, piece);
            }
            rows.score(projector, done, piece, scores);
            if (parts != null) {
                parts.measure(rows.part(done, piece));
            }
            write(piece, out, done);
            if (learning != null) {
                learn(learning.learner, rows, done, piece);
                learned(learning, piece);
            }
            done += piece;
        }
        rowsBefore += count;
    }

    /** Learns the rows of a piece; of windows those that are judged, and of these every so many by the number of their line. */
    private void learn(StreamingKernelPca learner, RowBatches rows, int from, int count) {
        MissingCells judged = missing;
        if (judged == null) {
            rows.update(learner, from, count);
            return;
        }
        for (int i = 0; i < count; i++) {
            if (judged.isJudged(i) && (rowsBefore + from + i + 1) % stride == 0) {
                rows.update(learner, from + i, 1);
            }
        }
    }

    /** What was not judged. */
    void describe(Map<String, Object> fields) {
        if (missing != null) {
            missing.describe(fields);
        }
    }

    private void write(int count, double[] out, int first) {
        Calibration meaning = calibration;
        int width = names().size();
        for (int i = 0; i < count; i++) {
            int at = (first + i) * width;
            if (missing != null && !missing.isJudged(i)) {
                Arrays.fill(out, at, at + width, Double.NaN);
                continue;
            }
            out[at] = scores[i];
            if (meaning != null) {
                out[at + 1] = missing == null ? meaning.pValue(scores[i]) : missing.pValue(i, scores[i], meaning);
                runs.add(out[at + 1]);
            }
            if (parts != null) {
                parts.write(i, out, at + width - Parts.NUMBERS);
            }
        }
    }

    private void learned(Learning now, int count) {
        now.untilRefresh -= count;
        if (now.untilRefresh == 0) {
            KernelPcaModel renewed = chosen(now.learner.snapshot(), components);
            scored = renewed;
            projector = FittedModel.of(renewed).projector(workers);
            if (missing != null) {
                missing.renew(renewed);
            }
            if (parts != null) {
                parts = new Parts(renewed);
            }
            calibration = calibration == null ? null : renewed.calibration().orElse(calibration);
            now.untilRefresh = now.refresh;
        }
    }
}
