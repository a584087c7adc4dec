package io.github.skpca.internal.sketch;

import io.github.skpca.Workers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;

/** The same rows and the same seed give the same bits, whatever happens around a block shrink. */
class BlockRepeatabilityTest {
    private static final int BLOCK = 2048;
    private static final int ROWS = 3 * BLOCK + 700;
    private static final long SEED = 61;

    private static float[][] rows(BlockStream stream, int columns, int size) {
        return stream.rows(ROWS, columns, size, BLOCK, SEED);
    }

    @ParameterizedTest
    @CsvSource({
        "JUMPING, 60, 3, true",
        "FLAT, 90, 10, true",
        "OFFSET, 135, 20, true",
        "DECAYING, 200, 30, false",
        "HUGE_AND_TINY, 77, 13, false"
    })
    void theNumberOfThreadsChangesNothing(BlockStream stream, int columns, int size, boolean centered) {
        float[][] rows = rows(stream, columns, size);
        CenteredSketch alone = BlockFrequentDirectionsTest.create(columns, size, centered, SEED);
        CenteredSketchTest.add(alone, rows, 0, ROWS);
        assertThat(alone.state().sketch().certificate().blocks()).isPositive();
        for (int threads = 2; threads <= 3; threads++) {
            try (Workers workers = new Workers(threads)) {
                CenteredSketch shared = BlockFrequentDirectionsTest.create(columns, size, centered, SEED, workers);
                CenteredSketchTest.add(shared, rows, 0, ROWS);
                String label = stream + " m=" + columns + " l=" + size + " threads=" + threads + " seed=" + SEED;
                SameBits.require(shared.state(), alone.state(), label);
                SameBits.require(shared.snapshot(), alone.snapshot(), label);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"JUMPING, true", "FLAT, false", "SOME_ZEROS, true", "CONSTANT, true"})
    void aRestoredSketchGoesOnBitForBit(BlockStream stream, boolean centered) {
        int columns = 70;
        int size = 6;
        float[][] rows = rows(stream, columns, size);
        CenteredSketch straight = BlockFrequentDirectionsTest.create(columns, size, centered, SEED);
        CenteredSketchTest.add(straight, rows, 0, ROWS);
        CenteredSketch restored = BlockFrequentDirectionsTest.create(columns, size, centered, SEED);
        int done = 0;
        for (int stop : new int[] {0, 1, 900, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 5000, 3 * BLOCK, ROWS}) {
            CenteredSketchTest.add(restored, rows, done, stop);
            done = stop;
            CenteredSketch.State state = restored.state();
            CenteredSketch.Snapshot snapshot = restored.snapshot();
            restored = CenteredSketch.restore(
                    BlockFrequentDirectionsTest.empty(columns, size, SEED, Workers.callerOnly()),
                    state,
                    Workers.callerOnly());
            String label = stream + " centred=" + centered + " n=" + stop + " seed=" + SEED;
            SameBits.require(restored.state(), state, label);
            SameBits.require(restored.snapshot(), snapshot, label);
            assertThat(restored.rows()).as(label).isEqualTo(stop);
        }
        SameBits.require(restored.state(), straight.state(), stream + " centred=" + centered + " seed=" + SEED);
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aSnapshotChangesNothing(boolean centered) {
        int columns = 64;
        float[][] rows = rows(BlockStream.DRIFTING, columns, 5);
        CenteredSketch asked = BlockFrequentDirectionsTest.create(columns, 5, centered, SEED);
        CenteredSketch quiet = BlockFrequentDirectionsTest.create(columns, 5, centered, SEED);
        for (int from = 0; from < ROWS; from += 211) {
            int to = Math.min(ROWS, from + 211);
            CenteredSketchTest.add(asked, rows, from, to);
            CenteredSketchTest.add(quiet, rows, from, to);
            String label = "centred=" + centered + " n=" + to + " seed=" + SEED;
            CenteredSketch.State before = asked.state();
            CenteredSketch.Snapshot first = asked.snapshot();
            SameBits.require(asked.state(), before, label);
            SameBits.require(asked.snapshot(), first, label);
            SameBits.require(asked.state(), quiet.state(), label);
        }
    }

    @Test
    void itDoesNotMatterInWhichPiecesRowsArrive() {
        int columns = 64;
        float[][] rows = rows(BlockStream.JUMPING, columns, 7);
        CenteredSketch expected = BlockFrequentDirectionsTest.create(columns, 7, true, SEED);
        CenteredSketchTest.add(expected, rows, 0, ROWS);
        for (long seed = 1; seed <= 5; seed++) {
            Random random = new Random(seed);
            CenteredSketch sketch = BlockFrequentDirectionsTest.create(columns, 7, true, SEED);
            int done = 0;
            while (done < ROWS) {
                int most = random.nextInt(3) == 0 ? BLOCK : 50;
                int count = Math.min(Math.min(sketch.freeRows(), ROWS - done), random.nextInt(most + 1));
                float[] piece = BlockFrequentDirectionsTest.flat(rows, done, done + count);
                System.arraycopy(piece, 0, sketch.block(), sketch.blockOffset(), piece.length);
                sketch.commit(count);
                done += count;
            }
            SameBits.require(sketch.state(), expected.state(), "pieces of seed=" + seed);
        }
    }
}
