package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

import static org.assertj.core.api.Assertions.assertThat;

/** The launcher in a small tree of its own, with a build that lasts as long as the test wants. */
final class LauncherTest {
    private static final long LONGEST_SECONDS = 60;

    @TempDir
    Path folder;

    private Path tree;
    private Path go;
    private Path builds;

    /** What the launcher builds and starts here. */
    public static final class Hello {
        private Hello() {}

        public static void main(String[] args) {
            System.out.println("started with " + args[0]);
        }
    }

    /** The same without a rehearsal, as on a disk that is full. */
    public static final class Unready {
        private Unready() {}

        public static void main(String[] args) {
            if (args[0].equals(Rehearsal.NAME)) {
                System.exit(1);
            }
            System.out.println("started with " + args[0]);
        }
    }

    @BeforeEach
    void write() throws Exception {
        tree = Files.createDirectory(folder.resolve("tree"));
        go = folder.resolve("go");
        builds = folder.resolve("builds");
        Path launcher = Path.of("..", "skpca");
        Files.copy(launcher, tree.resolve("skpca"));
        assertThat(tree.resolve("skpca").toFile().setExecutable(true)).isTrue();
        Files.createDirectories(tree.resolve("cli/src/main"));
        Data.file(tree, "pom.xml", "<project/>\n");
        Data.file(tree.resolve("cli"), "pom.xml", "<project/>\n");
        writeJar(folder.resolve("built.jar"), Hello.class);
        Path tools = Files.createDirectory(folder.resolve("tools"));
        Path mvn = Data.file(
                tools,
                "mvn",
                "#!/usr/bin/env bash\nset -eu\necho built >>'" + builds + "'\nuntil [ -e '" + go
                        + "' ]; do sleep 0.05; done\nmkdir -p cli/target\ncp '" + folder.resolve("built.jar")
                        + "' cli/target/skpca.jar\n");
        assertThat(mvn.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void twoThatStartAtOnceBuildOnce() throws Exception {
        Process first = start("first");
        Process second = start("second");
        Path waiting = folder.resolve("waiting");
        while (!Files.exists(waiting)) {
            for (String name : new String[] {"first", "second"}) {
                Path said = folder.resolve(name + ".err");
                if (Files.exists(said) && Files.readString(said).contains("waiting for another skpca")) {
                    Files.createFile(waiting);
                    break;
                }
            }
            assertThat(first.isAlive() && second.isAlive()).isTrue();
            assertThat(Files.exists(builds) ? Files.readAllLines(builds) : List.of())
                    .hasSizeLessThan(2);
            Thread.sleep(10);
        }
        assertThat(tree.resolve("cli/target/skpca.jar")).doesNotExist();
        Files.createFile(go);
        requireStarted(first, "first");
        requireStarted(second, "second");
        assertThat(builds).hasContent("built");
        assertThat(tree.resolve("cli/.skpca-build")).doesNotExist();
        requireStarted(start("third"), "third");
        assertThat(builds).hasContent("built");
    }

    @Test
    void theLockOfAKilledOneIsTakenOver() throws Exception {
        Files.createFile(go);
        Process gone = new ProcessBuilder("true").start();
        assertThat(gone.waitFor()).isZero();
        Path lock = Files.createDirectory(tree.resolve("cli/.skpca-build"));
        Data.file(lock, "pid", gone.pid() + "\n");
        requireStarted(start("first"), "first");
        assertThat(builds).hasContent("built");
        assertThat(lock).doesNotExist();
    }

    /** The jar that is there stays whole while another is built. */
    @Test
    void aBuildThatFailsLeavesWhatWasThere() throws Exception {
        Files.createFile(go);
        requireStarted(start("first"), "first");
        Path jar = tree.resolve("cli/target/skpca.jar");
        byte[] before = Files.readAllBytes(jar);
        Data.file(folder.resolve("tools"), "mvn", "#!/usr/bin/env bash\necho broken\nexit 1\n");
        Files.setLastModifiedTime(jar, java.nio.file.attribute.FileTime.fromMillis(0));
        Process failing = start("second");
        assertThat(failing.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(failing.exitValue()).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("second.err"))).contains("broken", "the build failed");
        assertThat(Files.readAllBytes(jar)).isEqualTo(before);
        assertThat(tree.resolve("cli/.skpca-build")).doesNotExist();
    }

    /** The release file of a Java says what a start of it would. */
    @Test
    void oneJavaIsStarted() throws Exception {
        Files.createFile(go);
        Path home = countingJava();
        requireStarted(start("first", home), "first");
        Path starts = folder.resolve("starts");
        Files.delete(starts);
        requireStarted(start("second", home), "second");
        assertThat(starts).hasContent("started");
        Data.file(home, "release", "JAVA_VERSION=\"\"\nMODULES=\"java.base\"\n");
        Files.delete(starts);
        requireStarted(start("third", home), "third");
        assertThat(Files.readAllLines(starts)).as("asked first").hasSizeGreaterThan(1);
        Files.delete(home.resolve("release"));
        Files.delete(starts);
        requireStarted(start("fourth", home), "fourth");
        assertThat(Files.readAllLines(starts)).as("asked first").hasSizeGreaterThan(1);
    }

    /** What compiles a fit depends on the size of its files alone, and on options that mean more work. */
    @Test
    void aFitIsCompiledByTheSizeOfItsFiles() throws Exception {
        Files.createFile(go);
        requireStarted(start("first"), "first");
        Path small = sized("small.npy", 9_000_000);
        Path medium = sized("medium.npy", 40_000_000);
        Path mediumText = sized("medium.csv", 80_000_000);
        Path large = sized("large.npy", 40_000_001);
        String first = "-XX:TieredStopAtLevel=1";
        String later = "-XX:Tier4InvocationThreshold";
        assertThat(options("fit", small)).contains(first, "-Dskpca.simd=off").doesNotContain(later);
        assertThat(options("fit", medium)).contains(later).doesNotContain(first);
        assertThat(options("fit", mediumText)).contains(later).doesNotContain(first);
        assertThat(options("fit", large)).doesNotContain(first, later);
        assertThat(options("fit", small, medium)).doesNotContain(first, later);
        assertThat(options("fit", small, "-o", large)).contains(first);
        assertThat(options("fit", medium, "--map", "paired")).doesNotContain(first, later);
        assertThat(options("fit", "-")).doesNotContain(first, later);
        assertThat(options("transform", small)).doesNotContain(first, later);
        assertThat(options("inspect", large)).contains(first);
    }

    /** A file of a size, with nothing in it. */
    private Path sized(String name, long bytes) throws IOException {
        Path path = folder.resolve(name);
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.setLength(bytes);
        }
        return path;
    }

    /** What Java is started with for these words. */
    private String options(Object... words) throws Exception {
        Path home = Files.createDirectories(folder.resolve("telling"));
        Files.createDirectories(home.resolve("bin"));
        Files.copy(
                Path.of(System.getProperty("java.home")).resolve("release"),
                home.resolve("release"),
                StandardCopyOption.REPLACE_EXISTING);
        Path java = Data.file(home.resolve("bin"), "java", "#!/usr/bin/env bash\necho \"$*\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        List<String> line = new ArrayList<>(List.of(tree.resolve("skpca").toString()));
        Arrays.stream(words).map(String::valueOf).forEach(line::add);
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().put("JAVA_HOME", home.toString());
        builder.environment().put("SKPCA_JAVA_OPTS", "");
        Process process = builder.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isZero();
        return said.substring(0, said.indexOf("-jar"));
    }

    @Test
    void anOldJavaIsRefusedByItsRelease() throws Exception {
        Path home = countingJava();
        Data.file(home, "release", "JAVA_VERSION=\"11.0.2\"\nMODULES=\"java.base java.sql\"\n");
        requireTooOld(home, "Java 11 is too old: install a JDK 17 or newer, or set JAVA_HOME");
        Data.file(home, "release", "JAVA_VERSION=\"1.8.0_392\"\nMODULES=\"java.base\"");
        requireTooOld(home, "Java 1 is too old: install a JDK 17 or newer, or set JAVA_HOME");
        assertThat(folder.resolve("starts")).doesNotExist();
    }

    private void requireTooOld(Path home, String said) throws Exception {
        Process process = start("old", home);
        assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).isEqualTo(1);
        assertThat(folder.resolve("old.err")).hasContent("skpca: " + said);
    }

    /** An archive that does not fit is not used, and nobody hears of it; it is made anew with the next build. */
    @Test
    void anArchiveThatDoesNotFitIsLeftOutQuietly() throws Exception {
        Files.createFile(go);
        requireStarted(start("first"), "first");
        Path archive = archive();
        assertThat(isUsed(archive)).as("as it was made").isTrue();
        byte[] whole = Files.readAllBytes(archive);
        for (int from : new int[] {0, whole.length / 3, whole.length / 2}) {
            byte[] damaged = whole.clone();
            for (int i = from; i < from + 4096; i++) {
                damaged[i] ^= (byte) 0x5a;
            }
            requireIgnored(archive, damaged);
        }
        // The header of an archive begins with magic, checksum and version; the name of the virtual machine is in its
        // first kilobytes.
        byte[] foreign = whole.clone();
        byte[] name = System.getProperty("java.vm.version").getBytes(StandardCharsets.UTF_8);
        int at = indexOf(foreign, name);
        assertThat(at).isPositive();
        foreign[at] ^= 1;
        requireIgnored(archive, foreign);
        requireIgnored(archive, java.util.Arrays.copyOf(whole, whole.length / 2));
        requireIgnored(archive, new byte[0]);
        replace(archive, whole);
        Path jar = tree.resolve("cli/target/skpca.jar");
        Files.setLastModifiedTime(
                jar,
                java.nio.file.attribute.FileTime.fromMillis(
                        Files.getLastModifiedTime(jar).toMillis() + 60_000));
        requireQuiet();
        assertThat(isUsed(archive)).as("the jar was touched").isFalse();
        Files.setLastModifiedTime(jar, java.nio.file.attribute.FileTime.fromMillis(0));
        requireStarted(start("again"), "again");
        assertThat(isUsed(archive())).as("built again").isTrue();
    }

    @Test
    void withoutAnArchiveItRuns() throws Exception {
        writeJar(folder.resolve("built.jar"), Unready.class);
        Files.createFile(go);
        requireStarted(start("first"), "first");
        requireQuiet();
        try (var files = Files.list(tree.resolve("cli/target"))) {
            assertThat(files.map(file -> String.valueOf(file.getFileName()))).containsExactly("skpca.jar");
        }
        assertThat(tree.resolve("cli/.skpca-build")).doesNotExist();
    }

    private void requireIgnored(Path archive, byte[] content) throws Exception {
        replace(archive, content);
        requireQuiet();
        assertThat(isUsed(archive)).isFalse();
    }

    /** An archive is made read-only. */
    private static void replace(Path archive, byte[] content) throws IOException {
        Files.delete(archive);
        Files.write(archive, content);
    }

    private void requireQuiet() throws Exception {
        requireStarted(start("quiet"), "quiet");
        assertThat(folder.resolve("quiet.err")).isEmptyFile();
    }

    private Path archive() throws IOException {
        try (var files = Files.list(tree.resolve("cli/target"))) {
            List<Path> archives =
                    files.filter(file -> file.toString().endsWith(".jsa")).toList();
            assertThat(archives).hasSize(1);
            return archives.get(0);
        }
    }

    /** Whether the class of the jar comes from the archive. */
    private boolean isUsed(Path archive) throws Exception {
        assertThat(archive).exists();
        Path loaded = folder.resolve("loaded");
        Files.deleteIfExists(loaded);
        Process process = start("used", Path.of(System.getProperty("java.home")), "-Xlog:class+load:file=" + loaded);
        requireStarted(process, "used");
        return Files.readAllLines(loaded).stream()
                .filter(line -> line.contains(Hello.class.getName() + " "))
                .allMatch(line -> line.contains("shared objects file"));
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        for (int i = 0; i + part.length <= bytes.length; i++) {
            if (java.util.Arrays.equals(bytes, i, i + part.length, part, 0, part.length)) {
                return i;
            }
        }
        return -1;
    }

    /** A home of Java whose starts are counted. */
    private Path countingJava() throws IOException {
        Path real = Path.of(System.getProperty("java.home"));
        Path home = folder.resolve("home");
        Files.createDirectories(home.resolve("bin"));
        Files.copy(real.resolve("release"), home.resolve("release"));
        Path java = Data.file(
                home.resolve("bin"),
                "java",
                "#!/usr/bin/env bash\necho started >>'" + folder.resolve("starts") + "'\nexec '"
                        + real.resolve("bin/java") + "' \"$@\"\n");
        assertThat(java.toFile().setExecutable(true)).isTrue();
        return home;
    }

    private Process start(String name) throws IOException {
        return start(name, Path.of(System.getProperty("java.home")));
    }

    private Process start(String name, Path home) throws IOException {
        return start(name, home, "");
    }

    private Process start(String name, Path home, String options) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(tree.resolve("skpca").toString(), name);
        builder.environment().put("PATH", folder.resolve("tools") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", home.toString());
        builder.environment().put("SKPCA_JAVA_OPTS", options);
        return builder.redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
    }

    private void requireStarted(Process process, String name) throws Exception {
        assertThat(process.waitFor(LONGEST_SECONDS, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve(name + ".err")))
                .isZero();
        assertThat(folder.resolve(name + ".out")).hasContent("started with " + name);
    }

    private static void writeJar(Path file, Class<?> main) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
        String entry = main.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                InputStream in = Objects.requireNonNull(
                        LauncherTest.class.getClassLoader().getResourceAsStream(entry))) {
            jar.putNextEntry(new JarEntry(entry));
            in.transferTo(jar);
        }
    }
}
