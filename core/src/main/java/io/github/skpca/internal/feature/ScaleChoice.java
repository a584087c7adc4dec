package io.github.skpca.internal.feature;

import io.github.skpca.Scale;

import java.util.stream.IntStream;

/**
 * Whether columns have units of their own, decided by the rows of a warm-up.
 *
 * <p>The squared distance of two rows is a sum over columns, in which a column counts by the square of its spread s_j. So it depends on
 * E = (sum s_j^2)^2 / sum s_j^4 columns: all d of them if spreads are equal, one if one of them is much the largest. Where E is close to one, the
 * kernel does not see most columns, and that is a matter of units. Where it is not, columns are left as they are: dividing them would make a pixel at
 * the border as loud as one in the middle.
 *
 * <p>A unit is in the size of values, not in how often they occur. So the spread of a column of two values is half their difference, however rare one
 * of them is, and that of a column which is mostly zero is half the root mean square of its other values: for zeros and ones the same.
 *
 * @param scale {@link Scale#COLUMNS} or {@link Scale#NONE}
 * @param reason why
 */
record ScaleChoice(Scale scale, String reason) {
    /** Of the way from one column to all: below it, columns have units of their own. Two columns are there when one is 2.8 times as wide. */
    private static final double UNITS = 0.25;

    /** Larger than a count of words or events in a row; sizes and times, which have units, are larger still. */
    private static final double LARGEST_COUNT = 1000;

    /** What the rows say. */
    static ScaleChoice of(ColumnMoments moments) {
        int[] varying = IntStream.range(0, moments.columns())
                .filter(j -> !moments.isConstant(j))
                .toArray();
        if (varying.length < 2) {
            return new ScaleChoice(Scale.NONE, "fewer than two columns vary");
        }
        if (areCounts(moments, varying)) {
            return new ScaleChoice(Scale.NONE, "they hold small whole numbers, most of them zero, as counts do");
        }
        double effective = effectiveColumns(moments, varying);
        boolean hasUnits = effective - 1 < UNITS * (varying.length - 1);
        // Not by a format, whose tables of languages take longer to load than all else here.
        long tenths = Math.round(10 * effective);
        String depend = "as they are, distances depend on " + tenths / 10 + "." + tenths % 10 + " of " + varying.length
                + " columns: ";
        return hasUnits
                ? new ScaleChoice(Scale.COLUMNS, depend + "they have units of their own")
                : new ScaleChoice(Scale.NONE, depend + "they are of one kind");
    }

    /** E of columns that vary. */
    private static double effectiveColumns(ColumnMoments moments, int[] varying) {
        double largest = 0;
        for (int j : varying) {
            largest = Math.max(largest, spread(moments, j));
        }
        double sum = 0;
        double sumOfSquares = 0;
        for (int j : varying) {
            // Over the largest: a fourth power of what a double holds would overflow.
            double ratio = spread(moments, j) / largest;
            double square = ratio * ratio;
            sum += square;
            sumOfSquares += square * square;
        }
        return sum * sum / sumOfSquares;
    }

    private static double spread(ColumnMoments moments, int column) {
        if (moments.isTwoValued(column)) {
            return moments.range(column) / 2;
        }
        double deviation = moments.deviation(column);
        double others = moments.count() - moments.zeros(column);
        return 2 * others > moments.count()
                ? deviation
                : StrictMath.hypot(deviation, moments.mean(column)) * Math.sqrt(moments.count() / others) / 2;
    }

    /** Whether the columns of more than two values hold small whole numbers, most of them zero: words of a text, events of a day. */
    private static boolean areCounts(ColumnMoments moments, int[] varying) {
        long zeros = 0;
        long values = 0;
        for (int j : varying) {
            if (!moments.isTwoValued(j)) {
                if (!moments.isWholeFromZero(j) || moments.range(j) > LARGEST_COUNT) {
                    return false;
                }
                zeros += moments.zeros(j);
                values += moments.count();
            }
        }
        return 2 * zeros > values;
    }
}
