package io.github.skpca.experiments.results;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * One quantity of one method on one data set, by sample size: the median over the repeats and their spread.
 *
 * @param bySize sizes at which the quantity was measured at least once, unmodifiable
 */
public record Curve(NavigableMap<Integer, Spread> bySize) {
    /** Makes the map unmodifiable. */
    public Curve {
        bySize = Collections.unmodifiableNavigableMap(new TreeMap<>(bySize));
    }

    /** The curve through these points, which are of one method and data set. */
    public static Curve of(List<MeasuredPoint> points, Measure measure) {
        NavigableMap<Integer, List<Double>> values = new TreeMap<>();
        for (MeasuredPoint point : points) {
            double value = measure.of(point);
            if (!Double.isNaN(value)) {
                values.computeIfAbsent(point.size(), size -> new ArrayList<>()).add(value);
            }
        }
        NavigableMap<Integer, Spread> spreads = new TreeMap<>();
        values.forEach((size, all) -> spreads.put(
                size, Spread.of(all.stream().mapToDouble(Double::doubleValue).toArray())));
        return new Curve(spreads);
    }

    /** Whether nothing was measured. */
    public boolean isEmpty() {
        return bySize.isEmpty();
    }

    /** The sizes, rising. */
    public List<Integer> sizes() {
        return List.copyOf(bySize.navigableKeySet());
    }

    /** The median at the size, or NaN if it was not measured there. */
    public double at(int size) {
        Spread spread = bySize.get(size);
        return spread == null ? Double.NaN : spread.median();
    }
}
