package io.github.skpca.experiments.theory;

import io.github.skpca.ShrinkRule;
import io.github.skpca.Workers;
import io.github.skpca.experiments.run.PaperSketch;
import io.github.skpca.experiments.run.TestGram;
import io.github.skpca.internal.feature.FeatureMap;
import io.github.skpca.internal.linalg.Backend;
import io.github.skpca.internal.linalg.Panels;
import io.github.skpca.internal.sketch.MatrixSketch;
import io.github.skpca.internal.sketch.SketchSummary;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** The main theorem: ||G - ZWW'Z'||_2 <= epsilon n, as printed and with either of two changes, which tells cause from cure. */
final class MainTheoremTrials {
    /*
     * thm:main has the m of the for-all lemma at epsilon/2, and l = 4/epsilon. Two things in it differ from Algorithm 1.
     *
     * W: it is that of the last decomposition, so that the rows since then, at most l - 1, are not in it. A group of rows that
     * appears there is lost. That is more than epsilon n only while n < 2 (l - 1)/epsilon < 8/epsilon^2, far below m, which is
     * above 36/epsilon^2 ln(2n/delta): at m <= n, which lem:FD-left-null assumes, it cannot break the bound by itself.
     *
     * l: the shrink at sigma_{l/2} earns ||Z||_F^2/(l/2), not ||Z||_F^2/l. But the proof takes ||Z||_F^2 <= 2n, and ||Z||_F^2 is a
     * mean of m independent terms of n times [0, 2] with the mean n: at most n (1 + t), t = sqrt(2 ln(1/delta)/m) < 0.24 epsilon,
     * with probability 1 - delta. The two factors of two make up for each other. With the W of the current sketch
     *
     *     ||ZZ' - ZWW'Z'||_2 = max ||Zx||^2 over unit x with Bx = 0  <=  ||Z||_F^2/(l/2),
     *
     * whatever n and m are, and an even l of at least 4/epsilon + 2 is enough for epsilon n/2.
     */
    static final String PRINTED = "main";
    static final String CURRENT_W = "main-current-w";
    static final String DOUBLED_L = "main-doubled-l";
    static final String BOTH = "main-corrected";

    private final long seed;
    private final double delta;
    private final Workers workers;

    MainTheoremTrials(long seed, double delta, Workers workers) {
        this.seed = seed;
        this.delta = delta;
        this.workers = workers;
    }

    /** l of the theorem. */
    static int sketchSize(double epsilon) {
        return 2 * (int) Math.ceil(2 / epsilon - 1e-9);
    }

    /**
     * About as many rows as asked for, the last l/2 - 1 of them a group of its own: Algorithm 1 decomposes its B just before.
     */
    static TrialRows lateGroup(int least, double epsilon) {
        int l = sketchSize(epsilon);
        int half = l / 2;
        // The first shrink comes after l rows and each later one after l - (half - 1) more.
        int step = l - half + 1;
        int shrinks = Math.max(2, (least - l - half + 1 + step - 1) / step);
        return TrialRows.groups(l + shrinks * step + half - 1, half + 5, half - 1);
    }

    /**
     * About as many rows as asked for, in l/2 groups that take turns; the last row makes a shrink. One group has just been cut
     * off, and with it 2/l of all rows, which is all that the shrinks may lose.
     */
    static TrialRows justShrunk(int least, double epsilon) {
        int l = sketchSize(epsilon);
        int half = l / 2;
        int step = l - half + 1;
        int shrinks = Math.max(2, (least - l + step - 1) / step);
        return TrialRows.groups(l + shrinks * step, half, 0);
    }

    /**
     * All four forms on the same rows and the same maps.
     *
     * @param maps by the number of the trial, of m features
     */
    List<TrialResult> run(TrialRows rows, String name, double epsilon, int trials, IntFunction<FeatureMap> maps) {
        int l = sketchSize(epsilon);
        TestGram gram = new TestGram(rows.rows(), rows.count(), rows.columns(), rows.kernel(), workers);
        List<Form> forms = List.of(
                new Form(PRINTED, l, false),
                new Form(CURRENT_W, l, true),
                new Form(DOUBLED_L, 2 * l, false),
                new Form(BOTH, 2 * l, true));
        int m = 0;
        for (int trial = 0; trial < trials; trial++) {
            FeatureMap map = maps.apply(trial);
            m = map.features();
            float[] z = rows.features(map, workers);
            for (Form form : forms) {
                form.add(error(gram, z, rows.count(), m, form.directions(z, rows.count(), m)), epsilon);
            }
        }
        List<TrialResult> results = new ArrayList<>();
        for (Form form : forms) {
            String sizes = Trials.text(
                    "n=%d m=%d l=%d epsilon=%s seeds=%s; %s; %s",
                    rows.count(),
                    m,
                    form.l,
                    epsilon,
                    Trials.seeds(seed, trials),
                    name,
                    form.current ? "W of the current sketch" : "W of the last decomposition");
            results.add(new TrialResult(
                    form.statement,
                    sizes,
                    delta,
                    trials,
                    form.failures,
                    Trials.text("largest ||G-ZWW'Z'||_2/n %.4f", form.worst)));
        }
        return results;
    }

    /** One of the four, and what came of it. */
    private static final class Form {
        final String statement;
        final int l;
        final boolean current;
        int failures;
        double worst;

        Form(String statement, int l, boolean current) {
            this.statement = statement;
            this.l = l;
            this.current = current;
        }

        float[] directions(float[] z, int n, int m) {
            return current ? ofNow(z, n, m, l) : ofLastDecomposition(z, n, m, l);
        }

        void add(double error, double epsilon) {
            worst = Math.max(worst, error);
            failures += error > epsilon ? 1 : 0;
        }
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

    /** ||G - ZWW'Z'||_2 / n. */
    private static double error(TestGram gram, float[] z, int n, int m, float[] directions) {
        int width = directions.length / m;
        Backend backend = Backend.active();
        Panels panels = backend.products().panels(m, width);
        panels.pack(directions, 0, 1, m);
        float[] loadings = new float[n * width];
        backend.products().multiplyRows(z, 0, n, panels, loadings, 0);
        double[] wide = new double[loadings.length];
        for (int i = 0; i < wide.length; i++) {
            wide[i] = loadings[i];
        }
        return gram.error(wide, width).spectral();
    }
}
