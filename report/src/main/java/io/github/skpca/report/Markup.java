package io.github.skpca.report;

/** Text made safe for XML and HTML, in elements and in quoted attributes. */
final class Markup {
    private static final char REPLACEMENT = '\uFFFD';

    private Markup() {}

    /**
     * Escapes the five special characters and replaces what XML forbids, other control characters, and the bidirectional
     * controls with which a label could rearrange the text around it.
     */
    static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(codePoint -> {
            switch (codePoint) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '\n', '\t' -> out.appendCodePoint(codePoint);
                default -> out.appendCodePoint(allowed(codePoint) ? codePoint : REPLACEMENT);
            }
        });
        return out.toString();
    }

    private static boolean allowed(int codePoint) {
        boolean surrogate = codePoint >= 0xD800 && codePoint <= 0xDFFF;
        boolean noncharacter = (codePoint & 0xFFFE) == 0xFFFE || (codePoint >= 0xFDD0 && codePoint <= 0xFDEF);
        boolean bidirectional =
                (codePoint >= 0x202A && codePoint <= 0x202E) || (codePoint >= 0x2066 && codePoint <= 0x2069);
        return !Character.isISOControl(codePoint) && !surrogate && !noncharacter && !bidirectional;
    }
}
