package io.github.skpca.spark;

import org.apache.spark.TaskContext;

import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A place in a partition at which one visit waits; files in a folder tell the test of it, and the visit to go on. */
record Gate(String folder, int partition, int waitingVisit) implements Serializable {
    /** To be called once by every task that makes the partition's rows. */
    void pass(int visited) {
        if (visited != partition) {
            return;
        }
        try {
            int visit = 1;
            while (!mark("visit-" + visit, "")) {
                visit++;
            }
            if (visit == waitingVisit) {
                mark("waiting", Long.toString(ProcessHandle.current().pid()));
                for (int i = 0; i < 4800 && !Files.exists(Path.of(folder, "go")); i++) {
                    TaskContext.get().killTaskIfInterrupted();
                    Thread.sleep(50);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private boolean mark(String name, String text) throws IOException {
        Path temporary = Files.createTempFile(Path.of(folder), "mark", ".tmp");
        Files.writeString(temporary, text);
        try {
            Files.createLink(Path.of(folder, name), temporary);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.delete(temporary);
        }
    }

    boolean isVisited(int visit) {
        return Files.exists(Path.of(folder, "visit-" + visit));
    }

    void open() throws IOException {
        mark("go", "");
    }

    /** The process in which a visit waits. */
    long awaitWaiting() throws IOException, InterruptedException {
        Path waiting = Path.of(folder, "waiting");
        for (int i = 0; i < 4800; i++) {
            if (Files.exists(waiting)) {
                return Long.parseLong(Files.readString(waiting));
            }
            Thread.sleep(50);
        }
        throw new IllegalStateException("nothing waits at the gate");
    }
}
