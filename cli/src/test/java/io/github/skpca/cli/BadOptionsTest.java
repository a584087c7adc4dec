package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** Options that make no sense, or not together. */
final class BadOptionsTest {
    @TempDir
    Path folder;

    private Path data;
    private Path old;

    @BeforeEach
    void write() throws Exception {
        data = Data.file(folder, "data.csv", Data.lines(40, 3, 10));
        old = Data.file(folder, "old.skpca", "what was there before\n");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--frobnicate              | Unknown option: '--frobnicate' (see skpca fit --help)",
                "--kernel polynomial       | --kernel must be one of gaussian, laplacian",
                "--map hadamard            | --map must be one of fourier, paired, orthogonal, structured, landmarks, auto, not hadamard",
                "--map structured --kernel laplacian | map structured needs a kernel of the distance alone, and laplacian is none",
                "--map orthogonal --features 11 | features must be even for the orthogonal map, not 11",
                "--method pca              | --method must be one of skpca, rnca, nystrom, exact, not pca",
                "--rnca-update row         | --rnca-update has no meaning for --method skpca: it is for rnca; leave it out",
                "--method rnca --sketch 9  | --sketch has no meaning for --method rnca: it is for skpca; leave it out",
                "--method nystrom --shrink fast | --shrink has no meaning for --method nystrom: it is for skpca",
                "--method nystrom --map paired | --map has no meaning for --method nystrom: it is for skpca, rnca; leave",
                "--method exact --features 9 | --features has no meaning for --method exact: it is for skpca, rnca, nystrom",
                "--paper --map landmarks   | --map landmarks and --paper cannot both be given: --paper is --map fourier",
                "--map paired --paper      | --map paired and --paper cannot both be given: --paper is --map fourier",
                "--paper --shrink block    | --shrink block and --paper cannot both be given: --paper is --shrink paper",
                "--paper --bandwidth 2     | --bandwidth 2 and --paper cannot both be given: --paper is --bandwidth mean",
                "--paper --kernel laplacian | --kernel laplacian and --paper cannot both be given: --paper is --kernel gaussian",
                "--paper --method rnca     | --method rnca and --paper cannot both be given: --paper is --method skpca",
                "--paper --center          | --center and --paper cannot both be given: --paper is --no-center",
                "--paper --standardize     | --standardize and --paper cannot both be given: --paper takes columns as they are",
                "--paper --scale columns   | --scale columns and --paper cannot both be given: --paper is --scale none",
                "--paper --scale auto      | --scale auto and --paper cannot both be given: --paper is --scale none",
                "--scale columns --standardize | --standardize and --scale cannot both be given: --standardize is --scale columns",
                "--scale rows              | --scale must be one of none, columns, auto, not rows",
                "--paper --window 30       | --window and --paper cannot both be given: a window shrinks in its own way",
                "--rank 60                 | Unknown option: '--rank'",
                "--first-pass              | Unknown option: '--first-pass'",
                "--shrink none             | --shrink must be one of",
                "--features 11 --map paired | features must be even for the paired map, not 11",
                "--features 0              | features must be between 1 and",
                "--features many           | 'many' is not an int",
                "--sketch 0                | sketch must be between 1 and",
                "--sketch -5               | sketch must be between 1 and",
                "--warmup 0                | warmup must be between 1 and",
                "--components 0            | components must be a number of at least 1 or a share",
                "--components -3           | components must be a number of at least 1 or a share",
                "--components 1.5          | components must be a number of at least 1 or a share",
                "--components abc          | components must be a number such as 10 or a share of variance such as 0.95",
                "--bandwidth 0             | bandwidth must be positive and finite, not 0",
                "--bandwidth -2            | bandwidth must be positive and finite, not -2",
                "--bandwidth NaN           | bandwidth must be positive and finite, not NaN",
                "--bandwidth wide          | bandwidth must be one of median, mean, contrast, a multiple of one of them such as 0.5median, or a number above 0, not wide",
                "--bandwidth 0median       | the factor of a bandwidth must be from 1e-30 to 1e30, not 0",
                "--bandwidth 1e999mean     | the factor of a bandwidth must be from 1e-30 to 1e30, not Infinity",
                "--bandwidth twomean       | bandwidth must be one of median, mean",
                "--threads -1              | threads must be at least 1, not -1",
                "--threads two             | 'two' is not an int",
                "--seed x                  | must be a whole number or random, not x",
                "--resume                  | --resume needs --checkpoint FILE",
                "--checkpoint-every 0      | --checkpoint-every must be at least 1",
                "--on-bad-row ignore       | FAIL, SKIP",
                "--format parquet          | CSV, TSV, LIBSVM, NPY",
                "--header perhaps          | AUTO",
                "--width -1                | width",
            })
    void ofFit(String options, String complaint) throws Exception {
        assertThat(Refusal.of(folder, fit(old, (Object[]) options.split(" ")))).contains(complaint);
    }

    @Test
    void unknownCommand() throws Exception {
        assertThat(Refusal.of(folder, "frobnicate", data))
                .contains("there is no command frobnicate", "fit, transform", "skpca --help");
    }

    @Test
    void whatIsMissing() throws Exception {
        assertThat(Refusal.of(folder, "fit", data)).contains("-o", "skpca fit --help");
        assertThat(Refusal.of(folder, "fit", "-o", old)).contains("INPUT");
        assertThat(Refusal.of(folder, "score")).contains("MODEL", "INPUT");
        assertThat(Refusal.of(folder, "plan")).contains("--epsilon");
        assertThat(Refusal.of(folder, "inspect")).contains("MODEL");
        assertThat(Refusal.of(folder, "generate", "-o", old)).contains("random-noisy");
    }

    @Test
    void ofGeneratePlanDemoAndEvaluate() throws Exception {
        Path out = folder.resolve("out.csv");
        assertThat(Refusal.of(folder, "generate", "spirals", "-o", out)).contains("random-noisy");
        assertThat(Refusal.of(folder, "generate", "spiral", "--signal", 3, "-o", out))
                .contains("--signal is for random-noisy");
        assertThat(Refusal.of(folder, "generate", "rings", "--columns", 1, "-o", out))
                .contains("columns");
        assertThat(Refusal.of(folder, "generate", "random-noisy", "--rows", -1, "-o", out))
                .contains("rows");
        assertThat(Refusal.of(folder, "generate", "random-noisy", "--columns", 0, "-o", out))
                .contains("columns");
        assertThat(Refusal.of(folder, "generate", "random-noisy", "--columns", 5, "--signal", 6, "-o", out))
                .contains("signal");
        assertThat(Refusal.of(folder, "generate", "random-noisy", "--columns", 5, "--signal", -6, "-o", out))
                .contains("signal");
        assertThat(Refusal.of(folder, "generate", "random-noisy", "--columns", 5, "--zeta", 0, "-o", out))
                .contains("zeta");
        for (String epsilon : List.of("0", "1", "-0.1", "NaN")) {
            assertThat(Refusal.of(folder, "plan", "--epsilon", epsilon)).contains("epsilon must be between 0 and 1");
        }
        assertThat(Refusal.of(folder, "plan", "--epsilon", 0.1, "--delta", 2)).contains("delta");
        assertThat(Refusal.of(folder, "plan", "--epsilon", 0.1, "--rows", 0)).contains("rows");
        assertThat(Refusal.of(folder, "plan", "--epsilon", 0.1, "--columns", 0)).contains("--columns");
        assertThat(Refusal.of(folder, "demo", "--rows", 1, "-o", folder.resolve("demo")))
                .contains("--rows");
        assertThat(Refusal.of(folder, "demo", "-o", data.resolve("demo"))).contains("cannot be made", "-o");
        Path model = folder.resolve("model.skpca");
        Outcome.done(fit(model));
        assertThat(Refusal.of(folder, "evaluate", model, data, "--sample", 0)).contains("--sample");
        assertThat(Refusal.of(folder, "evaluate", model, data, "--components", "most"))
                .contains("components");
    }

    @Test
    void rowsAndJsonOnStandardOutput() throws Exception {
        Path model = folder.resolve("model.skpca");
        Outcome.done(fit(model));
        for (Object[] command : new Object[][] {
            {"transform", model, data, "--json"},
            {"score", model, data, "-o", "-", "--json"},
            {"generate", "random-noisy", "-o", "-", "--json"},
        }) {
            assertThat(Refusal.of(folder, command)).contains("--json", "name a file with -o");
        }
    }

    @Test
    void outputsThatCannotBeWritten() throws Exception {
        Path model = folder.resolve("model.skpca");
        Outcome.done(fit(model));
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path nowhere = folder.resolve("nowhere/out.csv");
        for (Path output : List.of(inner, nowhere)) {
            assertThat(Refusal.of(folder, fit(output))).contains(output.toString(), "folder");
            assertThat(Refusal.of(folder, fit(model, "--checkpoint", output))).contains(output.toString(), "folder");
            assertThat(Refusal.of(folder, "merge", model, model, "-o", output)).contains(output.toString());
            assertThat(Refusal.of(folder, "export", model, "-o", output)).contains(output.toString(), "folder");
            for (String format : List.of("", ".csv", ".npy")) {
                Path named = output.equals(inner) ? inner : folder.resolve("nowhere/out" + format);
                assertThat(Refusal.of(folder, "transform", model, data, "-o", named))
                        .contains(named.toString());
                assertThat(Refusal.of(folder, "score", model, data, "-o", named))
                        .contains(named.toString());
            }
            assertThat(Refusal.of(folder, "generate", "random-noisy", "-o", output))
                    .contains(output.toString());
        }
        assertThat(Refusal.of(folder, "score", model, data, "-o", folder.resolve("out.parquet")))
                .contains("out.parquet", ".csv, .tsv or .npy");
        assertThat(Refusal.of(folder, "score", model, data, "--columns", "1,2,3", "--keep", "1", "-o", old))
                .contains(data.toString());
    }

    @Test
    void likeDecidesAlone() throws Exception {
        Path model = folder.resolve("model.skpca");
        Outcome.done("fit", data, "-o", model, "--features", 10, "--sketch", 4, "--components", 2);
        for (String options : List.of(
                "--kernel cauchy",
                "--bandwidth 2",
                "--map fourier",
                "--features 10",
                "--sketch 4",
                "--components 2",
                "--shrink paper",
                "--no-center",
                "--standardize",
                "--scale none",
                "--warmup 10",
                "--seed 0")) {
            List<Object> args = new ArrayList<>(List.of("fit", data, "--like", model, "-o", old));
            args.addAll(Arrays.asList(options.split(" ")));
            assertThat(Refusal.of(folder, args.toArray()))
                    .as(options)
                    .contains("and --like cannot both be given", model.toString());
        }
    }

    @Test
    void aCheckpointMadeWithOtherOptions() throws Exception {
        Path checkpoint = folder.resolve("checkpoint");
        Path model = folder.resolve("model.skpca");
        Outcome.done(fit(model, "--checkpoint", checkpoint, "--checkpoint-every", 10));
        for (String options : List.of(
                "--kernel cauchy",
                "--bandwidth 2",
                "--map fourier",
                "--shrink paper",
                "--no-center",
                "--standardize",
                "--scale none",
                "--warmup 10",
                "--seed 3",
                "--columns 1-2")) {
            List<Object> more = new ArrayList<>(List.of("--checkpoint", checkpoint, "--resume"));
            more.addAll(Arrays.asList(options.split(" ")));
            assertThat(Refusal.of(folder, fit(old, more.toArray())))
                    .as(options)
                    .contains(checkpoint + " was made with other options", "give the same options again");
        }
    }

    @Test
    void aCheckpointMadeLikeAnotherModel() throws Exception {
        Path first = folder.resolve("first.skpca");
        Path second = folder.resolve("second.skpca");
        Path checkpoint = folder.resolve("checkpoint");
        Outcome.done(fit(first));
        Outcome.done(
                "fit",
                Data.file(folder, "other.csv", Data.lines(40, 3, 11)),
                "-o",
                second,
                "--features",
                10,
                "--sketch",
                4,
                "--components",
                2);
        Object[] begun = {"fit", data, "--like", first, "-o", old, "--checkpoint", checkpoint, "--checkpoint-every", 10
        };
        Outcome.done(begun);
        assertThat(Refusal.of(folder, "fit", data, "--like", second, "-o", old, "--checkpoint", checkpoint, "--resume"))
                .contains("other options", "--like " + second);
        Outcome.done("fit", data, "--like", first, "-o", old, "--checkpoint", checkpoint, "--resume");
    }

    @Test
    void aCheckpointOfMoreRowsThanThereAre() throws Exception {
        Path checkpoint = folder.resolve("checkpoint");
        Outcome.done(fit(folder.resolve("model.skpca"), "--checkpoint", checkpoint, "--checkpoint-every", 30));
        Data.file(folder, "data.csv", Data.lines(29, 3, 10));
        assertThat(Refusal.of(folder, fit(old, "--checkpoint", checkpoint, "--resume")))
                .contains(checkpoint.toString(), "30 rows", "more than the input has", "give the same input again");
    }

    private Object[] fit(Path output, Object... more) {
        List<Object> args = new ArrayList<>(List.of("fit", data, "-o", output));
        List<Object> given = Arrays.asList(more);
        Object[][] sizes = {{"--features", 10}, {"--sketch", 4}, {"--components", 2}};
        for (Object[] size : sizes) {
            if (!given.contains(size[0])) {
                args.addAll(Arrays.asList(size));
            }
        }
        args.addAll(given);
        return args.toArray();
    }
}
