package io.github.skpca.report;

/**
 * The colours of pictures and page. Series colours differ in hue and lightness so that readers with any of the usual
 * colour vision deficiencies tell them apart, and each has a contrast of at least 3:1 with its background.
 */
final class Palette {
    static final int COLOURS = 6;
    static final int SHADES = 6;

    static final Palette LIGHT = new Palette(
            "#1c2330",
            "#566072",
            "#e3e7ed",
            "#ffffff",
            "#0069a8 #c44e00 #007a5a #9c4a86 #4a4f58 #876300",
            "#2a1a66 #2a4f93 #1c7b95 #249173 #65932a #a08a00");
    static final Palette DARK = new Palette(
            "#e8ebf0",
            "#a3adbb",
            "#303744",
            "#171b22",
            "#5bb5ee #f39a4a #35cfa0 #e79cc8 #c3c9d2 #eedd4a",
            "#7478dc #539ee2 #48c0d2 #62d8a5 #abe46e #f4e450");

    static final String[] DASHES = {"", "7 4", "2 3.5", "10 3 2 3", "13 4", "5 3 1 3 1 3"};

    private final String ink;
    private final String quiet;
    private final String grid;
    private final String paper;
    private final String[] series;
    private final String[] shades;

    private Palette(String ink, String quiet, String grid, String paper, String series, String shades) {
        this.ink = ink;
        this.quiet = quiet;
        this.grid = grid;
        this.paper = paper;
        this.series = series.split(" ", -1);
        this.shades = shades.split(" ", -1);
    }

    String ink() {
        return ink;
    }

    String quiet() {
        return quiet;
    }

    String grid() {
        return grid;
    }

    String paper() {
        return paper;
    }

    /** The variables that the page and every picture take their colours from, as declarations of a style sheet. */
    String variables() {
        StringBuilder out = new StringBuilder();
        out.append("--ink:").append(ink).append(";--quiet:").append(quiet);
        out.append(";--grid:").append(grid).append(";--paper:").append(paper);
        for (int i = 0; i < COLOURS; i++) {
            out.append(";--c").append(i).append(':').append(series[i]);
        }
        for (int i = 0; i < SHADES; i++) {
            out.append(";--q").append(i).append(':').append(shades[i]);
        }
        return out.toString();
    }

    String series(int index) {
        return series[index];
    }

    String shade(int step) {
        return shades[step];
    }

    /** Which dash and which marker the series has; shifted with each round of colours, so that equal colours differ in both. */
    static int variant(int index) {
        return (index + index / COLOURS) % DASHES.length;
    }

    /**
     * The style sheet of a picture. Colours are also given as attributes on every element, for viewers that know no
     * variables; a dark picture is for screens only, so that paper stays white.
     */
    static String chartStyle() {
        StringBuilder out = new StringBuilder();
        out.append(".skpca-chart{").append(LIGHT.variables()).append("}");
        out.append("@media screen and (prefers-color-scheme:dark){.skpca-chart{")
                .append(DARK.variables())
                .append("}}");
        out.append(".skpca-chart .ink{fill:var(--ink)}.skpca-chart .quiet{fill:var(--quiet)}");
        out.append(".skpca-chart .grid{stroke:var(--grid)}.skpca-chart .axis{stroke:var(--quiet)}");
        out.append(".skpca-chart .paper{fill:var(--paper)}.skpca-chart .i{color:var(--ink)}");
        for (int i = 0; i < COLOURS; i++) {
            out.append(".skpca-chart .c" + i + "{color:var(--c" + i + ")}");
        }
        for (int i = 0; i < SHADES; i++) {
            out.append(".skpca-chart .q" + i + "{color:var(--q" + i + ")}");
        }
        return out.toString();
    }
}
