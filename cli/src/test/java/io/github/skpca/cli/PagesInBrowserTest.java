package io.github.skpca.cli;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.imageio.ImageIO;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Every page that a command writes, in a real browser, wide and narrow: its script runs without an error, nothing sticks out, and something is
 * drawn. The pictures stay in {@code target/pages}.
 *
 * <p>To try one more page: write it in {@link #makePages} and name it in {@link #isDrawn}.
 */
final class PagesInBrowserTest {
    private static final int WIDE = 1280;
    private static final int NARROW = 390;

    @TempDir
    static Path folder;

    private static final Map<String, Path> PAGES = new LinkedHashMap<>();

    @BeforeAll
    static void makePages() throws IOException {
        assumeTrue(
                Browser.find(folder).isPresent(),
                "no Chromium found: the pages are not tried in a browser; .ci/install-browser installs it on Debian");
        Path demo = folder.resolve("demo");
        Outcome.done("demo", "--rows", 300, "-o", demo);
        PAGES.put("demo", demo.resolve("report.html"));
        Path report = folder.resolve("digits.html");
        Outcome.passed(
                "report", demo.resolve("model.skpca"), demo.resolve("digits.csv"), "--color", "digit", "-o", report);
        PAGES.put("report", report);
        Path rows = Data.file(folder, "rows.csv", Data.lines(400, 6, 3));
        Outcome.passed("compare", rows, "--size", 60, "--components", 10, "-o", folder);
        PAGES.put("compare", folder.resolve("compare.html"));
        Path rings = folder.resolve("rings.csv");
        Outcome.passed("generate", "rings", "--rows", 600, "-o", rings);
        Path tune = folder.resolve("tune.html");
        Outcome.passed("tune", rings, "--scale", "none", "--components", "1,2", "-o", tune);
        PAGES.put("tune", tune);
        PAGES.put("reproduce", Path.of("..", "docs", "results", "report.html"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo", "report", "compare", "tune", "reproduce"})
    void isDrawn(String name) throws Exception {
        Browser browser = Browser.find(folder).orElseThrow();
        Path page = PAGES.get(name);
        boolean hasMap = Files.readString(page).contains("class=\"map\"");
        // As a reader has it: the policy lets our script run, and nothing fails.
        Browser.Seen wide = browser.open(page, WIDE, 2400);
        assertThat(wide.said("error")).isEmpty();
        assertThat(wide.said("script")).isEqualTo(hasMap ? "ready" : "");
        assertThat(colours(wide.picture(), WIDE)).isGreaterThan(40);
        keep(name, wide.picture(), WIDE);
        Browser.Seen narrow = browser.probe(page, NARROW, 2400);
        assertThat(narrow.said("error")).isEmpty();
        assertThat(narrow.said("width")).isEqualTo(Integer.toString(NARROW));
        assertThat(Integer.parseInt(narrow.said("overflow"))).isLessThanOrEqualTo(0);
        assertThat(narrow.said("moved")).isEqualTo(hasMap ? "true" : "");
        assertThat(narrow.said("named")).isEqualTo(hasMap ? "component 1" : "");
        assertThat(colours(narrow.picture(), NARROW)).isGreaterThan(40);
        keep(name, narrow.picture(), NARROW);
    }

    private static void keep(String name, Path picture, int width) throws IOException {
        Path pages = Files.createDirectories(Path.of("target", "pages"));
        Files.write(pages.resolve(name + "-" + width + ".png"), Files.readAllBytes(picture));
    }

    /** How many colours a picture has, which is as wide as it should be; a blank page has one. */
    private static int colours(Path picture, int width) throws IOException {
        BufferedImage image = ImageIO.read(picture.toFile());
        assertThat(image.getWidth()).isEqualTo(width);
        Set<Integer> colours = new HashSet<>();
        for (int y = 0; y < image.getHeight(); y += 3) {
            for (int x = 0; x < width; x++) {
                colours.add(image.getRGB(x, y));
            }
        }
        return colours.size();
    }
}
