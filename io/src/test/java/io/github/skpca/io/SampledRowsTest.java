package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntFunction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Rows from places all over files: real rows, each once, from everywhere, in every format. */
final class SampledRowsTest {
    private static final int ROWS = 20_000;
    private static final int PLACES = 500;

    @TempDir
    Path folder;

    /** Lines of different lengths, each with its number in its first field. */
    private static String lines(int rows, String between, String end) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows; i++) {
            text.append(i).append(between).append(i * 0.5).append(between).append("7".repeat(1 + i % 9));
            text.append(end);
        }
        return text.toString();
    }

    private static List<double[]> sample(ReadOptions options, int most, long seed, String... inputs)
            throws IOException {
        List<double[]> rows = new ArrayList<>();
        try (SampledRows sample = Rows.sample(List.of(inputs), options, most, new SplittableRandom(seed)::nextDouble)) {
            assertThat(sample.holdsAll()).isFalse();
            DenseBuffer batch = new DenseBuffer(64, sample.columns());
            while (sample.read(batch) > 0) {
                for (int i = 0; i < batch.rows(); i++) {
                    int from = i * batch.columns();
                    rows.add(Arrays.copyOfRange(batch.values(), from, from + batch.columns()));
                }
            }
            assertThat(sample.read(batch)).isZero();
            assertThat(sample.progress()).isEqualTo(1);
        }
        return rows;
    }

    /** What every sample of a file of numbered rows must be. */
    private static void requireSpread(List<double[]> rows, int all, int most) {
        assertThat(rows.size()).isBetween(most * 95 / 100, most);
        double last = -1;
        for (double[] row : rows.subList(0, rows.size() - 1)) {
            assertThat(row[0]).as("in order, each once").isGreaterThan(last);
            last = row[0];
        }
        int[] tenths = new int[10];
        for (double[] row : rows) {
            assertThat(row[1]).isEqualTo(0.5 * row[0]);
            tenths[(int) (row[0] * 10 / all)]++;
        }
        for (int count : tenths) {
            assertThat(count).as(Arrays.toString(tenths)).isBetween(most / 10 - most / 50, most / 10 + most / 50);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "names", "windows", "mark", "no last line end", "blank lines"})
    void ofText(String kind) throws Exception {
        String text = lines(ROWS, ",", "\n");
        String written = switch (kind) {
            case "names" -> "a,b,c\n" + text;
            case "windows" -> "a,b,c\r\n" + text.replace("\n", "\r\n");
            case "mark" -> "\uFEFF" + text;
            case "no last line end" -> text.stripTrailing();
            case "blank lines" -> text.replace("\n", "\n\n");
            default -> text;
        };
        String input = Fixture.file(folder, "rows.csv", written);
        List<double[]> rows = sample(ReadOptions.defaults(), PLACES, 1, input);
        requireSpread(rows, ROWS, PLACES);
        assertThat(sample(ReadOptions.defaults(), PLACES, 1, input))
                .usingElementComparator(Arrays::compare)
                .containsExactlyElementsOf(rows);
        assertThat(sample(ReadOptions.defaults(), PLACES, 2, input))
                .usingElementComparator(Arrays::compare)
                .isNotEqualTo(rows);
    }

    @Test
    void ofOtherFormats() throws Exception {
        requireSpread(
                sample(ReadOptions.defaults(), PLACES, 3, Fixture.file(folder, "rows.tsv", lines(ROWS, "\t", "\n"))),
                ROWS,
                PLACES);
        requireSpread(
                sample(ReadOptions.defaults(), PLACES, 3, Fixture.file(folder, "rows.data", lines(ROWS, " ", "\n"))),
                ROWS,
                PLACES);
        requireSpread(sample(ReadOptions.defaults(), PLACES, 3, npy("rows.npy", ROWS, 0)), ROWS, PLACES);
        // Where parts are hardly longer than a row, two places can be in one.
        assertThat(sample(ReadOptions.defaults(), PLACES, 3, npy("rows.npy", PLACES + PLACES / 2, 0)))
                .extracting(row -> row[0])
                .doesNotHaveDuplicates()
                .isSorted()
                .hasSizeBetween(PLACES * 3 / 4, PLACES - 1);
    }

    private String npy(String name, int rows, int first) throws IOException {
        ByteBuffer numbers = ByteBuffer.allocate(rows * 16).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = first; i < first + rows; i++) {
            numbers.putDouble(i).putDouble(0.5 * i);
        }
        byte[] head = NpyReadingTest.npy(
                1, "{'descr': '<f8', 'fortran_order': False, 'shape': (" + rows + ", 2), }\n", new double[0]);
        byte[] bytes = Arrays.copyOf(head, head.length + numbers.capacity());
        System.arraycopy(numbers.array(), 0, bytes, head.length, numbers.capacity());
        return Fixture.file(folder, name, bytes);
    }

    /** Comments, and lines of very different lengths; sparse batches end early and lose nothing. */
    @Test
    void ofSparseRows() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 1; i <= ROWS; i++) {
            text.append(i % 10 == 0 ? "# a comment\n" : "")
                    .append("1 1:")
                    .append(i)
                    .append(" 2:")
                    .append(0.5 * i);
            for (int j = 3; j < 3 + i % 7; j++) {
                text.append(' ').append(j).append(":1");
            }
            text.append('\n');
        }
        String input = Fixture.file(folder, "rows.svm", text.toString());
        List<double[]> dense = sample(ReadOptions.defaults(), PLACES, 4, input);
        requireSpread(dense, ROWS + 1, PLACES);
        List<double[]> sparse = new ArrayList<>();
        ReadOptions width = Rows.withWidth(List.of(input), ReadOptions.defaults());
        assertThat(width.width()).isEqualTo(8);
        try (SampledRows sample = Rows.sample(List.of(input), width, PLACES, new SplittableRandom(4)::nextDouble)) {
            assertThat(sample.isSparse()).isTrue();
            SparseBuffer batch = new SparseBuffer(64, sample.columns(), 40);
            while (sample.read(batch) > 0) {
                for (int i = 0; i < batch.rows(); i++) {
                    double[] row = new double[sample.columns()];
                    batch.scatter(i, row, 0);
                    sparse.add(row);
                }
            }
        }
        assertThat(sparse).usingElementComparator(Arrays::compare).containsExactlyElementsOf(dense);
    }

    /** A place can be within quotes, where lines look like rows and are none. */
    @Test
    void ofTextWithLineBreaksInQuotes() throws Exception {
        StringBuilder text = new StringBuilder("a,b,note\n");
        for (int i = 0; i < ROWS; i++) {
            text.append(i).append(',').append(0.5 * i).append(",\"first\nsecond, ");
            text.append(i % 3 == 0 ? "\"\"third\"\"\n" : "").append("last\"\n");
        }
        String input = Fixture.file(folder, "rows.csv", text.toString());
        requireSpread(sample(ReadOptions.defaults().withExclude(List.of("note")), PLACES, 5, input), ROWS, PLACES);
    }

    @Test
    void ofChosenColumns() throws Exception {
        StringBuilder text = new StringBuilder("id,half,number,name\n");
        for (int i = 0; i < ROWS; i++) {
            text.append("row ")
                    .append(i)
                    .append(',')
                    .append(0.5 * i)
                    .append(',')
                    .append(i)
                    .append(",x\n");
        }
        String input = Fixture.file(folder, "rows.csv", text.toString());
        ReadOptions options =
                ReadOptions.defaults().withColumns(List.of("number", "half")).withKeep(List.of("id"));
        requireSpread(sample(options, PLACES, 6, input), ROWS, PLACES);
        try (SampledRows sample = Rows.sample(List.of(input), options, 10, new SplittableRandom(6)::nextDouble)) {
            assertThat(sample.columnNames()).containsExactly("number", "half");
            assertThat(sample.keptNames()).containsExactly("id");
            DenseBuffer batch = new DenseBuffer(4, 2);
            sample.read(batch);
            byte[] bytes = Files.readAllBytes(Path.of(input));
            for (int i = 0; i < batch.rows(); i++) {
                assertThat(batch.kept(i, 0)).isEqualTo("row " + (long) batch.values()[2 * i]);
                String position = batch.position(i);
                assertThat(position).startsWith(input + " byte ");
                int at = Integer.parseInt(position.substring(position.lastIndexOf(' ') + 1));
                assertThat(new String(bytes, at, 20, StandardCharsets.US_ASCII)).startsWith(batch.kept(i, 0) + ",");
            }
        }
    }

    @Test
    void ofRowsLongerThanABuffer() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            text.append(i)
                    .append(',')
                    .append(0.5 * i)
                    .append(",0".repeat(50_000))
                    .append('\n');
        }
        String input = Fixture.file(folder, "rows.csv", text.toString());
        List<double[]> rows = sample(ReadOptions.defaults(), 20, 7, input);
        assertThat(rows).hasSizeBetween(19, 20).allMatch(row -> row[1] == 0.5 * row[0]);
    }

    @Test
    void severalInputsShareItByTheirSize() throws Exception {
        String text = lines(ROWS, ",", "\n");
        int cut = text.indexOf("\n", text.length() / 4) + 1;
        int second = text.indexOf("\n", text.length() / 4 + 40) + 1;
        requireSpread(
                sample(
                        ReadOptions.defaults(),
                        PLACES,
                        8,
                        Fixture.file(folder, "1.csv", text.substring(0, cut)),
                        Fixture.file(folder, "2.csv", text.substring(cut, second)),
                        Fixture.file(folder, "3.csv", text.substring(second))),
                ROWS,
                PLACES);
        requireSpread(
                sample(
                        ReadOptions.defaults(),
                        PLACES,
                        8,
                        npy("1.npy", ROWS / 4, 0),
                        npy("2.npy", ROWS - ROWS / 4, ROWS / 4)),
                ROWS,
                PLACES);
        assertThatThrownBy(() -> sample(
                        ReadOptions.defaults(),
                        10,
                        8,
                        Fixture.file(folder, "1.csv", text.substring(0, cut)),
                        Fixture.file(folder, "other.csv", "1,2\n".repeat(5000))))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("other.csv: 2 columns, but ");
    }

    /** In many files of few rows the first and the last are as likely as all others. */
    @Test
    void everyRowIsAsLikelyWhereRowsAreAlike() throws Exception {
        List<String> inputs = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            StringBuilder text = new StringBuilder("number,half\n");
            for (int j = 100; j < 105; j++) {
                text.append(j).append(",").append(0.5 * j).append('\n');
            }
            inputs.add(Fixture.file(folder, i + ".csv", text.toString()));
        }
        TreeMap<Double, Integer> counts = new TreeMap<>();
        for (int seed = 0; seed < 400; seed++) {
            for (double[] row : sample(ReadOptions.defaults(), 30, seed, inputs.toArray(String[]::new))) {
                counts.merge(row[0], 1, Integer::sum);
            }
        }
        assertThat(counts.values()).as(counts.toString()).hasSize(5).allMatch(count -> count > 2200 && count < 2550);
    }

    @Test
    void smallInputsAreTakenWhole() throws Exception {
        for (int rows : new int[] {1, PLACES - 1, PLACES}) {
            String input = Fixture.file(folder, "rows.csv", "a,b,c\n" + lines(rows, ",", "\n"));
            try (SampledRows sample = Rows.sample(List.of(input), ReadOptions.defaults(), PLACES, () -> Double.NaN)) {
                assertThat(sample.holdsAll()).isTrue();
                assertThat(Fixture.rows(sample, 7)).isEqualTo(Fixture.rows(ReadOptions.defaults(), input));
            }
        }
        String one = npy("rows.npy", PLACES, 0);
        try (SampledRows sample = Rows.sample(List.of(one), ReadOptions.defaults(), PLACES, () -> Double.NaN)) {
            assertThat(sample.holdsAll()).isTrue();
        }
        // Comments are no rows.
        String sparse = Fixture.file(folder, "rows.svm", "1 1:1\n# c\n".repeat(PLACES));
        try (SampledRows sample = Rows.sample(List.of(sparse), ReadOptions.defaults(), PLACES, () -> Double.NaN)) {
            assertThat(sample.holdsAll()).isTrue();
        }
    }

    /** They are found, with their line, when all rows are read. */
    @Test
    void badRowsAreLeftOut() throws Exception {
        String text = lines(ROWS, ",", "\n").replaceAll("(?m)^(\\d*[37]),.*$", "$1,x,y");
        String input = Fixture.file(folder, "rows.csv", text);
        List<double[]> rows = sample(ReadOptions.defaults(), PLACES, 9, input);
        requireSpread(rows, ROWS, PLACES);
        assertThat(rows).allMatch(row -> row[0] % 10 != 3 && row[0] % 10 != 7);
        String none = Fixture.file(folder, "none.csv", "1,2,3\n" + "1,x,y\n".repeat(ROWS));
        assertThat(sample(ReadOptions.defaults().withHeader(Header.NO), PLACES, 9, none))
                .hasSizeLessThan(2);
        byte[] bytes = Files.readAllBytes(Path.of(npy("rows.npy", ROWS, 0)));
        ByteBuffer numbers = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < ROWS; i += 2) {
            numbers.putDouble(bytes.length - 16 * (i + 1), Double.NaN);
        }
        assertThat(sample(ReadOptions.defaults(), PLACES, 9, Fixture.file(folder, "rows.npy", bytes)))
                .hasSizeBetween(200, 300);
    }

    /** Lines that are too long are passed over, and the time is that of reading the file a few times. */
    @Test
    void aLineWithoutEnd() throws Exception {
        byte[] junk = new byte[40 << 20];
        Arrays.fill(junk, (byte) '7');
        String text = lines(5000, ",", "\n");
        byte[] bytes = new byte[2 * text.length() + junk.length];
        System.arraycopy(Fixture.bytes(text), 0, bytes, 0, text.length());
        System.arraycopy(junk, 0, bytes, text.length(), junk.length);
        bytes[text.length() + junk.length - 1] = '\n';
        System.arraycopy(Fixture.bytes(text), 0, bytes, text.length() + junk.length, text.length());
        String input = Fixture.file(folder, "rows.csv", bytes);
        assertThat(sample(ReadOptions.defaults(), 4000, 10, input))
                .hasSizeGreaterThan(5)
                .allMatch(row -> row[1] == 0.5 * row[0]);
        assertThat(Fixture.complaint(ReadOptions.defaults(), input)).startsWith("rows.csv:5001: a line is longer");
    }

    @Test
    void onlyPlainFilesHavePlaces() throws Exception {
        String plain = Fixture.file(folder, "rows.csv", lines(ROWS, ",", "\n"));
        String packed = Fixture.file(folder, "rows.csv.gz", Fixture.gzip(Fixture.bytes(lines(ROWS, ",", "\n"))));
        ReadOptions options = ReadOptions.defaults();
        assertThat(Rows.access(List.of(plain, plain), options)).isEqualTo(InputAccess.ANYWHERE);
        assertThat(Rows.access(List.of(plain, packed), options)).isEqualTo(InputAccess.COMPRESSED);
        assertThat(Rows.access(List.of(packed, "-"), options)).isEqualTo(InputAccess.STREAM);
        if (Files.exists(Path.of("/dev/null"))) {
            assertThat(Rows.access(List.of("/dev/null"), options)).isEqualTo(InputAccess.STREAM);
        }
        if (Files.exists(Path.of("/dev/stdin"))) {
            assertThat(Rows.access(List.of("/dev/stdin"), options.withFormat(RowFormat.CSV)))
                    .isEqualTo(InputAccess.STREAM);
        }
        for (String other : List.of(packed, "-")) {
            assertThatThrownBy(() -> Rows.sample(List.of(other), options, 10, () -> 0.5))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("plain files");
        }
        assertThatThrownBy(() -> Rows.sample(List.of(plain), options, 0, () -> 0.5))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Rows.sample(List.of(folder.resolve("none.csv").toString()), options, 1, () -> 0.5))
                .isInstanceOf(BadInputException.class)
                .hasMessageEndingWith("none.csv: no such file");
    }

    @Test
    void aClosedSampleGivesNoRows() throws Exception {
        String plain = Fixture.file(folder, "rows.csv", lines(ROWS, ",", "\n"));
        SampledRows sample = Rows.sample(List.of(plain), ReadOptions.defaults(), 10, () -> 0.5);
        sample.close();
        assertThatThrownBy(() -> sample.read(new DenseBuffer(3, 3))).isInstanceOf(IOException.class);
    }

    /** Damaged files give rows that are finite or a BadInputException; whatever the draws. */
    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void ofDamagedFiles(RowFormat format) throws Exception {
        IntFunction<byte[]> original = rows -> switch (format) {
            case CSV -> Fixture.bytes("id,a,b\r\n" + "k1,1.5,-2e3\n\"k\n2\",\"7\",8\n".repeat(rows));
            case TSV -> Fixture.bytes("1\t2\t3\n4\t5e1\t6\n".repeat(rows));
            case LIBSVM -> Fixture.bytes("1 1:0.5 3:7 # c\n-1 2:1e3\n\n+1\n".repeat(rows));
            case NPY ->
                NpyReadingTest.npy(
                        1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }     \n", 1, 2, 3, 4, 5, 6);
        };
        SplittableRandom random = new SplittableRandom(11);
        int read = 0;
        for (int i = 0; i < 1500; i++) {
            byte[] mutant = MutationTest.mutate(original.apply(1 + random.nextInt(20)), random);
            String input = Fixture.file(folder, "mutant", mutant);
            ReadOptions options = ReadOptions.defaults()
                    .withFormat(format)
                    .withKeep(format == RowFormat.CSV ? List.of("1") : List.of());
            try (SampledRows sample = Rows.sample(List.of(input), options, 1 + random.nextInt(8), random::nextDouble)) {
                DenseBuffer batch = new DenseBuffer(2, sample.columns());
                while (sample.read(batch) > 0) {
                    for (int j = 0; j < batch.rows() * batch.columns(); j++) {
                        assertThat(batch.values()[j]).isFinite();
                    }
                    read++;
                }
            } catch (BadInputException refused) {
                assertThat(refused.getMessage()).matches("[^\\p{Cntrl}]{1,1000}");
            }
        }
        assertThat(read).isPositive();
    }
}
