package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

import static io.github.skpca.io.Fixture.file;
import static io.github.skpca.io.Fixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

final class WritingTest {
    private static final List<String> NAMES = List.of("k1", "k 2");

    @TempDir
    private Path folder;

    private List<String> listing() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(path -> path.getFileName().toString()).sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.csv", "out.tsv", "out.csv.gz", "out.tsv.gz", "out.txt", "out.npy"})
    void everyFormatReadsBackExactly(String name) throws IOException {
        long seed = 5;
        SplittableRandom random = new SplittableRandom(seed);
        double[] values = new double[2 * 20_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (random.nextDouble() - 0.5) * Math.pow(10, random.nextInt(-30, 30));
        }
        String output = folder.resolve(name).toString();
        try (RowWriter writer = Rows.create(output, null, List.of(), NAMES)) {
            writer.write(values, 15_000, null);
            writer.write(Arrays.copyOfRange(values, 30_000, 40_000), 5_000, null);
            writer.commit();
        }
        assertThat(listing()).containsExactly(name);
        try (RowReader reader = Rows.open(List.of(output), ReadOptions.defaults())) {
            DenseBuffer batch = new DenseBuffer(30_000, 2);
            assertThat(reader.read(batch)).isEqualTo(20_000);
            assertThat(batch.values()).as("seed %d", seed).startsWith(values);
            assertThat(reader.columnNames()).isEqualTo(name.endsWith("npy") ? List.of("x1", "x2") : NAMES);
        }
    }

    @Test
    void keptTextIsQuotedWhereNeeded() throws IOException {
        String input =
                file(folder, "in.csv", "id,a\n\"x,y\",1\n\"say \"\"hi\"\"\",2\n\"two\nlines\",3\n\" b \",4\nö,5\n");
        ReadOptions options = ReadOptions.defaults().withKeep(List.of("id"));
        String output = folder.resolve("out.csv").toString();
        try (RowReader reader = Rows.open(List.of(input), options);
                RowWriter writer = Rows.create(output, null, reader.keptNames(), reader.columnNames())) {
            DenseBuffer batch = new DenseBuffer(10, 1);
            writer.write(batch.values(), reader.read(batch), batch);
            writer.commit();
        }
        assertThat(Files.readString(Path.of(output)))
                .isEqualTo("id,a\n\"x,y\",1.0\n\"say \"\"hi\"\"\",2.0\n\"two\nlines\",3.0\n\" b \",4.0\nö,5.0\n");
        assertThat(rows(options, output)).hasSize(5).first().isEqualTo("[1.0] x,y @out.csv:2");
    }

    @Test
    void numbersDoNotDependOnTheLocale() throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
        try {
            ByteArrayOutputStream standardOutput = new ByteArrayOutputStream();
            try (RowWriter writer = Rows.create("-", null, List.of(), List.of("a", "b,c"), standardOutput)) {
                writer.write(new double[] {1.5, 1e-7, Double.NaN, -0.0}, 2, null);
                writer.commit();
            }
            assertThat(standardOutput.toString(StandardCharsets.UTF_8)).isEqualTo("a,\"b,c\"\n1.5,1.0E-7\nNaN,-0.0\n");
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void standardOutputShowsRowsAtOnce() throws IOException {
        ByteArrayOutputStream standardOutput = new ByteArrayOutputStream();
        try (RowWriter writer = Rows.create("-", RowFormat.TSV, List.of(), NAMES, standardOutput)) {
            writer.write(new double[] {1, 2}, 1, null);
            assertThat(standardOutput.toString(StandardCharsets.UTF_8)).isEqualTo("k1\tk 2\n1.0\t2.0\n");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"out.csv", "out.csv.gz", "out.npy"})
    void withoutCommitNothingChanges(String name) throws IOException {
        String output = file(folder, name, "old");
        try (RowWriter writer = Rows.create(output, null, List.of(), NAMES)) {
            writer.write(new double[200_000], 100_000, null);
            assertThat(listing()).hasSize(2).first().isEqualTo(name);
            assertThat(listing().get(1)).startsWith(name + ".part-");
        }
        assertThat(listing()).containsExactly(name);
        assertThat(Files.readString(Path.of(output))).isEqualTo("old");
    }

    @Test
    void aLinkKeepsPointingToTheFile() throws IOException {
        Path real = Path.of(file(folder, "real.csv", "old"));
        Path link = Files.createSymbolicLink(folder.resolve("link.csv"), real);
        try (RowWriter writer = Rows.create(link.toString(), null, List.of(), List.of("a"))) {
            writer.commit();
        }
        assertThat(Files.isSymbolicLink(link)).isTrue();
        assertThat(Files.readString(real)).isEqualTo("a\n");
    }

    @Test
    void devicesAreWrittenInPlace() throws IOException {
        Path device = Path.of("/dev/null");
        assumeTrue(Files.exists(device));
        try (RowWriter writer = Rows.create(device.toString(), null, List.of(), NAMES)) {
            writer.write(new double[2], 1, null);
            writer.commit();
        }
        assertThat(Files.isRegularFile(device)).isFalse();
    }

    @Test
    void theNpyHeaderIsAligned() throws IOException {
        Path output = folder.resolve("out.npy");
        try (RowWriter writer = Rows.create(output.toString(), null, List.of(), NAMES)) {
            writer.write(new double[6], 3, null);
            writer.commit();
        }
        byte[] bytes = Files.readAllBytes(output);
        assertThat(bytes).hasSize(128 + 6 * 8);
        assertThat(new String(bytes, 10, 118, StandardCharsets.US_ASCII))
                .startsWith("{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }  ")
                .endsWith(" \n");
    }

    @Test
    void compressedOutputIsGzip() throws IOException {
        Path output = folder.resolve("out.csv.gz");
        try (RowWriter writer = Rows.create(output.toString(), null, List.of(), List.of("a"))) {
            writer.write(new double[] {1}, 1, null);
            writer.commit();
        }
        try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(Files.readAllBytes(output)))) {
            assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("a\n1.0\n");
        }
    }

    @Test
    void refusesOutputsItCannotWrite() {
        refused("out.xyz", List.of(), "out.xyz: the name does not tell the format; let it end in .csv, .tsv or .npy");
        refused("out.svm", List.of(), "out.svm: LIBSVM is read but not written; write .csv, .tsv or .npy");
        refused(
                "out.npy",
                List.of("id"),
                "out.npy: NPY holds no text, so nothing can be kept in it; keep no columns, or write CSV");
        refused(
                "out.npy.gz",
                List.of(),
                "out.npy.gz: NPY cannot be compressed as it is written; leave .gz out of the name, or write CSV");
        refused("none/out.csv", List.of(), "none/out.csv: there is no folder " + folder + "/none; create it first");
        assertThatExceptionOfType(BadInputException.class)
                .isThrownBy(() -> Rows.create("-", RowFormat.NPY, List.of(), NAMES))
                .withMessage(
                        "standard output: NPY cannot go to a pipe, its header tells the rows in advance; write to a file,"
                                + " or write CSV");
        assertThatExceptionOfType(BadInputException.class)
                .isThrownBy(() -> Rows.create(folder.toString(), RowFormat.CSV, List.of(), NAMES))
                .withMessage(folder + ": is a folder; give a file name");
        assertThatIllegalArgumentException().isThrownBy(() -> Rows.create("-", null, List.of(), List.of()));
    }

    private void refused(String name, List<String> kept, String message) {
        assertThatExceptionOfType(BadInputException.class)
                .isThrownBy(() -> Rows.create(folder.resolve(name).toString(), null, kept, NAMES))
                .satisfies(failure -> assertThat(failure.getMessage().replaceFirst(folder + "/", ""))
                        .isEqualTo(message));
    }

    @Test
    void refusesRowsThatAreNotThere() throws IOException {
        String output = folder.resolve("out.csv").toString();
        try (RowWriter writer = Rows.create(output, null, List.of("id"), NAMES)) {
            assertThatIllegalArgumentException().isThrownBy(() -> writer.write(new double[3], 2, null));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> writer.write(new double[4], 2, null))
                    .withMessage("kept must hold 2 rows of 1 texts");
        }
    }
}
