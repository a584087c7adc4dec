package io.github.skpca.internal.model;

import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.internal.linalg.Backend;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * The golden files of the current format: files as they were written, which must be read for as long as the format is read.
 *
 * <p>They are made again, until the first release and with every new format, by
 *
 * <pre>
 * mvn -pl core test -Dtest=GoldenFilesTest#writesThemAgain -Dskpca.golden.write=src/test/resources/golden
 * </pre>
 *
 * <p>After a release the files of its format are never made again: they show that it is still read.
 */
final class GoldenFiles {
    /** Checkpoints of an unfinished warm-up: rows with their times, and rows without their zeros. */
    static final String WARM_UP = "v2-warm-up.skpca";

    static final String SPARSE_WARM_UP = "v2-warm-up-sparse.skpca";

    /** Of a format that is no longer read. */
    static final String OLD = "v1-checkpoint.skpca";

    static final String LOADINGS = "v2-loadings.csv";

    static final int WARM_UP_ROWS = 9;

    private GoldenFiles() {}

    static byte[] bytes(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(GoldenFiles.class.getResourceAsStream("/golden/" + name), name)) {
            return in.readAllBytes();
        }
    }

    /** All files that hold a model: of every case a model and a checkpoint. */
    static List<String> all() {
        return Arrays.stream(GoldenCase.values())
                .flatMap(golden -> Stream.of(golden.model(), golden.checkpoint()))
                .toList();
    }

    /** The checkpoints, which hold their model as well, and those models that hold something else. */
    static List<String> distinct() {
        List<String> files = new ArrayList<>(
                Arrays.stream(GoldenCase.values()).map(GoldenCase::checkpoint).toList());
        files.addAll(List.of(GoldenCase.DEFAULT.model(), GoldenCase.FOURIER.model(), GoldenCase.WINDOW.model()));
        return files;
    }

    /** A learner in its warm-up, of rows with times. */
    static StreamingKernelPca warmingUp() {
        StreamingKernelPca learner = StreamingKernelPca.builder()
                .forgetting(Forgetting.halfLifeInTime(150))
                .build(3);
        GoldenCase.FOURIER.teach(learner, 0, WARM_UP_ROWS);
        return learner;
    }

    /** A learner in its warm-up, of rows without their zeros. */
    static StreamingKernelPca warmingUpSparse() {
        double[] rows = new double[4 * WARM_UP_ROWS];
        for (int i = 0; i < rows.length; i += 3) {
            rows[i] = i - 7;
        }
        StreamingKernelPca learner = StreamingKernelPca.builder().build(4);
        learner.update(RowBatch.of(SparseRows.of(rows, 0, WARM_UP_ROWS, 4)));
        return learner;
    }

    /** Writes all files, and what the models do with rows that they have not seen. */
    static void write(Path folder) throws IOException {
        if (!Backend.hasCommonBits()) {
            throw new IllegalStateException("golden files are written on a machine with a fused multiply-add");
        }
        Files.createDirectories(folder);
        List<String> lines = new ArrayList<>();
        lines.add("# file, row of GoldenCase.unseen, score, loadings");
        for (GoldenCase golden : GoldenCase.values()) {
            StreamingKernelPca learner = golden.learned();
            learner.snapshot().save(folder.resolve(golden.model()));
            learner.checkpoint(folder.resolve(golden.checkpoint()));
            for (String name : List.of(golden.model(), golden.checkpoint())) {
                lines.addAll(loadings(name, golden, KernelPcaModel.load(folder.resolve(name))));
            }
        }
        warmingUp().checkpoint(folder.resolve(WARM_UP));
        warmingUpSparse().checkpoint(folder.resolve(SPARSE_WARM_UP));
        Files.write(folder.resolve(LOADINGS), lines, StandardCharsets.UTF_8);
    }

    private static List<String> loadings(String name, GoldenCase golden, KernelPcaModel model) {
        List<String> lines = new ArrayList<>();
        double[][] unseen = golden.unseen();
        for (int i = 0; i < unseen.length; i++) {
            StringBuilder line = new StringBuilder(name + "," + i + "," + model.score(unseen[i]));
            for (float loading : model.transform(unseen[i])) {
                line.append(',').append(loading);
            }
            lines.add(line.toString());
        }
        return lines;
    }
}
