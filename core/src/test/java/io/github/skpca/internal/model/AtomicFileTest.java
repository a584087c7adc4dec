package io.github.skpca.internal.model;

import io.github.skpca.ModelFileException;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AtomicFileTest {
    private static final byte[] OLD = {1, 2, 3};
    private static final byte[] NEW = {4, 5};

    @TempDir
    private Path folder;

    private static TensorFile.Builder model() {
        return TensorFile.builder().tensor("a", new float[] {1}, 1);
    }

    private void assertFolderHolds(Path... files) throws IOException {
        try (Stream<Path> all = Files.list(folder)) {
            assertThat(all).containsExactlyInAnyOrder(files);
        }
    }

    @Test
    void writesAndReplaces() throws IOException {
        Path target = folder.resolve("a");
        AtomicFile.write(target, out -> out.write(OLD));
        assertThat(target).hasBinaryContent(OLD);
        AtomicFile.write(target, out -> out.write(NEW));
        assertThat(target).hasBinaryContent(NEW);
        assertFolderHolds(target);
    }

    @Test
    void longestNameIsWritten() throws IOException {
        Path target = folder.resolve("n".repeat(255));
        AtomicFile.write(target, out -> out.write(OLD));
        assertFolderHolds(target);
    }

    @Test
    void relativePathIsWritten() throws IOException {
        Path here = Path.of("").toAbsolutePath();
        Assumptions.assumeTrue(here.getRoot().equals(folder.toAbsolutePath().getRoot()));
        Path relative = here.relativize(folder.toAbsolutePath()).resolve("a");
        model().writeTo(relative);
        assertThat(folder.resolve("a")).hasBinaryContent(model().toBytes());
    }

    @Test
    void failureHalfwayLeavesTheOldFileAndNoTemporary() throws IOException {
        Path target = Files.write(folder.resolve("a"), OLD);
        assertThatThrownBy(() -> AtomicFile.write(target, out -> {
                    out.write(NEW);
                    throw new IOException("No space left on device");
                }))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(target + ": cannot be written (No space left on device); "
                        + "free some space or choose another place");
        assertThatThrownBy(() -> AtomicFile.write(target, out -> {
                    out.write(NEW);
                    throw new IllegalStateException("a bug");
                }))
                .isInstanceOf(IllegalStateException.class);
        assertThat(target).hasBinaryContent(OLD);
        assertFolderHolds(target);
    }

    @Test
    void folderAsTargetIsRefused() throws IOException {
        Path target = Files.createDirectory(folder.resolve("a"));
        assertThatThrownBy(() -> model().writeTo(target))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(target + ": is a directory; give the name of a file in it");
        assertFolderHolds(target);
    }

    @Test
    void missingFolderIsRefused() throws IOException {
        Path target = folder.resolve("missing").resolve("a");
        assertThatThrownBy(() -> model().writeTo(target))
                .isInstanceOf(ModelFileException.class)
                .hasMessage(target + ": cannot be written, its folder does not exist; make the folder first");
        assertFolderHolds();
    }

    @Test
    void fileInPlaceOfTheFolderIsRefused() throws IOException {
        Path file = Files.write(folder.resolve("a"), OLD);
        Path target = file.resolve("b");
        assertThatThrownBy(() -> model().writeTo(target))
                .isInstanceOf(ModelFileException.class)
                .hasMessageStartingWith(target + ": cannot be written")
                .hasMessageNotContaining(".tmp");
        assertThat(file).hasBinaryContent(OLD);
        assertFolderHolds(file);
    }

    @Test
    void readOnlyFolderIsRefused() throws IOException {
        Path target = Files.write(folder.resolve("a"), OLD);
        Assumptions.assumeTrue(folder.toFile().setWritable(false, false) && !Files.isWritable(folder));
        try {
            assertThatThrownBy(() -> model().writeTo(target))
                    .isInstanceOf(ModelFileException.class)
                    .hasMessage(target + ": permission denied; choose a place where you have the right to write");
            assertThat(target).hasBinaryContent(OLD);
            assertFolderHolds(target);
        } finally {
            assertThat(folder.toFile().setWritable(true, true)).isTrue();
        }
    }

    @Test
    void causesBecomeOneLineThatNamesTheTargetOnly() {
        Path target = Path.of("m.skpca");
        assertThat(ModelFileProblems.unwritable(target, new AccessDeniedException("/x/.skpca-1.tmp")))
                .hasMessage("m.skpca: permission denied; choose a place where you have the right to write");
        assertThat(ModelFileProblems.unreadable(target, new AccessDeniedException("/x/m.skpca")))
                .hasMessage("m.skpca: permission denied; ask for the right to read it or give another file");
        assertThat(ModelFileProblems.unwritable(
                        target, new FileSystemException("/x/.skpca-1.tmp", null, "Read-only\nfile system")))
                .hasMessage("m.skpca: cannot be written (Read-only file system); "
                        + "free some space or choose another place");
        assertThat(ModelFileProblems.unreadable(target, new IOException()))
                .hasMessage("m.skpca: cannot be read (IOException); check the disk or give another file");
    }

    @Test
    void symbolicLinkStaysALink() throws IOException {
        Path file = Files.write(folder.resolve("a"), OLD);
        Path link = folder.resolve("link");
        try {
            Files.createSymbolicLink(link, file);
        } catch (IOException | UnsupportedOperationException e) {
            Assumptions.abort("no symbolic links here");
        }
        AtomicFile.write(link, out -> out.write(NEW));
        assertThat(link).isSymbolicLink();
        assertThat(file).hasBinaryContent(NEW);
        assertFolderHolds(file, link);
    }

    @Test
    void pipeStaysAPipe() throws Exception {
        Path pipe = folder.resolve("pipe");
        Assumptions.assumeTrue(Files.isExecutable(Path.of("/usr/bin/mkfifo")));
        assertThat(new ProcessBuilder("/usr/bin/mkfifo", pipe.toString())
                        .start()
                        .waitFor())
                .isZero();
        CompletableFuture<byte[]> received = CompletableFuture.supplyAsync(() -> drain(pipe));

        model().writeTo(pipe);

        assertThat(received.get()).isEqualTo(model().toBytes());
        assertThat(Files.isRegularFile(pipe)).isFalse();
        assertFolderHolds(pipe);
        assertThatThrownBy(() -> TensorFile.read(pipe))
                .isInstanceOf(ModelFileException.class)
                .hasMessageContaining("is not a regular file");
    }

    private static byte[] drain(Path pipe) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try (InputStream in = Files.newInputStream(pipe)) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                all.write(next);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return all.toByteArray();
    }
}
