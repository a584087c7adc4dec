package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import static org.assertj.core.api.Assertions.assertThat;

/** No command writes over what it reads, under whatever name. */
final class OutputIsInputTest {
    /** What reads no files, or writes none. */
    private static final Set<String> HARMLESS =
            Set.of("demo", "generate", "evaluate", "plan", "inspect", "look", "data", "bench", "pipe", "completion");

    private static final List<String> COMMANDS = List.of(
            "fit ROWS -o ROWS",
            "fit OTHER ROWS -o ROWS",
            "fit ROWS OTHER --in-order -o ROWS",
            "fit OTHER ROWS --target-error 0.1 -o ROWS",
            "fit ROWS --like MODEL -o MODEL",
            "fit ROWS -o NEW --checkpoint ROWS",
            "fit ROWS --like MODEL -o NEW --checkpoint MODEL",
            "fit ROWS -o NEW --checkpoint ROWS --resume",
            "transform MODEL ROWS -o ROWS",
            "transform MODEL OTHER ROWS -o ROWS --json",
            "transform MODEL ROWS -o MODEL",
            "score MODEL ROWS -o ROWS",
            "score MODEL OTHER ROWS -o ROWS",
            "score MODEL ROWS -o MODEL",
            "score MODEL ROWS --learn --save MODEL -o MODEL",
            "score MODEL ROWS -o NEW --learn --save ROWS",
            "report MODEL ROWS -o ROWS",
            "report MODEL ROWS -o MODEL",
            "tune ROWS -o ROWS",
            "reconstruct MODEL ROWS -o ROWS",
            "reconstruct MODEL ROWS -o MODEL",
            "watch MODEL ROWS --once -o ROWS",
            "watch MODEL ROWS --once -o MODEL",
            "watch MODEL ROWS --once --checkpoint ROWS",
            "watch MODEL ROWS --once --checkpoint MODEL",
            "watch MODEL ROWS --once --chart ROWS",
            "watch MODEL ROWS --once --chart MODEL",
            "merge MODEL SECOND -o MODEL",
            "merge SECOND MODEL -o MODEL",
            "export MODEL -o MODEL",
            "compare SVG -o FOLDER",
            "accuracy --quick --data-dir PAPER -o PAGE",
            "reproduce --quick --data-dir PAPER -o PAPER");

    @TempDir
    Path folder;

    private Path rows;
    private Path model;

    @BeforeEach
    void write() throws Exception {
        rows = Data.file(folder, "rows.csv", Data.lines(60, 3, 10));
        Data.file(folder, "other.csv", Data.lines(60, 3, 11));
        Data.file(folder, "compare.svg", Data.lines(60, 3, 12));
        Path paper = Files.createDirectory(folder.resolve("paper"));
        // A published file under its name, which a result file and a page are links to.
        Path published = Data.file(paper, "a9a", Data.lines(10, 3, 13));
        Files.createLink(paper.resolve("points.tsv"), published);
        Files.createLink(paper.resolve("page.md"), published);
        model = folder.resolve("model.skpca");
        Outcome.done("fit", rows, "-o", model, "--features", 20, "--sketch", 4, "--components", 2);
        Outcome.done("fit", folder.resolve("other.csv"), "--like", model, "-o", folder.resolve("second.skpca"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"itself", "relative", "symbolic link", "hard link"})
    void isRefusedByEveryCommand(String name) throws Exception {
        Path output = alias(name, "data", rows);
        Path replaced = alias(name, "pattern", model);
        for (String command : COMMANDS) {
            assertThat(Refusal.of(folder, arguments(command, output, replaced)))
                    .as(command)
                    .contains("is the same file as the input", "which would be lost", "another name");
        }
    }

    @Test
    void everyCommandIsTried() {
        Set<String> tried = new TreeSet<>(HARMLESS);
        COMMANDS.forEach(command -> tried.add(command.split(" ")[0]));
        assertThat(new CommandLine(Main.class).getSubcommands().keySet()).isSubsetOf(tried);
    }

    @ParameterizedTest
    @CsvSource({
        "fit ROWS -o NEW --checkpoint NEW, -o and --checkpoint",
        "score MODEL ROWS -o NEW --learn --save NEW, -o and --save",
        "watch MODEL ROWS --once -o NEW --checkpoint NEW, -o and --checkpoint",
        "watch MODEL ROWS --once --chart NEW --checkpoint NEW, --checkpoint and --chart",
    })
    void twoOutputsAreTwoFiles(String command, String options) throws Exception {
        String[] both = options.split(" and ");
        assertThat(Refusal.of(folder, arguments(command, rows, model)))
                .startsWith(both[0] + " ")
                .contains(" and " + both[1] + " ", "are the same file");
    }

    /** The file that a watch waits for is not there yet. */
    @Test
    void anInputThatIsStillToCome() throws Exception {
        Path coming = folder.resolve("coming.csv");
        assertThat(Refusal.of(folder, "watch", model, coming, "-o", folder.resolve("paper/../coming.csv")))
                .contains("is the same file as the input " + coming);
    }

    @Test
    void standardInputHasAFileBehindIt() throws Exception {
        if (!Files.exists(Path.of("/dev/stdin"))) {
            return;
        }
        byte[] before = Files.readAllBytes(rows);
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "fit",
                        "-",
                        "-o",
                        rows.toString())
                .redirectInput(rows.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(process.waitFor()).isEqualTo(Failures.BAD_INPUT);
        assertThat(said).contains("is the same file as the input standard input");
        assertThat(Files.readAllBytes(rows)).isEqualTo(before);
    }

    /** What is read to its end and asked for by name is replaced: a model that learns, and a checkpoint. */
    @Test
    void whatMayBeReplaced() {
        Object[] learning = {"score", model, folder.resolve("other.csv"), "--learn", "--save", model, "-o"};
        Object[] fitting = {"fit", rows, "--checkpoint", folder.resolve("state"), "--checkpoint-every", 20, "--resume"};
        for (String name : List.of("scores.csv", "again.csv")) {
            Object[] all = Arrays.copyOf(learning, learning.length + 1);
            all[learning.length] = folder.resolve(name);
            Outcome.passed(all);
        }
        for (int i = 0; i < 2; i++) {
            Object[] all = Arrays.copyOf(fitting, fitting.length + 2);
            all[fitting.length] = "-o";
            all[fitting.length + 1] = folder.resolve("new.skpca");
            Outcome.done(all);
        }
    }

    private Path alias(String kind, String name, Path file) throws Exception {
        Path link = folder.resolve(name + "-" + file.getFileName());
        return switch (kind) {
            case "itself" -> file;
            case "relative" -> Path.of("").toAbsolutePath().relativize(file);
            case "symbolic link" -> Files.createSymbolicLink(link, file);
            default -> Files.createLink(link, file);
        };
    }

    /** Of what is named twice the second is under its other name: inputs come before outputs. */
    private Object[] arguments(String command, Path output, Path replaced) {
        List<String> words = List.of(command.split(" "));
        Object[] arguments = new Object[words.size()];
        for (int i = 0; i < arguments.length; i++) {
            String word = words.get(i);
            boolean again = words.subList(0, i).contains(word);
            arguments[i] = switch (word) {
                case "ROWS" -> again ? output : rows;
                case "MODEL" -> again ? replaced : model;
                case "OTHER" -> folder.resolve("other.csv");
                case "SECOND" -> folder.resolve("second.skpca");
                case "SVG" -> folder.resolve("compare.svg");
                case "NEW" -> folder.resolve("new.csv");
                case "FOLDER" -> folder;
                case "PAPER" -> folder.resolve("paper");
                case "PAGE" -> folder.resolve("paper/page.md");
                default -> word;
            };
        }
        return arguments;
    }
}
