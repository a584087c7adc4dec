package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

import static io.github.skpca.internal.model.TensorFileBytes.IDENTITY;
import static io.github.skpca.internal.model.TensorFileBytes.METADATA;
import static io.github.skpca.internal.model.TensorFileBytes.ZEROS;
import static io.github.skpca.internal.model.TensorFileBytes.sealed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

/** Files that are damaged, foreign or made to harm: one line each, and no memory beyond the file's own size. */
class TensorFileHostileTest {
    private static final String A = "\"a\":{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8]}";
    private static final long MUTATIONS_SEED = Long.getLong("skpca.test.seed", 20260101L);

    private static byte[] small() {
        return TensorFile.builder()
                .metadata("kernel", "gaussian")
                .tensor("scale", new double[] {1.5, -2.5}, 2)
                .tensor("frequencies", new float[] {1, 2, 3, 4, 5, 6}, 3, 2)
                .toBytes();
    }

    private static void assertRefused(byte[] bytes, String why) {
        Throwable thrown = catchThrowable(() -> TensorFile.read(bytes, "m.skpca"));
        assertOneLine(thrown, why);
        assertThat(thrown).hasMessageContaining(why);
    }

    private static void assertOneLine(Throwable thrown, String description) {
        assertThat(thrown).as(description).isInstanceOf(ModelFileException.class);
        assertThat(thrown.getMessage())
                .as(description)
                .startsWith("m.skpca: ")
                .contains("; ")
                .doesNotContainPattern("\\p{Cntrl}")
                .hasSizeLessThan(400);
        assertThat(((ModelFileException) thrown).path()).isEqualTo("m.skpca");
    }

    private static void assertHeaderRefused(String header, String why) {
        assertRefused(sealed(header, new byte[8]), why);
    }

    @Test
    void theHandmadeFileThatTheOthersSpoilIsGood() throws IOException {
        assertThat(TensorFile.read(sealed("{" + METADATA + "," + A + "}", new byte[8]), "m.skpca")
                        .floats("a", 2))
                .containsExactly(0f, 0f);
    }

    @Test
    void everyFlippedBitIsRefused() {
        byte[] bytes = small();
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            byte[] flipped = bytes.clone();
            flipped[bit / 8] ^= (byte) (1 << (bit % 8));
            assertOneLine(catchThrowable(() -> TensorFile.read(flipped, "m.skpca")), "bit " + bit);
        }
    }

    @Test
    void everyTruncationIsRefused() {
        byte[] bytes = small();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertOneLine(catchThrowable(() -> TensorFile.read(cut, "m.skpca")), "length " + length);
        }
        assertRefused(Arrays.copyOf(bytes, 8), "is 8 bytes long, too short");
        assertRefused(Arrays.copyOf(bytes, 20), "is cut short, its header needs");
        assertRefused(
                Arrays.copyOf(bytes, bytes.length - 1), "is cut short, its tensors need 40 bytes and 39 are there");
    }

    @Test
    void trailingBytesAreRefused() {
        byte[] bytes = small();
        assertRefused(Arrays.copyOf(bytes, bytes.length + 1), "has 1 bytes after its last tensor");
    }

    @Test
    void changedTensorIsRefusedByItsChecksum() {
        byte[] bytes = small();
        bytes[bytes.length - 1] ^= 1;
        assertThatThrownBy(() -> TensorFile.read(bytes, "m.skpca"))
                .hasMessage(
                        "m.skpca: its checksum does not match, some of its bytes have changed since it was written; "
                                + "copy the file again or fit it again");
    }

    @Test
    void swappedMetadataIsRefusedByItsChecksum() {
        String text = new String(small(), StandardCharsets.ISO_8859_1).replace("gaussian", "gaussiam");
        assertRefused(text.getBytes(StandardCharsets.ISO_8859_1), "checksum does not match");
    }

    @Test
    void otherFilesAreNotModels() {
        assertRefused("a,b,c\n1,2,3\n4,5,6\n".getBytes(StandardCharsets.UTF_8), "is not a skpca model");
        assertRefused(new byte[1000], "is not a skpca model");
        assertRefused(sealed("[1]", new byte[0]), "is not a skpca model");
        assertRefused(sealed("{" + A + "}", new byte[8]), "is not a skpca model");
        assertRefused(sealed("{\"__metadata__\":{\"format\":\"pt\"}," + A + "}", new byte[8]), "is not a skpca model");
        assertRefused(
                sealed("{\"a\":{\"dtype\":\"BF16\",\"shape\":[2],\"data_offsets\":[0,4]}}", new byte[4]), "is not a");
    }

    @ParameterizedTest
    @ValueSource(longs = {100_000_001L, 1L << 31, (1L << 32) + 2, 1L << 62, Long.MAX_VALUE, Long.MIN_VALUE, -1, 0, 1})
    void absurdHeaderLengthsAreRefused(long length) {
        byte[] bytes = small();
        System.arraycopy(TensorFileBytes.littleEndian(length), 0, bytes, 0, 8);
        assertRefused(bytes, "is not a skpca model");
    }

    @Test
    void laterVersionsAskForAnUpdate() {
        String header = "{\"__metadata__\":{\"format\":\"skpca\",\"version\":\"3\",\"digest\":\"new\"},"
                + "\"a\":{\"dtype\":\"BF16\",\"codec\":\"zstd\"}}";
        assertThatThrownBy(() -> TensorFile.read(sealed(header, new byte[8]), "x.skpca"))
                .isInstanceOf(ModelFileException.class)
                .hasMessage("x.skpca: is of format 3, and this version reads format 2; update skpca");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "01", "-1", "one", "1.0", "99999999999999999999"})
    void otherVersionsAreDamage(String version) {
        assertHeaderRefused(
                "{" + METADATA.replace("\"2\"", "\"" + version + "\"") + "," + A + "}", "no format version");
    }

    @Test
    void missingOrMisspelledChecksumsAreRefused() {
        String malformed = "not 64 hexadecimal digits";
        assertHeaderRefused("{" + METADATA.replace("sha256", "sha512") + "," + A + "}", "has no checksum");
        assertHeaderRefused("{" + METADATA.replace(ZEROS, "") + "," + A + "}", malformed);
        assertHeaderRefused("{" + METADATA.replace(ZEROS, ZEROS + "0") + "," + A + "}", malformed);
        assertHeaderRefused("{" + METADATA.replace(ZEROS, "A" + ZEROS.substring(1)) + "," + A + "}", malformed);
        assertHeaderRefused("{" + METADATA.replace(ZEROS, "\\u0030" + ZEROS.substring(1)) + "," + A + "}", malformed);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{ ",
                "{]",
                "{\"a\"",
                "{'a':1}",
                "{/**/}",
                "{\"a\":NaN}",
                "{\"a\":1,}",
                "{\"a\":\"\u0001\"}",
                "{\"a\":[[[[[[[[[[1]]]]]]]]]]}",
                "{\"a\":1,\"a\":1}",
                "{\"a\":99999999999999999999999999999999999999999999}",
            })
    void badJsonIsRefused(String header) {
        assertHeaderRefused(header, "its header is not the JSON that it should be");
    }

    @Test
    void badTextIsRefused() {
        byte[] header = ("{" + METADATA + "," + A + "}").getBytes(StandardCharsets.UTF_8);
        header[header.length - 2] = (byte) 0xff;
        assertRefused(sealed(header, new byte[8]), "its header is not the JSON that it should be");
        assertRefused(sealed("{}".getBytes(StandardCharsets.UTF_16LE), new byte[8]), "is not the JSON");
        assertHeaderRefused("{" + METADATA + "," + A + "}{}", "goes on after its end");
        assertHeaderRefused("{" + METADATA + "," + A + "}x", "is not the JSON");
        assertHeaderRefused("{\"" + "n".repeat(10_000) + "\":1}", "is not the JSON");
    }

    @Test
    void duplicateKeysAreRefused() {
        assertHeaderRefused("{" + METADATA + "," + A + "," + A + "}", "Duplicate");
        assertHeaderRefused("{" + METADATA + "," + METADATA + "," + A + "}", "Duplicate");
        assertHeaderRefused(
                "{" + METADATA.replace("\"format\"", "\"format\":\"x\",\"format\"") + "," + A + "}", "Dupl");
        assertHeaderRefused(
                "{" + METADATA + "," + A.replace("\"shape\"", "\"shape\":[2],\"shape\"") + "}", "Duplicate");
    }

    @Test
    void badMetadataIsRefused() {
        String notString = "has a value that is not a string, that of \"k\"";
        for (String value : new String[] {"1", "null", "true", "[]", "{\"a\":\"b\"}"}) {
            assertHeaderRefused("{\"__metadata__\":{" + IDENTITY + ",\"k\":" + value + "}," + A + "}", notString);
        }
        assertHeaderRefused("{\"__metadata__\":[]," + A + "}", "its metadata is not a JSON object");
        assertHeaderRefused("{\"__metadata__\":null," + A + "}", "its metadata is not a JSON object");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "`1` | is not a JSON object",
                "`null` | is not a JSON object",
                "`{}` | lacks its dtype",
                "`{\"dtype\":\"F32\",\"shape\":[2]}` | lacks its dtype",
                "`{\"dtype\":\"F32\",\"data_offsets\":[0,8]}` | lacks its dtype",
                "`{\"shape\":[2],\"data_offsets\":[0,8]}` | lacks its dtype",
                "`{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0]}` | lacks its dtype",
                "`{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8],\"x\":1}` | unknown field",
                "`{\"dtype\":\"F16\",\"shape\":[4],\"data_offsets\":[0,8]}` | has a dtype other than [F64, I64, F32]",
                "`{\"dtype\":32,\"shape\":[2],\"data_offsets\":[0,8]}` | has a dtype other than",
                "`{\"dtype\":\"F32\",\"shape\":2,\"data_offsets\":[0,8]}` | not a list",
                "`{\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]}` | whole numbers from 0",
                "`{\"dtype\":\"F32\",\"shape\":[-1,-2],\"data_offsets\":[0,8]}` | whole numbers from 0",
                "`{\"dtype\":\"F32\",\"shape\":[2.0],\"data_offsets\":[0,8]}` | whole numbers from 0",
                "`{\"dtype\":\"F32\",\"shape\":[2e0],\"data_offsets\":[0,8]}` | whole numbers from 0",
                "`{\"dtype\":\"F32\",\"shape\":[\"2\"],\"data_offsets\":[0,8]}` | whole numbers from 0",
                "`{\"dtype\":\"F32\",\"shape\":[[2]],\"data_offsets\":[0,8]}` | whole numbers from 0",
                "`{\"dtype\":\"F32\",\"shape\":[2,1,1,1,1,1,1,1,1],\"data_offsets\":[0,8]}` | more than 8",
                "`{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[0,8,8]}` | more than 2",
                "`{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,8]}` | does not fit its offsets",
                "`{\"dtype\":\"F64\",\"shape\":[2],\"data_offsets\":[0,8]}` | does not fit its offsets",
                "`{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,0]}` | does not fit its offsets",
                "`{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[-8,0]}` | whole numbers from 0",
                "`{\"dtype\":\"F32\",\"shape\":[2],\"data_offsets\":[8,16]}` | comes after a hole",
                "`{\"dtype\":\"F32\",\"shape\":[3],\"data_offsets\":[0,12]}` | need 12 bytes and 8 are there",
                "`{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]}` | has 4 bytes after its last tensor",
                "`{\"dtype\":\"F32\",\"shape\":[],\"data_offsets\":[0,8]}` | does not fit its offsets",
            })
    void badEntriesAreRefused(String entry, String why) {
        assertHeaderRefused("{" + METADATA + ",\"a\":" + entry + "}", why);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[1152921504606846976] | [0,4611686018427387904]",
                "[1073741824,1073741824] | [0,4611686018427387904]",
                "[2147483647] | [0,8589934588]",
                "[4294967296,4294967296] | [0,0]",
                "[2147483647,2147483647,4] | [0,8]",
                "[65536,65536,65536,65536] | [0,0]",
                "[9223372036854775807,2] | [0,8]",
                "[9223372036854775808] | [0,8]",
                "[2] | [9223372036854775800,9223372036854775807]",
                "[536870912] | [0,2147483648]",
            })
    void shapesBeyondTheFileAreRefused(String shape, String offsets) {
        String entry = "\"a\":{\"dtype\":\"F32\",\"shape\":" + shape + ",\"data_offsets\":" + offsets + "}";
        assertHeaderRefused("{" + METADATA + "," + entry + "}", "; copy the file again or fit it again");
    }

    @Test
    void overlapsAndHolesAreRefused() {
        String form = "{%s,\"a\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[0,4]},"
                + "\"b\":{\"dtype\":\"F32\",\"shape\":[1],\"data_offsets\":[%d,%d]}}";
        assertRefused(sealed(form.formatted(METADATA, 0, 4), new byte[4]), "\"b\" overlaps the tensor before it");
        assertRefused(sealed(form.formatted(METADATA, 2, 6), new byte[6]), "\"b\" overlaps the tensor before it");
        assertRefused(sealed(form.formatted(METADATA, 8, 12), new byte[12]), "\"b\" comes after a hole");
    }

    @Test
    void namesOutOfTheFileCannotSpoilTheLine() {
        String name = "\\n\\u001b[31m" + "n".repeat(500);
        assertHeaderRefused("{" + METADATA + ",\"" + name + "\":{\"dtype\":\"X\"}}", "has a dtype other than");
    }

    @Test
    void moreEntriesThanAModelHasAreRefused() {
        StringBuilder header = new StringBuilder("{" + METADATA);
        for (int i = 0; i < TensorHeader.MAX_ENTRIES; i++) {
            header.append(",\"t").append(i).append("\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}");
        }
        assertHeaderRefused(header + "}", "more than 4096 entries");
    }

    @Test
    void mutatedHeadersOnlyEverGiveOneLine() {
        byte[] bytes = small();
        int length = bytes[0] & 0xff | (bytes[1] & 0xff) << 8;
        byte[] header = Arrays.copyOfRange(bytes, 8, 8 + length);
        byte[] tensors = Arrays.copyOfRange(bytes, 8 + length, bytes.length);
        int refused = 0;
        int rounds = 20_000;
        for (int round = 0; round < rounds; round++) {
            long seed = MUTATIONS_SEED + round;
            byte[] mutated = sealed(mutate(header, new Random(seed)), tensors);
            Throwable thrown = catchThrowable(() -> TensorFile.read(mutated, "m.skpca"));
            if (thrown != null) {
                assertOneLine(thrown, "skpca.test.seed=" + seed);
                refused++;
            }
        }
        // Changed metadata is legal; had all been refused, the checksum and not the parser would have been tried.
        assertThat(refused).isBetween(rounds / 2, rounds - rounds / 100);
    }

    private static final String[] PIECES = {
        "{",
        "}",
        "[",
        "]",
        "\"",
        ":",
        ",",
        "\\",
        "\\u0000",
        "null",
        "true",
        "-1",
        "0",
        "1e999",
        "[]",
        "{}",
        "\"\"",
        "9223372036854775807",
        "18446744073709551616",
        "\"dtype\":\"F64\",",
        "\"shape\":[0],",
        "\"x\":\"y\",",
        " ",
        "\"data_offsets\":[0,0],",
        "\"__metadata__\":{},",
        "\0",
        "\u00e9",
        "\"I64\"",
        "\"version\":\"3\","
    };

    private static byte[] mutate(byte[] header, Random random) {
        byte[] mutated = header;
        for (int edits = 1 + random.nextInt(3); edits > 0 && mutated.length > 0; edits--) {
            int at = random.nextInt(mutated.length);
            int end = Math.min(mutated.length, at + random.nextInt(1 + random.nextInt(40)));
            ByteArrayOutputStream edited = new ByteArrayOutputStream();
            edited.write(mutated, 0, at);
            switch (random.nextInt(4)) {
                case 0 -> edited.write(random.nextInt(256));
                case 1 -> edited.writeBytes(PIECES[random.nextInt(PIECES.length)].getBytes(StandardCharsets.UTF_8));
                case 2 -> {
                    edited.write(mutated, at, end - at);
                    end = at;
                }
                default -> end = Math.max(end, at + 1);
            }
            int rest = random.nextBoolean() ? end : Math.min(mutated.length, at + 1);
            edited.write(mutated, rest, mutated.length - rest);
            mutated = edited.toByteArray();
        }
        return mutated;
    }

    @Test
    void missingFilesFoldersAndEmptyFilesAreRefused(@TempDir Path folder) throws IOException {
        Path missing = folder.resolve("missing.skpca");
        assertThatThrownBy(() -> TensorFile.read(missing))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(missing + ": does not exist; check the path");
        assertThatThrownBy(() -> TensorFile.read(folder))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(folder + ": is a directory; give a model file in it");
        Path empty = Files.createFile(folder.resolve("empty.skpca"));
        assertThatThrownBy(() -> TensorFile.read(empty))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining("is 0 bytes long");
    }

    @Test
    void unreadableFilesAreRefused(@TempDir Path folder) throws IOException {
        Path path = Files.write(folder.resolve("secret.skpca"), small());
        Assumptions.assumeTrue(path.toFile().setReadable(false, false) && !Files.isReadable(path));

        assertThatThrownBy(() -> TensorFile.read(path))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(path + ": permission denied; ask for the right to read it or give another file");
    }
}
