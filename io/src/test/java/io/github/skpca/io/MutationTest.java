package io.github.skpca.io;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** Damaged files give rows or a BadInputException, and never anything else. */
final class MutationTest {
    private static final long SEED = 77;
    /** Room for two rows of the million columns that a hostile index can claim, with names and choice. */
    private static final long LARGE = 256L << 20;

    private static final int MUTANTS = 3000;
    private static final byte[] TELLING = "\"\"\n\r,;\t :#-+.eExX0123456789'(){}<f".getBytes(StandardCharsets.US_ASCII);

    @TempDir
    private Path folder;

    private static byte[] original(RowFormat format) {
        return switch (format) {
            case CSV -> Fixture.bytes("id,a,\"b \"\"x\"\"\"\r\nk1,1.5,-2e3\n\"k\n2\",\"7\",8\n\nk3,9,10");
            case TSV -> Fixture.bytes("1\t2\t3\n4\t5e1\t6\n");
            case LIBSVM -> Fixture.bytes("1 1:0.5 3:7 # c\n-1 2:1e3\n\n+1\n");
            case NPY ->
                NpyReadingTest.npy(
                        1, "{'descr': '<f8', 'fortran_order': False, 'shape': (3, 2), }     \n", 1, 2, 3, 4, 5, 6);
        };
    }

    @ParameterizedTest
    @EnumSource(RowFormat.class)
    void damagedFilesGiveRowsOrBadInput(RowFormat format) throws IOException {
        SplittableRandom random = new SplittableRandom(SEED + format.ordinal());
        int accepted = 0;
        for (int i = 0; i < MUTANTS; i++) {
            byte[] mutant = mutate(original(format), random);
            if (random.nextInt(5) == 0) {
                mutant = mutate(Fixture.gzip(mutant), random);
            }
            long before = allocatedBytes();
            accepted += read(format, mutant, random) ? 1 : 0;
            assertThat(allocatedBytes() - before)
                    .as("bytes for mutant %d, seed %d", i, SEED)
                    .isLessThan(LARGE);
        }
        assertThat(accepted).as("mutants that were still good, seed %d", SEED).isBetween(1, MUTANTS - 1);
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    private boolean read(RowFormat format, byte[] mutant, SplittableRandom random) throws IOException {
        boolean file = random.nextBoolean();
        ReadOptions options = new ReadOptions(
                random.nextInt(3) == 0 && !file && format != RowFormat.LIBSVM ? null : format,
                Header.values()[random.nextInt(3)],
                List.of(),
                List.of(),
                random.nextBoolean() ? List.of() : List.of("1"),
                OnBadRow.values()[random.nextInt(2)],
                file ? 0 : 3);
        String input = file ? Files.write(folder.resolve("mutant"), mutant).toString() : "-";
        try (RowReader reader = Rows.open(List.of(input), options, new ByteArrayInputStream(mutant))) {
            if (reader.columns() > 1000) {
                assertThat(format).isIn(RowFormat.LIBSVM, RowFormat.NPY);
            }
            if (reader.isSparse() && random.nextBoolean()) {
                readSparse(reader);
                return true;
            }
            DenseBuffer batch = new DenseBuffer(2, reader.columns());
            while (reader.read(batch) > 0) {
                for (int i = 0; i < batch.rows() * batch.columns(); i++) {
                    assertThat(batch.values()[i]).isFinite();
                }
                assertThat(batch.position(0)).isNotBlank();
            }
            return true;
        } catch (BadInputException refused) {
            if (!refused.getMessage().matches("[^\\p{Cntrl}]{1,1000}")) {
                fail("a message of more than one line: " + refused.getMessage() + seed(mutant, options));
            }
            return false;
        } catch (IOException | RuntimeException | Error unexpected) {
            throw new AssertionError("not a BadInputException" + seed(mutant, options), unexpected);
        }
    }

    private static void readSparse(RowReader reader) throws IOException {
        SparseBuffer batch = new SparseBuffer(2, reader.columns(), 3);
        while (reader.read(batch) > 0) {
            for (int row = 0; row < batch.rows(); row++) {
                int last = -1;
                for (int at = batch.starts()[row]; at < batch.starts()[row + 1]; at++) {
                    assertThat(batch.entryColumns()[at]).isGreaterThan(last).isLessThan(reader.columns());
                    assertThat(batch.values()[at]).isFinite().isNotZero();
                    last = batch.entryColumns()[at];
                }
                assertThat(batch.position(row)).isNotBlank();
            }
        }
    }

    private static String seed(byte[] mutant, ReadOptions options) {
        return "; seed " + SEED + ", " + options + ", bytes " + HexFormat.of().formatHex(mutant);
    }

    static byte[] mutate(byte[] bytes, SplittableRandom random) {
        byte[] mutant = bytes.clone();
        for (int change = random.nextInt(4); change >= 0; change--) {
            if (mutant.length < 2) {
                return mutant;
            }
            int at = random.nextInt(mutant.length);
            byte b = random.nextBoolean() ? TELLING[random.nextInt(TELLING.length)] : (byte) random.nextInt(256);
            switch (random.nextInt(6)) {
                case 0 -> mutant = Arrays.copyOf(mutant, at);
                case 1 -> mutant = splice(mutant, at, at + 1, new byte[0]);
                case 2 -> mutant = splice(mutant, at, at, new byte[] {b});
                case 3 -> mutant = splice(mutant, at, at, Arrays.copyOfRange(mutant, random.nextInt(at + 1), at));
                default -> mutant[at] = b;
            }
        }
        return mutant;
    }

    private static byte[] splice(byte[] bytes, int from, int to, byte[] inserted) {
        byte[] result = new byte[bytes.length - (to - from) + inserted.length];
        System.arraycopy(bytes, 0, result, 0, from);
        System.arraycopy(inserted, 0, result, from, inserted.length);
        System.arraycopy(bytes, to, result, from + inserted.length, bytes.length - to);
        return result;
    }
}
