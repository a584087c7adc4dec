package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.nio.file.Path;

import static org.assertj.core.api.Assertions.assertThat;

/** What a new user types a little wrong is answered with what was meant. */
final class MisspeltTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "fit, --component, --components",
        "fit, --componets=5, --components",
        "fit, --bandwith, --bandwidth",
        "report, --colour, --color",
        "score, --explian, --explain",
        "tune, --labels, --label",
    })
    void optionsAreSuggested(String command, String typed, String meant) {
        assertThat(Outcome.of(command, "a", "b", "-o", "c", typed).complaint(2))
                .isEqualTo("Unknown option: '" + typed + "'; did you mean " + meant + "? (see skpca " + command
                        + " --help)");
    }

    @ParameterizedTest
    @CsvSource({"scor, score", "lok, look", "rpeort, report", "fits, fit", "transf, transform"})
    void commandsAreSuggested(String typed, String meant) {
        assertThat(Outcome.of(typed, "a").complaint(2))
                .isEqualTo("there is no command " + typed + "; did you mean " + meant + "? (see skpca --help)");
    }

    @Test
    void whatIsNearNothingIsNotGuessed() {
        assertThat(Outcome.of("fit", "a", "-o", "c", "--frobnicate").complaint(2))
                .isEqualTo("Unknown option: '--frobnicate' (see skpca fit --help)");
        assertThat(Outcome.of("frobnicate").complaint(2))
                .startsWith("there is no command frobnicate; there are demo, generate, fit");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a.skpca | is a model, not rows; give a file of rows",
                "a.xlsx | is a spreadsheet; save it as CSV",
                "a.ods | is a spreadsheet; save it as CSV",
                "a.parquet | is no format that is read; convert it to CSV or NPY, or state what it is (--format csv, tsv, libsvm or npy)",
                "A.JSON | is no format that is read; convert it to CSV or NPY, or state what it is (--format csv, tsv, libsvm or npy)",
                "a.zip | is an archive; unpack it, or pack each file by itself as .gz",
            })
    void filesOfOtherProgramsAreNamed(String name, String said) throws Exception {
        Path file = Data.file(folder, name, "1,2\n3,4\n");
        assertThat(Outcome.of("look", file).complaint(2)).isEqualTo(file + ": " + said);
        assertThat(Outcome.of("fit", file, "-o", folder.resolve("m.skpca")).complaint(2))
                .isEqualTo(file + ": " + said);
        // Who says what it is is believed.
        Outcome.passed("look", file, "--format", "csv");
    }

    @Test
    void tuneIsToldOfALabel() throws Exception {
        Path file = Data.file(folder, "rows.csv", "a,b,kind\n1,2,red\n3,4,blue\n");
        assertThat(Outcome.of("tune", file).complaint(2))
                .isEqualTo(file
                        + ":2: column 3 \"kind\": \"red\" is not a number; read the column as categories, or leave it"
                        + " out (--label kind, or --exclude kind)");
    }
}
