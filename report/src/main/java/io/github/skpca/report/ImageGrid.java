package io.github.skpca.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Small square grey images in rows and columns, as one picture: ink on paper, so that it follows light and dark screens.
 *
 * <p>For one thread; the picture is immutable.
 */
public final class ImageGrid {
    private static final double IMAGE = 62;
    private static final double GAP = 8;
    private static final double TITLE_SIZE = 15.5;
    private static final double FONT_SIZE = 12;
    private static final double TOP = 42;
    private static final int LEVELS = 7;

    private final String title;
    private final List<String> rowNames;
    private final int side;
    private final List<String> captions = new ArrayList<>();
    private final List<double[][]> columns = new ArrayList<>();

    /**
     * An empty grid.
     *
     * @param rowNames what each row of images shows, at least one
     * @param side pixels of an image's side, at least 1
     */
    public ImageGrid(String title, List<String> rowNames, int side) {
        this.title = Objects.requireNonNull(title, "title");
        this.rowNames = List.copyOf(rowNames);
        this.side = side;
        if (rowNames.isEmpty() || side < 1) {
            throw new IllegalArgumentException(
                    "images need a row and a side of at least 1, not " + rowNames.size() + " and " + side);
        }
    }

    /**
     * Adds a column of images, one for each row.
     *
     * @param caption what stands under it; may be blank
     * @param images each of side x side numbers from 0, paper, to 1, ink; beyond both they are cut off; copied
     */
    public ImageGrid column(String caption, double[]... images) {
        if (images.length != rowNames.size()) {
            throw new IllegalArgumentException(images.length + " images for " + rowNames.size() + " rows");
        }
        double[][] copies = new double[images.length][];
        for (int i = 0; i < images.length; i++) {
            if (images[i].length != side * side) {
                throw new IllegalArgumentException("an image has " + side * side + " pixels, not " + images[i].length);
            }
            copies[i] = images[i].clone();
        }
        captions.add(Objects.requireNonNull(caption, "caption"));
        columns.add(copies);
        return this;
    }

    /** All images so far. */
    public Picture picture() {
        List<Element> out = new ArrayList<>();
        double names = rowNames.stream()
                .mapToDouble(name -> TextWidth.of(name, FONT_SIZE))
                .max()
                .orElse(0);
        double left = Layout.MARGIN + names + GAP;
        double width = left + columns.size() * (IMAGE + GAP) + Layout.MARGIN;
        String heading = TextWidth.cut(title, TITLE_SIZE, width - 2 * Layout.MARGIN);
        out.add(text(Layout.MARGIN, 26, TITLE_SIZE, Ink.TEXT, Element.Anchor.START, Element.Face.BOLD, heading));
        for (int row = 0; row < rowNames.size(); row++) {
            double y = TOP + row * (IMAGE + GAP);
            String name = rowNames.get(row);
            out.add(text(
                    left - GAP, y + IMAGE / 2 + 4, FONT_SIZE, Ink.QUIET, Element.Anchor.END, Element.Face.PLAIN, name));
            for (int column = 0; column < columns.size(); column++) {
                paint(out, left + column * (IMAGE + GAP), y, columns.get(column)[row]);
            }
        }
        boolean named = captions.stream().anyMatch(caption -> !caption.isBlank());
        double below = TOP + rowNames.size() * (IMAGE + GAP) + (named ? 8 : -GAP);
        for (int column = 0; column < columns.size() && named; column++) {
            double middle = left + column * (IMAGE + GAP) + IMAGE / 2;
            String caption = TextWidth.cut(captions.get(column), FONT_SIZE, IMAGE + GAP);
            out.add(text(middle, below, FONT_SIZE, Ink.QUIET, Element.Anchor.MIDDLE, Element.Face.PLAIN, caption));
        }
        String description = columns.size() + " columns of small images. Rows: " + String.join(", ", rowNames)
                + ". Columns: " + String.join(", ", captions) + ".";
        return new Picture(new double[] {width, below + Layout.MARGIN}, 1.2, title, description, out);
    }

    private static Element text(
            double x, double y, double size, Ink ink, Element.Anchor anchor, Element.Face face, String text) {
        return new Element.Lettering(x, y, size, ink, anchor, face, text);
    }

    /** One path for each level of grey, in which neighbours of a line are one rectangle. */
    private void paint(List<Element> out, double left, double top, double[] image) {
        double pixel = IMAGE / side;
        for (int level = 1; level <= LEVELS; level++) {
            StringBuilder data = new StringBuilder();
            for (int y = 0; y < side; y++) {
                for (int x = 0; x < side; x++) {
                    int from = x;
                    while (x < side && level(image[y * side + x]) == level) {
                        x++;
                    }
                    if (x > from) {
                        String wide = Numbers.coordinate((x - from) * pixel);
                        String high = Numbers.coordinate(pixel);
                        data.append('M').append(Numbers.coordinate(left + from * pixel));
                        data.append(' ').append(Numbers.coordinate(top + y * pixel));
                        data.append('h').append(wide).append('v').append(high);
                        data.append("h-").append(wide).append('z');
                    }
                }
            }
            if (data.length() > 0) {
                Pen pen = Pen.AREA.faded((double) level / LEVELS);
                out.add(new Element.Outline(data.toString(), Ink.INK, pen));
            }
        }
        String frame = "M" + Numbers.coordinate(left) + " " + Numbers.coordinate(top) + "h" + IMAGE + "v" + IMAGE + "h-"
                + IMAGE + "z";
        out.add(new Element.Outline(frame, Ink.GRID, Pen.HAIRLINE));
    }

    private static int level(double value) {
        return (int) Math.round(Math.max(0, Math.min(1, value)) * LEVELS);
    }
}
