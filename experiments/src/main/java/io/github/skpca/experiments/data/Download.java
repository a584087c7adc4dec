package io.github.skpca.experiments.data;

import io.github.skpca.io.BadInputException;
import io.github.skpca.io.PartFiles;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Fetches published files into a folder: beside its place first, then checked, then renamed, so that a file with a published
 * name is always whole and right.
 */
public final class Download {
    private static final Duration CONNECT = Duration.ofSeconds(20);
    private static final Duration ANSWER = Duration.ofSeconds(60);
    private static final int NOT_FOUND = 404;

    private final HttpClient client = HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final DataFolder folder;
    private final String baseAddress;

    /**
     * Downloads into a folder.
     *
     * @param baseAddress a place that serves the files under their names, instead of their publishers; empty for those
     */
    public Download(DataFolder folder, String baseAddress) {
        this.folder = folder;
        this.baseAddress = baseAddress.endsWith("/") ? baseAddress.substring(0, baseAddress.length() - 1) : baseAddress;
    }

    /**
     * Fetches a file.
     *
     * @return where it is now
     * @throws BadInputException if it cannot be had, or is not the published one; the folder is as it was then
     */
    public Path fetch(DataFile file) throws IOException {
        List<String> addresses = addresses(file);
        if (addresses.isEmpty()) {
            throw new BadInputException(file.name() + ": no publisher serves this very file;"
                    + " docs/reproduce.md says what it is made from, or give --base-url a place that has it");
        }
        String complaint = "";
        for (String address : addresses) {
            HttpResponse<InputStream> answer = ask(address);
            try (InputStream body = answer.body()) {
                if (answer.statusCode() == NOT_FOUND) {
                    complaint = address + ": not found (HTTP 404)";
                    continue;
                }
                if (answer.statusCode() != 200) {
                    throw new BadInputException(address + ": HTTP " + answer.statusCode() + "; try again later");
                }
                return keep(body, file, address);
            }
        }
        throw new BadInputException(complaint + "; see the publisher's page in skpca data");
    }

    private List<String> addresses(DataFile file) {
        if (!baseAddress.isEmpty()) {
            return List.of(baseAddress + "/" + file.name(), baseAddress + "/" + file.name() + ".gz");
        }
        List<String> addresses = new ArrayList<>();
        if (!file.address().isEmpty()) {
            addresses.add(file.address());
        }
        return addresses;
    }

    private HttpResponse<InputStream> ask(String address) throws IOException {
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(address)).timeout(ANSWER).build();
            return client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        } catch (IllegalArgumentException e) {
            throw new BadInputException(address + ": not an address that can be fetched", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BadInputException(address + ": interrupted", e);
        } catch (IOException e) {
            String reason = e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
            throw new BadInputException(
                    address + ": cannot be reached (" + reason.replace('\n', ' ') + "); is there a network?",
                    // A cause of its own would be taken for a failing disk.
                    null);
        }
    }

    private Path keep(InputStream body, DataFile file, String address) throws IOException {
        Files.createDirectories(folder.path());
        // Another process that fetches the same file has a part of its own.
        Path part = PartFiles.beside(folder.path().resolve(file.name()));
        try {
            // Compressed text is never longer than the text by more than a header.
            copy(body, part, file.bytes() + 4096, address);
            if (!DataFolder.holds(part, file)) {
                throw new BadInputException(
                        address + ": not the published content (SHA-256 differs); nothing was kept of it");
            }
            Path target = folder.path().resolve(file.name() + (isCompressed(part) ? ".gz" : ""));
            PartFiles.complete(part, target);
            return target;
        } finally {
            PartFiles.discard(part);
        }
    }

    private static boolean isCompressed(Path part) throws IOException {
        try (InputStream in = Files.newInputStream(part)) {
            return in.read() == 0x1f && in.read() == 0x8b;
        }
    }

    private static void copy(InputStream body, Path part, long most, String address) throws IOException {
        byte[] buffer = new byte[1 << 16];
        long total = 0;
        try (OutputStream out = Channels.newOutputStream(PartFiles.create(part))) {
            for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
                total += read;
                if (total > most) {
                    throw new BadInputException(address + ": longer than the published file; nothing was kept of it");
                }
                out.write(buffer, 0, read);
            }
        }
    }
}
