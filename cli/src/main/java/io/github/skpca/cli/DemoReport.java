package io.github.skpca.cli;

import io.github.skpca.Workers;
import io.github.skpca.io.PartFiles;
import io.github.skpca.report.Chart;
import io.github.skpca.report.ImageGrid;
import io.github.skpca.report.Look;
import io.github.skpca.report.PointMap;
import io.github.skpca.report.ReportPage;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** The demo's page: one self-contained file of pictures and text, to open or to send on. */
final class DemoReport {
    private static final String FIRST = "component 1";
    private static final String SECOND = "component 2";
    private static final int MAP_COMPONENTS = 6;

    private final Map<String, Object> fields;
    private final DemoDigits digits;
    private final DemoFindings found;
    private final ReportPage.Builder page = ReportPage.builder("What kernel PCA sees");

    DemoReport(Map<String, Object> fields, DemoDigits digits, DemoFindings found) {
        this.fields = fields;
        this.digits = digits;
        this.found = found;
    }

    /** Writes the page into a folder. */
    void write(Path folder, DemoShape rings, DemoShape sheet) throws IOException {
        page.lead(
                "Linear PCA looks for straight directions. Kernel PCA also follows curves, and skpca does so in one pass over the rows, in"
                        + " memory that does not grow with them. All rows on this page were made by the demo itself.");
        page.keyFigure(
                        "Rings told apart",
                        percent("ringsApart"),
                        "by a straight cut; linear PCA " + percent("ringsApartLinear"))
                .keyFigure(
                        "Crossed-out digits found",
                        fields.get("crossedFound") + " of " + fields.get("crossedRows"),
                        "with " + fields.get("falseAlarms") + " false alarms among "
                                + (DemoDigits.FRESH_ROWS - DemoFindings.crossed()) + " other digits")
                .keyFigure(
                        "Error beside exact",
                        ratio("skpcaErrorOfThese", "exactError"),
                        "times the error of exact kernel PCA, on the same rows")
                .keyFigure(
                        "Memory",
                        megabytes(number("workingBytes")),
                        "all that the learner holds after " + Console.text(fields.get("rows")) + " rows of "
                                + DrawnDigits.PIXELS + " columns");
        addRings(rings);
        addSheet(sheet);
        addDigits();
        addNovelty();
        addErrors();
        addMemory();
        addNext(folder);
        save(folder.resolve("report.html"), page.build().html());
    }

    static void save(Path path, String text) throws IOException {
        PartFiles.write(path, text.getBytes(StandardCharsets.UTF_8));
    }

    private void addRings(DemoShape rings) {
        page.section("Two rings")
                .paragraph(
                        "No straight line parts two rings, one in the other, and linear PCA only turns the picture: the best straight cut of its two"
                                + " components gets " + percent("ringsApartLinear")
                                + " right, about as good as a guess. On the first two components of kernel PCA"
                                + " a straight cut gets " + percent("ringsApart") + ".")
                .panel(rings("The rows", "x", "y", rings.column(0), rings.column(1), rings.target()), "")
                .panel(rings("Linear PCA", FIRST, SECOND, rings.linear()[0], rings.linear()[1], rings.target()), "")
                .panel(
                        rings(
                                "Kernel PCA, by skpca",
                                FIRST,
                                SECOND,
                                rings.kernel()[0],
                                rings.kernel()[1],
                                rings.target()),
                        "");
    }

    private static Chart rings(String title, String across, String up, double[] x, double[] y, double[] ring) {
        Chart chart = Chart.scatter(title, across, up);
        for (int side : new int[] {-1, 1}) {
            int[] members =
                    IntStream.range(0, ring.length).filter(i -> ring[i] == side).toArray();
            chart = chart.points(
                    side < 0 ? "inner ring" : "outer ring",
                    Arrays.stream(members).mapToDouble(i -> x[i]).toArray(),
                    Arrays.stream(members).mapToDouble(i -> y[i]).toArray());
        }
        return chart;
    }

    private void addSheet(DemoShape sheet) {
        page.section("A rolled sheet")
                .paragraph(
                        "Rows on a sheet in space that is rolled up, coloured by their place along it. Two components of linear PCA lay its layers on"
                                + " top of each other. Those of kernel PCA keep the order: rows that are close on the map are close on the sheet. The ten nearest"
                                + " neighbours on the map are " + percent("sheetNeighbours")
                                + " of the sheet's length away, for linear PCA "
                                + percent("sheetNeighboursLinear") + ".")
                .panel(
                        sheet(
                                "The rows, from the side",
                                "x",
                                "z",
                                sheet.column(0),
                                sheet.column(sheet.up()),
                                sheet.target()),
                        "")
                .panel(sheet("Linear PCA", FIRST, SECOND, sheet.linear()[0], sheet.linear()[1], sheet.target()), "")
                .panel(
                        sheet(
                                "Kernel PCA, by skpca",
                                FIRST,
                                SECOND,
                                sheet.kernel()[0],
                                sheet.kernel()[1],
                                sheet.target()),
                        "");
    }

    private static Chart sheet(String title, String across, String up, double[] x, double[] y, double[] place) {
        return Chart.scatter(title, across, up)
                .points(
                        "place along",
                        x,
                        y,
                        Arrays.stream(place)
                                .map(p -> Math.round(100 * p) / 100.0)
                                .toArray());
    }

    private void addDigits() {
        page.section("A stream of drawn digits");
        ImageGrid images = new ImageGrid("Digits as they come", List.of("", "", ""), DrawnDigits.SIDE);
        for (int i = 0; i < 10; i++) {
            images.column("", digits.testImage(i), digits.testImage(i + 10), digits.testImage(i + 20));
        }
        page.paragraph(Console.text(fields.get("rows")) + " small images of " + DrawnDigits.SIDE + " by "
                        + DrawnDigits.SIDE
                        + " pixels, drawn by strokes with a shaky hand, went by once. Each is a row of "
                        + DrawnDigits.PIXELS
                        + " numbers. Learning took " + Console.number(number("seconds")) + " seconds on this machine.")
                .images(images, "")
                .paragraph("A map of " + DemoDigits.FRESH_ROWS
                        + " new digits by the model's components. Each digit has a place of its own, and"
                        + " linear PCA would part them as well: a kernel is not always needed.")
                .map(
                        map(),
                        "Choose other components and colours in the lists above the map, where the browser runs scripts.");
    }

    private PointMap map() {
        int shown = Math.min(MAP_COMPONENTS, (int) number("components"));
        List<String> axes =
                IntStream.rangeClosed(1, shown).mapToObj(i -> "component " + i).toList();
        long[] numbers = new long[DemoDigits.FRESH_ROWS];
        Arrays.setAll(numbers, i -> i + 1L);
        return new PointMap("New digits on the components", axes, found.places(shown, Workers.callerOnly()), numbers)
                .byGroup(
                        "digit",
                        IntStream.range(0, numbers.length)
                                .mapToObj(i -> DemoDigits.isCrossed(i)
                                        ? "crossed out"
                                        : Integer.toString(digits.freshDigit(i)))
                                .toList())
                .byValue(
                        "−log₁₀ of the p-value",
                        IntStream.range(0, numbers.length)
                                .mapToDouble(i -> -StrictMath.log10(found.pValue(i)))
                                .toArray());
    }

    private void addNovelty() {
        page.section("Novel rows, and what is odd in them");
        ImageGrid images = new ImageGrid(
                "The most novel of " + DemoDigits.FRESH_ROWS + " new digits",
                List.of("observed", "expected", "what is odd"),
                DrawnDigits.SIDE);
        for (DemoFindings.Odd one : found.odd()) {
            images.column(
                    String.format(Locale.ROOT, "p %.0e", found.pValue(one.row())),
                    digits.freshImage(one.row()),
                    one.expected(),
                    one.shares());
        }
        page.paragraph("Of the new digits " + DemoFindings.crossed()
                        + " are crossed out; the model has seen no such row. It calls a row novel if its p-value is at most "
                        + DemoFindings.ALERT + ": of rows like those learned about one in a thousand. So it finds "
                        + fields.get("crossedFound") + " of them, with " + fields.get("falseAlarms") + " false alarms.")
                .images(
                        images,
                        "For each row the model says what it would have expected, and which pixels make it novel.")
                .chart(
                        scores(),
                        "Scores of the new digits. The line is the threshold of p = " + DemoFindings.ALERT + ".");
    }

    private Chart scores() {
        double[] scores = found.scores();
        Chart chart = Chart.scatter("Scores of new digits", "row", "novelty score");
        for (boolean crossed : new boolean[] {false, true}) {
            int[] members = IntStream.range(0, scores.length)
                    .filter(i -> DemoDigits.isCrossed(i) == crossed)
                    .toArray();
            chart = chart.points(
                    crossed ? "crossed out" : "as learned",
                    Arrays.stream(members).mapToDouble(i -> i + 1.0).toArray(),
                    Arrays.stream(members).mapToDouble(i -> scores[i]).toArray());
        }
        double threshold = found.threshold();
        return Double.isFinite(threshold)
                ? chart.level("threshold", Look.number(4).dotted(), threshold)
                : chart;
    }

    private void addErrors() {
        Chart chart = Chart.lines("Error by components", "components used", "spectral error")
                .logX()
                .logY();
        for (Map.Entry<String, double[]> method : found.errors().entrySet()) {
            chart = chart.series(method.getKey(), DemoFindings.counts(), method.getValue());
        }
        double[] rows = digits.history().values(DemoHistory.Moment::rows);
        page.section("How near it is to exact kernel PCA")
                .paragraph("Exact kernel PCA needs the kernel matrix of all rows against all rows. Here it was given "
                        + Console.text(found.exactRows())
                        + " rows, and the others the same ones. The error is ||G - G'||₂ / n on rows that were held"
                        + " out: how far the kernel matrix of the components is from the exact one.")
                .chart(
                        chart,
                        "The lines of skpca and of exact kernel PCA lie on each other. Random features are the paper's way.")
                .chart(
                        Chart.lines("Error while the rows go by", "rows seen", "error")
                                .logX()
                                .logY()
                                .series(
                                        "spectral error, held-out rows",
                                        rows,
                                        digits.history().values(m -> m.error().spectral()))
                                .series(
                                        "proved bound, rows seen",
                                        rows,
                                        digits.history().values(DemoHistory.Moment::bound)),
                        "The model can be asked at any time. What is left at the end is what " + DemoDigits.COMPONENTS
                                + " components cannot hold.");
    }

    private void addMemory() {
        double[] rows = digits.history().values(DemoHistory.Moment::rows);
        double[] own = digits.history().values(m -> m.bytes() / 1e6);
        double[] exact = Arrays.stream(rows)
                .map(n -> (n * n + n * DrawnDigits.PIXELS) * 8 / 1e6)
                .toArray();
        page.section("Memory")
                .chart(
                        Chart.lines("Memory while the rows go by", "rows seen", "megabytes")
                                .logX()
                                .logY()
                                .series("skpca, all it holds", rows, own)
                                .series("exact kernel PCA, its matrix and rows", rows, exact),
                        "After the warm-up the memory of skpca is flat, however many rows come. A kernel matrix of "
                                + Console.text(fields.get("rows")) + " rows alone would take "
                                + megabytes(8 * number("rows") * number("rows")) + ".")
                .table(
                        "The stream in numbers",
                        List.of("rows seen", "spectral error", "proved bound", "megabytes"),
                        digits.history().moments().stream()
                                .map(m -> List.of(
                                        Console.text(m.rows()),
                                        Console.number(m.error().spectral()),
                                        Console.number(m.bound()),
                                        Console.number(m.bytes() / 1e6)))
                                .toList());
    }

    private void addNext(Path folder) {
        page.section("Go on from here")
                .paragraph("The folder of this page also has the model and the new digits. Ask the model yourself:")
                .code("skpca report " + folder.resolve("model.skpca") + " " + folder.resolve("digits.csv")
                        + " --color digit -o digits.html\nskpca score " + folder.resolve("model.skpca") + " "
                        + folder.resolve("digits.csv")
                        + " --keep digit -o scores.csv\nskpca fit your-rows.csv -o model.skpca");
        page.section("All figures")
                .table(
                        "The run",
                        List.of("name", "value"),
                        ModelFields.forPeople(fields).entrySet().stream()
                                .map(field -> List.of(field.getKey(), Console.text(field.getValue())))
                                .toList());
        page.command("skpca demo --rows " + fields.get("rows") + " --seed " + fields.get("seed"));
    }

    private double number(String field) {
        return ((Number) Objects.requireNonNull(fields.get(field), field)).doubleValue();
    }

    private String percent(String field) {
        return String.format(Locale.ROOT, "%.0f%%", 100 * number(field));
    }

    private String ratio(String field, String other) {
        return String.format(Locale.ROOT, "%.2f", number(field) / number(other));
    }

    private static String megabytes(double bytes) {
        return bytes >= 1e9 ? Console.number(bytes / 1e9) + " GB" : Console.number(bytes / 1e6) + " MB";
    }
}
