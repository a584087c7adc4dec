package io.github.skpca.experiments.accuracy;

import io.github.skpca.experiments.results.AccuracyPoint;
import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All measurements, and what the repeats of each say together. */
final class AccuracyTable {
    private final List<AccuracyPoint> points;
    private final Map<Place, List<AccuracyPoint>> repeats = new HashMap<>();

    /**
     * What is repeated with other seeds.
     *
     * @param m 0 for exact kernel PCA
     * @param l 0 for the map alone
     */
    record Place(String dataset, String part, String system, int m, int l) {
        static Place sample(String dataset, String system, int m, int l) {
            // Exact kernel PCA stands beside every m.
            return new Place(dataset, AccuracyPoint.SAMPLE, system, system.equals(Task.EXACT) ? 0 : m, l);
        }
    }

    AccuracyTable(List<AccuracyPoint> points) {
        this.points = List.copyOf(points);
        for (AccuracyPoint point : points) {
            repeats.computeIfAbsent(place(point), key -> new ArrayList<>()).add(point);
        }
    }

    /** Empty if it was not measured. */
    Optional<Quartiles> at(Place place, Norm norm) {
        return Optional.ofNullable(repeats.get(place))
                .map(all -> Quartiles.of(all.stream().mapToDouble(norm::of).toArray()));
    }

    List<AccuracyPoint> points(Place place) {
        return repeats.getOrDefault(place, List.of());
    }

    /** A line of a data set in the part that all systems share, or null if there is none. */
    @Nullable
    AccuracyPoint anyOf(String dataset) {
        return points.stream()
                .filter(point -> point.dataset().equals(dataset) && point.part().equals(AccuracyPoint.SAMPLE))
                .findFirst()
                .orElse(null);
    }

    /** What was measured with all training rows, in the order of the file. */
    List<Place> streams() {
        return points.stream()
                .filter(point -> point.part().equals(AccuracyPoint.STREAM))
                .map(AccuracyTable::place)
                .distinct()
                .toList();
    }

    private static Place place(AccuracyPoint point) {
        return new Place(point.dataset(), point.part(), point.system(), point.m(), point.l());
    }

    /** The labels, in the order of the file. */
    List<String> datasets() {
        return points.stream().map(AccuracyPoint::dataset).distinct().toList();
    }

    /** The maps in the order of the file, the automatic choice after them, then the other systems, exact last. */
    List<String> systems() {
        List<String> last = List.of(CandidateMap.AUTO, Task.NYSTROM, Task.RNCA, Task.EXACT);
        return points.stream()
                .map(AccuracyPoint::system)
                .distinct()
                .sorted(Comparator.comparingInt(last::indexOf))
                .toList();
    }

    /** The maps that are no choice among others. */
    List<String> maps() {
        return systems().stream()
                .filter(system -> Task.isMap(system) && !system.equals(CandidateMap.AUTO))
                .toList();
    }

    /** Every m of the part that all systems share, rising. */
    List<Integer> sizes() {
        return points.stream()
                .filter(point -> point.part().equals(AccuracyPoint.SAMPLE) && point.m() > 0)
                .map(AccuracyPoint::m)
                .distinct()
                .sorted()
                .toList();
    }

    /** Every l, rising. */
    List<Integer> sketchSizes() {
        return points.stream()
                .map(AccuracyPoint::l)
                .filter(l -> l > 0)
                .distinct()
                .sorted()
                .toList();
    }

    /** How many repeats the places of a part have, as in "10" or "3 to 10". */
    String repeats(String part) {
        List<Integer> counts = repeats.entrySet().stream()
                .filter(entry -> entry.getKey().part().equals(part)
                        && !entry.getKey().system().equals(Task.EXACT))
                .map(entry -> entry.getValue().size())
                .distinct()
                .sorted()
                .toList();
        if (counts.isEmpty()) {
            return "0";
        }
        int least = counts.get(0);
        int most = counts.get(counts.size() - 1);
        return least == most ? Integer.toString(least) : least + " to " + most;
    }

    /** The map with the least median error in a place, if any was measured. */
    Optional<String> best(String dataset, int m, int l) {
        return maps().stream()
                .filter(map ->
                        at(Place.sample(dataset, map, m, l), Norm.SPECTRAL).isPresent())
                .min(Comparator.comparingDouble(map -> median(dataset, map, m, l)));
    }

    /** The median spectral error; NaN if it was not measured. */
    double median(String dataset, String system, int m, int l) {
        return at(Place.sample(dataset, system, m, l), Norm.SPECTRAL)
                .map(Quartiles::median)
                .orElse(Double.NaN);
    }
}
