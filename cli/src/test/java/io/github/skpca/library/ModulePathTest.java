package io.github.skpca.library;

import io.github.skpca.internal.linalg.Backend;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** A small application that is a module itself, with core and io on its module path and nothing that they do not need. */
final class ModulePathTest {
    private static final int ROWS = 300;
    private static final String LIBRARY =
            Artifacts.path(Artifacts.CORE, Artifacts.IO, Artifacts.JACKSON, Artifacts.FAST_DOUBLE_PARSER);

    @TempDir
    Path folder;

    private Path sources;
    private Path classes;

    @BeforeEach
    void write() throws IOException {
        sources = Files.createDirectories(folder.resolve("sources/example")).getParent();
        classes = folder.resolve("classes");
        Files.writeString(
                sources.resolve("module-info.java"),
                "module app { requires io.github.skpca.core; requires io.github.skpca.io; }\n");
        Files.copy(Path.of("src/test/java/example/NovelRows.java"), sources.resolve("example/NovelRows.java"));
    }

    /** The Vector API is optional: without it the arithmetic is plain, with it SIMD, and the library asks for nothing else. */
    @Test
    void runsWithAndWithoutTheVectorApi() throws Exception {
        assertThat(compile()).isEmpty();
        Path rows = folder.resolve("rows.csv");
        SplittableRandom random = new SplittableRandom(6);
        Files.write(
                rows,
                Stream.generate(() -> {
                            double angle = 6 * random.nextDouble();
                            return Math.cos(angle) + "," + Math.sin(angle) + "," + random.nextDouble();
                        })
                        .limit(ROWS)
                        .toList());
        Process plain = start("plain", rows);
        Process simd = start("simd", rows, "--add-modules", "jdk.incubator.vector", "-Dskpca.simd=at-once");
        requireScores(plain, "plain", Backend.of("off").name());
        // This JVM has the Vector API where there is one.
        requireScores(simd, "simd", Backend.of("at-once").name());
        List<String> lines = Files.readAllLines(folder.resolve("plain.out"));
        assertThat(Files.readAllLines(folder.resolve("simd.out")).subList(1, lines.size()))
                .as("the same scores and loadings, to the last digit")
                .isEqualTo(lines.subList(1, lines.size()));
    }

    @Test
    void internalPackagesAreOutOfReach() throws Exception {
        for (String name : List.of("learning.Learner", "model.FittedModel", "linalg.Backend")) {
            Files.writeString(
                    sources.resolve("example/Intruder.java"),
                    "package example;\nclass Intruder { io.github.skpca.internal." + name + " field; }\n");
            String packageName = "io.github.skpca.internal." + name.substring(0, name.indexOf('.'));
            assertThat(compile()).contains(packageName, "access.not.exported");
        }
    }

    @Test
    void everyPackageThatIsNotInternalIsExported() {
        Set<ModuleDescriptor> modules = ModuleFinder.of(Artifacts.CORE, Artifacts.IO).findAll().stream()
                .map(module -> module.descriptor())
                .collect(Collectors.toSet());
        assertThat(modules)
                .extracting(ModuleDescriptor::name)
                .containsExactlyInAnyOrder("io.github.skpca.core", "io.github.skpca.io");
        for (ModuleDescriptor module : modules) {
            assertThat(module.isAutomatic()).isFalse();
            assertThat(module.exports().stream().filter(ModuleDescriptor.Exports::isQualified))
                    .as("one package for one module of this library")
                    .allMatch(exported -> exported.source().equals("io.github.skpca.internal.model")
                            && exported.targets().equals(Set.of("io.github.skpca.onnx")));
            assertThat(module.exports().stream()
                            .filter(exported -> !exported.isQualified())
                            .map(ModuleDescriptor.Exports::source))
                    .containsExactlyInAnyOrderElementsOf(module.packages().stream()
                            .filter(name -> !name.contains(".internal."))
                            .toList());
        }
    }

    /** What a user calls speaks of nothing that a user cannot name. */
    @Test
    void exportedTypesSpeakOfExportedTypesOnly() throws Exception {
        Set<String> exported = new TreeSet<>();
        List<Class<?>> types = new ArrayList<>();
        for (ModuleReference module :
                ModuleFinder.of(Artifacts.CORE, Artifacts.IO).findAll()) {
            Set<String> packages = module.descriptor().exports().stream()
                    .filter(export -> !export.isQualified())
                    .map(ModuleDescriptor.Exports::source)
                    .collect(Collectors.toSet());
            exported.addAll(packages);
            try (ModuleReader reader = module.open();
                    Stream<String> names = reader.list()) {
                for (String name : names.filter(name -> name.matches(".*/.*(?<!-info)\\.class"))
                        .toList()) {
                    Class<?> type = Class.forName(name.replace('/', '.').replaceFirst("\\.class$", ""));
                    if (packages.contains(type.getPackageName()) && isVisible(type)) {
                        types.add(type);
                    }
                }
            }
        }
        assertThat(types).hasSizeGreaterThan(40);
        for (Class<?> type : types) {
            mentioned(type).forEach(other -> {
                Class<?> element = other;
                while (element.isArray()) {
                    element = element.getComponentType();
                }
                assertThat(element.isPrimitive()
                                || element.getPackageName().startsWith("java.")
                                || exported.contains(element.getPackageName()) && isVisible(element))
                        .as("%s in %s", element.getName(), type.getName())
                        .isTrue();
            });
        }
    }

    private static boolean isVisible(Class<?> type) {
        int seen = Modifier.PUBLIC | Modifier.PROTECTED;
        Class<?> outer = type.getDeclaringClass();
        return (type.getModifiers() & seen) != 0 && !type.isAnonymousClass() && (outer == null || isVisible(outer));
    }

    /** The types of fields, parameters, results and exceptions that can be seen from outside. */
    private static Stream<Class<?>> mentioned(Class<?> type) {
        int seen = Modifier.PUBLIC | Modifier.PROTECTED;
        Stream<Class<?>> fields = Arrays.stream(type.getDeclaredFields())
                .filter(field -> (field.getModifiers() & seen) != 0)
                .map(Field::getType);
        Stream<Class<?>> calls = Stream.<Executable>concat(
                        Arrays.stream(type.getDeclaredMethods()), Arrays.stream(type.getDeclaredConstructors()))
                .filter(call -> (call.getModifiers() & seen) != 0 && !call.isSynthetic())
                .flatMap(call -> Stream.of(call.getParameterTypes(), call.getExceptionTypes(), new Class<?>[] {
                            call instanceof Method method ? method.getReturnType() : type
                        })
                        .flatMap(Arrays::stream));
        return Stream.concat(fields, calls);
    }

    /** Compiles the sources against the library and returns what the compiler says; the annotations of nullness are not there. */
    private String compile() throws IOException {
        // Without a class path, which would be that of the tests; with keys instead of translated sentences.
        List<String> args = new ArrayList<>(List.of("--release", "17", "-Xlint:all", "-XDrawDiagnostics"));
        args.addAll(List.of("--class-path", folder.toString(), "--module-path", LIBRARY, "-d", classes.toString()));
        try (Stream<Path> files = Files.walk(sources)) {
            files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(args::add);
        }
        StringWriter said = new StringWriter();
        ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(new PrintWriter(said), new PrintWriter(said), args.toArray(String[]::new));
        return said.toString();
    }

    private Process start(String name, Path rows, String... options) throws IOException {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of(options));
        line.addAll(List.of("--module-path", LIBRARY + File.pathSeparator + classes));
        line.addAll(List.of("--module", "app/example.NovelRows"));
        line.addAll(List.of(rows.toString(), folder.resolve(name + ".skpca").toString()));
        return new ProcessBuilder(line)
                .redirectOutput(folder.resolve(name + ".out").toFile())
                .redirectError(folder.resolve(name + ".err").toFile())
                .start();
    }

    private void requireScores(Process process, String name, String backend) throws Exception {
        try {
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue())
                .as(Files.readString(folder.resolve(name + ".err")))
                .isZero();
        List<String> lines = Files.readAllLines(folder.resolve(name + ".out"));
        assertThat(lines).hasSize(1 + ROWS);
        assertThat(lines.get(0)).isEqualTo("%d rows, 10 components, backend %s", ROWS, backend);
        assertThat(lines.subList(1, lines.size())).allMatch(line -> line.matches("[0-9.E-]+ \\[([^,]+, ){9}[^,]+]"));
    }
}
