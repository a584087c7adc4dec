package io.github.skpca.experiments.run;

import io.github.skpca.Workers;
import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.sketch.SketchSummary;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * One pass over the training rows through one feature map, for many sketches at once.
 *
 * <p>The features of a block are computed once, on a clock of their own, and passed to every sketch, each on its own clock: a
 * method's time is the features' and its own, as if it had run alone.
 */
final class FourierTraining {
    private final HeldOut data;
    private final FeatureMap map;
    private final Workers workers;
    private final int blockRows;
    private final Clock mapClock = new Clock();
    private final List<Pupil> pupils = new ArrayList<>();
    private double preparation;

    /** Takes in a block of features. */
    interface Absorber {
        /** @param block count x m, row-major; read only */
        void absorb(float[] block, int count);
    }

    /** A sketch with its clock. */
    private record Pupil(
            String method,
            int sketchSize,
            boolean oneThread,
            Clock clock,
            Absorber absorber,
            Supplier<Representation> end,
            Size size) {}

    /** Numbers as the paper counts them, and bytes beside those of the map. */
    record Size(long space, Supplier<Long> bytes) {}

    FourierTraining(HeldOut data, FeatureMap map, int blockRows, Workers workers) {
        this.data = data;
        this.map = map;
        this.blockRows = blockRows;
        this.workers = workers;
    }

    /** Counts seconds that the map took to prepare, before the first row. */
    FourierTraining after(double seconds) {
        preparation = seconds;
        return this;
    }

    /**
     * Adds a sketch that shares its own work among the threads.
     *
     * @param end makes the trained method from it, on its clock
     */
    void add(String method, int sketchSize, Absorber absorber, Supplier<Representation> end, Size size) {
        pupils.add(new Pupil(method, sketchSize, false, new Clock(), absorber, end, size));
    }

    /** Adds a sketch that works on one thread; as many of those as there are threads work at a time. */
    void addOneThread(String method, int sketchSize, Absorber absorber, Supplier<Representation> end, Size size) {
        pupils.add(new Pupil(method, sketchSize, true, new Clock(), absorber, end, size));
    }

    /** Goes through all training rows and ends every sketch. */
    List<Training> run() {
        float[] block = new float[blockRows * map.features()];
        List<Pupil> single = pupils.stream()
                .filter(Pupil::oneThread)
                .sorted(Comparator.comparingInt(Pupil::sketchSize).reversed())
                .toList();
        for (int done = 0; done < data.trainRows(); done += blockRows) {
            int count = Math.min(blockRows, data.trainRows() - done);
            int from = done * data.columns();
            mapClock.run(() -> map.map(data.train(), from, count, block, 0, workers));
            // The longest first, the next to whoever is free: who does it does not change what is done.
            AtomicInteger next = new AtomicInteger();
            workers.split(workers.threads(), 1, (first, last) -> {
                for (int i = next.getAndIncrement(); i < single.size(); i = next.getAndIncrement()) {
                    Pupil pupil = single.get(i);
                    pupil.clock.run(() -> pupil.absorber.absorb(block, count));
                }
            });
            for (Pupil pupil : pupils) {
                if (!pupil.oneThread) {
                    pupil.clock.run(() -> pupil.absorber.absorb(block, count));
                }
            }
        }
        List<Training> trained = new ArrayList<>();
        for (Pupil pupil : pupils) {
            List<Representation> made = new ArrayList<>();
            pupil.clock.run(() -> made.add(pupil.end.get()));
            trained.add(new Training(
                    pupil.method,
                    pupil.sketchSize,
                    preparation + mapClock.seconds() + pupil.clock.seconds(),
                    preparation + mapClock.seconds(),
                    pupil.size.space,
                    map.bytes() + 4L * block.length + pupil.size.bytes.get(),
                    false,
                    made.get(0)));
        }
        return trained;
    }

    /** The rows of a summary at length one: W', rows of m numbers. */
    static float[] directions(SketchSummary summary) {
        int columns = summary.state().columns();
        double[] rows = summary.state().rows();
        float[] directions = new float[rows.length];
        for (int i = 0; i < summary.state().count(); i++) {
            double length = Math.sqrt(summary.squaredSingularValues()[i]);
            for (int j = i * columns; j < (i + 1) * columns; j++) {
                directions[j] = (float) (rows[j] / length);
            }
        }
        return directions;
    }
}
