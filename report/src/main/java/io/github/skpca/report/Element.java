package io.github.skpca.report;

import java.util.List;

/** A piece of a picture, in units of the picture, y downwards; what it looks like is said here, how it is written is not. */
sealed interface Element {
    /**
     * Lines and areas.
     *
     * @param data in the notation of SVG, of which the commands M, L, H, V, m, l, h, v and z are used
     */
    record Outline(String data, Ink ink, Pen pen) implements Element {}

    /** A line of text whose anchor stands on (x, y). */
    record Lettering(double x, double y, double size, Ink ink, Anchor anchor, Face face, String text)
            implements Element {}

    /** Pieces that are moved together. */
    record Group(double x, double y, List<Element> pieces) implements Element {
        public Group {
            pieces = List.copyOf(pieces);
        }
    }

    /**
     * Pieces that a script finds by a name.
     *
     * @param name its class
     */
    record Part(String name, List<Element> pieces) implements Element {
        public Part {
            pieces = List.copyOf(pieces);
        }
    }

    /** Which point of a text its coordinates mean. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** The cut of the letters. */
    enum Face {
        PLAIN,
        BOLD,
        ITALIC
    }
}
