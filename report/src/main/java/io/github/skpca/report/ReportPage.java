package io.github.skpca.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * One self-contained HTML page of key figures, prose, pictures and tables.
 *
 * <p>It loads nothing, and runs nothing but the script of its {@linkplain PointMap maps}, if it has any; the browser is forbidden all else. It
 * reads on a telephone, on paper, on a light and on a dark screen, and without JavaScript.
 */
public final class ReportPage {
    private final String html;

    private ReportPage(String html) {
        this.html = html;
    }

    /** A page with nothing but its title. */
    public static Builder builder(String title) {
        return new Builder(title);
    }

    /** The whole page, to be written in UTF-8. */
    public String html() {
        return html;
    }

    /**
     * Collects what a page shows. Sections, paragraphs, charts and tables appear in the order in which they are given;
     * charts given one after another stand side by side where the page is wide enough.
     */
    public static final class Builder {
        private static final Pattern OPTION = Pattern.compile("(?<=\\s)--?[a-z][a-z-]*(?=\\s)");

        private final String title;
        private final StringBuilder figures = new StringBuilder();
        private final StringBuilder body = new StringBuilder();
        private final List<String> charts = new ArrayList<>();
        private String chartsClass = "charts";
        private boolean hasMap;
        private String lead = "";
        private String command = "";

        private Builder(String title) {
            this.title = Objects.requireNonNull(title, "title");
        }

        /** One sentence under the title that says what was found. */
        public Builder lead(String sentence) {
            lead = Objects.requireNonNull(sentence, "sentence");
            return this;
        }

        /**
         * A number worth knowing first.
         *
         * @param explanation what the number means, in one short sentence; may be blank
         */
        public Builder keyFigure(String label, String value, String explanation) {
            return keyFigure("", label, value, explanation);
        }

        /** As {@link #keyFigure(String, String, String)}, in the colour of a tone and with its sign. */
        public Builder keyFigure(Tone tone, String label, String value, String explanation) {
            return keyFigure(" class=\"" + tone.classes() + "\"", tone.sign() + " " + label, value, explanation);
        }

        private Builder keyFigure(String classes, String label, String value, String explanation) {
            figures.append("<div")
                    .append(classes)
                    .append("><dt>")
                    .append(Markup.escape(label))
                    .append("</dt><dd class=\"value\">");
            figures.append(Markup.escape(value)).append("</dd>");
            if (!explanation.isBlank()) {
                figures.append("<dd class=\"why\">")
                        .append(Markup.escape(explanation))
                        .append("</dd>");
            }
            figures.append("</div>\n");
            return this;
        }

        /** Begins a section. */
        public Builder section(String heading) {
            placeCharts();
            body.append("<h2>").append(Markup.escape(heading)).append("</h2>\n");
            return this;
        }

        /** A paragraph of plain text. */
        public Builder paragraph(String text) {
            placeCharts();
            body.append("<p>").append(Markup.escape(text)).append("</p>\n");
            return this;
        }

        /** A command or a piece of a file, as it is typed. */
        public Builder code(String text) {
            placeCharts();
            body.append(typed(text)).append("\n");
            return this;
        }

        /** Text as it is typed. Options are not broken behind their hyphens, where a browser would break a line first. */
        private static String typed(String text) {
            String escaped = Markup.escape(text);
            return "<pre><code>" + OPTION.matcher(escaped).replaceAll("<span>$0</span>") + "</code></pre>";
        }

        /** A picture and, under it, a sentence that says what to see in it; the caption may be blank. */
        public Builder chart(Chart chart, String caption) {
            return beside("charts", chart.picture(), caption);
        }

        /** As {@link #chart}, smaller: three stand side by side where the page is wide enough. */
        public Builder panel(Chart chart, String caption) {
            return beside("panels", chart.smallPicture(), caption);
        }

        private Builder beside(String classes, Picture picture, String caption) {
            if (!classes.equals(chartsClass)) {
                placeCharts();
                chartsClass = classes;
            }
            charts.add("<figure>" + picture.svg() + below(caption) + "</figure>\n");
            return this;
        }

        private static String below(String caption) {
            return caption.isBlank() ? "" : "<figcaption>" + Markup.escape(caption) + "</figcaption>";
        }

        /** A picture across the whole page and, under it, a sentence that says what to see in it; the caption may be blank. */
        public Builder picture(Picture picture, String caption) {
            return across("wide", picture, caption);
        }

        /** Small images and, under them, a sentence that says what to see in them; the caption may be blank. */
        public Builder images(ImageGrid images, String caption) {
            return across("images", images.picture(), caption);
        }

        private Builder across(String classes, Picture picture, String caption) {
            placeCharts();
            body.append("<figure class=\"").append(classes).append("\"><div>").append(picture.svg());
            body.append("</div>").append(below(caption)).append("</figure>\n");
            return this;
        }

        /** A map to choose axes and colours of and, under it, a sentence that says what to see in it; the caption may be blank. */
        public Builder map(PointMap map, String caption) {
            placeCharts();
            body.append(map.html(caption));
            hasMap = true;
            return this;
        }

        /**
         * A table under a line that opens and closes it.
         *
         * @param line what is always seen
         * @param isOpen whether the table is seen at first
         * @param headers one for each column
         * @param rows each with as many cells as there are headers
         */
        public Builder foldedTable(String line, boolean isOpen, List<String> headers, List<List<String>> rows) {
            placeCharts();
            body.append(isOpen ? "<details open=\"open\">" : "<details>");
            body.append("<summary>").append(Markup.escape(line)).append("</summary>\n");
            new Table(line, headers, rows).writeUnnamed(body, "scroll");
            body.append("</details>\n");
            return this;
        }

        /**
         * A table, which scrolls within the page if it is large. A column in which every cell is a number is set flush
         * right.
         *
         * @param name what is said above the table
         * @param headers one for each column
         * @param rows each with as many cells as there are headers
         */
        public Builder table(String name, List<String> headers, List<List<String>> rows) {
            placeCharts();
            new Table(name, headers, rows).write(body, "scroll");
            return this;
        }

        /**
         * A table of sentences, as wide as the page and as long as it is; lines within a cell are kept.
         *
         * @param name what is said above the table
         * @param headers one for each column
         * @param rows each with as many cells as there are headers
         */
        public Builder prose(String name, List<String> headers, List<List<String>> rows) {
            return prose(name, headers, rows, List.of());
        }

        /**
         * As {@link #prose(String, List, List)}, with a tone for each row, which its first cell shows.
         *
         * @param tones as many as rows
         */
        public Builder prose(String name, List<String> headers, List<List<String>> rows, List<Tone> tones) {
            placeCharts();
            new Table(name, headers, rows, tones).write(body, "scroll prose");
            return this;
        }

        /** The command that made the page, shown at its foot. */
        public Builder command(String line) {
            command = Objects.requireNonNull(line, "line");
            return this;
        }

        /** The page of all that was given so far. */
        public ReportPage build() {
            placeCharts();
            StringBuilder out = new StringBuilder();
            out.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");
            out.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n");
            out.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;; ");
            out.append("style-src &#39;unsafe-inline&#39;; img-src data:");
            String script = hasMap ? PageScript.text() : "";
            out.append(hasMap ? "; script-src &#39;" + PageScript.source(script) + "&#39;\"/>\n" : "\"/>\n");
            out.append("<title>").append(Markup.escape(title)).append("</title>\n");
            // An empty icon of its own, or a browser would ask the server for one.
            out.append("<link rel=\"icon\" href=\"data:,\"/>\n");
            out.append("<style>\n").append(PageStyle.css()).append("</style>\n</head>\n<body>\n<main>\n");
            out.append("<h1>").append(Markup.escape(title)).append("</h1>\n");
            if (!lead.isBlank()) {
                out.append("<p class=\"lead\">").append(Markup.escape(lead)).append("</p>\n");
            }
            if (figures.length() > 0) {
                out.append("<dl class=\"figures\">\n").append(figures).append("</dl>\n");
            }
            out.append(body).append("</main>\n");
            if (!command.isBlank()) {
                out.append("<footer><p>This page was made by</p>");
                out.append(typed(command)).append("</footer>\n");
            }
            out.append(hasMap ? "<script>" + script + "</script>\n" : "");
            return new ReportPage(out.append("</body>\n</html>\n").toString());
        }

        private void placeCharts() {
            if (!charts.isEmpty()) {
                body.append("<div class=\"").append(chartsClass).append("\">\n");
                charts.forEach(body::append);
                body.append("</div>\n");
                charts.clear();
            }
        }
    }
}
