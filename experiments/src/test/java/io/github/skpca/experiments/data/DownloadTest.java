package io.github.skpca.experiments.data;

import com.sun.net.httpserver.HttpServer;
import io.github.skpca.io.BadInputException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.zip.GZIPOutputStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class DownloadTest {
    private static final byte[] CONTENT = "1,2\n3,4\n".repeat(1000).getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path folder;

    private HttpServer server;
    private String base;
    private DataFile file;

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        base = "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort();
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(CONTENT));
        file = new DataFile("rows.csv", "", CONTENT.length, sha256);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void serve(String path, int status, byte[] body) {
        server.createContext(path, exchange -> {
            // Contexts match by their beginning: another name is not this one.
            boolean exact = exchange.getRequestURI().getPath().equals(path);
            exchange.sendResponseHeaders(exact ? status : 404, exact && body.length > 0 ? body.length : -1);
            try (OutputStream out = exchange.getResponseBody()) {
                if (exact) {
                    out.write(body);
                }
            } catch (IOException gone) {
                return;
            }
        });
    }

    private static byte[] compressed(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content);
        }
        return bytes.toByteArray();
    }

    private String complaint() throws IOException {
        try {
            new Download(new DataFolder(folder), base).fetch(file);
        } catch (BadInputException failure) {
            try (java.util.stream.Stream<Path> left = Files.list(folder)) {
                assertThat(left).isEmpty();
            }
            assertThat(failure.getMessage()).hasLineCount(1);
            return failure.getMessage();
        }
        throw new AssertionError("it was fetched");
    }

    @Test
    void aPlainFileIsKept() throws IOException {
        serve("/rows.csv", 200, CONTENT);
        Path kept = new Download(new DataFolder(folder), base + "/").fetch(file);
        assertThat(kept).hasBinaryContent(CONTENT).hasFileName("rows.csv");
        assertThat(new DataFolder(folder).check(file)).isEqualTo(DataFolder.Status.GOOD);
    }

    @Test
    void aCompressedOneIsKeptAsItIs() throws IOException {
        serve("/rows.csv.gz", 200, compressed(CONTENT));
        Path kept = new Download(new DataFolder(folder), base).fetch(file);
        assertThat(kept).hasFileName("rows.csv.gz");
        assertThat(new DataFolder(folder).check(file)).isEqualTo(DataFolder.Status.GOOD);
    }

    @Test
    void anotherContentIsNotKept() throws IOException {
        byte[] other = CONTENT.clone();
        other[7] ^= 1;
        serve("/rows.csv", 200, other);
        assertThat(complaint()).contains("SHA-256 differs");
    }

    @Test
    void aLongerFileIsGivenUp() throws IOException {
        serve("/rows.csv", 200, new byte[CONTENT.length + 100_000]);
        assertThat(complaint()).contains("longer than the published file");
    }

    @Test
    void whatUnpacksWithoutEndIsGivenUp() throws IOException {
        serve("/rows.csv", 200, compressed(new byte[5_000_000]));
        assertThat(complaint()).contains("SHA-256 differs");
    }

    @Test
    void aCutFileIsNotKept() throws IOException {
        byte[] whole = compressed(CONTENT);
        serve("/rows.csv", 200, java.util.Arrays.copyOf(whole, whole.length - 20));
        assertThat(complaint()).contains("SHA-256 differs");
    }

    @Test
    void whatIsNotThereIsSaid() throws IOException {
        assertThat(complaint()).contains("404");
        serve("/rows.csv", 503, new byte[0]);
        assertThat(complaint()).contains("HTTP 503");
    }

    @Test
    void noServerIsSaid() throws IOException {
        server.stop(0);
        assertThat(complaint()).contains("cannot be reached");
    }

    @Test
    void aFileThatNobodyPublishesIsSaid() {
        assertThatThrownBy(() -> new Download(new DataFolder(folder), "").fetch(file))
                .isInstanceOf(BadInputException.class)
                .hasMessageContaining("no publisher serves this very file");
    }

    @Test
    void aFolderTellsGoodFromBadFromMissing() throws IOException {
        DataFolder checked = new DataFolder(folder);
        assertThat(checked.check(file)).isEqualTo(DataFolder.Status.MISSING);
        Files.write(folder.resolve("rows.csv.gz"), compressed(CONTENT));
        assertThat(checked.check(file)).isEqualTo(DataFolder.Status.GOOD);
        Files.writeString(folder.resolve("rows.csv"), "something else");
        assertThat(checked.check(file)).isEqualTo(DataFolder.Status.BAD);
    }
}
