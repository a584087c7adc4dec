package io.github.skpca.io;

import com.sun.management.ThreadMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import static io.github.skpca.io.Fixture.file;
import static io.github.skpca.io.Fixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/** Sparse batches hold the rows that dense ones hold. */
@Timeout(60)
final class SparseReadingTest {
    private static final long SEED = 4711;
    private static final int WIDTH = 40;
    private static final ReadOptions DEFAULTS = ReadOptions.defaults();

    @TempDir
    private Path folder;

    /** Rows of every length, explicit zeros of both signs, bad lines, comments and labels that are zero. */
    private String data(String name, long seed, int count) {
        SplittableRandom random = new SplittableRandom(seed);
        StringBuilder text = new StringBuilder("# rows\n");
        for (int i = 0; i < count; i++) {
            text.append(random.nextInt(3) - 1);
            int density = random.nextInt(5);
            for (int index = 1; index <= WIDTH; index++) {
                if (random.nextInt(4) < density) {
                    int kind = random.nextInt(8);
                    String value = kind == 0 ? "0" : kind == 1 ? "-0.0" : Double.toString(random.nextDouble() - 0.5);
                    text.append(' ').append(index).append(':').append(value);
                }
            }
            text.append(random.nextInt(10) == 0 ? " # note\n" : "\n");
            if (random.nextInt(10) == 0) {
                text.append(random.nextBoolean() ? "1 3:x\n" : "1 2:1 1:1\n");
            }
        }
        return file(folder, name, text + "1 " + WIDTH + ":1\n");
    }

    private static List<ReadOptions> choices() {
        return List.of(
                DEFAULTS,
                DEFAULTS.withWidth(WIDTH + 7),
                DEFAULTS.withColumns(List.of("2", "5-9", "30")),
                DEFAULTS.withColumns(List.of("30-40", "label", "9", "1-4")),
                DEFAULTS.withColumns(List.of("40", "39", "label")).withKeep(List.of("1")),
                DEFAULTS.withExclude(List.of("1-3", "17")).withKeep(List.of("label", "20")),
                DEFAULTS.withKeep(List.of("label")));
    }

    @Test
    void givesTheRowsOfTheDenseReading() throws IOException {
        String[] files = {data("a.svm", SEED, 300), data("b.svm", SEED + 1, 50)};
        for (ReadOptions choice : choices()) {
            ReadOptions options = choice.withOnBadRow(OnBadRow.SKIP);
            List<String> expected = rows(options, files);
            assertThat(expected).hasSize(352);
            for (int[] size : new int[][] {{1, 1}, {3, 20}, {7, 100}, {64, 1000}, {1000, 100_000}}) {
                try (RowReader reader = Rows.open(List.of(files), options)) {
                    assertThat(reader.isSparse()).isTrue();
                    assertThat(sparseRows(reader, size[0], size[1]))
                            .as("seed %d, %s, %d rows of %d entries", SEED, options, size[0], size[1])
                            .isEqualTo(expected);
                    assertThat(reader.skippedRows()).isPositive();
                }
                try (RowReader reader = Rows.prefetching(Rows.open(List.of(files), options), size[0], 3)) {
                    assertThat(reader.isSparse()).isTrue();
                    assertThat(sparseRows(reader, 5, 70))
                            .as("ahead, seed %d", SEED)
                            .isEqualTo(expected);
                    assertThat(reader.progress()).isEqualTo(1);
                }
                try (RowReader reader = Rows.prefetching(Rows.open(List.of(files), options), size[0], 3)) {
                    assertThat(rows(reader, 4)).as("made dense, seed %d", SEED).isEqualTo(expected);
                }
            }
        }
    }

    @Test
    void bothFormsCanBeReadInTurn() throws IOException {
        String data = data("a.svm", SEED + 2, 100);
        ReadOptions options = DEFAULTS.withOnBadRow(OnBadRow.SKIP);
        List<String> found = new ArrayList<>();
        try (RowReader reader = Rows.open(List.of(data), options)) {
            DenseBuffer dense = new DenseBuffer(3, reader.columns());
            SparseBuffer sparse = new SparseBuffer(10, reader.columns(), 60);
            while (reader.read(sparse) > 0) {
                collect(sparse, found);
                reader.read(dense);
                Fixture.collect(dense, found);
            }
        }
        assertThat(found).as("seed %d", SEED).isEqualTo(rows(options, data));
    }

    @Test
    void storesNoZerosAndEndsWhenItIsFull() throws IOException {
        String data = file(folder, "data.svm", "1 1:0 2:5 3:-0\n1\n0 1:1 2:2 3:3\n1 1:4 2:5\n");
        try (RowReader reader = Rows.open(List.of(data), DEFAULTS)) {
            SparseBuffer batch = new SparseBuffer(10, 3, 5);
            assertThat(reader.read(batch)).isEqualTo(3);
            assertThat(batch.starts()).startsWith(0, 1, 1, 4);
            assertThat(batch.entries()).isEqualTo(4);
            assertThat(batch.entryColumns()).startsWith(1, 0, 1, 2);
            assertThat(batch.values()).startsWith(5, 1, 2, 3);
            assertThat(reader.read(batch)).isEqualTo(1);
            assertThat(batch.starts()).startsWith(0, 2);
            assertThat(batch.position(0)).endsWith("data.svm:4");
            assertThat(reader.read(batch)).isZero();
        }
    }

    @Test
    void aBadLineComesAfterTheGoodOnesBeforeIt() throws IOException {
        String data = file(folder, "data.svm", "1 1:1\n1 2:2 3:3\n1 2:9 1:9\n");
        ReadOptions width = DEFAULTS.withWidth(3);
        for (RowReader source :
                List.of(Rows.open(List.of(data), width), Rows.prefetching(Rows.open(List.of(data), width), 1, 2))) {
            try (RowReader reader = source) {
                SparseBuffer batch = new SparseBuffer(8, 3);
                assertThatExceptionOfType(BadInputException.class)
                        .isThrownBy(() -> reader.read(batch))
                        .withMessageContaining("data.svm:3: index 1 after 2; sort the indices");
                assertThat(batch.rows()).isEqualTo(2);
                assertThat(batch.entries()).isEqualTo(3);
            }
        }
    }

    @Test
    void mixedInputsAreDense() throws IOException {
        String sparse = file(folder, "a.svm", "1 1:1 2:2\n");
        String dense = file(folder, "b.csv", "3,4\n");
        try (RowReader reader = Rows.open(List.of(sparse, dense), DEFAULTS)) {
            assertThat(reader.isSparse()).isFalse();
            assertThatIllegalStateException()
                    .isThrownBy(() -> reader.read(new SparseBuffer(4, 2)))
                    .withMessageContaining("DenseBuffer");
            assertThat(rows(reader, 4)).containsExactly("[1.0, 2.0] @a.svm:1", "[3.0, 4.0] @b.csv:1");
        }
    }

    /** A million columns would take 8 MB a dense row. */
    @Test
    void memoryDoesNotGrowWithTheWidth() throws IOException {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            text.append("1 ").append(1 + i).append(":1 1000000:").append(i + 1).append('\n');
        }
        String data = file(folder, "wide.svm", text.toString());
        try (RowReader reader = Rows.open(List.of(data), DEFAULTS)) {
            assertThat(reader.columns()).isEqualTo(1_000_000);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            SparseBuffer batch = new SparseBuffer(1000, reader.columns());
            long rows = 0;
            for (int read = reader.read(batch); read > 0; read = reader.read(batch)) {
                rows += read;
                assertThat(batch.entries()).isEqualTo(2 * read);
            }
            assertThat(rows).isEqualTo(20_000);
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(8_000_000);
        }
    }

    private static List<String> sparseRows(RowReader reader, int batchRows, int entries) throws IOException {
        List<String> rows = new ArrayList<>();
        SparseBuffer batch = new SparseBuffer(batchRows, reader.columns(), entries);
        while (reader.read(batch) > 0) {
            assertThat(batch.rows() == 1 || batch.entries() <= entries).isTrue();
            collect(batch, rows);
        }
        assertThat(reader.read(batch)).isZero();
        return rows;
    }

    /** As the fixture has rows of dense batches, by its own means. */
    private static void collect(SparseBuffer batch, List<String> rows) {
        for (int row = 0; row < batch.rows(); row++) {
            double[] dense = new double[batch.columns()];
            int last = -1;
            for (int at = batch.starts()[row]; at < batch.starts()[row + 1]; at++) {
                int column = batch.entryColumns()[at];
                assertThat(column).isGreaterThan(last);
                assertThat(batch.values()[at]).isNotZero();
                dense[column] = batch.values()[at];
                last = column;
            }
            DenseBuffer single = new DenseBuffer(1, batch.columns());
            single.begin(batch.keptCount());
            System.arraycopy(dense, 0, single.values(), 0, dense.length);
            single.accept(batch, row);
            Fixture.collect(single, rows);
        }
    }
}
