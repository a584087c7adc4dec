package io.github.skpca.io;

/** The columns whose numbers have percent signs: a column has them everywhere or nowhere, as 12% is 0.12 and 12 is 12. */
final class PercentColumns {
    private final int[] numeric;
    private final boolean[] percent;
    /** The missing cells of each column in rows that were accepted. */
    private final long[] missing;

    private boolean any;

    PercentColumns(int[] numeric) {
        this.numeric = numeric;
        percent = new boolean[numeric.length];
        missing = new long[numeric.length];
    }

    /** Whether records have to be checked even if they have no percent sign. */
    boolean any() {
        return any;
    }

    /** Counts the missing cells of a row that is accepted, which are NaN. */
    void countMissing(double[] values, int from) {
        for (int i = 0; i < missing.length; i++) {
            missing[i] += Double.isNaN(values[from + i]) ? 1 : 0;
        }
    }

    /**
     * The first column of a record that is written in another way than before; -1 if there is none.
     *
     * @param accepted the rows before this one
     */
    int misfit(Fields fields, CellReading cells, long accepted) {
        for (int i = 0; i < numeric.length; i++) {
            if (cells.isText(i) || Double.isNaN(fields.number(numeric[i]))) {
                continue;
            }
            boolean here = fields.isPercent(numeric[i]);
            boolean known = percent[i] || accepted > missing[i];
            if (known && here != percent[i]) {
                return numeric[i];
            }
            percent[i] = here;
            any |= here;
        }
        return -1;
    }
}
