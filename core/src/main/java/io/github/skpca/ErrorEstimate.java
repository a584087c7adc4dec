package io.github.skpca;

/**
 * An estimate of the feature map's error ||G - ZZ'||_2 / n over all n rows of a stream, made from a sample of them.
 *
 * <p>For a centred model both matrices are centred. Nothing is proved: the interval is meant to hold the truth in 95 of 100
 * streams. It was too narrow, 84 to 90 of 100, for paired, orthogonal and structured features of heavy-tailed rows.
 *
 * @param estimate the best guess
 * @param low the lower end of the interval; equal to the estimate where the sample is all rows
 * @param high its upper end
 * @param rows the rows of the sample
 */
public record ErrorEstimate(double estimate, double low, double high, int rows) {
    /** Checks the order of the three numbers. */
    public ErrorEstimate {
        if (!(0 <= low && low <= estimate && estimate <= high && high < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("the interval must be finite, from zero on and hold the estimate, not "
                    + low + " <= " + estimate + " <= " + high);
        }
        if (rows < 1) {
            throw new IllegalArgumentException("rows must be at least 1, not " + rows);
        }
    }
}
