package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
        writeJar(folder.resolve("built.jar"));
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

    private Process start(String name) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(tree.resolve("skpca").toString(), name);
        builder.environment().put("PATH", folder.resolve("tools") + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
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

    private static void writeJar(Path file) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, Hello.class.getName());
        String entry = Hello.class.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(file);
                JarOutputStream jar = new JarOutputStream(out, manifest);
                InputStream in = Objects.requireNonNull(
                        LauncherTest.class.getClassLoader().getResourceAsStream(entry))) {
            jar.putNextEntry(new JarEntry(entry));
            in.transferTo(jar);
        }
    }
}
