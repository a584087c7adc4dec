package io.github.skpca.experiments.results;

/** A quantity that a point has. */
public enum Measure {
    /** ||G - G'||_2 / n. */
    SPECTRAL_ERROR("spectral error"),
    /** ||G - G'||_F / n^2. */
    FROBENIUS_ERROR("Frobenius error"),
    /** Seconds to learn all training rows, feature map included. */
    TRAIN_SECONDS("train time"),
    /** Seconds of these in the feature map. */
    MAP_SECONDS("time in the map"),
    /** Microseconds for one new row. */
    TEST_MICROS("test time"),
    /** Numbers kept, as the paper counts them. */
    SPACE("space");

    private final String title;

    Measure(String title) {
        this.title = title;
    }

    /** What prose calls it. */
    public String title() {
        return title;
    }

    /** Its value, or NaN if it was not measured. */
    public double of(MeasuredPoint point) {
        return switch (this) {
            case SPECTRAL_ERROR -> point.spectralError();
            case FROBENIUS_ERROR -> point.frobeniusError();
            case TRAIN_SECONDS -> point.trainSeconds();
            case MAP_SECONDS -> point.mapSeconds();
            case TEST_MICROS -> point.testMicrosPerRow();
            case SPACE -> point.space();
        };
    }
}
