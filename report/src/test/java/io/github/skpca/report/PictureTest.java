package io.github.skpca.report;

import org.junit.jupiter.api.Test;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class PictureTest {
    private static final double[] X = {1, 10, 100};
    private static final double[] Y = {0.1, 0.01, 0.001};

    @Test
    void thePngHasTwoPixelsAUnitAndTheColoursOfTheSvg() throws IOException {
        Picture picture = Chart.lines("t", "x", "y")
                .logX()
                .logY()
                .series("s", Look.colour(1, 1), X, Y)
                .picture();
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(picture.png()));
        assertThat(image.getWidth()).isEqualTo((int) (2 * picture.width()));
        assertThat(image.getHeight()).isEqualTo((int) (2 * picture.height()));
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        assertThat(count(pixels, Palette.LIGHT.paper())).isGreaterThan(pixels.length / 2);
        assertThat(count(pixels, Palette.LIGHT.series(1))).isGreaterThan(500);
        assertThat(count(pixels, Palette.LIGHT.series(0))).isZero();
    }

    private static long count(int[] pixels, String colour) {
        int wanted = Integer.decode(colour);
        return Arrays.stream(pixels)
                .filter(pixel -> (pixel & 0xFFFFFF) == wanted)
                .count();
    }

    @Test
    void everyMarkerAndPenCanBePainted() throws PngException {
        Chart chart = ChartTest.sample().level("level", Look.colour(5, 0).dotted(), 0.5);
        for (int marker = 0; marker < Shapes.MARKERS; marker++) {
            chart = chart.series("m" + marker, Look.colour(marker % 6, marker).dashed(), X, Y);
        }
        assertThat(chart.picture().png()).startsWith(0x89, 'P', 'N', 'G');
        assertThat(Chart.bars("t", "x", "y")
                        .bars(new double[] {3, 2, 1}, 1)
                        .picture()
                        .png())
                .isNotEmpty();
    }

    @Test
    void aJavaWithoutFontsIsOneKindOfFailure() {
        for (Throwable failure : List.of(
                new InternalError("no fonts"),
                new UnsatisfiedLinkError("libfreetype"),
                new NoClassDefFoundError("sun.font"),
                new NullPointerException())) {
            assertThatThrownBy(() -> PngImage.explained(() -> {
                        if (failure instanceof Error error) {
                            throw error;
                        }
                        throw (RuntimeException) failure;
                    }))
                    .isInstanceOf(PngException.class)
                    .hasMessageContaining("no fonts")
                    .hasMessageContaining("use the SVG");
        }
    }

    @Test
    void aLookIsTheSameInEveryChart() {
        Look look = Look.step(3);
        Chart alone = Chart.lines("t", "x", "y").series("s", look, X, Y);
        Chart second = Chart.lines("t", "x", "y").series("other", X, Y).series("s", look, X, Y);
        assertThat(linesOf(alone)).isSubsetOf(linesOf(second)).containsExactly("q3");
    }

    private static List<String> linesOf(Chart chart) {
        ParsedXml svg = new ParsedXml(chart.svg());
        return svg.all("path").stream()
                .filter(path -> path.getParentNode() == svg.root())
                .filter(path -> path.getAttribute("stroke-linejoin").equals("round"))
                .map(path -> path.getAttribute("class"))
                .distinct()
                .toList();
    }

    @Test
    void aBandIsBelowItsLineAndLeftOutWhereItCannotBeDrawn() {
        double[] low = {0.05, 0, 0.0005};
        double[] high = {0.2, 0.02, 0.002};
        ParsedXml svg = new ParsedXml(Chart.lines("t", "x", "y")
                .logY()
                .series("s", Look.step(0), X, Y, low, high)
                .svg());
        var bands = svg.all("path").stream()
                .filter(path -> path.getAttribute("fill-opacity").equals("0.16"))
                .toList();
        assertThat(bands).hasSize(1);
        // The middle has no lower end on a logarithmic axis, so what is left are the first and the last.
        assertThat(bands.get(0).getAttribute("d").chars().filter(c -> c == 'z')).hasSize(2);
        assertThat(svg.texts("desc").get(0)).contains("from 0.001 to 0.1").doesNotContain("left out");
        assertThat(new ParsedXml(Chart.lines("t", "x", "y")
                                .series("s", Look.step(0), X, Y, Y, Y)
                                .svg())
                        .all("path"))
                .noneMatch(path -> path.getAttribute("fill-opacity").equals("0.16"));
    }

    @Test
    void aLevelReachesFromEdgeToEdgeAndNoFurther() {
        Chart chart = Chart.lines("t", "x", "y").logX().series("s", X, Y);
        ParsedXml svg = new ParsedXml(
                chart.level("exact", Look.colour(5, 0).dotted(), 0.05).svg());
        String axis = svg.all("path").stream()
                .filter(path -> path.getAttribute("class").equals("axis"))
                .findFirst()
                .orElseThrow()
                .getAttribute("d");
        String level = svg.all("path").stream()
                .filter(path -> path.getParentNode() == svg.root())
                .filter(path -> path.getAttribute("class").equals("c5"))
                .findFirst()
                .orElseThrow()
                .getAttribute("d");
        assertThat(level.substring(0, level.indexOf(' '))).isEqualTo(axis.substring(0, axis.indexOf(' ')));
        assertThat(axis).contains(level.substring(level.indexOf('H')) + "M");
        assertThat(svg.texts("text")).contains("exact");
    }

    @Test
    void markersOfOneLineStayApart() {
        double[] x = {500, 501, 502, 503, 1000};
        double[] y = {1, 1, 1, 1, 1};
        ParsedXml svg = new ParsedXml(
                Chart.lines("t", "x", "y").series("", Look.colour(0, 1), x, y).svg());
        String markers = svg.all("path").stream()
                .filter(path -> path.getAttribute("fill").equals("currentColor"))
                .findFirst()
                .orElseThrow()
                .getAttribute("d");
        assertThat(markers.chars().filter(c -> c == 'M')).hasSize(2);
    }

    @Test
    void aGridNamesEverySeriesOnceAndKeepsItsPanelsApart() {
        Chart one =
                Chart.lines("First", "x", "y").series("a", Look.step(0), X, Y).series("b", Look.step(1), X, Y);
        Chart two = Chart.lines("Second", "x", "y").series("b", Look.step(1), X, Y);
        Picture picture = new ChartGrid("All", List.of(one, two, two, one), 2).picture();
        ParsedXml svg = new ParsedXml(picture.svg());
        List<String> texts = svg.texts("text");
        assertThat(texts).containsOnlyOnce("a", "b", "All");
        assertThat(texts.stream().filter("Second"::equals)).hasSize(2);
        assertThat(svg.all("g").stream()
                        .map(group -> group.getAttribute("transform"))
                        .distinct())
                .hasSize(6);
        assertThat(picture.width()).isLessThan(2.1 * Layout.PANEL.width());
        assertThatThrownBy(() -> new ChartGrid("t", List.of(), 2)).hasMessageContaining("at least one chart");
    }

    @Test
    void refusesLooksThatThereAreNot() {
        assertThatThrownBy(() -> Look.step(6)).hasMessageContaining("between 0 and 5, not 6");
        assertThatThrownBy(() -> Look.colour(6, 0)).hasMessageContaining("colour must be between 0 and 5");
        assertThatThrownBy(() -> Look.colour(0, 11)).hasMessageContaining("marker between 0 and 10");
        assertThatThrownBy(() -> Chart.lines("t", "x", "y").series("s", Look.step(0), X, Y, X, new double[1]))
                .hasMessageContaining("lower and upper ends");
    }
}
