package io.github.skpca.report;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;

import java.util.List;
import java.util.Locale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

final class ReportPageTest {
    @Test
    void hostileTextStaysText() {
        String hostile = ChartTest.HOSTILE;
        ParsedXml page = new ParsedXml(ReportPage.builder(hostile)
                .lead(hostile)
                .keyFigure(hostile, hostile, hostile)
                .section(hostile)
                .paragraph(hostile)
                .chart(Chart.lines(hostile, hostile, hostile), hostile)
                .table(hostile, List.of(hostile), List.of(List.of(hostile)))
                .command(hostile)
                .build()
                .html());
        assertThat(page.all("script")).isEmpty();
        for (String tag : List.of("h1", "h2", "dt", "dd", "p", "figcaption", "th", "td", "code")) {
            assertThat(page.texts(tag).get(0)).as(tag).contains("<script>alert(1)</script>");
        }
    }

    @Test
    void loadsNothingAndForbidsIt() {
        String html = page().html();
        assertThat(html.replace("http://www.w3.org/2000/svg", "").replace("http-equiv", ""))
                .doesNotContain("http", "//", "url(", "@import", "<script");
        assertThat(html).contains("default-src &#39;none&#39;").containsOnlyOnce("href=\"data:,\"");
    }

    @Test
    void showsThingsInTheOrderGivenAndChartsSideBySide() {
        ParsedXml page = new ParsedXml(page().html());
        Element main = page.all("main").get(0);
        StringBuilder order = new StringBuilder();
        for (var node = main.getFirstChild(); node != null; node = node.getNextSibling()) {
            if (node instanceof Element element) {
                order.append(element.getTagName())
                        .append('.')
                        .append(element.getAttribute("class"))
                        .append(' ');
            }
        }
        assertThat(order.toString())
                .isEqualTo("h1. p.lead dl.figures h2. p. div.charts h2. p.table-name div.scroll div.charts ");
        assertThat(page.all("figure")).hasSize(3);
        assertThat(page.texts("figcaption")).containsExactly("First.", "Second.");
        assertThat(page.texts("code")).containsExactly("skpca demo --seed 42");
    }

    @Test
    void columnsOfNumbersAreFlushRight() {
        ParsedXml page = new ParsedXml(ReportPage.builder("t")
                .table(
                        "methods",
                        List.of("method", "error", "time", "mixed", "nothing"),
                        List.of(
                                List.of("skpca", "1.2×10⁻³", "12 ms", "3", ""),
                                List.of("exact", "—", "≤ 1,200 ms", "three", "")))
                .build()
                .html());
        assertThat(page.all("th").stream().map(cell -> cell.getAttribute("class")))
                .containsExactly("", "number", "number", "", "");
        assertThat(page.all("td").stream().map(cell -> cell.getAttribute("class")))
                .containsExactly("", "number", "number", "", "", "", "number", "number", "", "");
    }

    @Test
    void proseKeepsItsLinesAndPicturesTakeThePage() {
        ParsedXml page = new ParsedXml(ReportPage.builder("t")
                .prose("claims", List.of("verdict", "numbers"), List.of(List.of("holds", "a: 1\nb: 2")))
                .picture(Chart.lines("t", "x", "y").picture(), "")
                .build()
                .html());
        assertThat(page.texts("td")).containsExactly("holds", "a: 1\nb: 2");
        assertThat(page.all("div").get(0).getAttribute("class")).isEqualTo("scroll prose");
        assertThat(page.all("figure").get(0).getAttribute("class")).isEqualTo("wide");
    }

    @Test
    void readsWithoutItsOptionalParts() {
        ParsedXml page =
                new ParsedXml(ReportPage.builder("Only a title").build().html());
        assertThat(page.texts("h1")).containsExactly("Only a title");
        assertThat(page.all("footer")).isEmpty();
        assertThat(page.all("dl")).isEmpty();
    }

    @Test
    void refusesRowsOfTheWrongLength() {
        var builder = ReportPage.builder("t");
        assertThatThrownBy(() -> builder.table("n", List.of("a", "b"), List.of(List.of("1"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must have 2 cells, not 1");
        assertThatThrownBy(() -> builder.table("n", List.of(), List.of())).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar", "ar-u-nu-arab", "tr", "de"})
    void isTheSameInEveryLocale(String tag) {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.ROOT);
            String expected = page().html();
            Locale.setDefault(Locale.forLanguageTag(tag));
            assertThat(page().html()).isEqualTo(expected);
        } finally {
            Locale.setDefault(before);
        }
    }

    private static ReportPage page() {
        return ReportPage.builder("A page")
                .lead("What was found.")
                .keyFigure("Error", "0.01", "On 100 rows.")
                .keyFigure("Rows", "100", "")
                .section("One")
                .paragraph("Text.")
                .chart(ChartTest.sample(), "First.")
                .chart(ChartTest.sample(), "Second.")
                .section("Two")
                .table("Numbers", List.of("a", "b"), List.of(List.of("1", "2")))
                .chart(ChartTest.sample(), "")
                .command("skpca demo --seed 42")
                .build();
    }
}
