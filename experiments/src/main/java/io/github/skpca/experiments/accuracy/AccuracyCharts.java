package io.github.skpca.experiments.accuracy;

import io.github.skpca.report.Chart;
import io.github.skpca.report.ChartGrid;
import io.github.skpca.report.Look;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Error against m, a panel an l, a line a system, the band its quartiles. */
final class AccuracyCharts {
    private static final int COLOURS = 6;

    private final AccuracyTable table;
    private final List<String> systems;

    AccuracyCharts(AccuracyTable table) {
        this.table = table;
        this.systems = table.systems();
    }

    String svg(String dataset) {
        List<Chart> charts = new ArrayList<>();
        for (int l : table.sketchSizes()) {
            charts.add(chart(dataset, l));
        }
        return new ChartGrid(dataset + ": spectral error on held-out rows", charts, 2)
                .picture()
                .svg();
    }

    private Chart chart(String dataset, int l) {
        Chart chart = Chart.lines("l = " + l, "m", "spectral error").logX().logY();
        for (String system : systems) {
            if (system.equals(Task.EXACT)) {
                double level = table.median(dataset, system, 0, l);
                chart = Double.isNaN(level) ? chart : chart.level(system, look(system), level);
            } else {
                chart = with(chart, dataset, system, l);
            }
        }
        return chart;
    }

    private Chart with(Chart chart, String dataset, String system, int l) {
        List<Integer> sizes = new ArrayList<>();
        List<Quartiles> errors = new ArrayList<>();
        for (int m : table.sizes()) {
            Optional<Quartiles> error = table.at(AccuracyTable.Place.sample(dataset, system, m, l), Norm.SPECTRAL);
            if (error.isPresent()) {
                sizes.add(m);
                errors.add(error.get());
            }
        }
        if (sizes.isEmpty()) {
            return chart;
        }
        return chart.series(
                system,
                look(system),
                sizes.stream().mapToDouble(m -> m).toArray(),
                errors.stream().mapToDouble(Quartiles::median).toArray(),
                errors.stream().mapToDouble(Quartiles::lower).toArray(),
                errors.stream().mapToDouble(Quartiles::upper).toArray());
    }

    private Look look(String system) {
        if (system.equals(Task.EXACT)) {
            return Look.colour(0, 0).dotted();
        }
        int number = systems.indexOf(system);
        Look look = Look.colour(number % COLOURS, number % 11);
        // The automatic choice lies on the line of what it chose, which must be seen through it.
        return Task.isMap(system) && !system.equals(CandidateMap.AUTO) ? look : look.dashed();
    }
}
