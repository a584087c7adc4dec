package io.github.skpca.cli;

import io.github.skpca.Calibration;
import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Projector;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

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
    private Projector projector;
    private @Nullable Calibration calibration;
    private double[] scores = new double[0];

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
        this.components = components;
        this.workers = workers;
        this.learning = learning;
        this.projector = FittedModel.of(chosen).projector(workers);
        this.calibration = chosen.calibration().orElse(null);
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

    /** The numbers of a row. */
    List<String> names() {
        return calibration == null ? List.of("score") : List.of("score", "pValue");
    }

    /** The smallest p-value that a row can have; 1 if there are none. */
    double smallestPValue() {
        return calibration == null ? 1 : calibration.smallestPValue();
    }

    /** What a person should know of the p-values so far. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>(runs.warnings());
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
            rows.score(projector, done, piece, scores);
            write(piece, out, done);
            if (learning != null) {
                rows.update(learning.learner, done, piece);
                learned(learning, piece);
            }
            done += piece;
        }
    }

    private void write(int count, double[] out, int first) {
        Calibration meaning = calibration;
        int width = names().size();
        for (int i = 0; i < count; i++) {
            int at = (first + i) * width;
            out[at] = scores[i];
            if (meaning != null) {
                out[at + 1] = meaning.pValue(scores[i]);
                runs.add(out[at + 1]);
            }
        }
    }

    private void learned(Learning now, int count) {
        now.untilRefresh -= count;
        if (now.untilRefresh == 0) {
            KernelPcaModel renewed = chosen(now.learner.snapshot(), components);
            projector = FittedModel.of(renewed).projector(workers);
            calibration = calibration == null ? null : renewed.calibration().orElse(calibration);
            now.untilRefresh = now.refresh;
        }
    }
}
