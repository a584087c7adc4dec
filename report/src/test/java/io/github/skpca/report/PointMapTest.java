package io.github.skpca.report;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

import java.util.ArrayList;
import java.util.List;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class PointMapTest {
    private static final List<String> AXES = List.of("one", "two", "three");

    @Test
    void isAPictureOfTheFirstTwoAxesWithoutAScript() {
        ParsedXml page = new ParsedXml(page(map(6).byGroup("kind", List.of("a", "b", "a", "b", "a", "b"))));
        Element figure = page.all("figure").get(0);
        assertThat(figure.getAttribute("class")).isEqualTo("map");
        assertThat(page.texts("text")).contains("one", "two", "a", "b").doesNotContain("three");
        // Two groups, each a path; the lists are hidden until the script is there.
        assertThat(figure.getElementsByTagName("select").getLength()).isEqualTo(3);
        assertThat(page.all("div").get(0).getAttribute("hidden")).isEqualTo("hidden");
    }

    @Test
    void runsOneScriptWhoseHashIsInThePolicy() {
        ParsedXml page = new ParsedXml(page(map(3).byValue("size", new double[] {1, 2, 3})));
        assertThat(page.all("script")).hasSize(1);
        String policy = page.all("meta").get(2).getAttribute("content");
        assertThat(policy)
                .startsWith("default-src 'none'")
                .contains("script-src '" + PageScript.source(PageScript.text()) + "'");
        assertThat(policy).doesNotContain("script-src 'unsafe-inline'");
    }

    @Test
    void manyGroupsAreFewAndNumbersAreInOrder() {
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            labels.add(Integer.toString(i < 20 ? i : i % 3 + 8));
        }
        ParsedXml page = new ParsedXml(page(map(40).byGroup("digit", labels)));
        List<String> texts = page.texts("text");
        assertThat(texts).contains("other");
        assertThat(texts.indexOf("9")).isLessThan(texts.indexOf("10"));
    }

    @Test
    void hostileTextStaysText() {
        String hostile = ChartTest.HOSTILE;
        PointMap map = new PointMap(
                        hostile, List.of(hostile, hostile), new double[][] {{0, 1}, {1, 0}}, new long[] {1, 2})
                .byGroup(hostile, List.of(hostile, "b"));
        ParsedXml page = new ParsedXml(page(map));
        assertThat(page.all("script")).hasSize(1);
        assertThat(page.all("figure").get(0).getAttribute("data-map")).startsWith("{\"axes\":[{\"name\":\"\\\"'>");
    }

    @Test
    void refusesPointsThatHaveNoPlace() {
        assertThatThrownBy(() -> new PointMap("t", AXES, new double[][] {{1, Double.NaN, 3}}, new long[] {1}))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> map(2).byGroup("kind", List.of("a"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> page(map(2))).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void imagesArePaintedAndTonesAreSigns() {
        ImageGrid images = new ImageGrid("images", List.of("observed"), 2).column("first", new double[] {0, 1, 0.5, 2});
        ParsedXml page = new ParsedXml(ReportPage.builder("t")
                .keyFigure(Tone.GOOD, "holds", "3", "")
                .images(images, "what to see")
                .prose(
                        "claims",
                        List.of("verdict", "numbers"),
                        List.of(List.of("does not hold", "1")),
                        List.of(Tone.BAD))
                .build()
                .html());
        assertThat(page.texts("dt")).containsExactly("✓ holds");
        assertThat(page.texts("td")).containsExactly("✗ does not hold", "1");
        assertThat(page.all("td").get(0).getAttribute("class")).isEqualTo("tone bad");
        assertThat(page.texts("text")).containsExactly("images", "observed", "first");
        // Paper is not painted: grey and ink, and the frame.
        assertThat(page.all("path")).hasSize(3);
        assertThatThrownBy(() -> images.column("", new double[3])).isInstanceOf(IllegalArgumentException.class);
    }

    private static PointMap map(int points) {
        double[][] places = new double[points][3];
        long[] rows = new long[points];
        for (int i = 0; i < points; i++) {
            places[i] = new double[] {i, i * i, -i};
            rows[i] = i + 1;
        }
        return new PointMap("map", AXES, places, rows);
    }

    private static String page(PointMap map) {
        return ReportPage.builder("t").map(map, "caption").build().html();
    }
}
