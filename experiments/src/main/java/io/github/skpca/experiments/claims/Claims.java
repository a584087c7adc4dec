package io.github.skpca.experiments.claims;

import io.github.skpca.experiments.results.Measure;
import io.github.skpca.experiments.results.Results;
import io.github.skpca.io.PartFiles;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** All checkable sentences of the paper, with verdicts computed from the result files of a folder. */
public final class Claims {
    private Claims() {}

    /**
     * Every claim, always all of them and in the same order; those without numbers say so.
     *
     * @param folder with points.tsv, theory.tsv and scaling.tsv, of which any may be missing
     * @throws IOException if a file cannot be read or is not as it must be
     */
    public static List<Claim> of(Path folder) throws IOException {
        return of(Results.read(folder));
    }

    /** As {@link #of(Path)}, for numbers that have been read. */
    public static List<Claim> of(Results results) {
        List<Claim> claims = new ArrayList<>();
        claims.addAll(new ErrorClaims(results, Measure.FROBENIUS_ERROR).all());
        claims.addAll(new ErrorClaims(results, Measure.SPECTRAL_ERROR).all());
        claims.addAll(new TimeClaims(results).all());
        claims.addAll(new TheoryClaims(results).all());
        claims.addAll(new TableClaims(results).all());
        Tried tried = new Tried(results);
        return claims.stream().map(tried::add).toList();
    }

    /** Writes claims.tsv and claims.md beside the result files and gives what they say. */
    public static List<Claim> write(Path folder) throws IOException {
        List<Claim> claims = of(folder);
        StringBuilder table = new StringBuilder("id\tverdict\tdependsOn\tsentence\twhere\trule\tnumbers\ttried\n");
        for (Claim claim : claims) {
            List<String> fields = List.of(
                    claim.id(),
                    claim.verdict().text(),
                    claim.dependsOn(),
                    claim.sentence(),
                    claim.where(),
                    claim.rule(),
                    claim.numbers(),
                    claim.tried());
            table.append(fields.stream().map(Claims::oneField).collect(Collectors.joining("\t")))
                    .append('\n');
        }
        save(folder.resolve("claims.tsv"), table.toString());
        save(folder.resolve("claims.md"), markdown(claims));
        return claims;
    }

    private static String markdown(List<Claim> claims) {
        StringBuilder out = new StringBuilder("# The paper's claims\n\n");
        out.append("Made from points.tsv, theory.tsv and scaling.tsv; a verdict changes when they do.\n");
        out.append("It speaks of the sizes at which the statement was tried.\n\n");
        out.append("| verdict | claims |\n|---|---|\n");
        for (Verdict verdict : Verdict.values()) {
            long count =
                    claims.stream().filter(claim -> claim.verdict() == verdict).count();
            out.append("| ").append(verdict.text()).append(" | ").append(count).append(" |\n");
        }
        out.append(
                "\n| claim | what the paper says | verdict | numbers | tried at | rule |\n|---|---|---|---|---|---|\n");
        for (Claim claim : claims) {
            List<String> cells = List.of(
                    claim.id(),
                    claim.sentence() + " (" + claim.where() + ")",
                    "**" + markdown(claim.verdictText()) + "**",
                    claim.numbers(),
                    claim.tried(),
                    claim.rule());
            out.append("| ");
            for (int i = 0; i < cells.size(); i++) {
                // The verdict is bold and escaped already.
                out.append(i == 2 ? cells.get(i) : markdown(cells.get(i))).append(" |");
                out.append(i + 1 < cells.size() ? " " : "\n");
            }
        }
        return out.toString();
    }

    /** The numbers hold text of the result files, which must stay within its cell. */
    private static String markdown(String text) {
        return text.replaceAll("[\\p{Cntrl}&&[^\n]]", " ")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("([\\\\`*_|\\[\\]])", "\\\\$1")
                .replace("\n", "<br>");
    }

    private static String oneField(String text) {
        return text.replace("\n", "; ").replaceAll("\\p{Cntrl}", " ");
    }

    private static void save(Path file, String text) throws IOException {
        PartFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
