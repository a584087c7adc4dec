package io.github.skpca.report;

import java.util.List;

/**
 * The map from data to a place on an axis: 0 at {@code low}, 1 at {@code high}, linear in the value or in its logarithm.
 */
record Scale(double low, double high, Kind kind) {
    /** How values are spread along an axis; WHOLE is LINEAR with whole numbers marked only. */
    enum Kind {
        LINEAR,
        WHOLE,
        LOGARITHMIC
    }

    /** Values beyond this, or below its inverse on a logarithmic axis, are not drawn: with margins it would overflow. */
    static final double LARGEST = 1e250;

    /** Below this share of the values' size a range is taken to be one value: its labels would be mostly equal digits. */
    private static final double FLAT = 1e-9;

    Scale {
        if (!(low < high) || !Double.isFinite(high - low) || (kind == Kind.LOGARITHMIC && low <= 0)) {
            throw new IllegalArgumentException(
                    "low and high must be finite, low less than high, and positive on a logarithmic axis");
        }
    }

    static boolean drawable(double value, boolean logarithmic) {
        return Math.abs(value) <= LARGEST && (!logarithmic || value >= 1 / LARGEST);
    }

    /** A scale from the least to the greatest value, wider if they are the same. */
    static Scale spanning(double least, double greatest, Kind kind) {
        if (kind == Kind.LOGARITHMIC) {
            return greatest / least > 1 + FLAT
                    ? new Scale(least, greatest, kind)
                    : new Scale(least / 3, greatest * 3, kind);
        }
        double size = Math.max(Math.abs(least), Math.abs(greatest));
        if (greatest - least > Math.max(FLAT * size, 1 / LARGEST)) {
            return new Scale(least, greatest, kind);
        }
        double margin = size > 1 / LARGEST ? size / 10 : 1;
        return new Scale(least - margin, greatest + margin, kind);
    }

    /** The same scale with a share of its length added at either end. */
    Scale padded(double share) {
        if (kind == Kind.LOGARITHMIC) {
            double factor = StrictMath.pow(10, share * (StrictMath.log10(high) - StrictMath.log10(low)));
            return new Scale(low / factor, high * factor, kind);
        }
        double margin = share * (high - low);
        return new Scale(low - margin, high + margin, kind);
    }

    /** The same scale widened until it begins and ends at a tick; a logarithmic scale is padded instead. */
    Scale rounded(int mostTicks) {
        if (kind == Kind.LOGARITHMIC) {
            return padded(0.04);
        }
        Ticks.Step step = Ticks.Step.covering(low, high, mostTicks, kind == Kind.WHOLE);
        double from = step.multiple(step.below(low)).doubleValue();
        double to = step.multiple(step.above(high)).doubleValue();
        return new Scale(Math.min(from, low), Math.max(to, high), kind);
    }

    double position(double value) {
        if (kind == Kind.LOGARITHMIC) {
            double logLow = StrictMath.log10(low);
            return (StrictMath.log10(value) - logLow) / (StrictMath.log10(high) - logLow);
        }
        return (value - low) / (high - low);
    }

    List<Tick> ticks(int most) {
        return kind == Kind.LOGARITHMIC
                ? Ticks.logarithmic(low, high, most)
                : Ticks.linear(low, high, most, kind == Kind.WHOLE);
    }

    List<Double> minorTicks() {
        return kind == Kind.LOGARITHMIC ? Ticks.minor(low, high) : List.of();
    }
}
