package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import static org.assertj.core.api.Assertions.assertThat;

/** Model files that cannot be used, alone or together. */
final class BadModelsTest {
    @TempDir
    Path folder;

    private Path data;
    private Path model;

    @BeforeEach
    void fit() throws Exception {
        data = Data.file(folder, "data.csv", Data.lines(40, 3, 8));
        model = fitted("model.skpca");
    }

    @Test
    void everyAlteredByteIsFound() throws Exception {
        byte[] whole = Files.readAllBytes(model);
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path altered = inner.resolve("altered.skpca");
        for (int at = 0; at < whole.length; at += 7) {
            byte[] bytes = whole.clone();
            bytes[at] ^= (byte) (1 << (at % 8));
            Files.write(altered, bytes);
            assertThat(Refusal.of(inner, "inspect", altered)).as("byte " + at).startsWith(altered + ": ");
        }
    }

    @Test
    void everyTruncationIsFound() throws Exception {
        byte[] whole = Files.readAllBytes(model);
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path cut = inner.resolve("cut.skpca");
        for (int length = 0; length < whole.length; length += 31) {
            Files.write(cut, Arrays.copyOf(whole, length));
            assertThat(Refusal.of(inner, "inspect", cut)).as("length " + length).startsWith(cut + ": ");
        }
        Files.write(cut, Arrays.copyOf(whole, whole.length + 1));
        assertThat(Refusal.of(inner, "inspect", cut)).startsWith(cut + ": ");
    }

    @Test
    void everyCommandRefusesADamagedModel() throws Exception {
        byte[] bytes = Files.readAllBytes(model);
        bytes[bytes.length - 3] ^= 1;
        Path altered = Files.write(folder.resolve("altered.skpca"), bytes);
        Path out = folder.resolve("out.csv");
        // A checkpoint is locked before it is read, and the empty file stays.
        Files.createFile(folder.resolve("altered.skpca.lock"));
        for (Object[] command : new Object[][] {
            {"transform", altered, data, "-o", out},
            {"score", altered, data, "-o", out},
            {"evaluate", altered, data},
            {"inspect", altered},
            {"export", altered, "-o", out},
            {"merge", model, altered, "-o", out},
            {"merge", altered, model, "-o", out},
            {"fit", data, "--like", altered, "-o", out},
            {"fit", data, "--checkpoint", altered, "--resume", "-o", out},
        }) {
            assertThat(Refusal.of(folder, command)).startsWith(altered + ": ").contains("copy the file again");
        }
    }

    @Test
    void filesOfOtherFormats() throws Exception {
        String text = Files.readString(model, StandardCharsets.ISO_8859_1);
        assertThat(text).contains("\"version\":\"2\"");
        Path other = folder.resolve("other.skpca");
        Path out = folder.resolve("out.csv");
        Files.writeString(other, text.replace("\"version\":\"2\"", "\"version\":\"3\""), StandardCharsets.ISO_8859_1);
        assertThat(Refusal.of(folder, "inspect", other))
                .isEqualTo(other + ": is of format 3, and this version reads format 2; update skpca");
        Files.writeString(other, text.replace("\"version\":\"2\"", "\"version\":\"1\""), StandardCharsets.ISO_8859_1);
        for (Object[] command : new Object[][] {{"inspect", other}, {"score", other, data, "-o", out}}) {
            assertThat(Refusal.of(folder, command))
                    .isEqualTo(other + ": is of format 1, which this version no longer reads; fit it again");
        }
    }

    @Test
    void notAModelAtAll() throws Exception {
        Path empty = Data.file(folder, "empty.skpca", "");
        Path out = folder.resolve("out.csv");
        assertThat(Refusal.of(folder, "score", data, data, "-o", out)).contains("data.csv: is not a skpca model");
        assertThat(Refusal.of(folder, "score", empty, data, "-o", out)).contains("empty.skpca: ");
        assertThat(Refusal.of(folder, "score", folder, data, "-o", out)).contains(folder + ": is a directory");
        assertThat(Refusal.of(folder, "score", folder.resolve("none"), data, "-o", out))
                .contains("none: does not exist; check the path");
        assertThat(Refusal.of(folder, "fit", data, "--like", data, "-o", out)).contains("is not a skpca model");
    }

    @Test
    void aCheckpointOfAnUnfinishedWarmUpIsNoModel() throws Exception {
        Path checkpoint = folder.resolve("checkpoint");
        fitted("m", "--checkpoint", checkpoint, "--checkpoint-every", 10);
        assertThat(Refusal.of(folder, "score", checkpoint, data, "-o", folder.resolve("out.csv")))
                .endsWith("is a checkpoint of an unfinished warm-up, not a model; resume it with more rows first"
                        + " (fit --checkpoint FILE --resume)");
    }

    @Test
    void modelsOfDifferentFeaturesCannotBeMerged() throws Exception {
        requireUnmergeable("seeds are 0 and 1", fitted("b", "--seed", 1));
        requireUnmergeable("bandwidths are", fitted("b", "--bandwidth", 3));
        requireUnmergeable("maps are landmarks", fitted("b", "--map", "fourier"));
        requireUnmergeable("maps are landmarks of 10 features", fitted("b", "--features", 12));
        requireUnmergeable("centred", fitted("b", "--no-center"));
        requireUnmergeable("kernels are gaussian and cauchy", fitted("b", "--kernel", "cauchy"));
        requireUnmergeable("rows have 3 and 2 columns", fitted("b", "--columns", "1-2"));
        Path shifted = Data.file(folder, "shifted.csv", Data.lines(40, 3, 9));
        Path first = folder.resolve("first");
        Path second = folder.resolve("second");
        Outcome.done("fit", data, "--bandwidth", 1, "--landmarks", "uniform", "-o", first);
        Outcome.done("fit", shifted, "--bandwidth", 1, "--landmarks", "uniform", "-o", second);
        assertThat(Refusal.of(folder, "merge", first, second, "-o", folder.resolve("out")))
                .contains("origins differ", "--like");
        // Landmarks that follow the stream are carried over to a common origin.
        Outcome.done("fit", data, "--bandwidth", 1, "-o", first);
        Outcome.done("fit", shifted, "--bandwidth", 1, "-o", second);
        Outcome.done("merge", first, second, "-o", folder.resolve("out"));
    }

    @Test
    void aSingleModelIsNothingToMerge() throws Exception {
        assertThat(Refusal.of(folder, "merge", model, "-o", folder.resolve("out")))
                .contains("at least two models");
    }

    private void requireUnmergeable(String difference, Path other) throws Exception {
        assertThat(Refusal.of(folder, "merge", model, other, "-o", folder.resolve("out")))
                .startsWith(model + " and " + other + ": ")
                .contains(difference, "--like");
    }

    private Path fitted(String name, Object... more) {
        Object[] args = Arrays.copyOf(new Object[] {"fit", data, "-o", folder.resolve(name), "--sketch", 4}, 8);
        args[6] = "--components";
        args[7] = 2;
        boolean sized = Arrays.asList(more).contains("--features");
        Object[] all = Arrays.copyOf(args, args.length + more.length + (sized ? 0 : 2));
        System.arraycopy(more, 0, all, args.length, more.length);
        if (!sized) {
            all[all.length - 2] = "--features";
            all[all.length - 1] = 10;
        }
        Outcome.done(all);
        return folder.resolve(name);
    }
}
