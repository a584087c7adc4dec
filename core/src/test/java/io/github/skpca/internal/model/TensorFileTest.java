package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TensorFileTest {
    private static final String TINY_CHECKSUM = "7e442f465936b342ccd28cae720e70cfc798d44e0b6915e6f21707bfa971ec63";

    /** The example of docs/model-file.md. */
    private static TensorFile.Builder tiny() {
        return TensorFile.builder()
                .metadata("note", "tiny")
                .tensor("weights", new float[] {1f, -2f}, 1, 2)
                .tensor("mean", new double[] {0.5}, 1)
                .tensor("count", new long[] {258}, 1);
    }

    @Test
    void bytesAreThoseLaidOutByHand() {
        String before = "{\"__metadata__\":{\"format\":\"skpca\",\"version\":\"2\",\"sha256\":\"";
        String after = "\",\"note\":\"tiny\"},"
                + "\"mean\":{\"dtype\":\"F64\",\"shape\":[1],\"data_offsets\":[0,8]},"
                + "\"count\":{\"dtype\":\"I64\",\"shape\":[1],\"data_offsets\":[8,16]},"
                + "\"weights\":{\"dtype\":\"F32\",\"shape\":[1,2],\"data_offsets\":[16,24]}}";
        String padded = after + " ".repeat(4);
        byte[] tensors = {
            0,
            0,
            0,
            0,
            0,
            0,
            (byte) 0xe0,
            0x3f, // 0.5
            2,
            1,
            0,
            0,
            0,
            0,
            0,
            0, // 258
            0,
            0,
            (byte) 0x80,
            0x3f, // 1
            0,
            0,
            0,
            (byte) 0xc0 // -2
        };
        byte[] length = {0x40, 1, 0, 0, 0, 0, 0, 0};
        byte[] expected = TensorFileBytes.concatenate(
                length, (before + TINY_CHECKSUM + padded).getBytes(StandardCharsets.UTF_8), tensors);
        byte[] zeroed = TensorFileBytes.concatenate(
                length, (before + TensorFileBytes.ZEROS + padded).getBytes(StandardCharsets.UTF_8), tensors);

        assertThat(TensorFileBytes.sha256(zeroed)).isEqualTo(TINY_CHECKSUM);
        assertThat(tiny().toBytes()).isEqualTo(expected);
    }

    @Test
    void everyTypeAndShapeComesBackBitForBit(@TempDir Path folder) throws IOException {
        float[] floats = {
            0f, -0f, Float.MIN_VALUE, Float.MAX_VALUE, Float.POSITIVE_INFINITY, Float.intBitsToFloat(0x7fc00123)
        };
        double[] doubles = {-0.0, Double.MIN_VALUE, Math.PI, Double.longBitsToDouble(0x7ff8000000000456L)};
        long[] longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE};
        Path path = folder.resolve("model.skpca");
        TensorFile.builder()
                .metadata("kernel", "gaussian")
                .metadata("empty", "")
                .metadata("text", "quote \" backslash \\ newline \n tab \t nul \0 é 語 \uD83D\uDE00")
                .tensor("floats", floats, 2, 3)
                .tensor("doubles", doubles, 4)
                .tensor("longs", longs, 2, 1, 2)
                .tensor("none", new float[0], 0, 1000)
                .tensor("no doubles", new double[0], 3, 0)
                .tensor("one", new double[] {7})
                .tensor("\uD83D\uDE00 \"é\"", new long[] {1}, 1, 1, 1, 1, 1, 1, 1, 1)
                .writeTo(path);

        TensorFile file = TensorFile.read(path);

        assertThat(file.metadata("kernel")).isEqualTo("gaussian");
        assertThat(file.metadata("empty")).isEmpty();
        assertThat(file.metadata("text")).isEqualTo("quote \" backslash \\ newline \n tab \t nul \0 é 語 \uD83D\uDE00");
        assertThat(file.metadata().keySet()).containsExactly("format", "version", "sha256", "kernel", "empty", "text");
        assertThat(file.tensorNames())
                .containsExactly("doubles", "no doubles", "one", "longs", "\uD83D\uDE00 \"é\"", "floats", "none");
        assertThat(bits(file.floats("floats", 2, -1))).isEqualTo(bits(floats));
        assertThat(bits(file.doubles("doubles", 4))).isEqualTo(bits(doubles));
        assertThat(file.longs("longs", 2, 1, 2)).isEqualTo(longs);
        assertThat(file.floats("none", -1, 1000)).isEmpty();
        assertThat(file.shape("none")).containsExactly(0, 1000);
        assertThat(file.shape("no doubles")).containsExactly(3, 0);
        assertThat(file.doubles("one")).containsExactly(7);
        assertThat(file.shape("one")).isEmpty();
        assertThat(file.longs("\uD83D\uDE00 \"é\"", 1, 1, 1, 1, 1, 1, 1, 1)).containsExactly(1);
        assertThat(file.bytes()).isEqualTo(Files.size(path));
        assertThat(file.has("one")).isTrue();
        assertThat(file.has("two")).isFalse();
        assertThat(file.has("__metadata__")).isFalse();
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Float.floatToRawIntBits(values[i]);
        }
        return bits;
    }

    private static long[] bits(double[] values) {
        long[] bits = new long[values.length];
        for (int i = 0; i < bits.length; i++) {
            bits[i] = Double.doubleToRawLongBits(values[i]);
        }
        return bits;
    }

    @Test
    void tensorsLongerThanTheBufferComeBack() throws IOException {
        Random random = new Random(7);
        float[] floats = new float[100_003];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = random.nextFloat();
        }
        double[] doubles = random.doubles(50_001).toArray();
        long[] longs = random.longs(8192).toArray();
        byte[] bytes = TensorFile.builder()
                .tensor("floats", floats, floats.length)
                .tensor("doubles", doubles, 3, 16_667)
                .tensor("longs", longs, 8192)
                .toBytes();

        TensorFile file = TensorFile.read(bytes, "bytes");

        assertThat(file.floats("floats", -1)).isEqualTo(floats);
        assertThat(file.doubles("doubles", -1, -1)).isEqualTo(doubles);
        assertThat(file.longs("longs", -1)).isEqualTo(longs);
    }

    @Test
    void emptyFileComesBack() throws IOException {
        TensorFile file = TensorFile.read(TensorFile.builder().toBytes(), "bytes");

        assertThat(file.tensorNames()).isEmpty();
        assertThat(file.metadata().keySet()).containsExactly("format", "version", "sha256");
    }

    @Test
    void allThreeWaysToWriteGiveTheSameBytesEveryTime(@TempDir Path folder) throws IOException {
        TensorFile.Builder builder = tiny();
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        builder.writeTo(stream);
        builder.writeTo(folder.resolve("a"));

        assertThat(stream.toByteArray()).isEqualTo(tiny().toBytes());
        assertThat(Files.readAllBytes(folder.resolve("a"))).isEqualTo(tiny().toBytes());
    }

    @Test
    void tensorsStartAtAMultipleOfEight() {
        for (int length = 0; length < 9; length++) {
            byte[] bytes = TensorFile.builder()
                    .metadata("pad", "x".repeat(length))
                    .tensor("d", new double[] {1}, 1)
                    .toBytes();
            long header = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getLong();
            assertThat(header % 8).isZero();
            assertThat(bytes).hasSize((int) header + 16);
        }
    }

    @Test
    void headerOfAnotherOrderIsRead() throws IOException {
        byte[] bytes = TensorFileBytes.sealed(
                "{\"b\" : {\"data_offsets\":[4,8],\"shape\":[1],\"dtype\":\"F32\"},\n\t"
                        + "\"a\":{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,4]}, "
                        + TensorFileBytes.METADATA + "}\n ",
                new byte[] {0, 0, (byte) 0x80, 0x3f, 0, 0, 0, 0x40});

        TensorFile file = TensorFile.read(bytes, "bytes");

        assertThat(file.tensorNames()).containsExactly("a", "b");
        assertThat(file.floats("a")).containsExactly(1f);
        assertThat(file.floats("b", 1)).containsExactly(2f);
    }

    @Test
    void whatIsHandedOutIsFresh() throws IOException {
        TensorFile file = TensorFile.read(tiny().toBytes(), "bytes");
        file.floats("weights", 1, 2)[0] = 9;
        file.shape("weights")[0] = 9;

        assertThat(file.floats("weights", 1, 2)).containsExactly(1f, -2f);
        assertThatThrownBy(() -> file.metadata().put("a", "b")).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> file.tensorNames().clear()).isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void askingForWhatIsNotThereSaysSo() throws IOException {
        TensorFile file = TensorFile.read(tiny().toBytes(), "m.skpca");

        assertThatThrownBy(() -> file.metadata("kernel"))
                .isInstanceOf(ModelFileException.class)
                .hasMessage("m.skpca: has no \"kernel\" in its metadata; fit it again");
        assertThatThrownBy(() -> file.shape("phases"))
                .isInstanceOf(ModelFileException.class)
                .hasMessage("m.skpca: has no tensor \"phases\"; fit it again");
        assertThatThrownBy(() -> file.doubles("weights", 1, 2))
                .isInstanceOf(ModelFileException.class)
                .hasMessage("m.skpca: tensor \"weights\" is F32 where F64 is expected; fit it again");
        assertThatThrownBy(() -> file.floats("weights", -1, 3))
                .isInstanceOf(ModelFileException.class)
                .hasMessage("m.skpca: tensor \"weights\" has shape [1, 2] where [any, 3] is expected; fit it again");
        assertThatThrownBy(() -> file.floats("weights"))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining("where [] is expected");
    }

    @Test
    void builderRefusesWhatAReaderWould() {
        TensorFile.Builder builder = tiny();

        assertRefused(() -> builder.metadata("note", "again"), "note is there already");
        assertRefused(() -> builder.metadata("sha256", "0"), "file's own");
        assertRefused(() -> builder.metadata("", "x"), "1 to 256 bytes");
        assertRefused(() -> builder.metadata("a", "\uD83D"), "surrogate");
        assertRefused(() -> builder.tensor("mean", new float[1], 1), "mean is there already");
        assertRefused(() -> builder.tensor("__metadata__", new float[1], 1), "file's own");
        assertRefused(() -> builder.tensor("é".repeat(129), new float[1], 1), "has 258");
        assertRefused(() -> builder.tensor("x", new float[5], 2, 3), "has 5 values, its shape [2, 3] needs 6");
        assertRefused(() -> builder.tensor("x", new float[1], -1, -1), "negative");
        assertRefused(() -> builder.tensor("x", new float[0], 65536, 65536), "too many elements");
        assertRefused(() -> builder.tensor("x", new float[1], 1, 1, 1, 1, 1, 1, 1, 1, 1), "more than 8");
        assertThat(builder.toBytes()).isEqualTo(tiny().toBytes());
    }

    private static void assertRefused(Runnable call, String why) {
        assertThatThrownBy(call::run)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void asManyAndAsLongNamesAsTheBuilderTakesAreRead() throws IOException {
        TensorFile.Builder builder = TensorFile.builder();
        for (int i = 0; i < TensorHeader.MAX_ENTRIES - 3; i++) {
            builder.metadata("key" + i, "");
        }
        for (int i = 0; i < TensorHeader.MAX_ENTRIES - 3; i++) {
            builder.tensor("tensor" + i, new float[0], 0);
        }
        builder.tensor("\u0001".repeat(256), new float[0], 0).tensor("語".repeat(85), new float[0], 0);

        TensorFile file = TensorFile.read(builder.toBytes(), "bytes");

        assertThat(file.metadata()).hasSize(TensorHeader.MAX_ENTRIES);
        assertThat(file.tensorNames()).hasSize(TensorHeader.MAX_ENTRIES - 1);
        assertRefused(() -> builder.metadata("one more", ""), "too many");
        assertRefused(() -> builder.tensor("one more", new float[0], 0), "too many");
    }
}
