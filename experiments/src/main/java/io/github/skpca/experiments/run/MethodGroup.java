package io.github.skpca.experiments.run;

import io.github.skpca.LandmarkRule;
import io.github.skpca.MapKind;
import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import io.github.skpca.experiments.data.HeldOut;
import io.github.skpca.internal.sketch.GramSketch;
import io.github.skpca.internal.baseline.LandmarkSummary;
import io.github.skpca.internal.baseline.ReservoirSample;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.LandmarkSelection;
import io.github.skpca.internal.feature.NystromMap;
import io.github.skpca.internal.feature.RandomMaps;
import io.github.skpca.internal.feature.WarmUpRows;
import io.github.skpca.internal.sketch.MatrixSketch;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** All methods on one data set, trained and measured at one size at a time. */
public final class MethodGroup {
    /** Algorithm 1 with the W of its last decomposition, on the paper's map. */
    public static final String SKPCA_PAPER = "skpca-paper";

    /** This project's default: landmarks chosen among the first rows, and the block shrink. */
    public static final String SKPCA = "skpca";

    /** Exact PCA of the paper's features, many rows at a time. */
    public static final String RNCA = "rnca";

    /** The same with an outer product a row; its errors are those of {@link #RNCA}. */
    public static final String RNCA_ROW = "rnca-row";

    /** Streaming Nystrom with c independent samplers. */
    public static final String NYSTROM = "nystrom";

    private static final int CHUNK = 16;
    private static final int WARM_UP_ROWS = 10_000;
    private static final int WORTH_SHARING = 400;
    private static final double PREFIX_SECONDS = 0.1;

    private final HeldOut data;
    private final Workers workers;

    /** Methods that learn from the training rows of {@code data}. */
    public MethodGroup(HeldOut data, Workers workers) {
        this.data = data;
        this.workers = workers;
    }

    /**
     * Trains every method.
     *
     * @param size m and c
     * @param sketchSizes every l; those above m are left out
     */
    public List<Training> train(int size, List<Integer> sketchSizes, long seed) {
        List<Training> trained = new ArrayList<>(paperForms(size, sketchSizes, seed));
        trained.addAll(ownForms(size, sketchSizes, seed));
        trained.add(nystrom(size, seed));
        return trained;
    }

    private List<Training> paperForms(int size, List<Integer> sketchSizes, long seed) {
        FeatureMap map = RandomMaps.draw(MapKind.FOURIER, data.kernel(), data.columns(), size, seed);
        GramSketch moments = GramSketch.whole(size, GramSketch.Update.BLOCK, workers);
        FourierTraining training = new FourierTraining(data, map, moments.blockRows(), workers);
        for (int l : sketchSizes) {
            if (l <= size) {
                PaperSketch sketch = new PaperSketch(size, l);
                training.addOneThread(
                        SKPCA_PAPER,
                        l,
                        sketch::absorb,
                        () -> FourierRepresentation.projected(map, sketch.directions()),
                        new FourierTraining.Size(space(size, l), sketch::workingBytes));
            }
        }
        Clock decomposition = new Clock();
        training.add(
                RNCA,
                0,
                (block, count) -> moments.absorb(block, count, null, null),
                () -> {
                    decomposition.run(moments::summary);
                    return FourierRepresentation.whole(map);
                },
                new FourierTraining.Size((long) size * (data.columns() + size), moments::workingBytes));
        List<Training> trained = new ArrayList<>(training.run());
        Training rnca = trained.get(trained.size() - 1);
        trained.add(rowByRow(map, rnca, decomposition.seconds()));
        return trained;
    }

    /** The time of an outer product a row over all rows, from a prefix of them; all else is as in the blocked form. */
    private Training rowByRow(FeatureMap map, Training blocked, double decomposition) {
        int size = map.features();
        // A small outer product takes less time than waking another thread.
        Workers helpers = size < WORTH_SHARING ? Workers.callerOnly() : workers;
        GramSketch moments = GramSketch.whole(size, GramSketch.Update.ROW, helpers);
        float[] chunk = new float[CHUNK * size];
        Clock clock = new Clock();
        int done = 0;
        // The first chunk only warms up.
        map.map(data.train(), 0, Math.min(CHUNK, data.trainRows()), chunk, 0, workers);
        moments.absorb(chunk, Math.min(CHUNK, data.trainRows()), null, null);
        while (done < data.trainRows() && clock.seconds() < PREFIX_SECONDS) {
            int count = Math.min(CHUNK, data.trainRows() - done);
            map.map(data.train(), done * data.columns(), count, chunk, 0, workers);
            clock.run(() -> moments.absorb(chunk, count, null, null));
            done += count;
        }
        double updates = clock.seconds() * data.trainRows() / done;
        return new Training(
                RNCA_ROW,
                0,
                blocked.mapSeconds() + updates + decomposition,
                blocked.mapSeconds(),
                blocked.space(),
                map.bytes() + moments.workingBytes(),
                done < data.trainRows(),
                null);
    }

    private Training nystrom(int size, long seed) {
        ReservoirSample sample = new ReservoirSample(data.kernel(), data.columns(), size, seed);
        Clock clock = new Clock();
        List<Representation> made = new ArrayList<>();
        clock.run(() -> {
            int at = 0;
            while (at < data.trainRows()) {
                long skipped = Math.min(sample.rowsToSkip(), data.trainRows() - at);
                sample.skip(skipped);
                at += (int) skipped;
                if (at < data.trainRows()) {
                    sample.take(data.train(), at * data.columns());
                    at++;
                }
            }
            LandmarkSummary summary = sample.summary(false, workers);
            made.add(new KernelRepresentation(
                    summary.state().rows(),
                    data.columns(),
                    data.kernel(),
                    summary.vectors(),
                    summary.values(),
                    summary.values().length,
                    size));
        });
        long space = (long) size * (data.columns() + size);
        return new Training(NYSTROM, 0, clock.seconds(), 0, space, sample.workingBytes(), false, made.get(0));
    }

    /** Only this project's default; see {@link #train}. */
    public List<Training> ownForms(int size, List<Integer> sketchSizes, long seed) {
        List<Training> trained = new ArrayList<>();
        // How many features are made of the landmarks depends on l: those that share a number share a pass.
        Map<Integer, List<Integer>> sizesByDirections = new TreeMap<>();
        for (int l : sketchSizes) {
            if (l <= size) {
                sizesByDirections
                        .computeIfAbsent(LandmarkSelection.directions(l), key -> new ArrayList<>())
                        .add(l);
            }
        }
        sizesByDirections.forEach((directions, sizes) -> trained.addAll(ownForms(size, directions, sizes, seed)));
        return trained;
    }

    private List<Training> ownForms(int size, int directions, List<Integer> sketchSizes, long seed) {
        Clock preparation = new Clock();
        List<NystromMap> made = new ArrayList<>();
        preparation.run(() -> made.add(new LandmarkSelection(data.kernel(), firstRows(), seed, workers)
                .select(LandmarkRule.PIVOTED, size, directions)));
        NystromMap map = made.get(0);
        FourierTraining training = null;
        for (int l : sketchSizes) {
            MatrixSketch sketch = MatrixSketch.create(ShrinkRule.BLOCK, map.features(), l, seed, workers);
            if (training == null) {
                training = new FourierTraining(data, map, sketch.blockRows(), workers).after(preparation.seconds());
            }
            int features = map.features();
            int kept = sketch.algorithm().holdsMatrix() ? features : l;
            long numbers = map.space() + (long) features * kept;
            training.add(
                    SKPCA,
                    l,
                    (block, count) -> sketch.absorb(block, count, null, null),
                    () -> FourierRepresentation.folded(map, FourierTraining.directions(sketch.summary())),
                    new FourierTraining.Size(numbers, sketch::workingBytes));
        }
        return training == null ? List.of() : training.run();
    }

    /** The rows that landmarks are chosen from, as many as a warm-up has. */
    private WarmUpRows firstRows() {
        return new WarmUpRows() {
            @Override
            public int count() {
                return Math.min(WARM_UP_ROWS, data.trainRows());
            }

            @Override
            public int columns() {
                return data.columns();
            }

            @Override
            public void copy(int row, float[] out, int offset) {
                System.arraycopy(data.train(), row * data.columns(), out, offset, data.columns());
            }
        };
    }

    private long space(long features, long l) {
        return features * (data.columns() + l);
    }
}
