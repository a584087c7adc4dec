package io.github.skpca.experiments.figures;

import io.github.skpca.experiments.results.Measure;

/** The six plots that the paper has of each data set, in the order in which its figures show them. */
enum PaperPlot {
    FROBENIUS_BY_SIZE(Measure.FROBENIUS_ERROR, false),
    SPECTRAL_BY_SIZE(Measure.SPECTRAL_ERROR, false),
    TRAIN_BY_SIZE(Measure.TRAIN_SECONDS, false),
    FROBENIUS_BY_SPACE(Measure.FROBENIUS_ERROR, true),
    SPECTRAL_BY_SPACE(Measure.SPECTRAL_ERROR, true),
    TEST_BY_SIZE(Measure.TEST_MICROS, false);

    /** How many the paper's figures have side by side. */
    static final int COLUMNS = 3;

    private final Measure measure;
    private final boolean bySpace;

    PaperPlot(Measure measure, boolean bySpace) {
        this.measure = measure;
        this.bySpace = bySpace;
    }

    Measure measure() {
        return measure;
    }

    /** Whether it stands over space rather than over sample size. */
    boolean bySpace() {
        return bySpace;
    }

    String title() {
        String name = measure.title();
        return Character.toUpperCase(name.charAt(0)) + name.substring(1) + (bySpace ? " by space" : " by sample size");
    }

    /** The part of a file's name. */
    String label() {
        return switch (measure) {
                    case FROBENIUS_ERROR -> "frobenius-error";
                    case SPECTRAL_ERROR -> "spectral-error";
                    case TRAIN_SECONDS -> "train-time";
                    default -> "test-time";
                }
                + (bySpace ? "-by-space" : "-by-size");
    }

    String across() {
        return bySpace ? "space (numbers kept)" : "sample size (m or c)";
    }

    String up() {
        return switch (measure) {
            case FROBENIUS_ERROR -> "||G - G'||_F / n², held-out rows";
            case SPECTRAL_ERROR -> "||G - G'||_2 / n, held-out rows";
            case TRAIN_SECONDS -> "seconds, feature map included";
            default -> "microseconds for one row";
        };
    }
}
