package io.github.skpca.experiments.compare;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** One sentence on which method to take, from the figures alone. */
public final class Advice {
    /** An error within this factor of the best is as good for most purposes. */
    private static final double NEARLY = 1.5;

    private Advice() {}

    /** The sentence for methods that were compared on the same rows; at least one. */
    public static String of(List<Compared> methods) {
        Compared best = methods.stream()
                .min(Comparator.comparingDouble(Compared::spectralError))
                .orElseThrow();
        Compared fastest = methods.stream()
                .min(Comparator.comparingDouble(Compared::testMicrosPerRow))
                .orElseThrow();
        // Among those that are nearly as good, the one that is cheapest to use.
        Compared nearly = methods.stream()
                .filter(method -> method.spectralError() <= NEARLY * best.spectralError())
                .min(Comparator.comparingDouble(Compared::testMicrosPerRow))
                .orElse(best);
        if (nearly.equals(fastest)) {
            return nearly.equals(best)
                    ? text(
                            "Use %s: on these rows it has the lowest error and is the fastest on new rows.",
                            best.method())
                    : text(
                            "Use %s: it is the fastest on new rows (%.3g microseconds per row), and its spectral error of %.3g is within"
                                    + " half of the lowest, %.3g of %s.",
                            nearly.method(),
                            nearly.testMicrosPerRow(),
                            nearly.spectralError(),
                            best.spectralError(),
                            best.method());
        }
        return text(
                "Use %s for accuracy (spectral error %.3g against %.3g of %s), or %s for speed on new rows (%.3g microseconds per row"
                        + " against %.3g).",
                nearly.method(),
                nearly.spectralError(),
                fastest.spectralError(),
                fastest.method(),
                fastest.method(),
                fastest.testMicrosPerRow(),
                nearly.testMicrosPerRow());
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
