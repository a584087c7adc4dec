package io.github.skpca.internal.model;

import com.sun.management.ThreadMXBean;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.MissingKernelException;
import io.github.skpca.ModelFileException;
import io.github.skpca.RowBatch;
import io.github.skpca.SampleRows;
import io.github.skpca.SparseRows;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.sketch.SketchAlgorithm;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Model files with a right checksum and wrong content: one line, never another exception, never more memory than theirs. */
class ModelFileHostileTest {
    private static final long SEED = Long.getLong("skpca.test.seed", 20260303L);

    /** A model of these sizes takes some 20 kB; the file itself has 2 to 5. */
    private static final long MOST_BYTES = 2_000_000;

    private static final int MOST_READINGS = 50;

    private static final int COLUMNS = GoldenCase.ORTHOGONAL.columns();
    private static final double[] ROWS = SampleRows.clusters(41, 60, COLUMNS);

    @TempDir
    Path folder;

    static List<String> distinctFiles() {
        return GoldenFiles.distinct();
    }

    private interface Reading {
        void read(Path path) throws IOException;
    }

    /** Everything that is done with a file that is called a model. */
    private static final List<Reading> READINGS = List.of(
            path -> {
                KernelPcaModel model = KernelPcaModel.load(path);
                double[] row = FittedModel.of(model).embedding().standardizer().origin();
                float[] loadings = model.transform(row);
                for (float loading : loadings) {
                    assertThat(loading).isFinite();
                }
                float[] standardized = new float[row.length];
                FittedModel.of(model).embedding().standardizer().apply(row, 0, 1, standardized, 0);
                // A sample may lie anywhere, and the origin then far beyond it.
                double beyond = FittedModel.of(model).fit().box().isEmpty()
                        ? 0
                        : FittedModel.of(model).fit().box().beyond(standardized, 0);
                assertThat(model.score(row)).isFinite().isBetween(0.0, 16 * (1 + beyond));
            },
            path -> {
                StreamingKernelPca learner = StreamingKernelPca.resume(path, Workers.callerOnly());
                if (learner.rows() < Long.MAX_VALUE - 1) {
                    double[] row = new double[Learner.of(learner).settings().columns()];
                    if (Learner.of(learner).settings().forgetting().needsTimes()) {
                        learner.update(RowBatch.of(row, 1).withTimes(new double[] {2000}));
                    } else {
                        learner.update(row);
                    }
                    learner.snapshot();
                }
            });

    /** What the readings of the golden file itself allocate: a block of 2,048 rows goes with the features. */
    private long ownBytes;

    private byte[] golden(String name) throws IOException {
        byte[] bytes = GoldenFiles.bytes(name);
        long before = allocated();
        assertThat(assertRefusedOrGood(bytes, name, Long.MAX_VALUE)).isTrue();
        ownBytes = allocated() - before;
        return bytes;
    }

    /** Returns whether all readings found the file good. */
    private boolean assertRefusedOrGood(byte[] bytes, String what) throws IOException {
        return assertRefusedOrGood(bytes, what, MOST_BYTES + 2 * ownBytes);
    }

    private boolean assertRefusedOrGood(byte[] bytes, String what, long mostBytes) throws IOException {
        Path path = Files.write(folder.resolve("hostile.skpca"), bytes);
        boolean good = true;
        for (Reading reading : READINGS) {
            String refusal = "";
            long least = Long.MAX_VALUE;
            // Vectors are objects until their loops are compiled, which they are after some readings; what a file makes
            // a reader allocate stays.
            for (int i = 0; i == 0 || i < MOST_READINGS && least >= mostBytes; i++) {
                long before = allocated();
                refusal = refusal(reading, path, what);
                least = Math.min(least, allocated() - before);
            }
            assertThat(least).as(what).isLessThan(mostBytes);
            assertThat(refusal).as(what).doesNotContainPattern("\\p{Cntrl}");
            good &= refusal.isEmpty();
        }
        return good;
    }

    /** Why a file is refused, or nothing. */
    private static String refusal(Reading reading, Path path, String what) throws IOException {
        try {
            reading.read(path);
            return "";
        } catch (ModelFileException e) {
            String refusal = String.valueOf(e.getMessage());
            assertThat(refusal).as(what).startsWith(path + ": ");
            return refusal;
        } catch (MissingKernelException e) {
            // The name of a kernel may be that of a user's own.
            return String.valueOf(e.getMessage());
        } catch (RuntimeException e) {
            throw new AssertionError(what + " gives " + e, e);
        }
    }

    /** What is allocated once a process, class loading above all, is not what the tests are about. */
    @BeforeEach
    void readOnceBefore() throws IOException {
        assertThat(assertRefusedOrGood(GoldenFiles.bytes(GoldenCase.ORTHOGONAL.model()), "golden", Long.MAX_VALUE))
                .isTrue();
    }

    private static long allocated() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        return threads.getCurrentThreadAllocatedBytes();
    }

    private static String header(byte[] file) {
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt();
        return new String(file, 8, length, StandardCharsets.UTF_8);
    }

    private static byte[] tensors(byte[] file) {
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt();
        return Arrays.copyOfRange(file, 8 + length, file.length);
    }

    private static byte[] withMetadata(byte[] file, String key, String value) {
        String changed = header(file)
                .replaceFirst(
                        "\"" + Pattern.quote(key) + "\":\"[^\"]*\"",
                        "\"" + key + "\":\"" + java.util.regex.Matcher.quoteReplacement(value) + "\"");
        return TensorFileBytes.sealed(changed, tensors(file));
    }

    @ParameterizedTest
    @MethodSource("distinctFiles")
    void everyFlippedByteIsRefused(String name) throws IOException {
        byte[] golden = golden(name);
        Path path = Files.write(folder.resolve("flipped.skpca"), golden);
        // Of long tensors every fifth byte: each is read, and hashed, with all others.
        int thorough = golden.length < 13_000 ? golden.length : golden.length - tensors(golden).length;
        // In place: files that are cut and written again are waited for by some file systems.
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
            for (int i = 0; i < golden.length; i += i < thorough ? 1 : 5) {
                byte flipped = (byte) (golden[i] ^ (1 + i % 255));
                file.write(ByteBuffer.wrap(new byte[] {flipped}), i);
                int at = i;
                assertThat(catchThrowable(() -> KernelPcaModel.load(path)))
                        .as(() -> "byte " + at)
                        .isInstanceOf(ModelFileException.class);
                if (i % 7 == 0) {
                    assertThat(catchThrowable(() -> ModelFile.readLearner(path, null)))
                            .as(() -> "byte " + at)
                            .isInstanceOf(ModelFileException.class);
                }
                file.write(ByteBuffer.wrap(new byte[] {golden[i]}), i);
            }
        }
        assertThat(path).hasBinaryContent(golden);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1|is of format 1, which this version no longer reads; fit it again",
                "3|is of format 3, and this version reads format 2; update skpca"
            })
    void otherFormatsAreRefusedInOneLine(String version, String why) throws IOException {
        Path path = folder.resolve("other.skpca");
        Files.write(path, withMetadata(GoldenFiles.bytes(GoldenCase.ORTHOGONAL.model()), "version", version));
        assertThatThrownBy(() -> KernelPcaModel.load(path))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(path + ": " + why);
    }

    private static final String[] NASTY = {
        "",
        "0",
        "1",
        "2",
        "3",
        "4",
        "5",
        "7",
        "8",
        "9",
        "16",
        "128",
        "40000",
        "16777216",
        "16777217",
        "2147483647",
        "2147483648",
        "-1",
        "-2147483648",
        "9223372036854775807",
        "-9223372036854775808",
        "1e999",
        "-0.0",
        "0.5",
        "1.0",
        "1e-320",
        "1e308",
        "NaN",
        "Infinity",
        "-Infinity",
        "null",
        "true",
        "false",
        "TRUE",
        "median",
        "mean",
        "gaussian",
        "laplacian",
        "rational-quadratic",
        "matern32",
        "unheard-of",
        "paired",
        "fourier",
        "landmarks",
        "orthogonal",
        "structured",
        "uniform",
        "polynomial2",
        "polynomial99",
        "skpca",
        "rnca",
        "nystrom",
        "exact",
        "paper",
        "fast",
        "block",
        "model",
        "checkpoint",
        "gram",
        "block-frequent-directions",
        "frequent-directions",
        "algorithm-1",
        "window",
        "../../etc/passwd",
        "x",
        " 4"
    };

    private static List<String> keys(byte[] file) {
        List<String> keys = new ArrayList<>(Pattern.compile("\"([A-Za-z.]+)\":\"")
                .matcher(header(file))
                .results()
                .map(match -> match.group(1))
                .distinct()
                .toList());
        keys.removeAll(List.of("format", "version", "sha256", "dtype"));
        return keys;
    }

    @ParameterizedTest
    @MethodSource("distinctFiles")
    void everyMetadataValueIsCheckedAgainstNonsense(String name) throws IOException {
        byte[] golden = golden(name);
        int refused = 0;
        for (String key : keys(golden)) {
            for (String value : NASTY) {
                // A learner's memory goes with its sketch: 128 rows are asked for here, by a file that has four.
                long most = (key.equals("sketch") ? 4 : 1) * (MOST_BYTES + 2 * ownBytes);
                refused += assertRefusedOrGood(withMetadata(golden, key, value), key + "=" + value, most) ? 0 : 1;
            }
        }
        assertThat(refused).isGreaterThan(500);
    }

    @ParameterizedTest
    @MethodSource("distinctFiles")
    void missingMetadataAndTensorsAreNamed(String name) throws IOException {
        byte[] golden = golden(name);
        for (String key : keys(golden)) {
            String without = header(golden).replaceFirst(",\"" + Pattern.quote(key) + "\":\"[^\"]*\"", "");
            assertRefusedOrGood(TensorFileBytes.sealed(without, tensors(golden)), "without " + key);
        }
        for (String tensor : TensorFile.read(golden, "golden").tensorNames()) {
            String renamed = header(golden).replace("\"" + tensor + "\":{", "\"other\":{");
            assertRefusedOrGood(TensorFileBytes.sealed(renamed, tensors(golden)), "without " + tensor);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "columns|4|has shape",
                "features|10|has shape",
                "features|7|features must be even",
                "sketch|2|more rows than its size",
                "sketch|0|sketch must be between 1 and",
                "components|0|components must be",
                "bandwidth|-1|bandwidth must be positive",
                "kernel|unheard-of|unknown kernel",
                "map|square|unknown map",
                "shrink|never|unknown shrink",
                "center|yes|neither true nor false",
                "resolvedBandwidth|NaN|bandwidth must be positive",
                "delta|-1|must not be negative",
                "rows|0|rows must be at least 1"
            })
    void nonsenseIsNamed(String key, String value, String why) throws IOException {
        Path path = folder.resolve("nonsense.skpca");
        Files.write(path, withMetadata(GoldenFiles.bytes(GoldenCase.ORTHOGONAL.model()), key, value));
        assertThatThrownBy(() -> KernelPcaModel.load(path))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "rnca|method|nystrom|map paired is not one of method nystrom",
                "rnca|method|best|unknown method best",
                "rnca|rncaUpdate|never|unknown update never",
                "rnca|sketchAlgorithm|window|the sketch window is not one of its settings",
                "rnca|sketchAlgorithm|block-frequent-directions|is not one of its settings",
                "window|sketchAlgorithm|gram|the sketch gram is not one of its settings",
                "paired|sketchAlgorithm|frequent-directions|is not one of its settings",
                "orthogonal|sketchAlgorithm|algorithm-1|is not one of its settings",
                "orthogonal|sketchAlgorithm|unheard-of|unknown sketchAlgorithm unheard-of",
                "orthogonal|kind|both|kind is neither model nor checkpoint",
                "rnca|features|50000|features must be at most 46340",
                "nystrom|map|paired|map paired is not one of method nystrom",
                "nystrom|features|9|has shape",
                "nystrom|rows|0|rows must be at least 1",
                "nystrom|rows|9223372036854775807|was to be replaced at row",
                "nystrom|trace|-1|the trace must not be negative",
                "nystrom|trace|9|not those of any kernel matrix",
                "landmarks|features|8|9 landmarks where there can be 8",
                "landmarks|landmarkRule|best|unknown landmarkRule best",
                "landmarks|rank|1|rank must be at least the rows of the sketch",
                "landmarks|rank|-5|rank must be between 1 and",
                "landmarks|rank|many|many",
                "landmarks|map|paired|features must be even",
                "landmarks|method|rnca|map landmarks is not one of method rnca",
                "landmarks|columns|4|has shape",
                "exact|rows|39|do not fit each other",
                "exact|map|fourier|map fourier is not one of method exact",
                "orthogonal|kernel|laplacian|map orthogonal needs a kernel of the distance alone",
                "orthogonal|map|structured|signs",
                "structured|map|paired|frequencies",
                "structured|kernel|cauchy|map structured needs a kernel of the distance alone",
                "structured|columns|33|has shape",
                "structured|features|10|has shape"
            })
    void nonsenseInFilesOfOtherMethodsIsNamed(String method, String key, String value, String why) throws IOException {
        Path path = folder.resolve("nonsense.skpca");
        byte[] golden = GoldenFiles.bytes("v2-" + method + ".skpca");
        Files.write(path, withMetadata(golden, key, value));
        assertThatThrownBy(() -> KernelPcaModel.load(path))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining(why);
    }

    @ParameterizedTest
    @MethodSource("distinctFiles")
    void everyShapeOfTheSameSizeIsRefusedOrGood(String name) throws IOException {
        byte[] golden = golden(name);
        String header = header(golden);
        List<MatchResult> shapes = Pattern.compile("\"dtype\":\"(F32|F64)\",\"shape\":\\[([0-9,]*)\\]")
                .matcher(header)
                .results()
                .toList();
        assertThat(shapes).hasSizeGreaterThan(6);
        for (MatchResult match : shapes) {
            int elements = Arrays.stream(match.group(2).split(","))
                    .mapToInt(Integer::parseInt)
                    .reduce(1, (a, b) -> a * b);
            List<String> others = new ArrayList<>(
                    List.of(Integer.toString(elements), "1," + elements, elements + ",1", elements + ",1,1"));
            for (int size = 2; size < elements; size++) {
                if (elements % size == 0) {
                    others.add(size + "," + elements / size);
                }
            }
            for (String other : others) {
                String changed = header.substring(0, match.start()) + "\"dtype\":\"" + match.group(1) + "\",\"shape\":["
                        + other + "]" + header.substring(match.end());
                assertRefusedOrGood(TensorFileBytes.sealed(changed, tensors(golden)), match.group() + " as " + other);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("distinctFiles")
    void mutatedNumbersAreRefusedOrGood(String name) throws IOException {
        byte[] golden = golden(name);
        byte[] tensors = tensors(golden);
        double[] nasty = {0, -1, Double.NaN, Double.POSITIVE_INFINITY, Double.MAX_VALUE, -Double.MIN_VALUE, 1e300};
        float[] narrow = {0, -1, Float.NaN, Float.NEGATIVE_INFINITY, Float.MAX_VALUE, Float.MIN_VALUE, 1e30f};
        for (int round = 0; round < 600; round++) {
            long seed = SEED + round;
            Random random = new Random(seed);
            ByteBuffer changed = ByteBuffer.wrap(tensors.clone()).order(ByteOrder.LITTLE_ENDIAN);
            for (int edits = 1 + random.nextInt(3); edits > 0; edits--) {
                if (random.nextBoolean()) {
                    changed.putDouble(8 * random.nextInt(tensors.length / 8), nasty[random.nextInt(nasty.length)]);
                } else {
                    changed.putFloat(4 * random.nextInt(tensors.length / 4), narrow[random.nextInt(narrow.length)]);
                }
            }
            assertRefusedOrGood(
                    TensorFileBytes.sealed(header(golden), changed.array()), name + " skpca.test.seed=" + seed);
        }
    }

    /** A checkpoint has the one state that its sketch has: never none, never the other, never both. */
    @Test
    void checkpointsHaveTheStateOfTheirSketch() throws IOException {
        byte[] moments = GoldenFiles.bytes(GoldenCase.DEFAULT.checkpoint());
        byte[] rows = GoldenFiles.bytes(GoldenCase.BLOCK.checkpoint());
        assertUnresumable(renamed(moments, "state.moments", "state.other"), "without the state of its sketch");
        assertUnresumable(renamed(rows, "state.sketch", "state.other"), "without the state of its sketch");
        assertUnresumable(renamed(moments, "state.moments", "state.sketch"), "not the state of the sketch gram");
        assertUnresumable(
                renamed(rows, "state.sketch", "state.moments"),
                "state.moments is not the state of the sketch block-frequent-directions");
        assertUnresumable(
                withMetadata(moments, "sketchAlgorithm", "block-frequent-directions"),
                "state.moments is not the state of the sketch block-frequent-directions");
        assertUnresumable(withMetadata(rows, "sketchAlgorithm", "gram"), "is not the state of the sketch gram");
        assertUnresumable(renamed(moments, "state.mean", "state.sketch"), "is not the state of the sketch gram");
        assertUnresumable(withMetadata(moments, "kind", "model"), "is a model and holds the state of a learner");
    }

    /** Which of two sketches was chosen is read, not worked out: a file of another rule resumes with its own. */
    @Test
    void theSketchOfTheFileIsTheOneThatGoesOn() throws IOException {
        byte[] model = withMetadata(
                GoldenFiles.bytes(GoldenCase.DEFAULT.model()), "sketchAlgorithm", "block-frequent-directions");
        StreamingKernelPca learner = StreamingKernelPca.fromBytes(model, Workers.callerOnly());
        assertThat(Learner.of(learner).save().learned())
                .isInstanceOfSatisfying(
                        LearnerState.Sketched.class,
                        state -> assertThat(state.algorithm()).isEqualTo(SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK));
        assertThat(FittedModel.of(learner.snapshot()).sketchChoice())
                .contains(new SketchAlgorithm.Choice(SketchAlgorithm.FREQUENT_DIRECTIONS_BLOCK, "as its file says"));
        GoldenCase.DEFAULT.teach(learner, 0, 3000);
        StreamingKernelPca again = StreamingKernelPca.fromBytes(learner.toBytes(), Workers.callerOnly());
        assertThat(again.toBytes()).isEqualTo(learner.toBytes());
    }

    private static byte[] renamed(byte[] file, String tensor, String name) {
        String renamed = header(file).replace("\"" + tensor + "\":{", "\"" + name + "\":{");
        return TensorFileBytes.sealed(renamed, tensors(file));
    }

    private static void assertUnresumable(byte[] bytes, String why) {
        assertThatThrownBy(() -> StreamingKernelPca.fromBytes(bytes, Workers.callerOnly()))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining(why);
    }

    /** The factor is as long as the landmarks, no wider than they are many, and of numbers that a factor can have. */
    @Test
    void factorsThatCannotBeAreRefused() throws IOException {
        byte[] golden = GoldenFiles.bytes(GoldenCase.LANDMARKS.checkpoint());
        String factor = "\"landmarkFactor\":{\"dtype\":\"F32\",\"shape\":[9,6]";
        assertThat(header(golden)).contains(factor);
        for (String shape : new String[] {"3,18", "18,3", "54,1", "1,54", "6,9", "54", "9,3,2"}) {
            String changed = header(golden).replace(factor, factor.replace("9,6", shape));
            assertRefused(TensorFileBytes.sealed(changed, tensors(golden)), "landmarkFactor");
        }
        int at = Integer.parseInt(header(golden)
                .replaceFirst("(?s).*" + Pattern.quote(factor) + ",\"data_offsets\":\\[([0-9]+),.*", "$1"));
        for (float value : new float[] {Float.NaN, Float.POSITIVE_INFINITY, 1e13f, -1e13f}) {
            byte[] changed = tensors(golden);
            ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putFloat(at + 40, value);
            assertRefused(
                    TensorFileBytes.sealed(header(golden), changed),
                    "landmarkFactor holds a number that no factor has");
        }
    }

    private void assertRefused(byte[] bytes, String why) throws IOException {
        Path path = Files.write(folder.resolve("refused.skpca"), bytes);
        assertThatThrownBy(() -> KernelPcaModel.load(path))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining(why);
        assertThatThrownBy(() -> StreamingKernelPca.resume(path, Workers.callerOnly()))
                .isInstanceOf(ModelFileException.class);
    }

    @Test
    void warmUpLongerThanItsLengthIsRefused() throws IOException {
        Path path = folder.resolve("warm.skpca");
        StreamingKernelPca learner = GoldenCase.ORTHOGONAL.settings().build(COLUMNS);
        learner.update(ROWS, 30);
        learner.checkpoint(path);
        byte[] checkpoint = Files.readAllBytes(path);
        for (String rows : new String[] {"1", "29", "30", "31", "16777216"}) {
            byte[] changed = withMetadata(checkpoint, "warmup", rows);
            Files.write(path, changed);
            Throwable thrown = catchThrowable(() -> {
                StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
                resumed.update(ROWS, 5);
            });
            if (Integer.parseInt(rows) <= 30) {
                assertThat(thrown).as(rows).isInstanceOf(ModelFileException.class);
            } else {
                assertThat(thrown).as(rows).isNull();
            }
        }
    }

    /** Starts, columns and numbers of rows without their zeros, one after another made nonsense of. */
    @Test
    void nonsenseInAWarmUpWithoutZerosIsRefusedOrGood() throws IOException {
        Path path = folder.resolve("sparse.skpca");
        StreamingKernelPca learner = GoldenCase.ORTHOGONAL.settings().build(COLUMNS);
        learner.update(RowBatch.of(SparseRows.of(new double[30 * COLUMNS], 0, 3, COLUMNS)));
        learner.update(RowBatch.of(SparseRows.of(ROWS, 0, 9, COLUMNS)));
        learner.checkpoint(path);
        byte[] checkpoint = Files.readAllBytes(path);
        byte[] tensors = tensors(checkpoint);
        int refused = 0;
        for (long nasty : new long[] {0, -1, 1, 5, 1L << 31, Long.MIN_VALUE, Double.doubleToLongBits(Double.NaN)}) {
            for (int at = 0; at < tensors.length; at += 8) {
                ByteBuffer changed = ByteBuffer.wrap(tensors.clone()).order(ByteOrder.LITTLE_ENDIAN);
                changed.putLong(at, nasty);
                Files.write(path, TensorFileBytes.sealed(header(checkpoint), changed.array()));
                try {
                    StreamingKernelPca resumed = StreamingKernelPca.resume(path, Workers.callerOnly());
                    resumed.update(ROWS, 5);
                    resumed.snapshot();
                } catch (ModelFileException e) {
                    refused++;
                }
            }
        }
        assertThat(refused).isGreaterThan(200);
        for (String columns : new String[] {"1", "16777216", "2147483647"}) {
            Files.write(path, withMetadata(withMetadata(checkpoint, "columns", columns), "features", "60000"));
            assertThatThrownBy(() -> StreamingKernelPca.resume(path, Workers.callerOnly()))
                    .as(columns)
                    .isInstanceOf(ModelFileException.class);
        }
    }
}
