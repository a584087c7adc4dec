package io.github.skpca.report;

/**
 * The path of a line through many points. Of the points that share a column of pixels only the first, the lowest, the
 * highest and the last are kept, which no eye can tell from the whole and keeps a million points small.
 */
final class LinePath {
    private static final double COLUMN = 0.5;

    private final StringBuilder path = new StringBuilder();
    private boolean begun;
    private int pending;
    private double column;
    private double firstX;
    private double firstY;
    private double lowX;
    private double lowY;
    private double highX;
    private double highY;
    private double lastX;
    private double lastY;

    /** Goes on to the point, or begins there after a gap. */
    void to(double x, double y) {
        if (pending > 0 && Math.floor(x / COLUMN) != column) {
            flush();
        }
        if (pending == 0) {
            column = Math.floor(x / COLUMN);
            firstX = lowX = highX = x;
            firstY = lowY = highY = y;
        }
        if (y < lowY) {
            lowX = x;
            lowY = y;
        }
        if (y > highY) {
            highX = x;
            highY = y;
        }
        lastX = x;
        lastY = y;
        pending++;
    }

    /** The next point is not joined to the last. */
    void gap() {
        flush();
        begun = false;
    }

    /** The data of the path; empty if no point was given. */
    String data() {
        gap();
        return path.toString();
    }

    private void flush() {
        if (pending == 0) {
            return;
        }
        point(firstX, firstY);
        if (pending > 2) {
            point(lowX, lowY);
            point(highX, highY);
        }
        if (pending > 1) {
            point(lastX, lastY);
        }
        pending = 0;
    }

    private void point(double x, double y) {
        path.append(begun ? 'L' : 'M').append(Numbers.coordinate(x));
        path.append(' ').append(Numbers.coordinate(y));
        if (!begun) {
            // So that a point with a gap on either side is seen: round ends make it a dot.
            path.append("h0");
        }
        begun = true;
    }
}
