package io.github.skpca.cli;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;

/** What saves an hour: one line each on standard error, the same in {@code warnings}, and nothing where all is well. */
final class WarningsTest {
    @TempDir
    Path folder;

    private String warning(Object... args) {
        List<Object> json = new ArrayList<>(Arrays.asList(args));
        json.add("--json");
        Outcome outcome = Outcome.passed(json.toArray());
        assertThat(outcome.json().get("warnings")).isInstanceOf(List.class);
        List<?> warnings = (List<?>) outcome.json().get("warnings");
        assertThat(outcome.err().lines().toList())
                .isEqualTo(warnings.stream().map(line -> "note: " + line).toList());
        return String.join("\n", warnings.stream().map(String::valueOf).toList());
    }

    private String fit(Path data, Object... more) {
        List<Object> args =
                new ArrayList<>(List.of("fit", data, "-o", folder.resolve("model.skpca"), "--features", 100));
        args.addAll(Arrays.asList(more));
        return warning(args.toArray());
    }

    private Path plain() throws Exception {
        return Data.file(folder, "plain.csv", Data.lines(1200, 4, 23));
    }

    @Test
    void nothingToSay() throws Exception {
        assertThat(fit(plain())).isEmpty();
        assertThat(fit(plain(), "--bandwidth", 1.5, "--components", 20)).isEmpty();
        assertThat(fit(plain(), "--scale", "none")).isEmpty();
    }

    @Test
    void scalingSwitchedOff() throws Exception {
        StringBuilder text = new StringBuilder();
        Data.lines(500, 4, 23)
                .lines()
                .forEach(
                        line -> text.append(line.replaceFirst(",.*", "e3") + line.substring(line.indexOf(',')) + "\n"));
        Path units = Data.file(folder, "units.csv", text.toString());
        assertThat(fit(units)).isEmpty();
        for (Object[] off :
                new Object[][] {{"--scale", "none"}, {"--paper"}, {"--scale", "none", "--method", "nystrom"}}) {
            assertThat(fit(units, off))
                    .startsWith("columns are not scaled, and as they are, distances depend on 1.0 of 4 columns");
        }
    }

    @Test
    void aBandwidthFarFromEveryDistance() throws Exception {
        assertThat(fit(plain(), "--bandwidth", 0.0001))
                .startsWith("the bandwidth 1.000e-04 is far below every distance of rows")
                .contains("--bandwidth median");
        assertThat(fit(plain(), "--bandwidth", 1e6)).startsWith("the bandwidth 1.000e+06 is far above every distance");
        assertThat(fit(plain(), "--bandwidth", 0.0001, "--method", "nystrom")).contains("far below every distance");
    }

    @Test
    void copiesAndConstantColumns() throws Exception {
        Path copies = Data.file(folder, "copies.csv", Data.lines(100, 4, 23).repeat(3));
        assertThat(fit(copies)).startsWith("67% of the rows of the sample are copies of others");
        Path constant = Data.file(
                folder, "constant.csv", "a,b,c,d,e\n" + Data.lines(100, 4, 23).replaceAll("\n", ",7\n"));
        assertThat(fit(constant))
                .startsWith("column e has one and the same number in all 100 rows of the sample")
                .endsWith("--exclude it");
    }

    @Test
    void fewerComponentsThanAskedFor() throws Exception {
        assertThat(fit(plain(), "--components", 60))
                .isEqualTo(
                        "60 components were asked for, and there are 50: a sketch of so many rows has no more; fit with"
                                + " --sketch 60");
        Path model = folder.resolve("model.skpca");
        assertThat(warning("evaluate", model, plain(), "--components", 51)).startsWith("51 components were asked for");
        Path out = folder.resolve("scores.csv");
        assertThat(warning("score", model, plain(), "--components", 51, "-o", out))
                .contains("51 components were asked for, and there are 50");
        Path few = Data.file(folder, "few.csv", Data.lines(12, 4, 23));
        assertThat(fit(few, "--components", 20)).contains("there are 11: the rows learned have no more directions");
        assertThat(fit(few, "--components", "all")).isEmpty();
    }

    @Test
    void rowsUnlikeThoseLearned() throws Exception {
        // So many that p-values surely reach 0.001: of 1200 rows the most novel one kept may stand for two.
        fit(Data.file(folder, "many.csv", Data.lines(6000, 4, 23)));
        Path model = folder.resolve("model.skpca");
        Path out = folder.resolve("out.csv");
        Path fresh = Data.file(folder, "fresh.csv", Data.lines(300, 4, 24));
        assertThat(warning("transform", model, fresh, "-o", out)).isEmpty();
        assertThat(warning("score", model, fresh, "-o", out)).isEmpty();
        String thousandfold = Files.readString(fresh).replaceAll("(?m)^([^,]*),", "$1e3,");
        Path other = Data.file(folder, "other.csv", thousandfold);
        assertThat(warning("transform", model, other, "-o", out))
                .matches("300 of 300 rows lie far outside the range of the rows learned in some column: are these .*");
        assertThat(warning("score", model, other, "-o", out))
                .contains("rows have a p-value of at most 0.01: are these");
    }

    @Test
    void aNumberBeyondAFloatIsABadRowInEveryCommand() throws Exception {
        fit(plain());
        Path model = folder.resolve("model.skpca");
        Path out = folder.resolve("out.csv");
        Path far = Data.file(folder, "far.csv", Data.lines(30, 4, 23) + "1,2,1e308,4\n");
        for (Object[] command : new Object[][] {
            {"fit", far, "-o", folder.resolve("m.skpca")},
            {"fit", far, "--like", model, "-o", folder.resolve("m.skpca")},
            {"transform", model, far, "-o", out},
            {"score", model, far, "-o", out},
            {"score", model, far, "--fdr", 0.1, "-o", out},
            {"reconstruct", model, far, "-o", out},
            {"evaluate", model, far},
            {"watch", model, far, "--once", "--on-bad-row", "fail", "-o", out},
            {"compare", far, "-o", folder.resolve("page.html")},
        }) {
            Outcome outcome = Outcome.of(command);
            assertThat(outcome.complaint(2))
                    .isEqualTo(far
                            + ":31: column 3: \"1e308\" is beyond the range of a float; leave the column out, or skip"
                            + " such rows (--exclude 3, or --on-bad-row skip)");
        }
    }
}
