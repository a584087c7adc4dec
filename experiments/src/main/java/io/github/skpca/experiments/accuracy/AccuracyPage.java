package io.github.skpca.experiments.accuracy;

import io.github.skpca.experiments.claims.Verdict;
import io.github.skpca.experiments.results.AccuracyPoint;
import io.github.skpca.experiments.results.Manifest;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The page and its charts, made from the measurements and the facts beside it alone. */
public final class AccuracyPage {
    private final AccuracyTable table;
    private final Manifest facts;
    private final AccuracyFiles files;
    private final Markdown out = new Markdown();

    private AccuracyPage(AccuracyFiles files) throws IOException {
        this.files = files;
        this.table = new AccuracyTable(AccuracyPoint.read(files.measurements()));
        this.facts = Manifest.readFile(files.facts());
    }

    /**
     * Writes the page and a chart for every data set.
     *
     * @throws IOException if a file cannot be read, is not as it must be, or cannot be written
     */
    public static void write(AccuracyFiles files) throws IOException {
        AccuracyPage page = new AccuracyPage(files);
        AccuracyCharts charts = new AccuracyCharts(page.table);
        for (String dataset : page.table.datasets()) {
            AccuracyFiles.save(files.chart(dataset), charts.svg(dataset) + "\n");
        }
        AccuracyFiles.save(files.page(), page.text());
    }

    private String text() {
        intro();
        shown();
        for (String dataset : table.datasets()) {
            dataset(dataset);
        }
        mapAlone();
        stream();
        picked();
        method();
        run();
        return out.text();
    }

    private void intro() {
        String measurements = name(files.measurements().getFileName());
        out.title("Accuracy");
        out.paragraph(
                "How far every map under the sketch is from the kernel matrix of rows that it has not seen, beside exact"
                        + " kernel PCA, Nystrom and RNCA. Made by one command from the measurements in [" + measurements
                        + "]("
                        + measurements + ") and not to be edited.");
    }

    private void shown() {
        out.section("What was to be shown");
        out.paragraph("Each line is computed from the medians below: change a number there and the verdict follows.");
        List<List<String>> rows = new ArrayList<>();
        List<Shown> all = new ToBeShown(table).all();
        for (Shown shown : all) {
            rows.add(List.of(
                    shown.statement(), shown.numbers(), "**" + shown.verdict().text() + "**"));
        }
        out.table(List.of("to be shown", "measured", "verdict"), rows);
        long open = all.stream().filter(one -> one.verdict() != Verdict.HOLDS).count();
        out.paragraph(
                open == 0 ? "All of them hold." : open + " of " + rows.size() + " do not hold or are not measured.");
    }

    private void dataset(String dataset) {
        out.section(dataset);
        AccuracyPoint any = table.anyOf(dataset);
        if (any == null) {
            out.paragraph("Nothing was measured on the common rows.");
            return;
        }
        out.paragraph("Fitted on " + any.trainRows() + " rows of " + any.columns() + " columns, measured on "
                + any.testRows() + " others; bandwidth " + rounded(any.bandwidth(), 4) + ".");
        out.paragraph("![" + dataset + ": spectral error against m]("
                + name(files.chart(dataset).getFileName()) + ")");
        for (Norm norm : Norm.values()) {
            for (int l : table.sketchSizes()) {
                out.paragraph("`" + norm.formula() + "`, in " + norm.unitName() + ", l = " + l + ":");
                sizes(table.systems(), norm, (system, m) -> AccuracyTable.Place.sample(dataset, system, m, l));
            }
        }
    }

    private interface Places {
        AccuracyTable.Place of(String row, int m);
    }

    private void sizes(List<String> rowNames, Norm norm, Places places) {
        List<String> headers = new ArrayList<>(List.of(""));
        table.sizes().forEach(m -> headers.add("m = " + m));
        List<List<String>> rows = new ArrayList<>();
        for (String row : rowNames) {
            List<String> cells = new ArrayList<>(List.of(row));
            table.sizes().forEach(m -> cells.add(cell(places.of(row, m), norm)));
            if (cells.stream().skip(1).anyMatch(cell -> !cell.isEmpty())) {
                rows.add(cells);
            }
        }
        out.table(headers, rows);
    }

    private void mapAlone() {
        out.section("The map alone");
        out.paragraph(
                "`||G - ZZ'||_2 / n` of the held-out rows, in " + Norm.SPECTRAL.unitName() + ", without a sketch.");
        for (String dataset : table.datasets()) {
            out.paragraph(dataset + ":");
            sizes(table.maps(), Norm.SPECTRAL, (map, m) -> AccuracyTable.Place.sample(dataset, map, m, 0));
        }
    }

    private void stream() {
        out.section("The whole stream");
        out.paragraph("All training rows in one pass, with the map that auto picks; the same held-out rows. Seeds: "
                + table.repeats(AccuracyPoint.STREAM) + ".");
        List<List<String>> rows = new ArrayList<>();
        for (AccuracyTable.Place place : table.streams()) {
            AccuracyPoint any = table.points(place).get(0);
            rows.add(List.of(
                    place.dataset(),
                    Long.toString(any.trainRows()),
                    Integer.toString(place.m()),
                    Integer.toString(place.l()),
                    distinct(table.points(place), AccuracyPoint::picked),
                    cell(place, Norm.SPECTRAL),
                    cell(place, Norm.FROBENIUS)));
        }
        out.table(List.of("", "rows", "m", "l", "map", "spectral, thousandths", "Frobenius, millionths"), rows);
    }

    private void picked() {
        out.section("What auto picked");
        List<String> headers = new ArrayList<>(List.of(""));
        table.sizes().forEach(m -> headers.add("m = " + m));
        List<List<String>> rows = new ArrayList<>();
        for (String dataset : table.datasets()) {
            List<String> cells = new ArrayList<>(List.of(dataset));
            for (int m : table.sizes()) {
                List<AccuracyPoint> points = new ArrayList<>();
                for (int l : table.sketchSizes()) {
                    points.addAll(table.points(AccuracyTable.Place.sample(dataset, CandidateMap.AUTO, m, l)));
                }
                cells.add(distinct(points, AccuracyPoint::picked));
            }
            rows.add(cells);
        }
        out.table(headers, rows);
    }

    private void method() {
        out.section("How it was measured");
        out.items(
                List.of(
                        "A cell is the median of the seeds (" + table.repeats(AccuracyPoint.SAMPLE)
                                + "; more for orthogonal and structured, whose errors are to be equal), with the quartiles in brackets."
                                + " A seed draws the map, the landmarks and the samples; training rows and held-out rows are the same for"
                                + " all of them, and so exact has one value.",
                        "The kernel is `exp(-||x - y||^2 / (2 sigma^2))`, sigma the mean distance of a sample of training rows. Nothing"
                                + " is centred or standardised. G is the kernel matrix of the n held-out rows and G' what a system makes"
                                + " of it.",
                        "fourier is the paper's map, cosines with phases; the README describes the others, and behind landmarks stands the"
                                + " rule that chooses them. Of m landmarks a few times l coordinates are kept, and the map alone is"
                                + " that of the largest l. All stand under the same"
                                + " sketch of l rows with the default shrink, and all l directions are kept. auto is what a user gets who"
                                + " chooses no map.",
                        "nystrom has c = m samples with replacement and projects on its l leading eigenvectors, not on all c: rank l, as"
                                + " all others here.",
                        "rnca is the exact PCA of m of the paper's features, its l leading directions.",
                        "exact is kernel PCA of the same training rows by a partial eigensolver, its l leading directions; it has no m."));
    }

    private void run() {
        out.section("The run");
        if (facts.fields().isEmpty()) {
            out.paragraph("There is no " + name(files.facts().getFileName()) + " beside the measurements.");
            return;
        }
        List<List<String>> rows = new ArrayList<>();
        facts.fields().forEach((field, values) -> {
            if (!Manifest.isCut(field)) {
                rows.add(List.of(field, String.join(", ", values)));
            }
        });
        out.table(List.of("", ""), rows);
        List<String> cuts = facts.cuts();
        out.paragraph(cuts.isEmpty() ? "Nothing is missing." : "Missing: " + String.join(" ", cuts));
    }

    private String cell(AccuracyTable.Place place, Norm norm) {
        return table.at(place, norm)
                .map(found -> {
                    String median = rounded(found.median() / norm.unit(), 3);
                    return found.count() == 1
                            ? median
                            : median + " (" + rounded(found.lower() / norm.unit(), 3) + " to "
                                    + rounded(found.upper() / norm.unit(), 3) + ")";
                })
                .orElse("");
    }

    private static String distinct(List<AccuracyPoint> points, Function<AccuracyPoint, String> field) {
        return points.stream().map(field).distinct().sorted().collect(Collectors.joining(", "));
    }

    private static String rounded(double value, int digits) {
        BigDecimal shown = new BigDecimal(value).round(new MathContext(digits));
        // A whole number of few digits gets its zeros back: all cells are as exact as they look.
        int zeros = value == 0 ? 0 : Math.max(0, digits - shown.precision());
        return shown.setScale(Math.max(shown.scale() + zeros, 0)).toPlainString();
    }

    private static String name(Object file) {
        return String.valueOf(file);
    }
}
