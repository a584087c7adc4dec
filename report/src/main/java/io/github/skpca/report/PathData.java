package io.github.skpca.report;

import java.awt.geom.Path2D;
import java.awt.geom.Point2D;

/** The commands of a path, read for painting: the few that this package writes, not all that SVG has. */
final class PathData {
    private final String data;
    private int position;

    private PathData(String data) {
        this.data = data;
    }

    static Path2D shape(String data) {
        return new PathData(data).read();
    }

    private Path2D read() {
        Path2D.Double path = new Path2D.Double();
        Point2D here = new Point2D.Double();
        Point2D start = here;
        while (position < data.length()) {
            char command = data.charAt(position++);
            switch (command) {
                case 'M' -> here = at(number(), number());
                case 'm' -> here = at(here.getX() + number(), here.getY() + number());
                case 'L' -> here = at(number(), number());
                case 'l' -> here = at(here.getX() + number(), here.getY() + number());
                case 'H' -> here = at(number(), here.getY());
                case 'h' -> here = at(here.getX() + number(), here.getY());
                case 'V' -> here = at(here.getX(), number());
                case 'v' -> here = at(here.getX(), here.getY() + number());
                case 'z' -> here = start;
                default -> throw new IllegalArgumentException("command " + command + " in path " + data);
            }
            switch (command) {
                case 'M', 'm' -> {
                    start = here;
                    path.moveTo(here.getX(), here.getY());
                }
                case 'z' -> path.closePath();
                default -> path.lineTo(here.getX(), here.getY());
            }
        }
        return path;
    }

    private static Point2D at(double x, double y) {
        return new Point2D.Double(x, y);
    }

    private double number() {
        while (data.charAt(position) == ' ') {
            position++;
        }
        int from = position;
        while (position < data.length() && "-.0123456789".indexOf(data.charAt(position)) >= 0) {
            position++;
        }
        return Double.parseDouble(data.substring(from, position));
    }
}
