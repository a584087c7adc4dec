package io.github.skpca.internal.model;

import io.github.skpca.ComponentCount;
import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MapKind;
import io.github.skpca.Method;
import io.github.skpca.RowBatch;
import io.github.skpca.SampleRows;
import io.github.skpca.ShrinkRule;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.kernel.BandwidthRule;
import io.github.skpca.kernel.Kernel;
import io.github.skpca.kernel.KernelFamily;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes the golden files of the current format version: run once a version, with {@code -Dskpca.simd=off}, and never again.
 *
 * <p>Files that a release has written must load for ever, so the files of an older version are never made anew.
 */
final class GoldenFiles {
    static final int COLUMNS = 3;
    static final int ROWS = 200;

    /** Rows that were not learned from. */
    static final double[] UNSEEN = SampleRows.clusters(42, 5, COLUMNS);

    private GoldenFiles() {}

    static double[] learnedRows() {
        return SampleRows.clusters(41, ROWS, COLUMNS);
    }

    static KernelPcaBuilder modelSettings() {
        return StreamingKernelPca.builder()
                .kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN)
                .map(MapKind.PAIRED)
                .shrink(ShrinkRule.FAST)
                .features(8)
                .sketchSize(4)
                .components(3)
                .warmUpRows(50)
                .seed(2026);
    }

    static KernelPcaBuilder checkpointSettings() {
        return StreamingKernelPca.builder()
                .kernel(Kernel.rationalQuadratic(1.5, 2))
                .map(MapKind.FOURIER)
                .standardized(true)
                .shrink(ShrinkRule.FAST)
                .features(8)
                .sketchSize(4)
                .components(ComponentCount.ofShare(0.5))
                .warmUpRows(50)
                .seed(2027);
    }

    /** The files of the methods that came after the first, still in version 1: they only add to it. */
    static final List<Method> LATER_METHODS = List.of(Method.RNCA, Method.NYSTROM, Method.EXACT);

    static String fileOf(Method method) {
        return "v1-" + method.label() + ".skpca";
    }

    /** Settings for one of {@link #LATER_METHODS}; RNCA is kept as a checkpoint, whose state is its own. */
    static KernelPcaBuilder settingsOf(Method method) {
        return StreamingKernelPca.builder()
                .method(method)
                .kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN)
                .standardized(method == Method.RNCA)
                .centered(method != Method.NYSTROM)
                .features(8)
                .components(method == Method.RNCA ? ComponentCount.all() : ComponentCount.of(3))
                .warmUpRows(50)
                .seed(2028);
    }

    /** The files of the maps that came later, each a checkpoint: what the model holds is in it as well. */
    static final List<MapKind> LATER_MAPS = List.of(MapKind.ORTHOGONAL, MapKind.STRUCTURED);

    static String fileOf(MapKind map) {
        return "v1-" + map.label() + ".skpca";
    }

    static KernelPcaBuilder settingsOf(MapKind map) {
        return modelSettings().map(map).seed(2029);
    }

    /** The file of landmarks under a sketch, a checkpoint, and what it does with rows. */
    static final String LANDMARKS_FILE = "v1-landmarks.skpca";

    static final String LANDMARKS_LOADINGS = "v1-landmarks-loadings.csv";

    static KernelPcaBuilder landmarkSettings() {
        return StreamingKernelPca.builder()
                .kernel(KernelFamily.GAUSSIAN, BandwidthRule.MEDIAN)
                .map(MapKind.LANDMARKS)
                .shrink(ShrinkRule.FAST)
                .features(9)
                .sketchSize(4)
                .components(3)
                .warmUpRows(50)
                .seed(2029);
    }

    /** The files of learners that forget: by time, a checkpoint; and by a window, a model. */
    static final String HALF_LIFE_FILE = "v1-half-life.skpca";

    static final String WINDOW_FILE = "v1-window.skpca";

    static final String FORGETTING_LOADINGS = "v1-forgetting-loadings.csv";

    static KernelPcaBuilder halfLifeSettings() {
        return modelSettings().forgetting(Forgetting.halfLifeInTime(150)).seed(2030);
    }

    static KernelPcaBuilder windowSettings() {
        return modelSettings().forgetting(Forgetting.window(70, 0.5)).seed(2031);
    }

    /** The times of the rows, some of them late. */
    static double[] times() {
        double[] times = new double[ROWS];
        java.util.Arrays.setAll(times, i -> 1000 + 2.5 * i - 3 * (i % 7));
        return times;
    }

    /** How many rows the file of a later method was learned from: an exact one holds them all. */
    static int rowsOf(Method method) {
        return method == Method.EXACT ? 60 : ROWS;
    }

    /**
     * Writes the files of the first method (v1-model.skpca and v1-checkpoint.skpca) or, with {@code methods} or {@code maps} or {@code landmarks} or {@code forgetting} as a second
     * argument, those of the later ones, and the loadings and scores of each, to the folder given.
     */
    public static void main(String[] arguments) throws IOException {
        if (!Backend.active().name().equals(Backend.plain().name())) {
            throw new IllegalStateException("golden files are written with -Dskpca.simd=off");
        }
        Path folder = Files.createDirectories(Path.of(arguments[0]));
        if (arguments.length > 1 && arguments[1].equals("maps")) {
            for (MapKind map : LATER_MAPS) {
                StreamingKernelPca learner = settingsOf(map).build(COLUMNS);
                learner.update(learnedRows(), ROWS);
                learner.checkpoint(folder.resolve(fileOf(map)));
            }
            writeLoadings(folder, LATER_MAPS.stream().map(GoldenFiles::fileOf).toList(), "v1-maps-loadings.csv");
            return;
        }
        if (arguments.length > 1 && arguments[1].equals("landmarks")) {
            StreamingKernelPca learner = landmarkSettings().build(COLUMNS);
            learner.update(learnedRows(), ROWS);
            learner.checkpoint(folder.resolve(LANDMARKS_FILE));
            writeLoadings(folder, List.of(LANDMARKS_FILE), LANDMARKS_LOADINGS);
            return;
        }
        if (arguments.length > 1 && arguments[1].equals("forgetting")) {
            StreamingKernelPca aged = halfLifeSettings().build(COLUMNS);
            aged.update(RowBatch.of(learnedRows(), ROWS).withTimes(times()));
            aged.checkpoint(folder.resolve(HALF_LIFE_FILE));
            StreamingKernelPca window = windowSettings().build(COLUMNS);
            window.update(learnedRows(), ROWS);
            window.snapshot().save(folder.resolve(WINDOW_FILE));
            writeLoadings(folder, List.of(HALF_LIFE_FILE, WINDOW_FILE), FORGETTING_LOADINGS);
            return;
        }
        if (arguments.length > 1) {
            for (Method method : LATER_METHODS) {
                StreamingKernelPca learner = settingsOf(method).build(COLUMNS);
                learner.update(learnedRows(), rowsOf(method));
                if (method == Method.RNCA) {
                    learner.checkpoint(folder.resolve(fileOf(method)));
                } else {
                    learner.snapshot().save(folder.resolve(fileOf(method)));
                }
            }
            writeLoadings(
                    folder, LATER_METHODS.stream().map(GoldenFiles::fileOf).toList(), "v1-methods-loadings.csv");
            return;
        }
        StreamingKernelPca learner = modelSettings().build(COLUMNS);
        learner.update(learnedRows(), ROWS);
        learner.snapshot().save(folder.resolve("v1-model.skpca"));
        StreamingKernelPca waiting = checkpointSettings().build(COLUMNS);
        waiting.update(learnedRows(), ROWS);
        waiting.checkpoint(folder.resolve("v1-checkpoint.skpca"));
        writeLoadings(folder, List.of("v1-model.skpca", "v1-checkpoint.skpca"), "v1-loadings.csv");
    }

    private static void writeLoadings(Path folder, List<String> files, String loadings) throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("# file, row of GoldenFiles.UNSEEN, score, loadings");
        for (String name : files) {
            KernelPcaModel model = KernelPcaModel.load(folder.resolve(name));
            for (int i = 0; i < UNSEEN.length / COLUMNS; i++) {
                StringBuilder line = new StringBuilder(name + "," + i + "," + scoreByComponents(model, unseen(i)));
                for (float loading : model.transform(unseen(i))) {
                    line.append(',').append(loading);
                }
                lines.add(line.toString());
            }
        }
        Files.write(folder.resolve(loadings), lines, StandardCharsets.UTF_8);
    }

    /** What the recorded files call the score: by the components, not by all directions. */
    static double scoreByComponents(KernelPcaModel model, double[] row) {
        return model.withScoreComponents(ComponentCount.of(model.components())).score(row);
    }

    static double[] unseen(int i) {
        return java.util.Arrays.copyOfRange(UNSEEN, i * COLUMNS, (i + 1) * COLUMNS);
    }
}
