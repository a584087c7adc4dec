package io.github.skpca.report;

import java.util.List;

/** A finished drawing, which is written as SVG or as PNG and is the same in both. Immutable. */
public final class Picture {
    private final double width;
    private final double height;
    private final double enlargement;
    private final String title;
    private final String description;
    private final List<Element> elements;

    /**
     * @param size width and height in units of the picture
     * @param enlargement how many pixels a unit has where the picture stands alone
     */
    Picture(double[] size, double enlargement, String title, String description, List<Element> elements) {
        this.width = size[0];
        this.height = size[1];
        this.enlargement = enlargement;
        this.title = title;
        this.description = description;
        this.elements = List.copyOf(elements);
    }

    /**
     * A complete svg element, to be put into a page as it is or written to a file of its own in UTF-8. The same picture
     * gives the same text everywhere.
     */
    public String svg() {
        return new SvgText(this).text();
    }

    /**
     * The bytes of a PNG file, light, with two pixels for each unit of the picture. Letters are those of the machine's
     * sans-serif font, so that the bytes are its own too.
     *
     * @throws PngException if this Java cannot draw text
     */
    public byte[] png() throws PngException {
        return PngImage.of(this);
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    double enlargement() {
        return enlargement;
    }

    String title() {
        return title;
    }

    String description() {
        return description;
    }

    List<Element> elements() {
        return elements;
    }
}
