package io.github.skpca.experiments.theory;

import io.github.skpca.MapKind;
import io.github.skpca.Workers;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.feature.RandomMaps;
import io.github.skpca.internal.random.Purpose;
import io.github.skpca.internal.random.RandomStream;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Every statement, tried with many seeds. */
public final class Trials {
    /*
     * for-all (lem:HiltoRR): ||G - ZZ'||_2 <= epsilon n with m = (9 + 8 epsilon)/epsilon^2 ln(2n/delta).
     *
     * for-each (thm:phi-z): | ||Phi'x||^2 - ||Z'x||^2 | <= epsilon n for one unit x with m = ln(2/delta)/(2 epsilon^2). With
     * Delta = 2n/m Hoeffding's exponent is epsilon^2 m/2, not 2 epsilon^2 m, so that m = 2 ln(2/delta)/epsilon^2. The hardest
     * case is n times the same row and x = 1/sqrt(n): both sides are sums of m independent terms of the largest spread.
     *
     * main (thm:main): MainTheoremTrials.
     *
     * Frobenius lemma: ||G - G'_k||_F <= ||G - G_k||_F + epsilon sqrt(k) n if ||G - G'||_2 <= epsilon n, for any
     * positive semidefinite G'. Its proof takes eigenvectors of G - G' for those of G - G'_k.
     */
    private static final double DELTA_FOR_EACH = 0.01;
    private static final double DELTA = 0.1;

    private final long seed;
    private final double share;
    private final Workers workers;

    /**
     * Trials from one seed. What comes out does not depend on the number of threads.
     *
     * @param share of the full number of trials, above 0 and at most 1; a quick run does fewer, at fewer sizes
     */
    public Trials(long seed, double share, Workers workers) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be above 0 and at most 1, not " + share);
        }
        this.seed = seed;
        this.share = share;
        this.workers = workers;
    }

    /** Tries everything; each result is passed on as soon as it is there. */
    public List<TrialResult> run(Consumer<String> progress) {
        List<TrialResult> results = new ArrayList<>();
        progress.accept("theory: for-all lemma");
        results.add(forAll(TrialRows.normal(100, 10, seed), "normal rows", 0.3));
        results.add(forAll(TrialRows.equal(100), "equal rows", 0.3));
        progress.accept("theory: for-each theorem");
        for (boolean corrected : new boolean[] {false, true}) {
            results.add(forEach(TrialRows.equal(20), "equal rows, x = 1/sqrt(n)", 0.1, corrected));
            results.add(forEach(TrialRows.normal(20, 10, seed), "normal rows, x = 1/sqrt(n)", 0.1, corrected));
        }
        progress.accept("theory: main theorem");
        results.addAll(main(TrialRows.normal(200, 10, seed), "normal rows", 0.2, count(30)));
        results.addAll(main(TrialRows.groups(200, 21, 0), "21 groups in turn", 0.2, count(30)));
        results.addAll(main(MainTheoremTrials.justShrunk(200, 0.2), justShrunk(0.2), 0.2, count(30)));
        results.addAll(main(MainTheoremTrials.lateGroup(0, 0.1), lateGroup(0.1), 0.1, count(30)));
        progress.accept("theory: main theorem, m <= n");
        // Four are the fewest that can show, at delta = 0.1, that failures are no chance.
        moreRowsThanFeatures(results, 2500, 0.5, share < 1 ? 4 : 30);
        if (share == 1) {
            moreRowsThanFeatures(results, 5500, 0.3, 10);
        }
        progress.accept("theory: Frobenius lemma");
        results.add(FrobeniusTrials.counterexample());
        results.add(FrobeniusTrials.random(count(20_000), seed));
        progress.accept("theory: Nystrom's replacements");
        results.add(ReplacementTrials.run(100, 1000, count(20), seed));
        results.add(ReplacementTrials.run(500, 20_000, count(20), seed));
        return results;
    }

    private int count(int full) {
        return Math.max(5, (int) (full * share));
    }

    /** Sizes with m <= n, which the paper's lemma on the sketch assumes. */
    private void moreRowsThanFeatures(List<TrialResult> results, int n, double epsilon, int trials) {
        results.addAll(main(TrialRows.normal(n, 10, seed), "normal rows", epsilon, trials));
        results.addAll(main(MainTheoremTrials.justShrunk(n, epsilon), justShrunk(epsilon), epsilon, trials));
        results.addAll(main(MainTheoremTrials.lateGroup(n, epsilon), lateGroup(epsilon), epsilon, trials));
    }

    private static String lateGroup(double epsilon) {
        return text("a group in the last %d rows", MainTheoremTrials.sketchSize(epsilon) / 2 - 1);
    }

    private static String justShrunk(double epsilon) {
        int l = MainTheoremTrials.sketchSize(epsilon);
        return text("%d groups in turn, with l=%d shrunk at the last row", l / 2, l);
    }

    private List<TrialResult> main(TrialRows rows, String name, double epsilon, int trials) {
        int m = forAllFeatures(epsilon / 2, rows.count(), DELTA);
        return new MainTheoremTrials(seed, DELTA, workers)
                .run(rows, name, epsilon, trials, trial -> map(MapKind.FOURIER, rows, m, trial));
    }

    /** The seeds of some trials, as text. */
    static String seeds(long first, int trials) {
        return first + ".." + (first + trials - 1);
    }

    private FeatureMap map(MapKind kind, TrialRows rows, int features, int trial) {
        long drawn = new RandomStream(seed + trial, Purpose.EXPERIMENT_TRIAL_MAP).nextLong();
        return RandomMaps.draw(kind, rows.kernel(), rows.columns(), features, drawn);
    }

    static int forAllFeatures(double epsilon, int n, double delta) {
        return (int) Math.ceil((9 + 8 * epsilon) / (epsilon * epsilon) * Math.log(2.0 * n / delta));
    }

    private TrialResult forAll(TrialRows rows, String name, double epsilon) {
        int n = rows.count();
        int m = forAllFeatures(epsilon, n, DELTA);
        double[] gram = rows.gram();
        int trials = count(1000);
        int failures = 0;
        int entryFailures = 0;
        double worst = 0;
        for (int trial = 0; trial < trials; trial++) {
            float[] z = rows.features(map(MapKind.FOURIER, rows, m, trial), Workers.callerOnly());
            double[] error = SmallMatrix.difference(gram, SmallMatrix.gram(z, n, m));
            double norm = SmallMatrix.spectralNorm(error, n) / n;
            worst = Math.max(worst, norm);
            failures += norm > epsilon ? 1 : 0;
            entryFailures += SmallMatrix.largestEntry(error) > epsilon ? 1 : 0;
        }
        return new TrialResult(
                "for-all",
                text("n=%d m=%d epsilon=%s seeds=%s; %s", n, m, epsilon, seeds(seed, trials), name),
                DELTA,
                trials,
                failures,
                text("largest ||G-ZZ'||_2/n %.4f; an entry off by more than epsilon in %d", worst, entryFailures));
    }

    private TrialResult forEach(TrialRows rows, String name, double epsilon, boolean corrected) {
        double log = Math.log(2 / DELTA_FOR_EACH);
        int m = (int) Math.ceil((corrected ? 2 : 0.5) / (epsilon * epsilon) * log);
        int n = rows.count();
        double[] gram = rows.gram();
        double exact = 0;
        for (double entry : gram) {
            exact += entry / n;
        }
        int trials = count(20_000);
        int failures = 0;
        double worst = 0;
        for (int trial = 0; trial < trials; trial++) {
            double off = Math.abs(exact
                            - alongOnes(
                                    rows.features(map(MapKind.FOURIER, rows, m, trial), Workers.callerOnly()), n, m))
                    / n;
            worst = Math.max(worst, off);
            failures += off > epsilon ? 1 : 0;
        }
        return new TrialResult(
                corrected ? "for-each-corrected" : "for-each",
                text("n=%d m=%d epsilon=%s seeds=%s; %s", n, m, epsilon, seeds(seed, trials), name),
                DELTA_FOR_EACH,
                trials,
                failures,
                text("%.2f%% of trials; largest deviation/n %.4f", 100.0 * failures / trials, worst));
    }

    /** ||Z'x||^2 for x = 1/sqrt(n). */
    private static double alongOnes(float[] z, int n, int m) {
        double total = 0;
        for (int j = 0; j < m; j++) {
            double sum = 0;
            for (int i = 0; i < n; i++) {
                sum += z[i * m + j];
            }
            total += sum * sum / n;
        }
        return total;
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
