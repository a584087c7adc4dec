package io.github.skpca;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** The page that leads from the paper to the code names classes, tests and pages that exist. */
class PaperPageTest {
    private static final Path REPOSITORY = Path.of("..");
    private static final Path PAGE = REPOSITORY.resolve("docs/paper.md");

    /** A class, and perhaps a constant of it. */
    private static final Pattern NAME = Pattern.compile("`([A-Z][A-Za-z0-9]+)(?:\\.([A-Z_0-9]+))?`");

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)\\)");

    private static Map<String, Path> sources() throws IOException {
        try (Stream<Path> files = Files.find(
                REPOSITORY,
                20,
                (path, attributes) -> attributes.isRegularFile()
                        && path.toString().endsWith(".java")
                        && path.toString().contains("src"))) {
            return files.collect(Collectors.toMap(
                    path -> path.getFileName().toString().replace(".java", ""), path -> path, (one, other) -> one));
        }
    }

    @Test
    void everyClassAndTestExists() throws IOException {
        Map<String, Path> sources = sources();
        int names = 0;
        for (MatchResult found :
                NAME.matcher(Files.readString(PAGE)).results().toList()) {
            assertThat(sources).as(found.group()).containsKey(found.group(1));
            if (found.group(2) != null) {
                assertThat(sources.get(found.group(1))).content().contains(found.group(2));
            }
            names++;
        }
        assertThat(names).isGreaterThan(50);
    }

    @Test
    void everyPageExists() throws IOException {
        for (MatchResult found :
                LINK.matcher(Files.readString(PAGE)).results().toList()) {
            assertThat(PAGE.resolveSibling(found.group(1))).exists();
        }
    }
}
