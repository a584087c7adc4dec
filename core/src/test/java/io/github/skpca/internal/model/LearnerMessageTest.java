package io.github.skpca.internal.model;

import io.github.skpca.Forgetting;
import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.ModelFileException;
import io.github.skpca.RowBatch;
import io.github.skpca.ShrinkRule;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.learning.Learner;
import io.github.skpca.internal.learning.LearnerFamily;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Learners that share their map send each other what differs, and become the same learners and models as with all of it. */
class LearnerMessageTest {
    private static final int COLUMNS = 5;

    private static double[] rows(long seed, int count, int columns) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] rows = new double[count * columns];
        for (int i = 0; i < rows.length; i++) {
            rows[i] = random.nextDouble() + random.nextDouble() + (i / columns % 3);
        }
        return rows;
    }

    private static byte[] start(KernelPcaBuilder builder, int columns) {
        int sampled = 1500;
        return builder.buildFrom(RowBatch.of(rows(1, sampled, columns), sampled), columns)
                .toBytes();
    }

    private static byte[] small() {
        return start(StreamingKernelPca.builder().features(30).sketchSize(6).components(3), COLUMNS);
    }

    private static Learner whole(byte[] start) throws IOException {
        return Learner.fromBytes(start, null, Workers.callerOnly());
    }

    /** Maps of few features, whose moments are kept, and of many, which are sketched; blocks full, part full and empty. */
    @ParameterizedTest
    @CsvSource({
        "landmarks, 60, block, 5000, true, false",
        "landmarks, 60, block, 100, false, false",
        "landmarks, 60, block, 3000, true, true",
        "paired, 600, block, 3000, true, false",
        "paired, 600, block, 2048, false, false",
        "structured, 256, block, 900, true, false",
        "fourier, 40, fast, 777, true, false",
        "paired, 40, paper, 500, true, true",
    })
    void aMessageIsTheLearner(String map, int features, String rule, int count, boolean centered, boolean ages)
            throws IOException {
        KernelPcaBuilder builder = StreamingKernelPca.builder()
                .map(MapKind.ofLabel(map).orElseThrow())
                .shrink(ShrinkRule.ofLabel(rule).orElseThrow())
                .features(features)
                .sketchSize(20)
                .components(4)
                .centered(centered)
                .forgetting(ages ? Forgetting.halfLifeInRows(700) : Forgetting.none());
        byte[] start = start(builder, COLUMNS);
        LearnerFamily family = LearnerFamily.of(start);
        Learner[] ours = new Learner[3];
        StreamingKernelPca[] theirs = new StreamingKernelPca[3];
        for (int i = 0; i < 3; i++) {
            double[] part = rows(7 + i, count + i, COLUMNS);
            Learner learner = family.learner(Workers.callerOnly());
            learner.update(part, count + i);
            theirs[i] = whole(start);
            theirs[i].update(part, count + i);
            theirs[i] = whole(theirs[i].toBytes());
            assertThat(learner.toBytes()).isEqualTo(theirs[i].toBytes());

            byte[] message = i == 0 ? family.toBytes(learner) : family.toBytesForMerge(learner);
            ours[i] = family.fromBytes(message, Workers.callerOnly());
            assertThat(ours[i].rows()).isEqualTo(count + i);
        }
        assertThat(ours[0].toBytes()).isEqualTo(theirs[0].toBytes());
        ours[0].merge(ours[1]);
        ours[0].merge(ours[2]);
        theirs[0].merge(theirs[1]);
        theirs[0].merge(theirs[2]);
        assertThat(ours[0].toBytes()).isEqualTo(theirs[0].toBytes());
        double[] more = rows(99, 2500, COLUMNS);
        ours[0].update(more, 2500);
        theirs[0].update(more, 2500);
        assertThat(ours[0].snapshot().toBytes()).isEqualTo(theirs[0].snapshot().toBytes());
    }

    /** The map of the defaults, and the rows that wait in a block, are most of a learner's bytes. */
    @Test
    void aMessageIsMuchShorterThanTheLearner() throws IOException {
        int columns = 20;
        // Landmarks that stay as they are: those that follow the stream are sent when they have changed.
        byte[] start = start(StreamingKernelPca.builder().landmarkRule(LandmarkRule.UNIFORM), columns);
        LearnerFamily family = LearnerFamily.of(start);
        Learner learner = family.learner(Workers.callerOnly());
        learner.update(rows(3, 7000, columns), 7000);
        int whole = learner.toBytes().length;
        int resumable = family.toBytes(learner).length;
        int merged = family.toBytesForMerge(learner).length;
        int map = start.length - family.toBytes(family.learner(Workers.callerOnly())).length;
        assertThat(resumable).isLessThan(whole - (int) (0.99 * map));
        // 856 of 7000 rows are in a block that is not full.
        assertThat(merged).isLessThan(resumable - 856 * 4 * 90);
    }

    @Test
    void aMessageOfOthersIsRefused() throws IOException {
        LearnerFamily family = LearnerFamily.of(small());
        byte[] otherStart = start(
                StreamingKernelPca.builder()
                        .features(30)
                        .sketchSize(6)
                        .components(3)
                        .seed(5),
                COLUMNS);
        LearnerFamily others = LearnerFamily.of(otherStart);
        byte[] message = others.toBytes(others.learner(Workers.callerOnly()));
        assertThatThrownBy(() -> family.fromBytes(message, Workers.callerOnly()))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining("began otherwise");
        assertThatThrownBy(() -> family.fromBytes(otherStart, Workers.callerOnly()))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining("began otherwise");
        assertThatThrownBy(() -> family.toBytes(others.learner(Workers.callerOnly())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("began otherwise");
        Learner learned = whole(otherStart);
        learned.update(rows(2, 10, COLUMNS), 10);
        assertThatThrownBy(() -> LearnerFamily.of(learned.toBytes())).isInstanceOf(ModelFileException.class);
        byte[] warmingUp = StreamingKernelPca.builder().build(COLUMNS).toBytes();
        assertThatThrownBy(() -> LearnerFamily.of(warmingUp)).isInstanceOf(ModelFileException.class);
    }

    @Test
    void theStartOfALearnerIsThatOfItsFamily() throws IOException {
        byte[] start = small();
        Learner learner = whole(start);
        learner.update(rows(2, 100, COLUMNS), 100);
        assertThat(LearnerFamily.startLike(learner)).isEqualTo(start);
    }

    @Test
    void damagedMessagesAreRefused() throws IOException {
        LearnerFamily family = LearnerFamily.of(small());
        Learner learner = family.learner(Workers.callerOnly());
        learner.update(rows(2, 100, COLUMNS), 100);
        byte[] good = family.toBytes(learner);
        SplittableRandom random = new SplittableRandom(11);
        for (int trial = 0; trial < 300; trial++) {
            byte[] flipped = good.clone();
            flipped[random.nextInt(good.length)] ^= (byte) (1 << random.nextInt(8));
            assertRefused(family, flipped);
            assertRefused(family, Arrays.copyOf(good, random.nextInt(good.length)));
        }
    }

    private static void assertRefused(LearnerFamily family, byte[] bytes) {
        assertThatThrownBy(() -> family.fromBytes(bytes, Workers.callerOnly())).isInstanceOf(ModelFileException.class);
    }

    /** With a right checksum: a learner that can be used, or one line. */
    @Test
    void hostileMessagesAreRefusedOrHarmless() throws IOException {
        LearnerFamily family = LearnerFamily.of(small());
        Learner learner = family.learner(Workers.callerOnly());
        learner.update(rows(2, 2100, COLUMNS), 2100);
        byte[] good = family.toBytes(learner);
        int length = (int) ByteBuffer.wrap(good).order(ByteOrder.LITTLE_ENDIAN).getLong();
        String header = new String(good, 8, length, StandardCharsets.UTF_8);
        byte[] tensors = Arrays.copyOfRange(good, 8 + length, good.length);
        assertThat(TensorFileBytes.sealed(header, tensors)).isEqualTo(good);
        SplittableRandom random = new SplittableRandom(12);
        int refused = 0;
        for (int trial = 0; trial < 400; trial++) {
            byte[] headerBytes = header.getBytes(StandardCharsets.UTF_8);
            byte[] tensorBytes = tensors.clone();
            if (trial % 2 == 0) {
                headerBytes[random.nextInt(headerBytes.length)] = (byte) "0123456789-,.\"e".charAt(random.nextInt(15));
            } else {
                int at = random.nextInt(tensorBytes.length / 8) * 8;
                System.arraycopy(
                        TensorFileBytes.littleEndian(Double.doubleToLongBits(
                                new double[] {Double.NaN, 1e300, -1e300, Double.NEGATIVE_INFINITY}[trial / 2 % 4])),
                        0,
                        tensorBytes,
                        at,
                        8);
            }
            try {
                Learner read = family.fromBytes(TensorFileBytes.sealed(headerBytes, tensorBytes), Workers.callerOnly());
                Learner into = family.learner(Workers.callerOnly());
                into.update(rows(3, 50, COLUMNS), 50);
                into.merge(read);
                assertThat(into.snapshot().sketchBound()).isFinite();
            } catch (ModelFileException e) {
                assertThat(e.getMessage()).doesNotContainPattern("\\p{Cntrl}");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(200);
    }
}
