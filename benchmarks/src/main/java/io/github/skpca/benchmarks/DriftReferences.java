package io.github.skpca.benchmarks;

import io.github.skpca.KernelPcaModel;
import io.github.skpca.drift.RowDriftDetector;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Published detectors of change, row by row, as references: NEWMA (Keriven, Garreau and Poli, IEEE Trans. Signal Process. 68, 2020), Scan-B (Li, Xie, Dai
 * and Song, Sequential Analysis 38(4), 2019) and OKCUSUM (Wei and Xie, 2022). All with a Gaussian kernel of the median distance and the same reference
 * rows, and thresholds from simulation.
 */
final class DriftReferences {
    private static final int WINDOW = 50;
    private static final int BLOCKS = 15;
    private static final int FEATURES = 200;
    private static final int LATEST = 5000;
    private static final int BEFORE = 200;

    /** A fit takes longer than a stream: some models serve all streams. Before the change all kinds are the same. */
    private static final int MODELS = 4;

    private static final Map<Integer, KernelPcaModel> FITTED = new HashMap<>();

    private DriftReferences() {}

    /** A statistic that is compared with a threshold after every row. */
    private interface Detector {
        double add(double[] row);
    }

    static void compare(int streams, int runs, double length) {
        System.out.println(
                "| change | detector | threshold | run length | mean rows until found | standard error | never found |"
                        + "\n|---|---|---|---|---|---|---|");
        for (String name : new String[] {"rows", "OKCUSUM", "Scan-B", "NEWMA"}) {
            // Before the change all kinds are the same.
            double threshold = name.equals("rows") ? Math.log(length) : threshold("uniform", name, runs, length);
            for (String kind : new String[] {"mixture", "laplace", "uniform"}) {
                print(kind, name, streams, threshold, length);
            }
        }
    }

    private static void print(String kind, String name, int streams, double threshold, double length) {
        double[] delays = new double[streams];
        int never = 0;
        for (int seed = 0; seed < streams; seed++) {
            RowDriftRates.Stream stream = new RowDriftRates.Stream(kind, 5000L + seed);
            Detector detector = detector(name, stream, seed, length);
            int row = 0;
            while (row < BEFORE + LATEST) {
                double statistic = detector.add(stream.next(row >= BEFORE, -1));
                row++;
                if (row > BEFORE && statistic >= threshold) {
                    break;
                }
            }
            delays[seed] = row - BEFORE;
            never += row == BEFORE + LATEST ? 1 : 0;
        }
        double mean = Arrays.stream(delays).average().orElse(0);
        double squares = Arrays.stream(delays).map(v -> (v - mean) * (v - mean)).sum();
        System.out.printf(
                Locale.ROOT,
                "| %s | %s | %.4g | %s | %.1f | %.1f | %d |%n",
                kind,
                name,
                threshold,
                name.equals("rows") ? "stated" : "simulated",
                mean,
                Math.sqrt(squares / (streams - 1) / streams),
                never);
    }

    /** Excesses are about exponential: with N runs of n rows the threshold is the quantile 1 - n / LENGTH of their largest values. */
    private static double threshold(String kind, String name, int runs, double length) {
        int rows = (int) (length / 10);
        double[] largest = new double[runs];
        for (int run = 0; run < runs; run++) {
            RowDriftRates.Stream stream = new RowDriftRates.Stream(kind, 9000L + run);
            Detector detector = detector(name, stream, run, length);
            largest[run] = Double.NEGATIVE_INFINITY;
            for (int row = 0; row < rows; row++) {
                double statistic = detector.add(stream.next(false, -1));
                largest[run] = row >= BEFORE ? Math.max(largest[run], statistic) : largest[run];
            }
        }
        Arrays.sort(largest);
        // P(no alarm in n rows) = e^(-n / LENGTH).
        return largest[(int) Math.min(runs - 1, Math.round(runs * Math.exp(-rows / length)))];
    }

    private static Detector detector(String name, RowDriftRates.Stream stream, int seed, double length) {
        if (name.equals("rows")) {
            RowDriftDetector own =
                    new RowDriftDetector(FITTED.computeIfAbsent(seed % MODELS, stream::fitted), 1 / length);
            return row -> own.update(row).map(event -> event.strength()).orElse(Double.NEGATIVE_INFINITY);
        }
        int d = stream.columns;
        double[] reference = new double[BLOCKS * WINDOW * d];
        for (int i = 0; i < BLOCKS * WINDOW; i++) {
            System.arraycopy(stream.next(false, -1), 0, reference, i * d, d);
        }
        // The median squared distance of normal rows.
        double scale = 1 / (2.0 * 2 * (d - 0.7));
        return name.equals("NEWMA") ? newma(d, scale, seed) : scan(reference, d, scale, name.equals("OKCUSUM"));
    }

    private static Detector newma(int d, double scale, int seed) {
        RandomStream random = new RandomStream(seed, Purpose.MADE_UP_CHANGE, 92);
        double[] frequencies = new double[FEATURES * d];
        for (int i = 0; i < frequencies.length; i++) {
            frequencies[i] = Math.sqrt(2 * scale) * random.nextGaussian();
        }
        // Forgetting factors for a window of 50 rows, by the rule of the paper.
        double fast = 0.06;
        double slow = 0.02;
        double[] first = new double[2 * FEATURES];
        double[] second = new double[2 * FEATURES];
        return row -> {
            double distance = 0;
            for (int k = 0; k < FEATURES; k++) {
                double t = 0;
                for (int j = 0; j < d; j++) {
                    t += frequencies[k * d + j] * row[j];
                }
                double[] z = {Math.cos(t), Math.sin(t)};
                for (int s = 0; s < 2; s++) {
                    int at = 2 * k + s;
                    first[at] += fast * (z[s] - first[at]);
                    second[at] += slow * (z[s] - second[at]);
                    distance += (first[at] - second[at]) * (first[at] - second[at]) / FEATURES;
                }
            }
            return distance;
        };
    }

    /** MMD^2 of the last b rows and the reference, times its scale without change; b = 50, or the best of 2 to 50. */
    private static Detector scan(double[] reference, int d, double scale, boolean all) {
        int n = reference.length / d;
        double within = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                within += 2 * kernel(reference, i * d, reference, j * d, d, scale);
            }
        }
        double own = within / ((double) n * (n - 1));
        double[] window = new double[WINDOW * d];
        double[] cross = new double[WINDOW];
        double[] pairs = new double[WINDOW * WINDOW];
        int[] seen = {0};
        return row -> {
            int slot = seen[0] % WINDOW;
            System.arraycopy(row, 0, window, slot * d, d);
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += kernel(reference, i * d, row, 0, d, scale);
            }
            cross[slot] = sum / n;
            for (int j = 0; j < Math.min(seen[0], WINDOW); j++) {
                double k = j == slot ? 0 : kernel(window, slot * d, window, j * d, d, scale);
                pairs[slot * WINDOW + j] = k;
                pairs[j * WINDOW + slot] = k;
            }
            seen[0]++;
            if (seen[0] < WINDOW) {
                return Double.NEGATIVE_INFINITY;
            }
            double best = Double.NEGATIVE_INFINITY;
            double inside = 0;
            double across = 0;
            for (int b = 1; b <= WINDOW; b++) {
                int added = Math.floorMod(slot - b + 1, WINDOW);
                for (int a = 1; a < b; a++) {
                    inside += 2 * pairs[added * WINDOW + Math.floorMod(slot - a + 1, WINDOW)];
                }
                across += cross[added];
                if (b == WINDOW || (all && b > 1)) {
                    double size = (double) b * (b - 1);
                    best = Math.max(best, Math.sqrt(size) * (own + inside / size - 2 * across / b));
                }
            }
            return best;
        };
    }

    private static double kernel(double[] a, int at, double[] b, int bt, int d, double scale) {
        double sum = 0;
        for (int j = 0; j < d; j++) {
            double difference = a[at + j] - b[bt + j];
            sum += difference * difference;
        }
        return Math.exp(-scale * sum);
    }
}
