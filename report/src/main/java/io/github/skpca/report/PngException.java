package io.github.skpca.report;

import java.io.IOException;

/** Says why there is no PNG; the same picture can still be had as SVG. */
public final class PngException extends IOException {
    private static final long serialVersionUID = 1;

    PngException(Throwable cause) {
        super(
                "no PNG was drawn, because this Java has no fonts or no graphics (" + cause
                        + "): install a full JDK and a font, such as DejaVu, or use the SVG",
                cause);
    }
}
