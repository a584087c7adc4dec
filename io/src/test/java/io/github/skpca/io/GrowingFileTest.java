package io.github.skpca.io;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A file that grows, is rotated, cut, removed and found again gives every line once. */
final class GrowingFileTest {
    @TempDir
    Path folder;

    private Path path;
    private GrowingFile file;

    @BeforeEach
    void create() {
        path = folder.resolve("data.csv");
        file = fresh();
    }

    @Test
    void isWaitedForUntilItIsThere() throws Exception {
        assertThat(lines(file)).isEmpty();
        append(path, "1\n2\n");
        assertThat(lines(file)).containsExactly("1", "2");
        assertThat(lines(file)).isEmpty();
        append(path, "3\r\n\n4\n");
        assertThat(lines(file)).containsExactly("3", "", "4");
        assertThat(file.lineNumber()).isEqualTo(5);
    }

    @Test
    void aLineInPiecesIsKeptBackUntilItEnds() throws Exception {
        append(path, "12");
        assertThat(lines(file)).isEmpty();
        append(path, "34");
        assertThat(lines(file)).isEmpty();
        assertThat(offset(file)).isZero();
        assertThat(fresh().position()).as("never seen").isEmpty();
        append(path, "5\n6");
        assertThat(lines(file)).containsExactly("12345");
        assertThat(offset(file)).isEqualTo(6);
        assertThat(file.finish()).isTrue();
        assertThat(file.line().text()).isEqualTo("6");
        assertThat(file.finish()).isFalse();
        assertThat(offset(file)).isEqualTo(7);
    }

    @Test
    void anOldFileIsReadToItsEndWhenTheNameMovesOn() throws Exception {
        append(path, "1\n2");
        assertThat(lines(file)).containsExactly("1");
        Path old = rotate();
        assertThat(lines(file)).isEmpty();
        append(path, "a\n");
        assertThat(lines(file)).as("the old one gets a second look").isEmpty();
        append(old, "2\n33");
        assertThat(lines(file)).containsExactly("22");
        assertThat(lines(file)).as("the unfinished line ends with its file").containsExactly("33", "a");
        assertThat(file.lineNumber()).isEqualTo(1);
        append(path, "b\n");
        assertThat(lines(file)).containsExactly("b");
    }

    @Test
    void aFileThatWasCutIsReadFromItsBeginning() throws Exception {
        append(path, "1\n2\n3\n");
        assertThat(lines(file)).hasSize(3);
        Files.writeString(path, "4\n");
        assertThat(lines(file)).containsExactly("4");
        Files.writeString(path, "");
        assertThat(lines(file)).isEmpty();
        append(path, "5\n");
        assertThat(lines(file)).containsExactly("5");
    }

    @Test
    void aCutIsSeenByTheFirstBytesWhereTheFileHasGrownPastItsOldSize() throws Exception {
        append(path, "1\n2\n");
        assertThat(lines(file)).hasSize(2);
        Files.writeString(path, "7\n8\n9\n10\n");
        assertThat(lines(file)).containsExactly("7", "8", "9", "10");
    }

    @Test
    void aLineThatIsTooLongIsPassedOver() throws Exception {
        file = new GrowingFile(path, "data.csv", new LineBuffer(1000));
        SplittableRandom random = new SplittableRandom(1);
        List<String> expected = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            int length = i % 10 == 9 ? 200_000 + random.nextInt(100_000) : random.nextInt(1000);
            text.append("x".repeat(length)).append('\n');
            expected.add(length > 1000 ? "too long" : "x".repeat(length));
        }
        append(path, text.toString());
        assertThat(lines(file)).isEqualTo(expected);
        assertThat(offset(file)).isEqualTo(text.length());
        assertThat(file.line().bytes().length).isLessThan(1 << 18);
    }

    @Test
    void compressedAndWideTextIsRefused() throws Exception {
        Files.write(path, new byte[] {0x1f, (byte) 0x8b, 8, 0});
        assertThatThrownBy(() -> file.next())
                .isInstanceOf(BadInputException.class)
                .hasMessage(
                        "data.csv: is gzipped and cannot be followed; unpack it, or read its text from a pipe");
        Files.write(path, "1\n2\n".getBytes(StandardCharsets.UTF_16LE));
        Files.write(path, new byte[] {(byte) 0xff, (byte) 0xfe, '1', 0});
        GrowingFile wide = fresh();
        assertThatThrownBy(wide::next).hasMessageContaining("UTF-16");
    }

    @Test
    void goesOnInTheSameFile() throws Exception {
        append(path, "1\n2\n3\n");
        file.next();
        file.next();
        GrowingFile again = resumed(position(file));
        assertThat(lines(again)).containsExactly("3");
        assertThat(again.gap()).isEmpty();
        assertThat(position(again)).isEqualTo(resumedPosition("1\n2\n3\n"));
    }

    @Test
    void goesOnInARotatedFileAndThenInTheNewOne() throws Exception {
        append(path, "1\n2\n3\n");
        file.next();
        FilePosition position = position(file);
        rotate();
        append(path, "a\nb\n");
        GrowingFile again = resumed(position);
        assertThat(lines(again)).containsExactly("2", "3");
        assertThat(lines(again)).containsExactly("a", "b");
        assertThat(again.gap()).isEmpty();
    }

    @Test
    void goesOnThroughAllFilesThatWereRotatedMeanwhile() throws Exception {
        append(path, "1\n2\n");
        file.next();
        FilePosition position = position(file);
        for (int rotation = 1; rotation <= 3; rotation++) {
            for (int old = rotation - 1; old >= 1; old--) {
                Files.move(folder.resolve("data.csv." + old), folder.resolve("data.csv." + (old + 1)));
            }
            rotate();
            append(path, rotation + "a\n");
            Files.setLastModifiedTime(path, FileTime.fromMillis(System.currentTimeMillis() + 1000L * rotation));
        }
        append(folder.resolve("data.csv.events"), "no rows\n");
        GrowingFile again = resumed(position);
        List<String> read = new ArrayList<>();
        for (int look = 0; look < 10; look++) {
            read.addAll(lines(again));
        }
        assertThat(read).containsExactly("2", "1a", "2a", "3a");
    }

    @Test
    void goesOnInTheCopyOfAFileThatWasCut() throws Exception {
        append(path, "1\n2\n3\n");
        file.next();
        file.next();
        FilePosition position = position(file);
        Files.copy(path, folder.resolve("data.csv.1"));
        Files.writeString(path, "4\n");
        GrowingFile again = resumed(position);
        assertThat(lines(again)).containsExactly("3");
        assertThat(lines(again)).containsExactly("4");
    }

    @Test
    void saysSoWhereTheFileIsNowhere() throws Exception {
        append(path, "1\n2\n");
        lines(file);
        FilePosition position = position(file);
        Files.delete(path);
        append(path, "5\n");
        GrowingFile again = resumed(position);
        assertThat(again.gap()).hasValueSatisfying(text -> assertThat(text).contains("data.csv", "byte 4", "gone"));
        assertThat(lines(again)).containsExactly("5");
    }

    /** Whatever is done to the file between two looks at it, as long as each state is looked at once. */
    @Test
    void everyLineOnceOverRandomRotationsAndRestarts() throws Exception {
        for (long seed = 0; seed < 20; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            Path log = folder.resolve("log" + seed + ".csv");
            GrowingFile reading = new GrowingFile(log, "log");
            List<String> read = new ArrayList<>();
            int written = 0;
            int rotated = 0;
            for (int step = 0; step < 200; step++) {
                switch (random.nextInt(4)) {
                    case 0 -> {
                        append(log, written++ + "\n" + written++ + "\n");
                    }
                    case 1 -> read.addAll(lines(reading));
                    case 2 -> {
                        if (Files.exists(log)) {
                            // A file that comes and goes unseen cannot be known of.
                            if (reading.next()) {
                                read.add(reading.line().text());
                            }
                            Files.move(log, folder.resolve("log" + seed + ".csv." + rotated++));
                            append(log, "");
                            read.addAll(lines(reading));
                            read.addAll(lines(reading));
                        }
                    }
                    default -> {
                        if (written > 0 && reading.next()) {
                            read.add(reading.line().text());
                            FilePosition position = position(reading);
                            reading.close();
                            reading = new GrowingFile(log, "log");
                            reading.resume(position);
                        }
                    }
                }
            }
            read.addAll(lines(reading));
            read.addAll(lines(reading));
            reading.close();
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < written; i++) {
                expected.add(Integer.toString(i));
            }
            assertThat(read).as("seed %d", seed).isEqualTo(expected);
        }
    }

    private GrowingFile fresh() {
        return new GrowingFile(path, "data.csv");
    }

    private GrowingFile resumed(FilePosition position) throws IOException {
        GrowingFile again = fresh();
        again.resume(position);
        return again;
    }

    private FilePosition resumedPosition(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new FilePosition(
                String.valueOf(FileIdentity.key(path)),
                bytes.length,
                FileIdentity.fingerprint(bytes, bytes.length),
                bytes.length,
                text.lines().count());
    }

    private static FilePosition position(GrowingFile of) {
        return of.position().orElseThrow();
    }

    private static long offset(GrowingFile of) {
        return position(of).offset();
    }

    private Path rotate() throws IOException {
        return Files.move(path, folder.resolve("data.csv.1"));
    }

    private static void append(Path to, String text) throws IOException {
        Files.writeString(to, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** All lines that are there now. */
    static List<String> lines(LineFeed feed) throws IOException {
        List<String> lines = new ArrayList<>();
        while (feed.next()) {
            lines.add(feed.line().isTooLong() ? "too long" : feed.line().text());
        }
        return lines;
    }
}
