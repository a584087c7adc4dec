package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Rows and loadings back to rows, with their error, in any number of threads. */
final class ReconstructTest {
    @TempDir
    Path folder;

    private Path data;
    private Path model;

    @BeforeEach
    void fit() throws Exception {
        data = Data.file(folder, "data.csv", "a,b,c,d,e,f\n" + Data.lines(400, 6, 5));
        model = folder.resolve("model.skpca");
        Outcome.done("fit", data, "--components", "8", "--features", "200", "-o", model);
    }

    private Path file(String name) {
        return folder.resolve(name);
    }

    @Test
    void rowsComeBackWithTheirNamesAndAnError() throws Exception {
        Path one = file("one.csv");
        Path two = file("two.csv");
        Path scores = file("scores.csv");
        Outcome done = Outcome.done("reconstruct", model, data, "--threads", "1", "-o", one, "--json");
        assertThat(done.out()).contains("\"rows\" : 400", "\"meanError\" : ");
        Outcome.done("reconstruct", model, data, "--threads", "2", "-o", two);
        assertThat(Files.readAllBytes(two)).isEqualTo(Files.readAllBytes(one));
        assertThat(Files.readAllLines(one)).hasSize(401).first().isEqualTo("a,b,c,d,e,f,error");
        Outcome.passed("score", model, data, "--components", "8", "-o", scores);
        List<List<Double>> rows = Data.rows(data);
        List<List<Double>> found = Data.rows(one);
        List<List<Double>> scored = Data.rows(scores);
        for (int i = 0; i < 400; i++) {
            assertThat(found.get(i).get(6))
                    .as("row %s", i)
                    .isBetween(0.0, scored.get(i).get(0) + 1e-5);
            for (int j = 0; j < 6; j++) {
                assertThat(found.get(i).get(j)).isCloseTo(rows.get(i).get(j), within(0.6));
            }
        }
    }

    @Test
    void loadingsComeBackAsRowsOfTheModel() throws Exception {
        Path loadings = file("loadings.csv");
        Path found = file("found.csv");
        Path again = file("again.csv");
        Outcome.done("transform", model, data, "-o", loadings);
        Outcome.done("reconstruct", model, loadings, "--loadings", "-o", found);
        assertThat(Files.readAllLines(found)).first().isEqualTo("a,b,c,d,e,f,error");
        Outcome.done("transform", model, found, "--exclude", "error", "-o", again);
        List<List<Double>> wanted = Data.rows(loadings);
        List<List<Double>> got = Data.rows(again);
        double sum = 0;
        for (int i = 0; i < 400; i++) {
            for (int j = 0; j < 8; j++) {
                sum += Math.pow(wanted.get(i).get(j) - got.get(i).get(j), 2) / 400;
            }
        }
        assertThat(sum).isLessThan(1e-3);
    }

    @Test
    void identifiersPassThroughAndWhatDoesNotFitIsRefused() throws Exception {
        Path named = Data.file(folder, "named.csv", "id,a,b,c,d,e,f\nx7," + Data.lines(1, 6, 8));
        Path out = file("out.csv");
        Outcome.done("reconstruct", model, named, "--keep", "id", "-o", out);
        assertThat(Files.readAllLines(out).get(0)).isEqualTo("id,a,b,c,d,e,f,error");
        assertThat(Files.readAllLines(out).get(1)).startsWith("x7,");
        assertThat(Refusal.of(folder, "reconstruct", model, data, "--loadings", "-o", file("no.csv")))
                .contains("has 8 components: choose the loadings with --columns or --exclude");
        assertThat(Refusal.of(folder, "reconstruct", model, data, "--exclude", "a", "-o", file("no.csv")))
                .contains("column \"a\" was left out, and the model was fitted on it; choose the same ones")
                .endsWith("(--columns or --exclude)");
        assertThat(Refusal.of(folder, "reconstruct", model, data, "--json")).contains("--json");
        Path bad = Data.file(folder, "bad.csv", "a,b,c,d,e,f\n1,2,nan,4,5,6\n");
        assertThat(Refusal.of(folder, "reconstruct", model, bad, "-o", file("no.csv")))
                .contains("bad.csv");
    }
}
