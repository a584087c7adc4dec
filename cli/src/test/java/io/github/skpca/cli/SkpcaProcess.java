package io.github.skpca.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import static org.assertj.core.api.Assertions.assertThat;

/** The command line in a Java process of its own, which can be fed, starved and killed. */
final class SkpcaProcess implements AutoCloseable {
    private static final long LONGEST_MINUTES = 5;

    private final Process process;
    private final CompletableFuture<String> err;

    SkpcaProcess(Process process) {
        this.process = process;
        this.err = CompletableFuture.supplyAsync(() -> text(process.getErrorStream()));
    }

    /** Starts a command. */
    static SkpcaProcess start(List<String> javaOptions, Object... args) throws IOException {
        return new SkpcaProcess(builder(javaOptions, args).start());
    }

    /** What starts a command. */
    static ProcessBuilder builder(List<String> javaOptions, Object... args) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.add("--add-modules");
        line.add("jdk.incubator.vector");
        line.addAll(javaOptions);
        line.add("-cp");
        line.add(System.getProperty("java.class.path"));
        line.add(Main.class.getName());
        line.addAll(List.of(Outcome.texts(args)));
        return new ProcessBuilder(line);
    }

    /** Runs a command with nothing on standard input. */
    static Outcome run(List<String> javaOptions, Object... args) throws Exception {
        try (SkpcaProcess started = start(javaOptions, args)) {
            started.input().close();
            return started.end();
        }
    }

    /** Runs a command with this text on standard input. */
    static Outcome runWith(byte[] input, Object... args) throws Exception {
        try (SkpcaProcess started = start(List.of(), args)) {
            try (OutputStream stream = started.input()) {
                stream.write(input);
            }
            return started.end();
        }
    }

    OutputStream input() {
        return process.getOutputStream();
    }

    InputStream output() {
        return process.getInputStream();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it as a power cut would: no handler of its own runs. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)).isTrue();
    }

    /** Asks it to end, as an operator would. */
    void terminate() {
        // Through its handle, which leaves the pipes open.
        assertThat(process.toHandle().destroy()).isTrue();
    }

    /** Sends it a signal, such as INT, which Ctrl-C sends. */
    void signal(String name) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Waits for its end; standard output must be as small as a report, or read by the caller. */
    Outcome end() throws Exception {
        String out = text(process.getInputStream());
        assertThat(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)).isTrue();
        String said = err.get(LONGEST_MINUTES, TimeUnit.MINUTES)
                .lines()
                .filter(line -> !line.contains("Using incubator modules"))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
        return new Outcome(process.exitValue(), out, said);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private static String text(InputStream stream) {
        try {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException closed) {
            if ("Stream closed".equals(closed.getMessage())) {
                return "";
            }
            throw new UncheckedIOException(closed);
        }
    }
}
