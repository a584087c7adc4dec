package io.github.skpca.library;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.DocumentationTool;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages of what the modules export: they are written without a warning, and the example on the first of them compiles. */
final class JavadocTest {
    /** One sentence often says all of what a method takes, returns and throws; tags would say it a second time. */
    private static final Pattern ALLOWED = Pattern.compile("no @(param|return|throws)\\b.*");

    /** The pages stay under target/javadoc, for reading. */
    @ParameterizedTest
    @ValueSource(strings = {"core", "io"})
    void pagesAreWrittenWithoutAWarning(String module) throws IOException {
        Path pages = Path.of("target", "javadoc", module).toAbsolutePath();
        Files.createDirectories(pages);
        List<String> options = List.of(
                "-locale",
                "en",
                "-quiet",
                "-notimestamp",
                "-Xdoclint:all",
                "-Xmaxwarns",
                "10000",
                "--release",
                "17",
                "-d",
                pages.toString(),
                "--module-source-path",
                "io.github.skpca." + module + "=" + Path.of("..", module, "src", "main", "java"),
                "--module",
                "io.github.skpca." + module,
                "--module-path",
                Artifacts.path(Artifacts.JACKSON, Artifacts.FAST_DOUBLE_PARSER, Artifacts.JSPECIFY));
        DocumentationTool tool = ToolProvider.getSystemDocumentationTool();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        StringWriter said = new StringWriter();
        boolean isDone = tool.getTask(said, null, found, null, options, null).call();
        assertThat(found.getDiagnostics().stream()
                        .filter(diagnostic -> diagnostic.getKind() != Diagnostic.Kind.NOTE)
                        .filter(diagnostic -> !ALLOWED.matcher(diagnostic.getMessage(Locale.ENGLISH))
                                .matches())
                        .map(JavadocTest::line))
                .isEmpty();
        assertThat(isDone).as(said.toString()).isTrue();
        assertThat(pages.resolve("index.html")).content().contains("io.github.skpca." + module);
        assertThat(pages.resolve("io.github.skpca." + module + "/io/github/skpca/internal"))
                .doesNotExist();
    }

    /** The example is this module's test code, so that it compiles; the page has it word for word, from its imports on. */
    @Test
    void theExampleOnTheFirstPageIsTheOneThatRuns() throws IOException {
        String source = Files.readString(Path.of("src/test/java/example/NovelRows.java"));
        String example = source.substring(source.indexOf("import "));
        String page = Files.readAllLines(Path.of("../core/src/main/java/module-info.java")).stream()
                .map(line -> line.replaceFirst("^ \\* ?", ""))
                .collect(Collectors.joining("\n"));
        assertThat(page).contains(example);
    }

    /** The guide has the same example, and a POM of the version that is built here. */
    @Test
    void theGuideToTheLibraryIsOfThisVersion() throws IOException {
        String guide = Files.readString(Path.of("../docs/guide/library.md"));
        assertThat(guide).contains(Files.readString(Path.of("src/test/java/example/NovelRows.java")));
        Matcher version = Pattern.compile("<artifactId>skpca-parent</artifactId>\\s*<version>([^<]+)</version>")
                .matcher(Files.readString(Path.of("../pom.xml")));
        assertThat(version.find()).isTrue();
        assertThat(guide)
                .contains("<artifactId>skpca-core</artifactId>\n      <version>" + version.group(1) + "</version>")
                .contains("<artifactId>skpca-io</artifactId>\n      <version>" + version.group(1) + "</version>");
    }

    private static String line(Diagnostic<? extends JavaFileObject> diagnostic) {
        JavaFileObject file = diagnostic.getSource();
        return (file == null ? "" : file.getName() + ":" + diagnostic.getLineNumber() + ": ")
                + diagnostic.getMessage(Locale.ENGLISH);
    }
}
