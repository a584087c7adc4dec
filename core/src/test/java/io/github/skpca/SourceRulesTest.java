package io.github.skpca;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** What the main sources of all modules keep to and no compiler holds. */
class SourceRulesTest {
    private static final List<String> MODULES =
            List.of("core", "io", "report", "experiments", "cli", "spark", "benchmarks");

    /** Comments, text blocks, literals of strings and of characters, in the order in which a compiler would see them. */
    private static final Pattern NOT_CODE = Pattern.compile(
            "//[^\n]*|/\\*.*?\\*/|(\"\"\".*?(?<!\\\\)\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*\")|'(?:[^'\\\\\n]|\\\\.)*'",
            Pattern.DOTALL);

    private static final Pattern OTHER_GENERATORS = Pattern.compile("\\bRandom\\b|SplittableRandom|ThreadLocalRandom|"
            + "\\bMath\\s*\\.\\s*random|SecureRandom|RandomGeneratorFactory|RandomGenerator\\s*\\.|RandomSupport|"
            + "\\bshuffle\\b\\s*\\(\\s*[a-z]+\\s*\\)|scala\\.util\\.Random");

    /** The multipliers of SplitMix64: a generator written by hand. */
    private static final Pattern MIXERS =
            Pattern.compile("(?i)0xBF58476D1CE4E5B9|0x94D049BB133111EB|0x9E3779B97F4A7C15");

    private static final Pattern RENAMES = Pattern.compile("Files\\s*\\.\\s*move|\\bmove\\s*\\(|ATOMIC_MOVE|renameTo");

    private static final Pattern OPTIONS = Pattern.compile("--[a-z][a-z-]*|(?<![^ (\"])-[a-z](?![a-z-])|skpca watch");

    /** One source: its code without comments and literals, and its literals of strings. */
    private record Source(String name, String code, List<String> literals) {
        static Source of(Path file) throws IOException {
            String text = Files.readString(file);
            List<String> literals = new ArrayList<>();
            StringBuilder code = new StringBuilder();
            Matcher other = NOT_CODE.matcher(text);
            int from = 0;
            while (other.find()) {
                code.append(text, from, other.start()).append(' ');
                from = other.end();
                if (other.group(1) != null) {
                    literals.add(other.group(1));
                }
            }
            String path = file.toString().replace('\\', '/');
            return new Source(
                    path.substring(path.lastIndexOf("io/github/skpca/") + "io/github/skpca/".length()),
                    code.append(text, from, text.length()).toString(),
                    literals);
        }
    }

    private static List<Source> sources(List<String> modules) throws IOException {
        List<Source> sources = new ArrayList<>();
        for (String module : modules) {
            Path root = Path.of("..", module, "src", "main", "java");
            try (Stream<Path> files = Files.walk(root)) {
                for (Path file : files.filter(path -> path.toString().endsWith(".java"))
                        .sorted()
                        .toList()) {
                    sources.add(Source.of(file));
                }
            }
        }
        assertThat(sources).hasSizeGreaterThan(20 * modules.size());
        return sources;
    }

    private static List<String> namesOfThoseWith(Pattern pattern, List<String> modules) throws IOException {
        return sources(modules).stream()
                .filter(source -> pattern.matcher(source.code).find())
                .map(Source::name)
                .toList();
    }

    /** A seed decides everything. Only the seed itself may come from elsewhere: {@code --seed random} of the command line. */
    @Test
    void randomNumbersComeFromRandomStream() throws IOException {
        assertThat(namesOfThoseWith(OTHER_GENERATORS, MODULES)).containsExactly("cli/SeedOption.java");
    }

    /** What the platform may round as it likes, or add up in an order of its own, would make a model depend on the machine. */
    @Test
    void resultsDoNotDependOnThePlatformsFunctions() throws IOException {
        Pattern functions = Pattern.compile(
                "\\bMath\\.(exp|expm1|log|log10|log1p|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|cbrt|hypot)\\("
                        + "|\\bDoubleStream\\b|Arrays\\.stream\\([a-zA-Z]*\\)\\.(sum|average)\\(|mapToDouble");
        assertThat(namesOfThoseWith(functions, List.of("core"))).isEmpty();
    }

    /** io knows nothing of core and makes its generated rows, which have a number each, by itself. */
    @Test
    void noOtherGeneratorIsWrittenByHand() throws IOException {
        assertThat(namesOfThoseWith(MIXERS, MODULES))
                .containsExactly("internal/random/RandomStream.java", "io/NormalDraws.java");
    }

    /** Random names keep temporary files apart; nothing is computed from them. */
    @Test
    void randomNamesAreForTemporaryFiles() throws IOException {
        assertThat(namesOfThoseWith(Pattern.compile("\\bUUID\\b"), MODULES))
                .containsExactly("io/PartFiles.java", "spark/LearnerFolder.java");
    }

    /** One writer for model files and one for all others, which do not know each other. Hadoop's file systems have their own. */
    @Test
    void filesAreReplacedInTwoPlaces() throws IOException {
        assertThat(namesOfThoseWith(RENAMES, MODULES))
                .containsExactly("internal/model/AtomicFile.java", "io/PartFiles.java");
    }

    /** A library speaks of its own methods and parameters; the command line adds the options. */
    @Test
    void librariesNameNoOptionsOfTheCommandLine() throws IOException {
        List<String> named = new ArrayList<>();
        for (Source source : sources(List.of("core", "io"))) {
            for (String literal : source.literals) {
                Matcher option = OPTIONS.matcher(literal);
                while (option.find()) {
                    named.add(source.name + ": " + option.group());
                }
            }
        }
        assertThat(named).containsOnlyOnceElementsOf(List.of("internal/linalg/BackendChoice.java: --add-modules"));
        assertThat(named).isSubsetOf(ALLOWED);
    }

    /** An option of Java. */
    private static final Set<String> ALLOWED = Set.of("internal/linalg/BackendChoice.java: --add-modules");

    @Test
    void commentsAreNotCodeAndLiteralsAreFound() throws IOException {
        Path file = Files.createTempFile("Source", ".java");
        try {
            Files.writeString(
                    file, "a(\"x // \\\" --y\", '\"', \"b\"); // Random \"c\"\n/* Random */ d(\"\"\"\n --e\n\"\"\");");
            Source source = Source.of(file);
            assertThat(source.literals).containsExactly("\"x // \\\" --y\"", "\"b\"", "\"\"\"\n --e\n\"\"\"");
            assertThat(source.code).doesNotContain("Random", "x").contains("a(", "d(");
        } finally {
            Files.delete(file);
        }
    }
}
