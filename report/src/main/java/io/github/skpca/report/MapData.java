package io.github.skpca.report;

import java.util.Arrays;
import java.util.List;

/** The points of a map as the script of its page reads them: JSON, in which a number of a point is two digits of base 64. */
final class MapData {
    private static final String DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    private static final int STEPS = 4095;

    private final PointMap map;
    private final List<Drawing> drawings;
    private final StringBuilder out = new StringBuilder();

    MapData(PointMap map, List<Drawing> drawings) {
        this.map = map;
        this.drawings = drawings;
    }

    String json() {
        out.append("{\"axes\":[");
        for (int i = 0; i < map.axes().size(); i++) {
            out.append(i == 0 ? "{\"name\":" : ",{\"name\":");
            text(map.axes().get(i));
            numbers(map.axis(i));
            out.append('}');
        }
        out.append("],\"rows\":").append(Arrays.toString(map.rows()).replace(" ", ""));
        out.append(",\"colours\":[");
        for (int i = 0; i < map.colourings().size(); i++) {
            out.append(i == 0 ? "" : ",");
            colouring(map.colourings().get(i), drawings.get(i));
        }
        return out.append("]}").toString();
    }

    private void colouring(PointMap.Colouring colouring, Drawing drawing) {
        out.append("{\"name\":");
        text(colouring.name());
        out.append(",\"names\":[");
        for (int i = 0; i < colouring.names().size(); i++) {
            out.append(i == 0 ? "" : ",");
            text(colouring.names().get(i));
        }
        out.append("],\"groups\":\"");
        for (int group : colouring.groups()) {
            out.append(DIGITS.charAt(group));
        }
        out.append("\",\"outlines\":[");
        int points = colouring.groups().length;
        for (int group = 0; group < colouring.names().size(); group++) {
            int wanted = group;
            long members = Arrays.stream(colouring.groups())
                    .filter(one -> one == wanted)
                    .count();
            // As they are drawn without the script: the size goes by the points of a series, which of steps is one.
            double radius = Plot.radius(colouring.isShaded() ? points : (int) members);
            int marker = colouring.isShaded()
                    ? Look.number(0).marker()
                    : Look.number(group).marker();
            out.append(group == 0 ? "" : ",");
            text(Shapes.outline(marker, radius));
        }
        out.append("],\"box\":[");
        double[] box = drawing.box();
        for (int i = 0; i < box.length; i++) {
            out.append(i == 0 ? "" : ",").append(Numbers.coordinate(box[i]));
        }
        out.append(']');
        if (colouring.isShaded()) {
            out.append(",\"values\":{\"name\":\"\"");
            numbers(colouring.values());
            out.append('}');
        }
        out.append('}');
    }

    /** Members of an object: the least and the greatest, and all of them as steps between. */
    private void numbers(double[] values) {
        double low = Arrays.stream(values).min().orElse(0);
        double high = Arrays.stream(values).max().orElse(0);
        out.append(",\"low\":").append(low).append(",\"high\":").append(high).append(",\"text\":\"");
        for (double value : values) {
            int step = high > low ? (int) Math.round((value - low) / (high - low) * STEPS) : 0;
            out.append(DIGITS.charAt(step / 64)).append(DIGITS.charAt(step % 64));
        }
        out.append('"');
    }

    private void text(String text) {
        out.append('"');
        text.chars().forEach(character -> {
            if (character == '"' || character == '\\') {
                out.append('\\').append((char) character);
            } else if (character < 0x20
                    || (character >= 0x7f && character < 0xa0)
                    || Character.isSurrogate((char) character)) {
                out.append(String.format(java.util.Locale.ROOT, "\\u%04x", character));
            } else {
                out.append((char) character);
            }
        });
        out.append('"');
    }
}
