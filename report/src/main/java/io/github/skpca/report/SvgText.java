package io.github.skpca.report;

/** A picture written as an SVG document. */
final class SvgText {
    private final Picture picture;
    private final StringBuilder out = new StringBuilder();

    SvgText(Picture picture) {
        this.picture = picture;
    }

    String text() {
        double width = picture.width();
        double height = picture.height();
        // Standing alone it has a size of its own; on a page the style sheet decides.
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"skpca-chart\" role=\"img\"");
        attribute("width", width * picture.enlargement());
        attribute("height", height * picture.enlargement());
        out.append(" viewBox=\"0 0 ").append(Numbers.coordinate(width));
        out.append(' ').append(Numbers.coordinate(height)).append('"');
        out.append(" font-family=\"system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif\">");
        out.append("<title>").append(Markup.escape(picture.title())).append("</title>");
        out.append("<desc>").append(Markup.escape(picture.description())).append("</desc>");
        out.append("<style>").append(Palette.chartStyle()).append("</style>");
        out.append("<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"");
        out.append(Palette.LIGHT.paper()).append("\"/>");
        picture.elements().forEach(this::write);
        return out.append("</svg>").toString();
    }

    private void write(Element element) {
        if (element instanceof Element.Outline outline) {
            writeOutline(outline);
        } else if (element instanceof Element.Lettering lettering) {
            writeLettering(lettering);
        } else if (element instanceof Element.Group group) {
            out.append("<g transform=\"translate(").append(Numbers.coordinate(group.x()));
            out.append(' ').append(Numbers.coordinate(group.y())).append(")\">");
            group.pieces().forEach(this::write);
            out.append("</g>");
        } else if (element instanceof Element.Part part) {
            out.append("<g class=\"").append(part.name()).append("\">");
            part.pieces().forEach(this::write);
            out.append("</g>");
        }
    }

    private void writeOutline(Element.Outline outline) {
        Pen pen = outline.pen();
        Ink ink = outline.ink();
        // Colours are also attributes of every element, for viewers that know no style sheets.
        String colour = ink.current() ? "currentColor" : ink.light();
        out.append("<path class=\"").append(ink.name());
        out.append(pen.fill() == Pen.Fill.PAPER ? " paper\"" : "\"");
        if (ink.current()) {
            out.append(" color=\"").append(ink.light()).append('"');
        }
        String fill = switch (pen.fill()) {
            case NOTHING -> "none";
            case INK -> colour;
            case PAPER -> Palette.LIGHT.paper();
        };
        out.append(" fill=\"").append(fill).append('"');
        attributeUnless(1, "fill-opacity", pen.fill() == Pen.Fill.NOTHING ? 1 : pen.fillOpacity());
        if (pen.width() > 0) {
            out.append(" stroke=\"").append(colour).append('"');
            attributeUnless(1, "stroke-width", pen.width());
            attributeUnless(1, "stroke-opacity", pen.opacity());
            out.append(pen.round() ? " stroke-linecap=\"round\" stroke-linejoin=\"round\"" : "");
            out.append(pen.dash().isEmpty() ? "" : " stroke-dasharray=\"" + pen.dash() + "\"");
        }
        out.append(" d=\"").append(outline.data()).append("\"/>");
    }

    private void writeLettering(Element.Lettering lettering) {
        out.append("<text class=\"").append(lettering.ink().name());
        out.append("\" fill=\"").append(lettering.ink().light()).append('"');
        attribute("x", lettering.x());
        attribute("y", lettering.y());
        attribute("font-size", lettering.size());
        out.append(
                switch (lettering.anchor()) {
                    case START -> "";
                    case MIDDLE -> " text-anchor=\"middle\"";
                    case END -> " text-anchor=\"end\"";
                });
        out.append(
                switch (lettering.face()) {
                    case PLAIN -> "";
                    case BOLD -> " font-weight=\"600\"";
                    case ITALIC -> " font-style=\"italic\"";
                });
        out.append('>').append(Markup.escape(lettering.text())).append("</text>");
    }

    private void attributeUnless(double usual, String name, double value) {
        if (value != usual) {
            attribute(name, value);
        }
    }

    private void attribute(String name, double value) {
        out.append(' ')
                .append(name)
                .append("=\"")
                .append(Numbers.coordinate(value))
                .append('"');
    }
}
