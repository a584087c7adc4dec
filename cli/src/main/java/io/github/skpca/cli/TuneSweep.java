package io.github.skpca.cli;

import io.github.skpca.KernelPcaBuilder;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.RowBatch;
import io.github.skpca.Scale;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.kernel.KernelFamily;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** Fits with many settings, and what they are worth on rows that were held out. */
final class TuneSweep {
    /** Rows that are compared with all others, and how many of those: enough for two digits of a share. */
    private static final int MOST_ASKED = 1000;

    private static final int MOST_KNOWN = 2000;

    /** A candidate that another half of the rows would not confirm by so much is taken only if all are like it. */
    private static final double STABLE = 0.8;

    /** What is not worth more components. */
    private static final double NEARLY = 0.02;

    private final TuneRows held;
    private final TuneRows half;
    private final TuneRows otherHalf;
    private final List<Integer> components;
    private final Workers workers;
    private final long seed;

    /** Keeps a fifth of the rows from the fits, and halves the others. */
    TuneSweep(TuneRows rows, List<Integer> components, long seed, Workers workers) {
        int asked = Math.min(MOST_ASKED, rows.count() / 5);
        int middle = asked + (rows.count() - asked) / 2;
        held = rows.part(0, asked);
        half = rows.part(asked, middle);
        otherHalf = rows.part(middle, rows.count());
        this.components = components;
        this.workers = workers;
        this.seed = seed;
    }

    /** Candidates of one bandwidth and scale, one for each number of components that the rows have. */
    List<TuneCandidate> tryOut(String bandwidth, Scale scale, TuneCandidate.Judge judge) {
        int most = components.stream().mapToInt(Integer::intValue).max().orElse(1);
        KernelPcaBuilder builder = builder(bandwidth, scale).components(most).sketchSize(Math.max(50, most));
        KernelPcaModel one = fit(builder, half);
        KernelPcaModel other = fit(builder, otherHalf);
        int width = Math.min(one.components(), other.components());
        if (width == 0) {
            return List.of();
        }
        TuneRows known = half.part(0, Math.min(half.count(), MOST_KNOWN));
        float[] asked = loadings(one, held, width);
        float[] learned = loadings(one, known, width);
        SubspaceAgreement agreement = new SubspaceAgreement(asked, loadings(other, held, width), width);
        double[] errors = errors(one, asked, width);
        double[] knownRows = known.dividedByDeviations(known);
        double[] heldRows = held.dividedByDeviations(known);
        List<TuneCandidate> found = new ArrayList<>();
        for (int k : components.stream().map(k -> Math.min(k, width)).distinct().toList()) {
            NearestRows nearest = new NearestRows(learned, asked, width, k, workers);
            double quality = judge == TuneCandidate.Judge.ACCURACY
                    ? nearest.accuracy(known.labels(), held.labels())
                    : nearest.recovered(knownRows, heldRows, held.columns());
            found.add(new TuneCandidate(bandwidth, scale, k, errors[k], agreement.of(k), quality));
        }
        return found;
    }

    /** The candidate of a fit for novelty to usual rows: what it makes of held-out usual ones beside novel ones. */
    TuneCandidate tryOut(String bandwidth, Scale scale, TuneRows novel) {
        KernelPcaModel model = fit(
                StreamingKernelPca.builder()
                        .forNovelty()
                        .kernel(KernelFamily.GAUSSIAN, bandwidth)
                        .scale(scale)
                        .seed(seed),
                half);
        double[] usual = model.score(RowBatch.of(held.values(), held.count()), workers);
        double[] strange = model.score(RowBatch.of(novel.values(), novel.count()), workers);
        return new TuneCandidate(bandwidth, scale, 0, 0, 1, areaUnderCurve(usual, strange));
    }

    /** The chance that one of the second is larger than one of the first; half of it where they are equal. */
    static double areaUnderCurve(double[] usual, double[] novel) {
        double[] sorted = usual.clone();
        Arrays.sort(sorted);
        double sum = 0;
        for (double score : novel) {
            sum += 0.5 * (below(sorted, score, /* orEqual= */ false) + below(sorted, score, /* orEqual= */ true));
        }
        return sum / ((double) usual.length * novel.length);
    }

    private static int below(double[] sorted, double score, boolean orEqual) {
        int low = 0;
        int high = sorted.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sorted[middle] < score || (orEqual && sorted[middle] == score)) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * The one to take: of those that are stable the best, and of those that are nearly as good the one with the fewest components, then the one of
     * the better quality; the earliest of equals.
     */
    static TuneCandidate best(List<TuneCandidate> all) {
        List<TuneCandidate> stable =
                all.stream().filter(one -> one.stability() >= STABLE).toList();
        List<TuneCandidate> among = stable.isEmpty() ? all : stable;
        double best = among.stream().mapToDouble(TuneCandidate::quality).max().orElseThrow();
        return among.stream()
                .filter(one -> one.quality() >= best - (one.components() == 0 ? 0 : NEARLY))
                .min(Comparator.comparingInt(TuneCandidate::components)
                        .thenComparing(Comparator.comparingDouble(TuneCandidate::quality)
                                .reversed()))
                .orElseThrow();
    }

    private KernelPcaBuilder builder(String bandwidth, Scale scale) {
        return StreamingKernelPca.builder()
                .kernel(KernelFamily.GAUSSIAN, bandwidth)
                .scale(scale)
                .seed(seed);
    }

    private KernelPcaModel fit(KernelPcaBuilder builder, TuneRows rows) {
        StreamingKernelPca learner = builder.workers(workers).build(rows.columns());
        learner.update(RowBatch.of(rows.values(), rows.count()));
        return learner.snapshot();
    }

    private float[] loadings(KernelPcaModel model, TuneRows rows, int width) {
        float[] all = model.transform(RowBatch.of(rows.values(), rows.count()), workers);
        int k = model.components();
        float[] first = new float[rows.count() * width];
        for (int i = 0; i < rows.count(); i++) {
            System.arraycopy(all, i * k, first, i * width, width);
        }
        return first;
    }

    /** For each number of components the share of the kernel variance of the held-out rows that they leave. */
    private double[] errors(KernelPcaModel model, float[] loadings, int width) {
        int rows = held.count();
        double[] residuals = new double[rows];
        workers.split(rows, 16, (from, to) -> {
            for (int i = from; i < to; i++) {
                int at = i * held.columns();
                residuals[i] = model.residual(Arrays.copyOfRange(held.values(), at, at + held.columns()));
            }
        });
        double[] left = new double[width + 1];
        left[width] = Arrays.stream(residuals).sum();
        for (int k = width - 1; k >= 0; k--) {
            int column = k;
            left[k] = left[k + 1]
                    + IntStream.range(0, rows)
                            .mapToDouble(i -> (double) loadings[i * width + column] * loadings[i * width + column])
                            .sum();
        }
        double all = left[0];
        for (int k = 0; k <= width; k++) {
            left[k] = all > 0 ? left[k] / all : 0;
        }
        return left;
    }
}
