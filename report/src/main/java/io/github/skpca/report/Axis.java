package io.github.skpca.report;

import java.util.ArrayList;
import java.util.List;

/** A scale laid along the picture, with as many ticks as have space for their labels. */
final class Axis {
    static final double FONT_SIZE = 12;
    static final int MOST_TICKS = 9;

    private static final double GAP = 10;
    private static final double LINE_HEIGHT = FONT_SIZE * 1.3;

    private final Scale scale;
    private final double start;
    private final double end;
    private final boolean horizontal;
    private final double limit;
    private final List<Tick> ticks;

    private Axis(Scale scale, double start, double end, boolean horizontal, double limit) {
        this.scale = scale;
        this.start = start;
        this.end = end;
        this.horizontal = horizontal;
        this.limit = limit;
        this.ticks = List.copyOf(fitting());
    }

    /** An axis from left to right whose labels stay between 0 and {@code limit}. */
    static Axis horizontal(Scale scale, double left, double right, double limit) {
        return new Axis(scale, left, right, true, limit);
    }

    /** An axis from bottom to top. */
    static Axis vertical(Scale scale, double bottom, double top) {
        return new Axis(scale, bottom, top, false, Double.MAX_VALUE);
    }

    double pixel(double value) {
        return start + scale.position(value) * (end - start);
    }

    double start() {
        return start;
    }

    double end() {
        return end;
    }

    Scale scale() {
        return scale;
    }

    List<Tick> ticks() {
        return ticks;
    }

    /** The middle of the tick's label, which stands beside its tick only where the picture's edge would cut it. */
    double labelMiddle(Tick tick) {
        double middle = pixel(tick.value());
        if (!horizontal) {
            return middle;
        }
        double half = TextWidth.of(tick.label(), FONT_SIZE) / 2 + 2;
        return Math.max(half, Math.min(limit - half, middle));
    }

    private List<Tick> fitting() {
        for (int most = MOST_TICKS; most > 2; most--) {
            List<Tick> candidate = scale.ticks(most);
            if (candidate.size() > 1 && thinned(candidate).size() == candidate.size()) {
                return candidate;
            }
        }
        return thinned(scale.ticks(MOST_TICKS));
    }

    private List<Tick> thinned(List<Tick> candidate) {
        List<Tick> kept = new ArrayList<>();
        for (Tick tick : candidate) {
            if (kept.isEmpty() || apart(kept.get(kept.size() - 1), tick)) {
                kept.add(tick);
            }
        }
        return kept;
    }

    private boolean apart(Tick one, Tick other) {
        double needed = LINE_HEIGHT;
        if (horizontal) {
            needed = (TextWidth.of(one.label(), FONT_SIZE) + TextWidth.of(other.label(), FONT_SIZE)) / 2 + GAP;
        }
        return Math.abs(labelMiddle(one) - labelMiddle(other)) >= needed;
    }
}
