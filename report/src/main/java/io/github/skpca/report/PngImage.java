package io.github.skpca.report;

import java.awt.AWTError;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Path2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.concurrent.Callable;
import javax.imageio.ImageIO;

/** A picture painted into pixels. */
final class PngImage {
    private static final int PIXELS = 2;

    private final Graphics2D graphics;

    private PngImage(Graphics2D graphics) {
        this.graphics = graphics;
        graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        graphics.setRenderingHint(RenderingHints.KEY_FRACTIONALMETRICS, RenderingHints.VALUE_FRACTIONALMETRICS_ON);
        // Without it strokes are moved to whole pixels, and a line and its markers part.
        graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        graphics.scale(PIXELS, PIXELS);
    }

    static byte[] of(Picture picture) throws PngException {
        return explained(() -> bytes(picture));
    }

    /**
     * A Java without fonts fails in many ways, errors among them, and differently the second time: all are made into the
     * one exception that a caller can plan for.
     */
    static byte[] explained(Callable<byte[]> painting) throws PngException {
        try {
            return painting.call();
        } catch (Exception | LinkageError | InternalError | AWTError failure) {
            throw new PngException(failure);
        }
    }

    private static byte[] bytes(Picture picture) throws IOException {
        if (System.getProperty("java.awt.headless") == null) {
            // Nothing is shown on a screen; without this Java looks for one and may fail where the display is gone.
            System.setProperty("java.awt.headless", "true");
        }
        int width = (int) Math.ceil(picture.width() * PIXELS);
        int height = (int) Math.ceil(picture.height() * PIXELS);
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setColor(Color.decode(Palette.LIGHT.paper()));
            graphics.fillRect(0, 0, width, height);
            PngImage painter = new PngImage(graphics);
            picture.elements().forEach(painter::paint);
        } finally {
            graphics.dispose();
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        // The cache on disk that is the default needs a temporary folder.
        ImageIO.setUseCache(false);
        if (!ImageIO.write(image, "png", out)) {
            throw new IOException("no writer for PNG");
        }
        return out.toByteArray();
    }

    private void paint(Element element) {
        if (element instanceof Element.Outline outline) {
            paintOutline(outline);
        } else if (element instanceof Element.Lettering lettering) {
            paintLettering(lettering);
        } else if (element instanceof Element.Group group) {
            graphics.translate(group.x(), group.y());
            group.pieces().forEach(this::paint);
            graphics.translate(-group.x(), -group.y());
        } else if (element instanceof Element.Part part) {
            part.pieces().forEach(this::paint);
        }
    }

    private void paintOutline(Element.Outline outline) {
        Pen pen = outline.pen();
        Path2D shape = PathData.shape(outline.data());
        if (pen.fill() != Pen.Fill.NOTHING) {
            String colour = pen.fill() == Pen.Fill.INK ? outline.ink().light() : Palette.LIGHT.paper();
            graphics.setColor(colour(colour, pen.fillOpacity()));
            graphics.fill(shape);
        }
        if (pen.width() > 0) {
            graphics.setColor(colour(outline.ink().light(), pen.opacity()));
            graphics.setStroke(stroke(pen));
            graphics.draw(shape);
        }
    }

    private void paintLettering(Element.Lettering lettering) {
        int style = switch (lettering.face()) {
            case PLAIN -> Font.PLAIN;
            case BOLD -> Font.BOLD;
            case ITALIC -> Font.ITALIC;
        };
        graphics.setFont(new Font(Font.SANS_SERIF, style, 1).deriveFont((float) lettering.size()));
        graphics.setColor(Color.decode(lettering.ink().light()));
        double width = graphics.getFontMetrics()
                .getStringBounds(lettering.text(), graphics)
                .getWidth();
        double left = switch (lettering.anchor()) {
            case START -> lettering.x();
            case MIDDLE -> lettering.x() - width / 2;
            case END -> lettering.x() - width;
        };
        graphics.drawString(lettering.text(), (float) left, (float) lettering.y());
    }

    private static BasicStroke stroke(Pen pen) {
        int ends = pen.round() ? BasicStroke.CAP_ROUND : BasicStroke.CAP_BUTT;
        int corners = pen.round() ? BasicStroke.JOIN_ROUND : BasicStroke.JOIN_MITER;
        float width = (float) pen.width();
        if (pen.dash().isEmpty()) {
            return new BasicStroke(width, ends, corners);
        }
        double[] lengths = Arrays.stream(pen.dash().split(" ", -1))
                .mapToDouble(Double::parseDouble)
                .toArray();
        float[] dash = new float[lengths.length];
        for (int i = 0; i < dash.length; i++) {
            dash[i] = (float) lengths[i];
        }
        return new BasicStroke(width, ends, corners, 10, dash, 0);
    }

    private static Color colour(String name, double opacity) {
        Color solid = Color.decode(name);
        return new Color(solid.getRed(), solid.getGreen(), solid.getBlue(), (int) Math.round(255 * opacity));
    }
}
