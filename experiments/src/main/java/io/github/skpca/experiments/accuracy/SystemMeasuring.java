package io.github.skpca.experiments.accuracy;

import io.github.skpca.ComponentCount;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.experiments.results.AccuracyPoint;
import io.github.skpca.experiments.run.ExactTraining;
import io.github.skpca.experiments.run.GramError;
import io.github.skpca.experiments.run.Representation;
import io.github.skpca.experiments.run.TestGram;
import io.github.skpca.internal.feature.Embedding;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.model.Settings;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Trains systems on the rows of one data set and measures them on its held-out rows, whose kernel matrix is made once.
 *
 * <p>All but exact kernel PCA use the public library, so that what is measured is what a user gets.
 */
final class SystemMeasuring {
    private final AccuracyPlan plan;
    private final HeldOut all;
    private final HeldOut sample;
    private final List<CandidateMap> maps;
    private final Workers workers;
    private final TestGram gram;
    private final double[] test;

    /** The same settings and rows give the same model to the last bit, so the automatic choice need not be fitted again. */
    private final Map<Settings, Measured> sampled = new HashMap<>();

    SystemMeasuring(AccuracyPlan plan, HeldOut all, List<CandidateMap> maps, Workers workers) {
        this.plan = plan;
        this.all = all;
        this.maps = maps;
        this.workers = workers;
        // The training rows come in random order already.
        int count = Math.min(plan.sampleRows(), all.trainRows());
        this.sample = new HeldOut(
                all.columns(),
                Arrays.copyOf(all.train(), count * all.columns()),
                count,
                all.test(),
                all.testRows(),
                all.kernel());
        this.gram = new TestGram(all.test(), all.testRows(), all.columns(), all.kernel(), workers);
        this.test = wide(all.test());
    }

    /** The lines of a task, one for every l. */
    List<AccuracyPoint> measure(Task task, long seed) {
        return switch (task.system()) {
            case Task.EXACT -> exact(task, seed);
            case Task.NYSTROM -> ranks(task, seed, builder(task, seed).method(Method.NYSTROM));
            case Task.RNCA ->
                ranks(task, seed, builder(task, seed).method(Method.RNCA).map(MapKind.FOURIER));
            default -> maps(task, seed);
        };
    }

    private KernelPcaBuilder builder(Task task, long seed) {
        KernelPcaBuilder begun = task.isMap()
                ? maps.stream()
                        .filter(map -> map.label().equals(task.system()))
                        .findFirst()
                        .orElseThrow()
                        .builder()
                : StreamingKernelPca.builder();
        return begun.kernel(all.kernel())
                .features(task.size())
                .centered(false)
                .seed(seed)
                .workers(workers);
    }

    private List<AccuracyPoint> maps(Task task, long seed) {
        List<AccuracyPoint> points = new ArrayList<>();
        KernelPcaModel last = null;
        for (int l : task.sketchSizes(plan)) {
            if (l == 0) {
                continue;
            }
            KernelPcaBuilder builder = builder(task, seed).sketchSize(l).components(ComponentCount.all());
            Settings settings = Learner.settings(builder, all.columns());
            Measured measured = task.isAutomaticOnSample() ? sampled.get(settings) : null;
            if (measured == null) {
                last = fit(task, builder);
                measured = new Measured(trained(last), error(last));
            }
            if (task.part().equals(AccuracyPoint.SAMPLE)) {
                sampled.put(settings, measured);
            }
            points.add(point(task, l, seed, measured.trained, measured.error));
        }
        if (last != null && task.measuresMapAlone()) {
            // The map of the largest l: landmarks keep more coordinates for a larger sketch.
            points.add(point(
                    task, 0, seed, trained(last), mapAlone(FittedModel.of(last).embedding())));
        }
        return points;
    }

    /** A system whose one model has the directions of every l. */
    private List<AccuracyPoint> ranks(Task task, long seed, KernelPcaBuilder builder) {
        int most = plan.sketchSizes().stream().mapToInt(l -> l).max().orElseThrow();
        KernelPcaModel model = fit(task, builder.components(most));
        List<AccuracyPoint> points = new ArrayList<>();
        for (int l : task.sketchSizes(plan)) {
            KernelPcaModel ofRank = model.withComponents(ComponentCount.of(l));
            points.add(point(task, l, seed, trained(ofRank), error(ofRank)));
        }
        return points;
    }

    private List<AccuracyPoint> exact(Task task, long seed) {
        Representation exact = Objects.requireNonNull(
                ExactTraining.train(sample, sample.trainRows(), seed, workers).representation());
        double[] loadings = exact.loadings(sample.test(), sample.testRows(), workers);
        List<AccuracyPoint> points = new ArrayList<>();
        for (int l : task.sketchSizes(plan)) {
            int width = Math.min(l, exact.width());
            double[] leading = new double[sample.testRows() * width];
            for (int i = 0; i < sample.testRows(); i++) {
                System.arraycopy(loadings, i * exact.width(), leading, i * width, width);
            }
            Trained trained = new Trained(Task.EXACT, sample.trainRows(), sample.trainRows());
            points.add(point(task, l, seed, trained, gram.error(leading, width)));
        }
        return points;
    }

    private KernelPcaModel fit(Task task, KernelPcaBuilder builder) {
        HeldOut rows = task.part().equals(AccuracyPoint.STREAM) ? all : sample;
        StreamingKernelPca learner = builder.build(rows.columns());
        learner.update(rows.train(), rows.trainRows());
        learner.endWarmUp();
        return learner.snapshot();
    }

    private GramError error(KernelPcaModel model) {
        float[] loadings = new float[all.testRows() * model.components()];
        FittedModel.of(model).projector(workers).transform(test, 0, all.testRows(), loadings, 0);
        return gram.error(wide(loadings), model.components());
    }

    private GramError mapAlone(Embedding embedding) {
        float[] features = new float[all.testRows() * embedding.features()];
        embedding.embed(test, 0, all.testRows(), new float[test.length], features, 0, workers);
        return gram.error(wide(features), embedding.features());
    }

    /** The map that was used, its features, and the rows. */
    private record Trained(String picked, int features, long rows) {}

    /** What came of settings on the common rows. */
    private record Measured(Trained trained, GramError error) {}

    private static Trained trained(KernelPcaModel model) {
        return new Trained(
                CandidateMap.labelOf(model), FittedModel.of(model).embedding().features(), model.rows());
    }

    private AccuracyPoint point(Task task, int l, long seed, Trained trained, GramError error) {
        return new AccuracyPoint(
                task.set().label(),
                all.columns(),
                trained.rows,
                all.testRows(),
                all.kernel().bandwidth(),
                task.part(),
                task.system(),
                task.size(),
                l,
                task.repeat(),
                seed,
                trained.picked,
                trained.features,
                error.spectral(),
                error.frobenius());
    }

    private static double[] wide(float[] values) {
        double[] wide = new double[values.length];
        for (int i = 0; i < values.length; i++) {
            wide[i] = values[i];
        }
        return wide;
    }
}
