package io.github.skpca.io;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

import static io.github.skpca.io.Fixture.collect;
import static io.github.skpca.io.Fixture.file;
import static io.github.skpca.io.Fixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

@Timeout(60)
final class PrefetchingReaderTest {
    private static final ReadOptions OPTIONS =
            ReadOptions.defaults().withKeep(List.of("1")).withOnBadRow(OnBadRow.SKIP);

    @TempDir
    private Path folder;

    private String data(String ending) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            text.append(i % 50 == 7 ? "k,bad,1\n" : "k" + i + "," + i + "," + i / 7.0 + "\n");
        }
        return file(folder, "data.csv", text + ending);
    }

    @Test
    void givesTheSameRows() throws IOException {
        String data = data("");
        List<String> expected = rows(OPTIONS, data);
        for (int[] sizes : new int[][] {{1, 1, 1}, {64, 3, 64}, {7, 2, 100}, {100, 2, 7}, {5000, 1, 5000}}) {
            try (RowReader reader = Rows.prefetching(Rows.open(List.of(data), OPTIONS), sizes[0], sizes[1])) {
                assertThat(reader.columnNames()).containsExactly("x2", "x3");
                assertThat(reader.keptNames()).containsExactly("x1");
                assertThat(rows(reader, sizes[2])).isEqualTo(expected);
                assertThat(reader.skippedRows()).isEqualTo(20);
                assertThat(reader.progress()).isEqualTo(1);
            }
        }
    }

    @Test
    void errorsComeAtTheSamePlace() throws IOException {
        String data = data("k,1,oops\nk,1,2\n");
        ReadOptions failing =
                OPTIONS.withOnBadRow(OnBadRow.FAIL).withHeader(Header.NO).withExclude(List.of("2"));
        for (int batchRows : new int[] {1, 10, 333, 1000, 2000}) {
            List<String> direct = rowsBeforeFailure(Rows.open(List.of(data), failing), batchRows);
            List<String> prefetched =
                    rowsBeforeFailure(Rows.prefetching(Rows.open(List.of(data), failing), 64, 3), batchRows);
            assertThat(prefetched).isEqualTo(direct).hasSize(1000);
        }
    }

    private static List<String> rowsBeforeFailure(RowReader source, int batchRows) throws IOException {
        List<String> rows = new ArrayList<>();
        try (RowReader reader = source) {
            DenseBuffer batch = new DenseBuffer(batchRows, reader.columns());
            assertThatExceptionOfType(BadInputException.class)
                    .isThrownBy(() -> {
                        while (reader.read(batch) > 0) {
                            collect(batch, rows);
                        }
                    })
                    .withMessageContaining("data.csv:1001: column 3: \"oops\" is not a number");
            collect(batch, rows);
        }
        return rows;
    }

    @Test
    void programmingErrorsComeThroughAndStay() throws IOException {
        RowReader broken = new Endless() {
            @Override
            public int read(DenseBuffer batch) {
                throw new IllegalStateException("broken");
            }
        };
        try (RowReader reader = Rows.prefetching(broken, 2, 2)) {
            DenseBuffer batch = new DenseBuffer(2, 1);
            assertThatThrownBy(() -> reader.read(batch)).hasMessage("broken");
            assertThatThrownBy(() -> reader.read(batch)).hasMessage("broken");
        }
    }

    @Test
    void closingStopsTheThreadAndClosesTheReader() throws Exception {
        Endless endless = new Endless();
        RowReader reader = Rows.prefetching(endless, 4, 2);
        DenseBuffer batch = new DenseBuffer(3, 1);
        assertThat(reader.read(batch)).isEqualTo(3);
        reader.close();
        endless.closed.await();
        assertThat(endless.thread.isDaemon()).isTrue();
        endless.thread.join();
        assertThatThrownBy(() -> reader.read(batch)).hasMessage("the reader is closed");
        reader.close();
    }

    /** Rows without end. */
    private static class Endless implements RowReader {
        private final CountDownLatch closed = new CountDownLatch(1);
        private volatile Thread thread;

        @Override
        public int columns() {
            return 1;
        }

        @Override
        public List<String> columnNames() {
            return List.of("x1");
        }

        @Override
        public List<String> keptNames() {
            return List.of();
        }

        @Override
        public int read(DenseBuffer batch) throws IOException {
            thread = Thread.currentThread();
            batch.clear();
            while (batch.rows() < batch.capacity()) {
                batch.add(new double[] {1}, 0);
            }
            return batch.rows();
        }

        @Override
        public long skippedRows() {
            return 0;
        }

        @Override
        public double progress() {
            return Double.NaN;
        }

        @Override
        public void close() {
            closed.countDown();
        }
    }
}
