package io.github.skpca.report;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ChartTest {
    static final String HOSTILE = "\"'><script>alert(1)</script><!-- ]]> &amp; \0\u001b[31m\ud800 \u202Eevil";

    private static final double[] NONE = {};

    @Test
    void hostileLabelsStayText() {
        Chart chart = Chart.lines(HOSTILE, HOSTILE, HOSTILE)
                .series(HOSTILE, new double[] {1, 2}, new double[] {3, 4})
                .points(HOSTILE, new double[] {1, 2}, new double[] {3, 4}, new double[] {0, 1});
        ParsedXml svg = new ParsedXml(chart.svg());
        assertThat(svg.all("script")).isEmpty();
        assertThat(svg.texts("title").get(0)).contains("<script>alert(1)</script>");
        assertThat(svg.texts("text")).anyMatch(text -> text.startsWith("\"'><script>"));
    }

    @Test
    void isAPictureToAssistiveTechnology() {
        ParsedXml svg = new ParsedXml(Chart.bars("Spectrum", "direction", "share")
                .bars(new double[] {3, 2, 1}, 1)
                .svg());
        assertThat(svg.root().getAttribute("role")).isEqualTo("img");
        assertThat(svg.texts("title")).containsExactly("Spectrum");
        assertThat(svg.texts("desc"))
                .containsExactly("Bar chart. Across: direction. Up: share. Values: 3 points from 1 to 3, "
                        + "the first 1 highlighted.");
    }

    @Test
    void refersToNothingOutside() {
        String svg = sample().svg();
        assertThat(svg.replace("http://www.w3.org/2000/svg", ""))
                .doesNotContain("http", "//", "url(", "href", "@import");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar", "ar-u-nu-arab", "tr", "de", "hi-u-nu-deva"})
    void isTheSameInEveryLocale(String tag) {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.ROOT);
            String expected = sample().svg();
            Locale.setDefault(Locale.forLanguageTag(tag));
            assertThat(sample().svg()).isEqualTo(expected);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void saysHowManyValuesAreLeftOut() {
        double[] x = {1, 2, 3, 4, 5};
        double[] y = {1, Double.NaN, Double.POSITIVE_INFINITY, -1, 0};
        Chart chart = Chart.lines("t", "x", "y").series("s", x, y);
        assertThat(texts(chart)).contains("2 values left out: not finite");
        assertThat(texts(chart.logY()))
                .contains("4 values left out: not finite, or not positive on a logarithmic axis");
        assertThat(texts(Chart.lines("t", "x", "y").series("s", x, x))).noneMatch(text -> text.contains("left out"));
    }

    @Test
    void aLineIsBrokenWhereValuesAreLeftOut() {
        double[] x = {1, 2, 3, 4, 5};
        String data = linePath(Chart.lines("t", "x", "y").series("", x, new double[] {1, 2, Double.NaN, 4, 5}));
        assertThat(data.chars().filter(c -> c == 'M')).hasSize(2);
    }

    @Test
    void nothingBreaksIt() {
        double[] extremes = {
            0,
            -0.0,
            1,
            -1,
            Double.MIN_VALUE,
            Double.MAX_VALUE,
            -Double.MAX_VALUE,
            1e250,
            -1e250,
            1e-250,
            1e300,
            1e-300,
            1e16,
            1e16 + 2,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY
        };
        check(NONE, NONE);
        for (double one : extremes) {
            check(new double[] {one}, new double[] {one});
            for (double other : extremes) {
                check(new double[] {one, other}, new double[] {other, one});
                check(new double[] {one, one}, new double[] {other, other});
            }
        }
        for (Chart chart : new Chart[] {Chart.lines("", "", ""), Chart.bars("", "", ""), Chart.scatter("", "", "")}) {
            assertThat(texts(chart)).contains("nothing to draw");
            assertThat(texts(chart.logX().logY())).contains("nothing to draw");
        }
    }

    @Test
    void aConstantSeriesIsInTheMiddle() {
        Chart chart = Chart.lines("t", "x", "y").series("", new double[] {1, 2, 3}, new double[] {5, 5, 5});
        assertThat(texts(chart)).contains("5.0");
        assertThat(linePath(chart)).contains("L");
    }

    @Test
    void seriesDifferInMoreThanColour() {
        Chart chart = Chart.lines("t", "x", "y");
        for (int i = 0; i < 36; i++) {
            chart = chart.series("", new double[] {1, 2}, new double[] {i, i + 1});
        }
        var looks = new ParsedXml(chart.svg())
                .all("path").stream()
                        .filter(path -> path.getAttribute("stroke-linejoin").equals("round"))
                        .filter(path -> path.getAttribute("stroke-width").equals("2"))
                        .map(path -> path.getAttribute("class") + path.getAttribute("stroke-dasharray"))
                        .toList();
        assertThat(looks).hasSize(36).doesNotHaveDuplicates();
        assertThat(looks.subList(0, 6).stream().map(look -> look.substring(2))).doesNotHaveDuplicates();
    }

    @Test
    void thousandsOfPointsStaySmall() {
        long seed = 20260104;
        Random random = new Random(seed);
        double[] x = random.doubles(10_000).toArray();
        double[] y = random.doubles(10_000).toArray();
        String svg = Chart.scatter("t", "x", "y").points("p", x, y).svg();
        assertThat(svg.length()).as("seed %d", seed).isLessThan(10_000 * 17);
        assertThat(new ParsedXml(svg).all("path")).hasSizeLessThan(6);
    }

    @Test
    void aLineOfAMillionPointsStaysSmallAndKeepsItsExtremes() {
        double[] x = IntStream.range(0, 1_000_000).asDoubleStream().toArray();
        double[] y = Arrays.stream(x).map(Math::sin).toArray();
        y[543_210] = 7;
        Chart chart = Chart.lines("t", "x", "y").series("", x, y);
        assertThat(chart.svg().length()).isLessThan(100_000);
        assertThat(new ParsedXml(chart.svg()).texts("desc").get(0)).contains("to 7");
        // The axis ends at 7, so the peak touches the upper edge of a plot 240 high.
        assertThat(linePath(chart)).contains(" " + Numbers.coordinate(bottomEdge(chart) - 240));
    }

    @Test
    void highlightedBarsAreSolidAndTheOthersHollow() {
        ParsedXml svg = new ParsedXml(
                Chart.bars("t", "x", "y").bars(new double[] {4, 3, 2, 1}, 3).svg());
        var bars = svg.all("path").stream()
                .filter(path -> path.getAttribute("fill").equals("currentColor"))
                .filter(path -> path.getParentNode() == svg.root())
                .toList();
        assertThat(bars).hasSize(2);
        assertThat(bars.get(0).getAttribute("d").chars().filter(c -> c == 'z')).hasSize(1);
        assertThat(bars.get(0).getAttribute("fill-opacity")).isNotEmpty();
        assertThat(bars.get(1).getAttribute("d").chars().filter(c -> c == 'z')).hasSize(3);
        assertThat(svg.texts("text")).contains("first 3", "other 1");
    }

    @Test
    void isNotChangedByAddingToItNorThroughTheArrays() {
        double[] x = {1, 2};
        double[] y = {3, 4};
        Chart chart = Chart.lines("t", "x", "y").series("s", x, y);
        String before = chart.svg();
        x[0] = 100;
        chart.logX().logY().series("more", x, y);
        assertThat(chart.svg()).isEqualTo(before);
    }

    @Test
    void refusesWhatCannotBeMeant() {
        Chart chart = Chart.lines("t", "x", "y");
        assertThatThrownBy(() -> chart.series("s", new double[2], new double[3]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("as many x as y values, not 2 and 3");
        assertThatThrownBy(() -> chart.points("s", new double[2], new double[2], new double[1]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("colour");
        assertThatThrownBy(() -> chart.bars(new double[2], 3)).hasMessageContaining("between 0 and 2, not 3");
        assertThatThrownBy(() -> chart.logX().bars(new double[2], 1)).hasMessageContaining("cannot be logarithmic");
    }

    static Chart sample() {
        double[] x = {100, 1000, 10_000, 1e5};
        double[] y = {0.1234567, 0.01, Double.NaN, 1234.5};
        return Chart.lines("Istanbul Iı", "rows", "error")
                .logX()
                .logY()
                .series("INFO", x, y)
                .points("score", x, y, y);
    }

    private static void check(double[] x, double[] y) {
        Chart[] charts = {
            Chart.lines("t", "x", "y").series("s", x, y),
            Chart.scatter("t", "x", "y").points("s", x, y),
            Chart.scatter("t", "x", "y").points("s", x, y, y),
            Chart.bars("t", "x", "y").bars(y, y.length / 2)
        };
        for (int i = 0; i < charts.length; i++) {
            checkSvg(charts[i], x, y);
            checkSvg(charts[i].logY(), x, y);
            if (i < 3) {
                checkSvg(charts[i].logX(), x, y);
                checkSvg(charts[i].logX().logY(), x, y);
            }
        }
    }

    private static void checkSvg(Chart chart, double[] x, double[] y) {
        String context = Arrays.toString(x) + " " + Arrays.toString(y);
        ParsedXml svg = new ParsedXml(chart.svg());
        for (var path : svg.all("path")) {
            assertThat(path.getAttribute("d")).as(context).doesNotContain("N").matches("[-MLHVhvlmz0-9. ]*");
            for (String number : path.getAttribute("d").split("[^-0-9.]+", -1)) {
                assertThat(number.isEmpty() || Math.abs(Double.parseDouble(number)) <= 600)
                        .as(context + ": " + number)
                        .isTrue();
            }
        }
        assertThat(svg.texts("text")).as(context).noneMatch(text -> text.contains("NaN"));
    }

    private static List<String> texts(Chart chart) {
        return new ParsedXml(chart.svg()).texts("text");
    }

    private static String linePath(Chart chart) {
        return new ParsedXml(chart.svg())
                .all("path").stream()
                        .filter(path -> path.getAttribute("stroke-linejoin").equals("round"))
                        .findFirst()
                        .orElseThrow()
                        .getAttribute("d");
    }

    private static double bottomEdge(Chart chart) {
        String axis = new ParsedXml(chart.svg())
                .all("path").stream()
                        .filter(path -> path.getAttribute("class").equals("axis"))
                        .findFirst()
                        .orElseThrow()
                        .getAttribute("d");
        return Double.parseDouble(axis.substring(axis.indexOf(' ') + 1, axis.indexOf('H')));
    }
}
