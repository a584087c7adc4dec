package io.github.skpca.onnx;

import ai.onnxruntime.OrtSession;
import io.github.skpca.StreamingKernelPca;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.spi.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** The Java lines of docs/onnx.md, compiled and run. */
final class DocumentedLinesTest {
    @TempDir
    Path folder;

    @Test
    void theyRun() throws Exception {
        StreamingKernelPca learner =
                StreamingKernelPca.builder().features(40).components(4).build(3);
        learner.update(TestRows.of(200, 3, 9), 200);
        Path file = Files.write(
                folder.resolve("model.onnx"), OnnxModel.of(learner.snapshot()).toBytes());

        String page = Files.readString(Path.of("../docs/onnx.md"));
        int from = page.indexOf("```java\n") + "```java\n".length();
        String lines = page.substring(from, page.indexOf("```", from))
                .replace("\"model.onnx\"", "\"" + file.toString().replace("\\", "\\\\") + "\"");
        Path source = folder.resolve("Documented.java");
        Files.writeString(
                source,
                "import ai.onnxruntime.*;\nimport java.util.*;\npublic class Documented {\n"
                        + "public static void main(String[] none) throws Exception {\n" + lines + "}}\n");
        String runtime = Path.of(OrtSession.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream compiler = new PrintStream(said, true, StandardCharsets.UTF_8);
        int code = ToolProvider.findFirst("javac")
                .orElseThrow()
                .run(compiler, compiler, "-cp", runtime, "-d", folder.toString(), source.toString());
        assertThat(code).as(said.toString(StandardCharsets.UTF_8)).isZero();
        assertThat(printed()).startsWith("4 loadings, scores [").endsWith("]");
    }

    private String printed() throws Exception {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, OrtSession.class.getClassLoader())) {
            System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
            loader.loadClass("Documented").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(before);
        }
        return out.toString(StandardCharsets.UTF_8).strip();
    }
}
