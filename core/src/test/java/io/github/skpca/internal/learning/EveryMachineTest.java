package io.github.skpca.internal.learning;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** The same rows give the same bytes with any arithmetic, width of vectors, number of threads and Java: each in a process of its own. */
class EveryMachineTest {
    private static final Path OWN_JAVA = Path.of(System.getProperty("java.home"));
    private static final String CLASSES =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    private static List<String> expected = List.of();

    @BeforeAll
    static void plainJava() throws Exception {
        List<String> lines = run(OWN_JAVA, List.of("1"), "-Dskpca.simd=off");
        assumeTrue(lines.get(0).equals("arithmetic plain-fma"), "only machines with a fused multiply-add agree");
        expected = lines.subList(1, lines.size());
        assertThat(expected).hasSizeGreaterThan(35).doesNotHaveDuplicates();
    }

    private static List<String> run(Path java, List<String> arguments, String... options) throws Exception {
        return run(java, ModelBits.class, arguments, options);
    }

    private static List<String> run(Path java, Class<?> program, List<String> arguments, String... options)
            throws Exception {
        List<String> line = new ArrayList<>(List.of(java.resolve("bin/java").toString(), "-Xmx512m"));
        line.addAll(List.of("--add-modules", "jdk.incubator.vector"));
        line.addAll(List.of(options));
        line.addAll(List.of("-cp", CLASSES, program.getName()));
        line.addAll(arguments);
        Path errors = Files.createTempFile("skpca", ".err");
        Process process =
                new ProcessBuilder(line).redirectError(errors.toFile()).start();
        try {
            String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(errors)).isZero();
            return text.lines().toList();
        } finally {
            process.destroyForcibly();
            Files.delete(errors);
        }
    }

    private static void requireSame(List<String> lines, String arithmetic) {
        assertThat(lines.get(0)).matches("arithmetic " + arithmetic);
        assertThat(lines.subList(1, lines.size())).isEqualTo(expected);
    }

    @Test
    void severalThreads() throws Exception {
        requireSame(run(OWN_JAVA, List.of("2"), "-Dskpca.simd=off"), "plain-fma");
        requireSame(run(OWN_JAVA, List.of("2"), "-Dskpca.simd=on"), "simd-\\d+");
    }

    /** From plain Java to SIMD in the middle of a block. */
    @Test
    void aChangeOnTheWay() throws Exception {
        requireSame(run(OWN_JAVA, List.of("2", "change"), "-Dskpca.simd=auto"), "plain-fma");
    }

    /** As it happens to everybody: SIMD gets ready in the background and takes over. */
    @Test
    void aChangeByItself() throws Exception {
        List<String> changed = run(OWN_JAVA, LongStream.class, List.of());
        assumeTrue(changed.get(1).startsWith("simd"), "SIMD is not faster than plain Java on this machine");
        List<String> plain = run(OWN_JAVA, LongStream.class, List.of(changed.get(0)), "-Dskpca.simd=off");
        assertThat(plain.get(1)).isEqualTo("plain-fma");
        assertThat(plain.get(2)).isEqualTo(changed.get(2));
    }

    @ParameterizedTest
    @ValueSource(ints = {16, 32})
    void narrowVectors(int bytes) throws Exception {
        requireSame(run(OWN_JAVA, List.of("1"), "-Dskpca.simd=on", "-XX:MaxVectorSize=" + bytes), "simd-" + 8 * bytes);
    }

    /** The widest there are, which run slowly where the machine has none. */
    @Test
    void wideVectors() throws Exception {
        requireSame(run(OWN_JAVA, List.of("1"), "-Dskpca.simd=on", "-Dskpca.simd.bits=512"), "simd-512");
    }

    /** Tiles for as many registers as other machines have. */
    @ParameterizedTest
    @ValueSource(ints = {16, 32})
    void tilesOfEveryShape(int registers) throws Exception {
        requireSame(run(OWN_JAVA, List.of("1"), "-Dskpca.simd=on", "-Dskpca.simd.registers=" + registers), "simd-\\d+");
    }

    @Test
    void everyOtherJava() throws Exception {
        List<Path> others = otherJavas();
        assumeTrue(!others.isEmpty(), "no other Java beside " + OWN_JAVA);
        for (Path java : others) {
            requireSame(run(java, List.of("2"), "-Dskpca.simd=on"), "simd-\\d+");
        }
    }

    /** Those of 17 and later that lie beside this one, and have the Vector API. */
    private static List<Path> otherJavas() throws IOException {
        List<Path> found = new ArrayList<>();
        try (Stream<Path> folders = Files.list(OWN_JAVA.toRealPath().getParent())) {
            for (Path folder : folders.sorted().toList()) {
                Path release = folder.resolve("release");
                if (!Files.isRegularFile(release) || folder.toRealPath().equals(OWN_JAVA.toRealPath())) {
                    continue;
                }
                String text = Files.readString(release);
                Matcher version = VERSION.matcher(text);
                boolean isNewEnough = version.find() && Integer.parseInt(version.group(1)) >= 17;
                if (isNewEnough && text.contains("jdk.incubator.vector") && !found.contains(folder.toRealPath())) {
                    found.add(folder.toRealPath());
                }
            }
        }
        return found;
    }
}
