package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;

/** The same rows as CSV and as LIBSVM give the same bytes, whatever is done with them. */
final class SparseInputTest {
    private static final long SEED = 20;
    private static final int ROWS = 3000;
    private static final int COLUMNS = 30;
    private static final List<Object> SIZES = List.of("--features", 40, "--sketch", 10, "--warmup", 500, "--in-order");

    @TempDir
    Path folder;

    private Path dense;
    private Path sparse;

    /** A third of the numbers other than zero, one column without a zero, one that is nothing else, and a few whole rows of zeros. */
    @BeforeEach
    void write() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        StringBuilder csv = new StringBuilder();
        StringBuilder libsvm = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            libsvm.append(i % 3 - 1);
            boolean zeros = i % 500 == 499;
            for (int j = 1; j <= COLUMNS; j++) {
                boolean there = j == 1 || j != 2 && random.nextInt(3) == 0;
                String value = there && !zeros ? Double.toString((random.nextInt(2000) + 1) / 1000.0 + i % 4) : "0";
                csv.append(j == 1 ? "" : ",").append(value);
                if (!value.equals("0") || random.nextInt(50) == 0) {
                    libsvm.append(' ').append(j).append(':').append(value);
                }
            }
            csv.append('\n');
            libsvm.append('\n');
        }
        dense = Data.file(folder, "rows.csv", csv.toString());
        sparse = Data.file(folder, "rows.svm", libsvm.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--features 40 --sketch 10",
                "--features 40 --sketch 10 --warmup 500 --standardize --no-center",
                "--features 40 --sketch 10 --warmup 500 --threads 1",
                "--features 40 --sketch 10 --warmup 500 --map fourier --shrink fast",
                "--features 40 --sketch 10 --warmup 500 --kernel laplacian --seed 7",
                "--features 40 --warmup 500 --method rnca",
                "--features 40 --warmup 500 --method nystrom",
                "--method exact --warmup 100",
                "--exclude 1,7-9 --features 40 --sketch 10 --warmup 500",
                "--columns 20-30,3,1 --features 40 --sketch 10 --warmup 500",
            })
    void modelFilesAreTheSame(String options) throws Exception {
        Path expected = folder.resolve("dense.skpca");
        Path model = folder.resolve("sparse.skpca");
        // Text of another length has other places: only in order is the sample the same.
        List<Object> more = with(Arrays.asList(options.split(" ")), "--in-order");
        fit(dense, expected, more);
        fit(sparse, model, more);
        assertThat(model).as("seed %d", SEED).hasSameBinaryContentAs(expected);
        fit(sparse, model, with(more, "--checkpoint", folder.resolve("checkpoint"), "--checkpoint-every", 430));
        assertThat(model).hasSameBinaryContentAs(expected);
        List<Object> choice =
                options.startsWith("--exclude") || options.startsWith("--columns") ? more.subList(0, 2) : List.of();
        for (String command : List.of("transform", "score")) {
            Path one = folder.resolve("dense.csv");
            Path other = folder.resolve("sparse.csv");
            run(with(with(List.of(command, expected, dense), "-o", one), choice.toArray()));
            run(with(with(List.of(command, expected, sparse), "-o", other), choice.toArray()));
            assertThat(other).hasSameBinaryContentAs(one);
        }
        assertThat(errors(expected, dense, choice)).isEqualTo(errors(expected, sparse, choice));
    }

    @Test
    void fitGoesOnFromACheckpoint() throws Exception {
        Path expected = folder.resolve("dense.skpca");
        Path model = folder.resolve("sparse.skpca");
        Path checkpoint = folder.resolve("checkpoint");
        fit(dense, expected, SIZES);
        List<String> lines = Files.readAllLines(sparse);
        for (int half : new int[] {150, 1700}) {
            Path first = Files.write(folder.resolve("first.svm"), lines.subList(0, half));
            List<Object> options = with(SIZES, "--checkpoint", checkpoint);
            fit(first, model, with(options, "--checkpoint-every", 130, "--width", COLUMNS));
            fit(sparse, model, with(options, "--checkpoint-every", 600, "--resume"));
            assertThat(model).hasSameBinaryContentAs(expected);
            Files.delete(checkpoint);
        }
    }

    @Test
    void keptTextsComeWithTheirRows() throws Exception {
        Path model = folder.resolve("model.skpca");
        fit(sparse, model, SIZES);
        Path scores = folder.resolve("scores.csv");
        Outcome.passed("score", model, sparse, "--keep", "label", "-o", scores);
        List<String> lines = Files.readAllLines(scores);
        assertThat(lines).hasSize(ROWS + 1).first().isEqualTo("label,score,pValue");
        assertThat(lines.get(1)).startsWith("-1");
        assertThat(lines.get(ROWS)).startsWith("1");
    }

    /** Dense rows would take 8 GB, a dense warm-up 4. */
    @Test
    void fiftyThousandColumnsFitInto512Megabytes() throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append(i % 2);
            int index = 0;
            for (int entry = 0; entry < 30; entry++) {
                index += 1 + random.nextInt(1600);
                text.append(' ').append(index).append(":1");
            }
            text.append('\n');
        }
        Path wide = Data.file(folder, "wide.svm", text.toString());
        Path model = folder.resolve("model.skpca");
        List<String> small = List.of("-Xmx512m");
        Outcome fit = SkpcaProcess.run(
                small, "fit", wide, "-o", model, "--features", 200, "--sketch", 20, "--width", 50_000, "--json");
        assertThat(fit.requireDone().json()).containsEntry("rows", 20_000L).containsEntry("columns", 50_000L);
        SkpcaProcess.run(small, "score", model, wide, "-o", folder.resolve("scores.npy"))
                .requirePassed();
    }

    private static void fit(Path input, Path model, List<Object> more) {
        run(with(List.of("fit", input, "-o", model), more.toArray()));
    }

    /** Methods without p-values say so, whatever the rows; a column of zeros is spoken of in dense rows. */
    private static void run(List<Object> args) {
        Outcome outcome = Outcome.of(args.toArray());
        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(outcome.err()).matches("(note: column x2 has one and the same number.*\\R)?(no pValue: .*\\R)?");
    }

    private static List<Object> errors(Path model, Path input, List<Object> choice) {
        Outcome outcome =
                Outcome.of(with(with(List.of("evaluate", model, input), "--sample", 500, "--json"), choice.toArray())
                        .toArray());
        return List.of(outcome.json().get("spectralError"), outcome.json().get("frobeniusError"));
    }

    private static List<Object> with(List<?> args, Object... more) {
        List<Object> all = new ArrayList<>(args);
        all.addAll(Arrays.asList(more));
        return all;
    }
}
