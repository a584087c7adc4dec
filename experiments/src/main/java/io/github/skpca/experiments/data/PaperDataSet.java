package io.github.skpca.experiments.data;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The data sets of the paper's experiments, in the paper's order. */
// Both are values that do not change: a record of numbers and a list made by List.of.
@SuppressWarnings("ImmutableEnumChecker")
public enum PaperDataSet {
    /** Synthetic, made from a seed. */
    RANDOM_NOISY(
            "random-noisy",
            new Shape(20_000, 1000, 1000),
            "Synthetic: A = SDU + F/10 with a signal of 50 dimensions (Liberty, KDD 2013), generated from the seed",
            "",
            "none needed",
            List.of()),
    /** Computer activity. */
    CPU(
            "cpu",
            new Shape(7_373, 21, 800),
            "DELVE comp-activ (cpu_act), University of Toronto, as the 6554 + 819 rows of Rahimi and Recht, NIPS 2007;"
                    + " their MATLAB file written as CSV: 21 attributes, and the target, which is not used",
            "https://www.cs.toronto.edu/~delve/data/comp-activ/desc.html",
            "no explicit licence; DELVE data are free for research",
            List.of(new DataFile(
                    "cpu_7373.csv", "", 654_066, "361659aaa7be76eb2e15244b5fa38d4a27ebd6c33faf6f68fa23b7875c360a60"))),
    /** Census income. */
    ADULT(
            "adult",
            new Shape(33_561, 123, 1000),
            "UCI Adult (B. Becker, R. Kohavi, 1996) in the binary encoding that LIBSVM distributes as a9a and a9a.t",
            "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary.html#a9a",
            "UCI lists Adult as CC BY 4.0",
            List.of(
                    new DataFile(
                            "a9a",
                            "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a9a",
                            2_329_875,
                            "f5d5ffd8d865ff41328e7ee043e4b020816914ff6843ff15b98905ddbedce906"),
                    new DataFile(
                            "a9a.t",
                            "https://www.csie.ntu.edu.tw/~cjlin/libsvmtools/datasets/binary/a9a.t",
                            1_164_628,
                            "1f448a153f0320399a7e40836eb207655b0bde0f21fc941cc472193daa9f5de9"))),
    /** Forest cover types. */
    FOREST(
            "forest",
            new Shape(523_910, 54, 1000),
            "UCI Covertype (J. A. Blackard, D. J. Dean, C. W. Anderson, Colorado State University, 1998)",
            "https://archive.ics.uci.edu/dataset/31/covertype",
            "UCI lists it as CC BY 4.0; reuse is unlimited with retention of the copyright notice for Jock A. Blackard"
                    + " and Colorado State University",
            List.of(new DataFile(
                    "covtype.data",
                    "https://archive.ics.uci.edu/ml/machine-learning-databases/covtype/covtype.data.gz",
                    75_169_317,
                    "0a9371cef7c964b5475d6053cc3e0894a5aa6f65ad1ed3ecb01c45aa96217945")));

    private final String label;
    private final Shape shape;
    private final String description;
    private final String page;
    private final String licence;
    private final List<DataFile> files;

    /** Rows in all, columns, and rows held out, as the paper states them. */
    private record Shape(int rows, int columns, int testRows) {}

    PaperDataSet(String label, Shape shape, String description, String page, String licence, List<DataFile> files) {
        this.label = label;
        this.shape = shape;
        this.description = description;
        this.page = page;
        this.licence = licence;
        this.files = files;
    }

    /** The name in files and on the command line. */
    public String label() {
        return label;
    }

    /** n as the paper states it, the held-out rows included. */
    public int rows() {
        return shape.rows;
    }

    /** d. */
    public int columns() {
        return shape.columns;
    }

    /** Rows held out to measure errors on. */
    public int testRows() {
        return shape.testRows;
    }

    /** What it is and which published file it comes from. */
    public String description() {
        return description;
    }

    /** The publisher's page, or empty for generated rows. */
    public String page() {
        return page;
    }

    /** What its publisher says on using it. */
    public String licence() {
        return licence;
    }

    /** The files it is read from; none for generated rows. */
    public List<DataFile> files() {
        return files;
    }

    /** The data set of that label, if there is one. */
    public static Optional<PaperDataSet> ofLabel(String label) {
        return Arrays.stream(values()).filter(set -> set.label.equals(label)).findFirst();
    }

    /** All labels, for messages. */
    public static String labels() {
        return Arrays.stream(values()).map(PaperDataSet::label).collect(Collectors.joining(", "));
    }
}
