package io.github.skpca.cli;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.imageio.ImageIO;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/**
 * Every page that a command writes, in a real browser, wide and narrow: its script runs without an error, nothing sticks out, and something is
 * drawn. The pictures stay in {@code target/pages}.
 *
 * <p>The pictures of the guide come from here too: {@code -Dskpca.pictures=../docs/images} makes pages of as many rows as a reader would, and
 * writes what is seen of them first into that folder, wide ones by themselves and narrow ones side by side.
 *
 * <p>To try one more page: write it in {@link #makePages} and name it in {@link #isDrawn}.
 */
final class PagesInBrowserTest {
    private static final int WIDE = 1280;
    private static final int NARROW = 390;

    @TempDir
    static Path folder;

    private static final Map<String, Path> PAGES = new LinkedHashMap<>();

    /** Where the pictures of the guide go; blank in a test. */
    private static final String PICTURES = System.getProperty("skpca.pictures", "");

    /** The pages of the guide, and how many pixels of each it shows. */
    private static final Map<String, Integer> GUIDE =
            new TreeMap<>(Map.of("demo", 1460, "report", 1330, "compare", 1560, "tune", 1070));

    private static final int GUIDE_NARROW = 1240;

    @BeforeAll
    static void makePages() throws IOException {
        assumeTrue(
                Browser.find(folder).isPresent(),
                "no Chromium found: the pages are not tried in a browser; .ci/install-browser installs it on Debian");
        boolean isGuide = !PICTURES.isEmpty();
        Path demo = folder.resolve("demo");
        Outcome.done("demo", "--rows", isGuide ? 10_000 : 300, "-o", demo);
        add("demo", demo.resolve("report.html"));
        Path report = folder.resolve("digits.html");
        Outcome.passed(
                "report", demo.resolve("model.skpca"), demo.resolve("digits.csv"), "--color", "digit", "-o", report);
        add("report", report);
        Path rings = folder.resolve("rings.csv");
        Outcome.passed("generate", "rings", "--rows", isGuide ? 3000 : 600, "-o", rings);
        Outcome.passed("compare", rings, "--size", isGuide ? 500 : 60, "--components", isGuide ? 50 : 10, "-o", folder);
        add("compare", folder.resolve("compare.html"));
        Path tune = folder.resolve("tune.html");
        Outcome.passed("tune", demo.resolve("digits.csv"), "--label", "digit", "-o", tune);
        add("tune", tune);
        PAGES.put("reproduce", Path.of("..", "docs", "results", "report.html"));
    }

    /** A page as it would be of files in the current folder. */
    private static void add(String name, Path page) throws IOException {
        Files.writeString(page, Files.readString(page).replace(folder + "/", ""));
        PAGES.put(name, page);
    }

    @AfterAll
    static void writePictures() throws IOException {
        if (PICTURES.isEmpty()) {
            return;
        }
        BufferedImage beside =
                new BufferedImage((NARROW + 20) * GUIDE.size() - 20, GUIDE_NARROW, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = beside.createGraphics();
        graphics.setColor(new Color(0xC8D0DA));
        graphics.fillRect(0, 0, beside.getWidth(), beside.getHeight());
        int left = 0;
        for (Map.Entry<String, Integer> page : GUIDE.entrySet()) {
            BufferedImage wide = ImageIO.read(kept(page.getKey(), WIDE).toFile());
            ImageIO.write(
                    wide.getSubimage(0, 0, WIDE, page.getValue()),
                    "png",
                    Path.of(PICTURES, page.getKey() + ".png").toFile());
            graphics.drawImage(ImageIO.read(kept(page.getKey(), NARROW).toFile()), left, 0, null);
            left += NARROW + 20;
        }
        graphics.dispose();
        ImageIO.write(beside, "png", Path.of(PICTURES, "narrow.png").toFile());
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
        Path file = kept(name, width);
        Files.createDirectories(file.getParent());
        Files.write(file, Files.readAllBytes(picture));
    }

    private static Path kept(String name, int width) {
        return Path.of("target", "pages", name + "-" + width + ".png");
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
