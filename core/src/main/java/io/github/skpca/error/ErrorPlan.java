package io.github.skpca.error;

import io.github.skpca.MapKind;
import io.github.skpca.ShrinkRule;
import io.github.skpca.internal.feature.RowReservoir;
import io.github.skpca.internal.feature.StructuredFeatures;
import io.github.skpca.internal.feature.TailFeatures;
import io.github.skpca.internal.feature.TailRows;
import io.github.skpca.internal.feature.TailScore;

/**
 * The features m and the sketch size l with which {@code ||G - G'||_2 <= epsilon n} is proved with probability 1 - delta.
 *
 * @param features m
 * @param sketchSize l
 */
public record ErrorPlan(long features, long sketchSize) {
    /*
     * Half of epsilon goes to the map and half to the sketch, as in the paper's main theorem.
     *
     * Map, for all directions at once (lem:HiltoRR): m = (9 + 8 e)/e^2 ln(2n/delta). The same m serves pairs: m/2 independent
     * terms (2/m)G - (c c' + s s'), where c and s hold a frequency's cosines and sines, each at most 4n/m in norm, with a
     * variance of at most 2n^2/m, where the lemma allows 3n^2/m.
     *
     * Map, for one direction chosen beforehand (thm:phi-z): each of m terms is in [0, 2n/m], so Hoeffding's exponent is
     * 2 (e n)^2 / (m (2n/m)^2) = e^2 m/2, not the 2 e^2 m of the paper: m = (2/e^2) ln(2/delta). For pairs there are m/2 terms
     * in [0, 2n/m], the exponent is e^2 m, and m = (1/e^2) ln(2/delta).
     *
     * Sketch: error at most ||Z||_F^2 / r with ||Z||_F^2 <= 2n for phases and = n for pairs, and r the rank that the shrink
     * guarantees: l/2 for Algorithm 1 (the paper reckons with l there), l for the fast form, l/2 for blocks. The bound of blocks may be
     * wrong with a small chance of its own, which is taken off the delta that the map may use.
     *
     * All of this is for the k = l components of the whole sketch.
     */

    /** A plan that holds for all unit vectors at once: a bound on the spectral norm. */
    public static ErrorPlan forAll(double epsilon, double delta, long rows, MapKind map, ShrinkRule shrink) {
        require(epsilon, delta, map, shrink);
        if (rows < 1) {
            throw new IllegalArgumentException("rows must be at least 1, not " + rows);
        }
        double half = epsilon / 2;
        double features =
                (9 + 8 * half) / (half * half) * StrictMath.log(2.0 * rows / (delta - shrink.failureProbability()));
        return new ErrorPlan(roundedUp(features, map), sketchSize(half, map, shrink));
    }

    /** A plan that holds for one unit vector chosen beforehand; it does not depend on the number of rows. */
    public static ErrorPlan forEach(double epsilon, double delta, MapKind map, ShrinkRule shrink) {
        require(epsilon, delta, map, shrink);
        double half = epsilon / 2;
        double terms = map.isPaired() ? 1 : 2;
        double features = terms / (half * half) * StrictMath.log(2 / (delta - shrink.failureProbability()));
        return new ErrorPlan(roundedUp(features, map), sketchSize(half, map, shrink));
    }

    private static void require(double epsilon, double delta, MapKind map, ShrinkRule shrink) {
        if (map != MapKind.FOURIER && map != MapKind.PAIRED) {
            throw new IllegalArgumentException("no sizes are proved for map " + map.label()
                    + ", whose features are not independent; the map must be fourier or paired");
        }
        // Below, the sizes would be beyond anything that could be counted, let alone held.
        if (!(epsilon >= 1e-6 && epsilon < 1)) {
            throw new IllegalArgumentException("epsilon must be between 0 and 1, at least 0.000001, not " + epsilon);
        }
        if (!(delta > 0 && delta < 1)) {
            throw new IllegalArgumentException("delta must be between 0 and 1, not " + delta);
        }
        if (delta <= shrink.failureProbability()) {
            throw new IllegalArgumentException("delta must be above " + shrink.failureProbability() + " for the shrink "
                    + shrink.label() + ", whose own bound may fail with that chance, not " + delta
                    + "; the shrinks fast and paper have no such chance");
        }
    }

    private static long roundedUp(double features, MapKind map) {
        long whole = (long) Math.ceil(features);
        return map.isPaired() ? whole + (whole & 1) : whole;
    }

    private static long sketchSize(double half, MapKind map, ShrinkRule shrink) {
        long rank = (long) Math.ceil(map.largestSquaredNorm() / half);
        return shrink == ShrinkRule.FAST ? rank : 2 * rank;
    }

    /** md + ml, the space as the paper counts it, in numbers. */
    public long space(long columns) {
        return features * (columns + sketchSize);
    }

    /** Frequencies as they are and as they are laid out for the product, half as many for pairs; or signs and lengths. */
    private double frequencyBytes(long columns, MapKind map) {
        if (map == MapKind.STRUCTURED) {
            int width = (int) Math.min(columns, 1 << 24);
            int pairs = (int) Math.min(2 * Math.ceil(features / 2.0), 1 << 24);
            double signs = (double) StructuredFeatures.signRows(width, pairs) * StructuredFeatures.span(width);
            return 4 * (signs + features);
        }
        return (map.isPaired() ? 4.0 : 8.0) * features * columns;
    }

    /** The rows kept for small p-values, and what they are scored with. */
    private double tailBytes(long columns, ShrinkRule shrink) {
        int width = (int) Math.min(columns, Integer.MAX_VALUE);
        if (!TailRows.isKept(width)) {
            return 0;
        }
        int block = switch (shrink) {
            case PAPER -> 1;
            case FAST -> 128;
            case BLOCK -> 2048;
        };
        int most = (int) Math.min(features, 1 << 24);
        return 8.0 * TailRows.capacity(width) * (columns + 2)
                + TailFeatures.bytes(TailRows.capacity(width), most)
                + TailScore.bytes(width, most, (int) Math.min(sketchSize, 1 << 24), block);
    }

    /** What a learner of that size holds for rows of d numbers, all buffers included, warm-up excluded; in bytes. */
    public double workingBytes(long columns, MapKind map, ShrinkRule shrink) {
        double frequencies = frequencyBytes(columns, map);
        double sample = 8.0 * columns * RowReservoir.capacity((int) Math.min(columns, Integer.MAX_VALUE));
        double l = sketchSize;
        return sample
                + tailBytes(columns, shrink)
                + switch (shrink) {
                    case PAPER -> frequencies + features * (8 * 2 * l + 4) + 8 * 4.5 * l * l;
                    case FAST -> frequencies + features * (8 * 3 * l + 4 * 128) + 8 * 4.5 * 4 * l * l;
                    case BLOCK -> {
                        // Directions, their images, a float sum of these for each of 8 slices, and the sketch, beside a
                        // block of 2048 rows and its products.
                        double width = l + 22;
                        yield frequencies
                                + features * (60 * width + 32 * l + 648 + 4 * 2048)
                                + 8 * 2048 * (width + 17)
                                + 64 * width * width;
                    }
                };
    }
}
