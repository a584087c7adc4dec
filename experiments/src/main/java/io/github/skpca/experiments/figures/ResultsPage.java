package io.github.skpca.experiments.figures;

import io.github.skpca.experiments.claims.Claim;
import io.github.skpca.experiments.claims.Claims;
import io.github.skpca.experiments.claims.Verdict;
import io.github.skpca.experiments.results.Manifest;
import io.github.skpca.experiments.results.Results;
import io.github.skpca.io.PartFiles;
import io.github.skpca.report.ReportPage;
import io.github.skpca.report.Tone;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The page of a run: figures, tables, claims with verdicts, and how it was made, in one self-contained file. */
public final class ResultsPage {
    private final Results results;
    private final Manifest manifest;
    private final List<Claim> claims;
    private final ReportPage.Builder page = ReportPage.builder("Streaming kernel PCA: the paper's experiments, redone");

    private ResultsPage(Path folder) throws IOException {
        results = Results.read(folder);
        manifest = Manifest.read(folder);
        claims = Claims.of(results);
    }

    /**
     * Writes report.html into the folder, from the result files and the manifest in it.
     *
     * @return the file
     * @throws IOException if a file cannot be read, is not as it must be, or cannot be written
     */
    public static Path write(Path folder) throws IOException {
        String html = new ResultsPage(folder).html();
        Path file = folder.resolve("report.html");
        PartFiles.write(file, html.getBytes(StandardCharsets.UTF_8));
        return file;
    }

    private String html() {
        String sets = results.datasets().stream().map(PaperCharts::name).collect(Collectors.joining(", "));
        page.lead(claims.size() + " sentences of the paper put to the test, from "
                + results.points().size() + " measured points" + (sets.isEmpty() ? "." : " on " + sets + "."));
        for (Verdict verdict : Verdict.values()) {
            long count =
                    claims.stream().filter(claim -> claim.verdict() == verdict).count();
            page.keyFigure(tone(verdict), capital(verdict.text()), Long.toString(count), explanation(verdict));
        }
        results.datasets().forEach(this::addFigures);
        addClaims();
        addScope();
        ResultTables tables = new ResultTables(results);
        page.section("The figures in numbers");
        results.datasets().forEach(dataset -> tables.medians(page, dataset));
        tables.theory(page);
        tables.scaling(page);
        addManifest();
        page.command(manifest.text("command"));
        return page.build().html();
    }

    private static Tone tone(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> Tone.GOOD;
            case DOES_NOT_HOLD -> Tone.BAD;
            case DEPENDS -> Tone.MIXED;
            case NOT_MEASURED -> Tone.UNKNOWN;
        };
    }

    private static String explanation(Verdict verdict) {
        return switch (verdict) {
            case HOLDS -> "claims whose rule the numbers meet";
            case DOES_NOT_HOLD -> "claims whose rule they break";
            case DEPENDS -> "claims met in some cases and broken in others";
            case NOT_MEASURED -> "claims that this run has no numbers for";
        };
    }

    private void addClaims() {
        page.section("What the paper says, and what came out");
        page.paragraph(
                "Each line is a sentence of the paper in our words. Its rule decides the verdict, and code applies it to the"
                        + " result files alone: change a number there and the verdict follows.");
        page.prose(
                "Claims",
                List.of("verdict", "the paper says, and the rule", "numbers"),
                claims.stream()
                        .map(claim -> List.of(
                                claim.verdictText(),
                                claim.sentence() + ". (" + claim.where() + ")\nRule: " + claim.rule() + "."
                                        + (claim.tried().isBlank() ? "" : "\nTried at: " + claim.tried()),
                                claim.numbers()))
                        .toList(),
                claims.stream().map(claim -> tone(claim.verdict())).toList());
    }

    private void addScope() {
        page.section("What is inside each time");
        page.paragraph(
                "Train time has the same in it for all methods: from training rows in memory to directions that a row can"
                        + " be projected on, with feature map, sketch or matrix, and eigendecomposition. Reading or generating"
                        + " rows, choosing the bandwidth and drawing the frequencies are in none. Methods with the same feature"
                        + " map share its computation, and all of its time is in the train time of each. The feature map, RNCA and"
                        + " this project's default use all threads of the run; the paper's SKPCA and Nyström's sampler, which take"
                        + " one row at a time, use one.");
        page.paragraph(
                "Test time is from one held-out row to its representation, a row at a time on one thread; for RNCA, all"
                        + " of whose m directions are kept, that is the row's features. Errors compare the kernel matrix of the"
                        + " held-out rows with the one made of these representations: ||G - G'||_2 / n and ||G - G'||_F / n²."
                        + " Space counts numbers kept, as the paper does: md + ml for SKPCA, md + m² for RNCA, cd + c² for"
                        + " Nyström.");
        page.paragraph(
                "RNCA comes in two forms: the second moments of blocks of rows, and one outer product a row, as the"
                        + " authors ran it. Both give the same model, so the second is in the plots of train time only; where"
                        + " its line is dashed, a prefix of the rows was timed and scaled up.");
        List<String> cuts = manifest.cuts();
        page.section("What was cut");
        if (cuts.isEmpty()) {
            page.paragraph("The manifest names nothing that was cut.");
        }
        cuts.forEach(page::paragraph);
    }

    private void addFigures(String dataset) {
        page.section(PaperCharts.name(dataset));
        page.picture(
                new PaperCharts(results, dataset, FigureSet.PAPER).together().picture(),
                "The paper's six plots. Lines are medians over the repeats, bands reach from the least to the greatest.");
        page.picture(
                new PaperCharts(results, dataset, FigureSet.OWN).together().picture(),
                "The same with this project's default, features of landmarks, and with exact kernel"
                        + " PCA of as many rows as the table further down says under size.");
    }

    private void addManifest() {
        List<List<String>> rows = new ArrayList<>();
        manifest.fields().forEach((name, values) -> {
            if (!Manifest.isCut(name)) {
                rows.add(List.of(name, String.join(", ", values)));
            }
        });
        page.section("The run");
        if (rows.isEmpty()) {
            page.paragraph("There is no manifest beside the results.");
        } else {
            page.table("Manifest", List.of("name", "value"), rows);
        }
    }

    private static String capital(String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }
}
