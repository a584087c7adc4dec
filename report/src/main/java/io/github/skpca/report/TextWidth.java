package io.github.skpca.report;

import java.util.List;

/**
 * How wide a text is, estimated from above for the usual sans-serif fonts. The reader's font is not known when
 * the picture is made, and the estimate must not depend on the fonts of the machine that makes it.
 */
final class TextWidth {
    private static final String NARROW = "iljtfrI.,:;'|!()[] ⁻";
    private static final String WIDE = "mwMW@%&×";

    private TextWidth() {}

    static double of(String text, double fontSize) {
        return text.codePoints().mapToDouble(TextWidth::ems).sum() * fontSize;
    }

    /** The text itself, or as much of its start as fits with an ellipsis behind it. */
    static String cut(String text, double fontSize, double width) {
        if (of(text, fontSize) <= width) {
            return text;
        }
        double left = width - fontSize;
        int end = 0;
        while (end < text.length()) {
            int codePoint = text.codePointAt(end);
            left -= ems(codePoint) * fontSize;
            if (left < 0) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        return text.substring(0, end).stripTrailing() + "…";
    }

    /** Splits at a space so that the first line fits; the rest, which may be empty, is cut. */
    static List<String> twoLines(String text, double fontSize, double width) {
        if (of(text, fontSize) <= width) {
            return List.of(text);
        }
        int space = text.indexOf(' ');
        int split = -1;
        while (space > 0 && of(text.substring(0, space), fontSize) <= width) {
            split = space;
            space = text.indexOf(' ', space + 1);
        }
        return split < 0
                ? List.of(cut(text, fontSize, width))
                : List.of(text.substring(0, split), cut(text.substring(split + 1), fontSize, width));
    }

    private static double ems(int codePoint) {
        if (NARROW.indexOf(codePoint) >= 0) {
            return 0.4;
        }
        if (WIDE.indexOf(codePoint) >= 0) {
            return 0.95;
        }
        if (codePoint >= 0x2070 && codePoint < 0x20A0) {
            return 0.42;
        }
        if (codePoint >= 0x1100) {
            return codePoint < 0x2E80 ? 0.85 : 1.05;
        }
        return Character.isUpperCase(codePoint) ? 0.72 : 0.62;
    }
}
