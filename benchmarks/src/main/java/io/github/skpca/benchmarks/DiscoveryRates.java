package io.github.skpca.benchmarks;

import io.github.skpca.Calibration;
import io.github.skpca.FalseDiscoveryRate;
import io.github.skpca.KernelPcaModel;
import io.github.skpca.StreamingKernelPca;
import io.github.skpca.Workers;
import io.github.skpca.internal.model.FittedModel;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.Arrays;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * The rate of false discoveries among rows of which one in a hundred is novel: online, row by row and burst by burst, and of a whole file, beside a
 * detector that knew the threshold at which the rate is the stated one.
 *
 * <p>Usage: DiscoveryRates SEEDS [LEARNED [ROWS]]. Columns are independent, or autoregressions with factor 0.9.
 */
public final class DiscoveryRates {
    private static final int COLUMNS = 5;
    private static final double RATE = 0.05;
    private static final double SHARE = 0.01;
    private static final double NOVEL = 5;
    private static final int BURST = 32;

    private DiscoveryRates() {}

    /** Prints the table. */
    public static void main(String[] args) {
        int seeds = Integer.parseInt(args[0]);
        int learned = args.length > 1 ? Integer.parseInt(args[1]) : 100_000;
        int rows = args.length > 2 ? Integer.parseInt(args[2]) : 50_000;
        System.out.println(
                "| rows | procedure | false discoveries, mean over seeds | standard error | power | power of the best threshold |"
                        + "\n|---|---|---|---|---|---|");
        for (double memory : new double[] {0, 0.9}) {
            double[][] rates = new double[3][seeds];
            double[][] powers = new double[3][seeds];
            double[] best = new double[seeds];
            for (int seed = 0; seed < seeds; seed++) {
                trial(memory, seed, learned, rows, rates, powers, best);
            }
            String[] names = {"online, rows (LORD++)", "online, bursts (LORD++)", "file (Benjamini-Hochberg)"};
            for (int p = 0; p < names.length; p++) {
                double mean = mean(rates[p]);
                double squares = Arrays.stream(rates[p])
                        .map(v -> (v - mean) * (v - mean))
                        .sum();
                System.out.printf(
                        Locale.ROOT,
                        "| %s | %s | %.4f | %.4f | %.3f | %.3f |%n",
                        memory == 0 ? "independent" : "autoregression " + memory,
                        names[p],
                        mean,
                        Math.sqrt(squares / Math.max(1, seeds - 1) / seeds),
                        mean(powers[p]),
                        mean(best));
            }
        }
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static void trial(
            double memory, int seed, int learned, int rows, double[][] rates, double[][] powers, double[] best) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_ROWS, memory == 0 ? 5 : 6);
        double[] state = new double[COLUMNS];
        StreamingKernelPca learner = StreamingKernelPca.builder().seed(seed).build(COLUMNS);
        learner.update(stream(memory, state, learned, random), learned);
        KernelPcaModel model = learner.snapshot();
        Calibration calibration = model.calibration().orElseThrow();
        double[] next = stream(memory, state, rows, random);
        boolean[] isNovel = new boolean[rows];
        for (int i = 0; i < rows; i++) {
            isNovel[i] = random.nextDouble() < SHARE;
            double length = 0;
            double[] direction = new double[COLUMNS];
            for (int j = 0; j < COLUMNS; j++) {
                direction[j] = random.nextGaussian();
                length += direction[j] * direction[j];
            }
            for (int j = 0; j < COLUMNS && isNovel[i]; j++) {
                next[i * COLUMNS + j] += NOVEL * direction[j] / Math.sqrt(length);
            }
        }
        double[] scores = new double[rows];
        FittedModel.of(model).projector(Workers.callerOnly()).score(next, 0, rows, scores, 0);
        double[] p = new double[rows];
        for (int i = 0; i < rows; i++) {
            Calibration.Estimate estimate = calibration.estimate(scores[i]);
            p[i] = estimate.isExtrapolated()
                    ? Math.min(calibration.smallestPValue(), estimate.pValue() + estimate.standardError())
                    : estimate.pValue();
        }
        count(online(p, 0), isNovel, seed, rates[0], powers[0]);
        count(online(p, BURST), isNovel, seed, rates[1], powers[1]);
        count(file(p), isNovel, seed, rates[2], powers[2]);
        best[seed] = best(scores, isNovel);
    }

    /** 1 for a discovery, 2 for a row that belongs to one before it, 0 for others. */
    private static int[] online(double[] p, int burst) {
        FalseDiscoveryRate rate = new FalseDiscoveryRate(RATE);
        int[] found = new int[p.length];
        int last = Integer.MIN_VALUE / 2;
        double passed = 0;
        for (int i = 0; i < p.length; i++) {
            if (i - last <= burst) {
                found[i] = p[i] <= passed ? 2 : 0;
            } else {
                double level = rate.level();
                found[i] = rate.isDiscovery(p[i]) ? 1 : 0;
                passed = found[i] == 1 ? level : passed;
            }
            last = found[i] > 0 ? i : last;
        }
        return found;
    }

    private static int[] file(double[] p) {
        TreeMap<Double, Long> counts = new TreeMap<>();
        for (double value : p) {
            counts.merge(value, 1L, Long::sum);
        }
        double level = FalseDiscoveryRate.benjaminiHochberg(
                counts.keySet().stream().mapToDouble(v -> v).toArray(),
                counts.values().stream().mapToLong(v -> v).toArray(),
                RATE);
        return Arrays.stream(p).mapToInt(v -> v <= level ? 1 : 0).toArray();
    }

    private static void count(int[] found, boolean[] isNovel, int seed, double[] rates, double[] powers) {
        double all = 0;
        double wrong = 0;
        double right = 0;
        double novel = 0;
        for (int i = 0; i < found.length; i++) {
            all += found[i] == 1 ? 1 : 0;
            wrong += found[i] == 1 && !isNovel[i] ? 1 : 0;
            novel += isNovel[i] ? 1 : 0;
            right += found[i] > 0 && isNovel[i] ? 1 : 0;
        }
        rates[seed] = wrong / Math.max(1, all);
        powers[seed] = right / Math.max(1, novel);
    }

    /** The share of novel rows found by the threshold on scores with the most of them whose share of false ones is the stated rate. */
    private static double best(double[] scores, boolean[] isNovel) {
        int[] order = IntStream.range(0, scores.length)
                .boxed()
                .sorted((a, b) -> Double.compare(scores[b], scores[a]))
                .mapToInt(i -> i)
                .toArray();
        double wrong = 0;
        double right = 0;
        double found = 0;
        for (int i : order) {
            wrong += isNovel[i] ? 0 : 1;
            right += isNovel[i] ? 1 : 0;
            found = wrong <= RATE * (wrong + right) ? right : found;
        }
        return found / Math.max(1, right);
    }

    private static double[] stream(double memory, double[] state, int count, RandomStream random) {
        double[] rows = new double[count * COLUMNS];
        for (int i = 0; i < count; i++) {
            for (int j = 0; j < COLUMNS; j++) {
                state[j] = memory * state[j] + Math.sqrt(1 - memory * memory) * random.nextGaussian();
                rows[i * COLUMNS + j] = state[j];
            }
        }
        return rows;
    }
}
