package io.github.skpca.experiments.figures;

import io.github.skpca.experiments.results.Measure;
import io.github.skpca.experiments.results.Results;
import io.github.skpca.report.Look;

import java.util.ArrayList;
import java.util.List;

/** Which series the plots of a data set show, and how each looks in all of them. */
enum FigureSet {
    /** The paper's own: SKPCA for every l, RNCA, Nystrom. */
    PAPER(""),
    /** This project's default and exact kernel PCA beside two of the paper's SKPCA, RNCA and Nystrom. */
    OWN("-own");

    static final String PAPER_SKPCA = "skpca-paper";
    static final String OWN_SKPCA = "skpca";
    static final String RNCA = "rnca";
    static final String RNCA_ROW = "rnca-row";
    static final String NYSTROM = "nystrom";
    static final String EXACT = "exact";

    private static final List<Integer> PAPER_SKETCH_SIZES = List.of(2, 5, 10, 20, 30, 50);
    private static final List<Integer> SHOWN_BESIDE = List.of(10, 50);
    private static final Look EXACT_LOOK = Look.colour(5, 0).dotted();

    private final String suffix;

    FigureSet(String suffix) {
        this.suffix = suffix;
    }

    /** What the names of its files have behind that of the data set. */
    String suffix() {
        return suffix;
    }

    /** A method with one l, and what a figure calls it. */
    record Line(String method, int l, String name, Look look) {}

    /** The lines of a plot of this quantity, those that have been measured and those that have not. */
    List<Line> lines(Results results, String dataset, Measure measure) {
        List<Line> lines = new ArrayList<>();
        for (int l : shown(results.sketchSizes(dataset, PAPER_SKPCA))) {
            lines.add(new Line(PAPER_SKPCA, l, "SKPCA l=" + l, Look.step(step(l))));
        }
        if (this == OWN) {
            List<Integer> own = shown(results.sketchSizes(dataset, OWN_SKPCA));
            for (int i = 0; i < own.size(); i++) {
                Look look = Look.colour(4, i % 2 == 0 ? 9 : 8).heavy();
                lines.add(new Line(OWN_SKPCA, own.get(i), "this project l=" + own.get(i), look));
            }
        }
        lines.add(new Line(RNCA, 0, "RNCA", Look.colour(1, 7)));
        if (measure == Measure.TRAIN_SECONDS) {
            lines.add(new Line(RNCA_ROW, 0, "RNCA, a row at a time", Look.colour(1, 10)));
        }
        lines.add(new Line(NYSTROM, 0, "Nyström", Look.colour(3, 6)));
        return lines;
    }

    /** Exact kernel PCA, which has no sample size: a level for each l, in plots of errors only. */
    List<Line> levels(Results results, String dataset, Measure measure) {
        List<Line> levels = new ArrayList<>();
        boolean error = measure == Measure.SPECTRAL_ERROR || measure == Measure.FROBENIUS_ERROR;
        if (this == OWN && error) {
            List<Integer> sizes = shown(results.sketchSizes(dataset, EXACT));
            for (int i = 0; i < sizes.size(); i++) {
                int l = sizes.get(i);
                String name = "exact KPCA" + (l == 0 ? "" : " l=" + l);
                levels.add(new Line(EXACT, l, name, i % 2 == 0 ? EXACT_LOOK : EXACT_LOOK.heavy()));
            }
        }
        return levels;
    }

    /** All for the paper's figures; 10 and 50, or the first and the last, where much else is shown. */
    private List<Integer> shown(List<Integer> sketchSizes) {
        if (this == PAPER || sketchSizes.size() <= 2) {
            return sketchSizes;
        }
        if (sketchSizes.containsAll(SHOWN_BESIDE)) {
            return SHOWN_BESIDE;
        }
        return List.of(sketchSizes.get(0), sketchSizes.get(sketchSizes.size() - 1));
    }

    /** The same step for the same l in every figure: its own for each of the paper's six, the next below for any other. */
    private static int step(int l) {
        int step = 0;
        for (int i = 0; i < PAPER_SKETCH_SIZES.size(); i++) {
            step = PAPER_SKETCH_SIZES.get(i) <= l ? i : step;
        }
        return step;
    }
}
