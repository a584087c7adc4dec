package io.github.skpca.experiments.theory;

import io.github.skpca.experiments.run.PaperSketch;
import io.github.skpca.feature.FeatureMap;
import io.github.skpca.feature.MapKind;
import io.github.skpca.kernel.RandomStream;
import io.github.skpca.linalg.Backend;
import io.github.skpca.linalg.Panels;
import io.github.skpca.sketch.MatrixSketch;
import io.github.skpca.sketch.ShrinkRule;
import io.github.skpca.sketch.SketchSummary;

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
     * main (thm:main): ||G - ZWW'Z'||_2 <= epsilon n with the m of the lemma at epsilon/2, and l = 4/epsilon. Algorithm 1 earns
     * ||Z||_F^2/(l/2) and not ||Z||_F^2/l, and its W is that of the last decomposition: rows since then are not in it. A group
     * of rows that appears in the last l/2 - 1 rows is lost, which matters as long as n < l^2/8 or so. Corrected: l = 8/epsilon
     * and directions of the sketch of now.
     *
     * Frobenius lemma: ||G - G'_k||_F <= ||G - G_k||_F + epsilon sqrt(k) n if ||G - G'||_2 <= epsilon n, for any
     * positive semidefinite G'. Its proof takes eigenvectors of G - G' for those of G - G'_k.
     */
    private static final double DELTA_FOR_EACH = 0.01;
    private static final double DELTA = 0.1;
    private static final int PURPOSE_MAP = 82;

    private final long seed;
    private final double share;

    /**
     * Trials from one seed.
     *
     * @param share of the full number of trials, above 0 and at most 1; a quick run does fewer
     */
    public Trials(long seed, double share) {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("share must be above 0 and at most 1, not " + share);
        }
        this.seed = seed;
        this.share = share;
    }

    /** Tries everything; each result is handed over when it is there. */
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
        for (boolean corrected : new boolean[] {false, true}) {
            results.add(main(TrialRows.normal(200, 10, seed), "normal rows", 0.2, corrected));
            results.add(main(TrialRows.groups(200, 21, 0), "21 groups in turn", 0.2, corrected));
            results.add(main(lateGroup(0.1), "a group in the last l/2 - 1 rows", 0.1, corrected));
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

    /** As many rows as make Algorithm 1 see its last full B just before the late group. */
    private static TrialRows lateGroup(double epsilon) {
        int l = (int) Math.round(4 / epsilon);
        int half = l / 2;
        // The first shrink comes after l rows and each later one after l - (half - 1) more.
        int rows = l + 2 * (l - half + 1) + half - 1;
        return TrialRows.groups(rows, half + 5, half - 1);
    }

    private FeatureMap map(MapKind kind, TrialRows rows, int features, int trial) {
        long drawn = new RandomStream(seed + trial, PURPOSE_MAP).nextLong();
        return kind.build(rows.kernel(), rows.columns(), features, drawn);
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
            float[] z = rows.features(map(MapKind.FOURIER, rows, m, trial));
            double[] error = SmallMatrix.difference(gram, SmallMatrix.gram(z, n, m));
            double norm = SmallMatrix.spectralNorm(error, n) / n;
            worst = Math.max(worst, norm);
            failures += norm > epsilon ? 1 : 0;
            entryFailures += SmallMatrix.largestEntry(error) > epsilon ? 1 : 0;
        }
        return new TrialResult(
                "for-all",
                text("n=%d epsilon=%s m=%d; %s", n, epsilon, m, name),
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
            double off = Math.abs(exact - alongOnes(rows.features(map(MapKind.FOURIER, rows, m, trial)), n, m)) / n;
            worst = Math.max(worst, off);
            failures += off > epsilon ? 1 : 0;
        }
        return new TrialResult(
                corrected ? "for-each-corrected" : "for-each",
                text("n=%d epsilon=%s m=%d; %s", n, epsilon, m, name),
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

    private TrialResult main(TrialRows rows, String name, double epsilon, boolean corrected) {
        int n = rows.count();
        int m = forAllFeatures(epsilon / 2, n, DELTA);
        int l = (int) Math.round((corrected ? 8 : 4) / epsilon);
        double[] gram = rows.gram();
        int trials = count(30);
        int failures = 0;
        double worst = 0;
        for (int trial = 0; trial < trials; trial++) {
            FeatureMap map = map(MapKind.FOURIER, rows, m, trial);
            float[] z = rows.features(map);
            float[] directions = corrected ? ofNow(z, n, m, l) : ofLastDecomposition(z, n, m, l);
            double[] approximate = projected(z, n, m, directions);
            double norm = SmallMatrix.spectralNorm(SmallMatrix.difference(gram, approximate), n) / n;
            worst = Math.max(worst, norm);
            failures += norm > epsilon ? 1 : 0;
        }
        return new TrialResult(
                corrected ? "main-corrected" : "main",
                text("n=%d epsilon=%s m=%d l=%d; %s", n, epsilon, m, l, name),
                DELTA,
                trials,
                failures,
                text("largest ||G-ZWW'Z'||_2/n %.4f", worst));
    }

    private static float[] ofLastDecomposition(float[] z, int n, int m, int l) {
        PaperSketch sketch = new PaperSketch(m, l);
        sketch.absorb(z, n);
        return sketch.directions();
    }

    private static float[] ofNow(float[] z, int n, int m, int l) {
        MatrixSketch sketch = MatrixSketch.create(ShrinkRule.PAPER, m, l);
        sketch.absorb(z, n, null, null);
        SketchSummary summary = sketch.summary();
        float[] directions = new float[summary.state().count() * m];
        for (int i = 0; i < directions.length; i++) {
            directions[i] = (float) (summary.state().rows()[i] / Math.sqrt(summary.squaredSingularValues()[i / m]));
        }
        return directions;
    }

    /** ZWW'Z'. */
    private static double[] projected(float[] z, int n, int m, float[] directions) {
        int width = directions.length / m;
        Backend backend = Backend.active();
        Panels panels = backend.panels(m, width);
        panels.pack(directions, 0, 1, m);
        float[] loadings = new float[n * width];
        backend.multiply(z, 0, m, 1, n, panels, loadings, 0, width);
        return SmallMatrix.gram(loadings, n, width);
    }

    static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
