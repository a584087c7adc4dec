package io.github.skpca.spark;

import java.io.Serializable;

/**
 * Where the columns of a step are in its row.
 *
 * @param key which series it belongs to; {@link #NO_KEY} if there is one series
 * @param time when it is, as the data set has it
 * @param seconds when it is, as a number
 * @param vector its numbers
 */
record SeriesColumns(int key, int time, int seconds, int vector) implements Serializable {
    /** All steps are of one series. */
    static final int NO_KEY = -1;
}
